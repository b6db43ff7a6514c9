package degrade

import (
	"image"
	"math"
	"math/rand/v2"
)

// darkness is how far a pixel is from paper, 0 to 1.
func darkness(m *image.RGBA, x, y int) float64 {
	p := m.Pix[y*m.Stride+4*x:][:3]
	return 1 - (0.3*float64(p[0])+0.59*float64(p[1])+0.11*float64(p[2]))/255
}

func ink(m *image.RGBA, x, y int, dark float64, tint [3]float64) {
	p := m.Pix[y*m.Stride+4*x:][:3]
	for c := range p {
		p[c] = clamp(float64(p[c]) - dark*(255-tint[c]))
	}
}

func erase(m *image.RGBA) {
	for i := range m.Pix {
		m.Pix[i] = 255
	}
}

// patches is a smooth random field, 0 to 1, with features of so many pixels.
func patches(rng *rand.Rand, w, h int, size float64) func(x, y int) float64 {
	cols, rows := int(float64(w)/size)+3, int(float64(h)/size)+3
	grid := make([]float64, cols*rows)
	for i := range grid {
		grid[i] = rng.Float64()
	}
	return func(x, y int) float64 {
		u, v := float64(x)/size, float64(y)/size
		i, j := int(u), int(v)
		u, v = u-float64(i), v-float64(j)
		at := func(i, j int) float64 { return grid[min(j, rows-1)*cols+min(i, cols-1)] }
		return (at(i, j)*(1-u)+at(i+1, j)*u)*(1-v) + (at(i, j+1)*(1-u)+at(i+1, j+1)*u)*v
	}
}

// dotMatrix prints the page anew from the dots of needles, with a ribbon that
// is worn in places.
func dotMatrix(rng *rand.Rand, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	source := image.NewRGBA(m.Rect)
	copy(source.Pix, m.Pix)
	erase(m)
	across, down := 1.25+0.5*rng.Float64(), 1.25+0.6*rng.Float64() // between needles
	radius := 0.62*max(across, down) + 0.15*rng.Float64()
	worn := patches(rng, w, h, 90)
	fade := 0.15 + 0.35*rng.Float64()
	tint := [3]float64{20, 20, 30 + 50*rng.Float64()}
	for gy := 0.0; gy < float64(h-1); gy += down {
		for gx := 0.0; gx < float64(w-1); gx += across {
			x, y := int(gx), int(gy)
			// the printer's own letters have no stroke thinner than a dot
			if max(darkness(source, x, y), darkness(source, min(x+1, w-1), y), darkness(source, x, min(y+1, h-1))) < 0.42 {
				continue
			}
			strength := (1 - fade*worn(x, y)) * (0.75 + 0.25*rng.Float64())
			for dy := -1; dy <= 2; dy++ {
				for dx := -1; dx <= 2; dx++ {
					px, py := x+dx, y+dy
					if px < 0 || py < 0 || px >= w || py >= h {
						continue
					}
					far := math.Hypot(float64(px)+0.5-gx-0.5, float64(py)+0.5-gy-0.5)
					if cover := min(max(radius+0.5-far, 0), 1); cover > 0 {
						ink(m, px, py, cover*strength*0.85, tint)
					}
				}
			}
		}
	}
}

// thermal prints the page on heat paper: grey, coarse, with dead dots that
// leave a white line down the page, and fading.
func thermal(rng *rand.Rand, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	dot := 1.2 + 0.5*rng.Float64()
	grey := 50 + 60*rng.Float64()
	faded := patches(rng, w, h, 220)
	dead := map[int]bool{}
	for range rng.IntN(5) {
		dead[rng.IntN(int(float64(w)/dot)+1)] = true
	}
	source := image.NewRGBA(m.Rect)
	copy(source.Pix, m.Pix)
	erase(m)
	for y := range h {
		cy := min(int((math.Floor(float64(y)/dot)+0.5)*dot), h-1)
		for x := range w {
			column := int(float64(x) / dot)
			cx := min(int((float64(column)+0.5)*dot), w-1)
			if d := max(darkness(source, cx, cy), 0.7*darkness(source, x, y)); d > 0.25 && !dead[column] {
				ink(m, x, y, min(d*1.2, 1)*(1-0.45*faded(x, y)), [3]float64{grey, grey, grey})
			}
		}
	}
}

// faint is a cartridge that runs empty: pale, with strokes that break.
func faint(rng *rand.Rand, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	strength := 0.34 + 0.25*rng.Float64()
	uneven, holes := patches(rng, w, h, 130), patches(rng, w, h, 3)
	for y := range h {
		for x := range w {
			k := strength * (0.75 + 0.5*uneven(x, y))
			if holes(x, y) > 0.8 {
				k *= 0.5
			}
			p := m.Pix[y*m.Stride+4*x:][:3]
			for c := range p {
				p[c] = clamp(255 - (255-float64(p[c]))*k)
			}
		}
	}
}

// bold lets the ink run into the paper.
func bold(rng *rand.Rand, m *image.RGBA) {
	source := image.NewRGBA(m.Rect)
	copy(source.Pix, m.Pix)
	share := 0.35 + 0.5*rng.Float64()
	for y := range m.Rect.Dy() - 1 {
		for x := range m.Rect.Dx() - 1 {
			at := y*m.Stride + 4*x
			for c := range 3 {
				darkest := min(source.Pix[at+c], source.Pix[at+4+c], source.Pix[at+m.Stride+c])
				m.Pix[at+c] = clamp(float64(source.Pix[at+c])*(1-share) + float64(darkest)*share)
			}
		}
	}
}

// redPrint prints everything in a colour: red, blue or purple.
func redPrint(rng *rand.Rand, m *image.RGBA) {
	tints := [][3]float64{{190, 20, 30}, {25, 40, 150}, {110, 30, 130}, {150, 20, 90}}
	tint := tints[rng.IntN(len(tints))]
	for i := 0; i < len(m.Pix); i += 4 {
		for c := range 3 {
			m.Pix[i+c] = clamp(255 - (255-float64(m.Pix[i+c]))*(1-tint[c]/255))
		}
	}
}
