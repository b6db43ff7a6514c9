package degrade

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
)

// light is what a place of the picture gets: a gain for each colour and the
// grey that black becomes.
type light struct{ r, g, b, base float64 }

func shade(m *image.RGBA, at func(x, y int) light) {
	const step = 8 // light changes slowly
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		row := m.Pix[y*m.Stride:]
		for x0 := 0; x0 < w; x0 += step {
			l := at(x0, y)
			for x := x0; x < min(x0+step, w); x++ {
				p := row[4*x : 4*x+3]
				p[0] = clamp(l.base + l.r*float64(p[0]))
				p[1] = clamp(l.base + l.g*float64(p[1]))
				p[2] = clamp(l.base + l.b*float64(p[2]))
			}
		}
	}
}

// noise adds the grain of a sensor, the same for all colours.
func noise(rng *rand.Rand, m *image.RGBA, sigma float64) {
	var table [4096]int16
	for i := range table {
		table[i] = int16(math.Round(rng.NormFloat64() * sigma))
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		row := m.Pix[y*m.Stride:]
		for x := 0; x < w; x += 5 {
			bits := rng.Uint64()
			for k := x; k < min(x+5, w); k++ {
				n := int(table[bits&4095])
				bits >>= 12
				for c := range 3 {
					row[4*k+c] = uint8(min(max(int(row[4*k+c])+n, 0), 255))
				}
			}
		}
	}
}

// speckle strews dust: small grey dots.
func speckle(rng *rand.Rand, m *image.RGBA, count int) {
	for range count {
		x, y := rng.IntN(m.Rect.Dx()), rng.IntN(m.Rect.Dy())
		g := uint8(60 + rng.IntN(150))
		size := 1 + rng.IntN(2)
		draw.Draw(m, image.Rect(x, y, x+size, y+size), image.NewUniform(color.Gray{Y: g}), image.Point{}, draw.Src)
	}
}

// blur is a Gaussian blur with the given sigma in pixels.
func blur(m *image.RGBA, sigma float64) {
	radius := int(math.Ceil(sigma * 3))
	kernel := make([]int, 2*radius+1)
	sum := 0.0
	for i := range kernel {
		sum += math.Exp(-float64((i-radius)*(i-radius)) / (2 * sigma * sigma))
	}
	total := 0
	for i := range kernel {
		kernel[i] = int(math.Round(65536 * math.Exp(-float64((i-radius)*(i-radius))/(2*sigma*sigma)) / sum))
		total += kernel[i]
	}
	kernel[radius] += 65536 - total
	w, h := m.Rect.Dx(), m.Rect.Dy()
	line := make([]uint8, 4*max(w, h))
	for y := range h {
		smooth(m.Pix[y*m.Stride:], 4, w, kernel, line)
	}
	for x := range w {
		smooth(m.Pix[4*x:], m.Stride, h, kernel, line)
	}
}

// smooth applies the kernel along one line of n pixels, step bytes apart.
func smooth(pix []uint8, step, n int, kernel []int, line []uint8) {
	for i := range n {
		copy(line[4*i:4*i+4], pix[i*step:i*step+4])
	}
	radius := len(kernel) / 2
	for i := range n {
		r, g, b := 1<<15, 1<<15, 1<<15
		for k, weight := range kernel {
			at := 4 * min(max(i+k-radius, 0), n-1)
			r += weight * int(line[at])
			g += weight * int(line[at+1])
			b += weight * int(line[at+2])
		}
		p := pix[i*step : i*step+3]
		p[0], p[1], p[2] = uint8(r>>16), uint8(g>>16), uint8(b>>16)
	}
}

func grey(m *image.RGBA) *image.Gray {
	g := image.NewGray(m.Rect)
	draw.Draw(g, g.Rect, m, image.Point{}, draw.Src)
	return g
}

func clamp(v float64) uint8 { return uint8(min(max(v, 0), 255)) }
