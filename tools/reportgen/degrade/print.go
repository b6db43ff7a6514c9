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

// dotMatrix prints the page anew from the dots of needles: 17 to 22 to the
// height of a character, as printers with 24 needles have them, one of which
// may be weak, with a ribbon that is worn in places.
func dotMatrix(rng *rand.Rand, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	pitch := max(characterHeight(m)/(17+5*rng.Float64()), 1)
	source := image.NewRGBA(m.Rect)
	copy(source.Pix, m.Pix)
	erase(m)
	radius := 0.6*pitch + 0.12*rng.Float64()
	reach := int(math.Ceil(radius))
	worn := patches(rng, w, h, 90)
	fade := 0.15 + 0.3*rng.Float64()
	weak := rng.IntN(48) // of 24 needles; none with 24 and more
	tint := [3]float64{20, 20, 30 + 50*rng.Float64()}
	needle := 0
	for gy := 0.5; gy < float64(h-1); gy += pitch {
		needle++
		for gx := 0.5; gx < float64(w-1); gx += pitch {
			x, y := int(gx), int(gy)
			// the darkest place between this needle and the next
			d := 0.0
			for py := int(gy); py <= min(int(gy+pitch-0.5), h-1); py++ {
				for px := int(gx); px <= min(int(gx+pitch-0.5), w-1); px++ {
					if v := darkness(source, px, py); v > d {
						d, x, y = v, px, py
					}
				}
			}
			if d < 0.22 || d < 0.55*darkest(source, x, y) {
				continue
			}
			strength := (1 - fade*worn(x, y)) * (0.7 + 0.3*rng.Float64())
			if needle%24 == weak {
				strength *= 0.6
			}
			for py := max(y-reach, 0); py <= min(y+reach, h-1); py++ {
				for px := max(x-reach, 0); px <= min(x+reach, w-1); px++ {
					far := math.Hypot(float64(px)+0.5-gx, float64(py)+0.5-gy)
					if cover := min(max(radius+0.5-far, 0), 1); cover > 0 {
						ink(m, px, py, cover*strength*0.7, tint)
					}
				}
			}
		}
	}
}

// darkest is the darkness of a place's darkest neighbour or itself. A hairline is
// printed where it is darker than what lies beside it, the gap between two
// strokes is not.
func darkest(m *image.RGBA, x, y int) float64 {
	most := 0.0
	for ny := max(y-1, 0); ny <= min(y+1, m.Rect.Dy()-1); ny++ {
		for nx := max(x-1, 0); nx <= min(x+1, m.Rect.Dx()-1); nx++ {
			most = max(most, darkness(m, nx, ny))
		}
	}
	return most
}

// thermal prints the page on heat paper: grey, coarse, with dead dots that
// leave a white line down the page, and fading.
func thermal(rng *rand.Rand, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	dot := min(max(characterHeight(m)/(15+5*rng.Float64()), 1.1), 2)
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

// pale is print that hardly stands out: 30 to 50 grey levels from white paper,
// less in the light of a room.
func pale(rng *rand.Rand, m *image.RGBA) {
	k := 0.13 + 0.08*rng.Float64()
	for i, v := range m.Pix {
		m.Pix[i] = clamp(255 - (255-float64(v))*k)
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
