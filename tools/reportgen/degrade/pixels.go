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
	radius := int(math.Ceil(sigma * 2.2))
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
	row := make([]uint8, 4*w)
	for y := range h {
		pix := m.Pix[y*m.Stride : y*m.Stride+4*w]
		copy(row, pix)
		for x := range w {
			r, g, b := 1<<15, 1<<15, 1<<15
			for k, weight := range kernel {
				at := row[4*min(max(x+k-radius, 0), w-1):]
				at = at[:3]
				r, g, b = r+weight*int(at[0]), g+weight*int(at[1]), b+weight*int(at[2])
			}
			pix[4*x], pix[4*x+1], pix[4*x+2] = uint8(r>>16), uint8(g>>16), uint8(b>>16)
		}
	}
	// downwards, several rows at once: a column at a time would be slow
	above := make([][]uint8, radius+1) // rows before they were changed
	sums := make([]int, 4*w)
	for y := range h {
		pix := m.Pix[y*m.Stride : y*m.Stride+4*w]
		above[y%len(above)] = append(above[y%len(above)][:0], pix...)
		for i := range sums {
			sums[i] = 1 << 15
		}
		for k, weight := range kernel {
			source := y + k - radius
			from := above[max(source, 0)%len(above)]
			if source > y {
				source = min(source, h-1)
				from = m.Pix[source*m.Stride : source*m.Stride+4*w]
			}
			for i, v := range from[:len(sums)] {
				sums[i] += weight * int(v)
			}
		}
		for i, v := range sums {
			pix[i] = uint8(v >> 16)
		}
	}
}

func grey(m *image.RGBA) *image.Gray {
	g := image.NewGray(m.Rect)
	draw.Draw(g, g.Rect, m, image.Point{}, draw.Src)
	return g
}

func clamp(v float64) uint8 { return uint8(min(max(v, 0), 255)) }
