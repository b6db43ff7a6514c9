package degrade

import (
	"image"
	"image/color"
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

// over draws a half transparent colour where shape covers.
func over(m *image.RGBA, box image.Rectangle, tint color.RGBA, strength float64, cover func(x, y float64) float64) {
	box = box.Intersect(m.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			k := strength * min(max(cover(float64(x), float64(y)), 0), 1)
			if k <= 0 {
				continue
			}
			p := m.Pix[y*m.Stride+4*x:][:3]
			for c, v := range []uint8{tint.R, tint.G, tint.B} {
				p[c] = clamp(float64(p[c]) * (1 - k*(1-float64(v)/255))) // ink darkens what is there
			}
		}
	}
}

// stamp presses one or two red seals on the page: a ring with a star, as
// offices have, or a frame with lines.
func stamp(rng *rand.Rand, m *image.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	for range 1 + rng.IntN(2) {
		size := w * (0.06 + 0.05*rng.Float64())
		cx, cy := w*(0.15+0.7*rng.Float64()), h*(0.2+0.7*rng.Float64())
		tint := color.RGBA{uint8(190 + rng.IntN(60)), uint8(20 + rng.IntN(50)), uint8(30 + rng.IntN(50)), 255}
		strength := 0.45 + 0.35*rng.Float64()
		sin, cos := math.Sincos(symmetric(rng) * 0.5)
		thick := 1.5 + size/40
		worn := patches(rng, int(w), int(h), 7)
		round := rng.IntN(3) > 0
		over(m, image.Rect(int(cx-1.2*size), int(cy-1.2*size), int(cx+1.2*size), int(cy+1.2*size)), tint, strength, func(x, y float64) float64 {
			u, v := (x-cx)*cos+(y-cy)*sin, (y-cy)*cos-(x-cx)*sin
			k := 0.0
			if round {
				far := math.Hypot(u, v)
				k = thick - math.Abs(far-size)
				angle := math.Mod(math.Atan2(u, -v)+2*math.Pi, 2*math.Pi/5) - math.Pi/5
				if star := 0.26 * size / (0.62 + 0.5*math.Abs(math.Sin(angle*1.25+math.Pi/2))); far < star {
					k = 1
				}
				if ring := math.Abs(far - 0.8*size); ring < 0.1*size && math.Sin(26*math.Atan2(v, u)) > 0.1 && math.Sin(61*math.Atan2(v, u)+far) > -0.3 {
					k = 1 // as far as it can be read, the name of the office
				}
			} else {
				k = max(thick-math.Abs(math.Abs(u)-size), thick-math.Abs(math.Abs(v)-0.4*size))
				if math.Abs(u) > size+thick || math.Abs(v) > 0.4*size+thick {
					k = 0
				}
				if math.Abs(v) < 0.2*size && math.Abs(u) < 0.8*size && math.Sin(u*40/size) > 0 && math.Sin(v*30/size+u) > -0.4 {
					k = 1
				}
			}
			return k * (0.4 + worn(int(max(x, 0)), int(max(y, 0))))
		})
	}
}

// crease folds the paper once or twice and flattens it again.
func crease(rng *rand.Rand, m *image.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	for range 1 + rng.IntN(2) {
		sin, cos := math.Sincos(float64(rng.IntN(2))*math.Pi/2 + 0.04*symmetric(rng))
		far := 0.3 + 0.4*rng.Float64()
		dark, soft := 0.1+0.2*rng.Float64(), 6+20*rng.Float64()
		over(m, m.Rect, color.RGBA{0, 0, 0, 255}, 1, func(x, y float64) float64 {
			d := (x-far*w)*cos + (y-far*h)*sin
			k := dark * math.Exp(-d*d/2)
			if d > 0 {
				k += 0.35 * dark * math.Exp(-d/soft)
			}
			return k
		})
	}
}

// handwriting leaves ticks and rings of a pen.
func handwriting(rng *rand.Rand, m *image.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	tint := []color.RGBA{{20, 30, 150, 255}, {180, 20, 30, 255}, {30, 30, 30, 255}}[rng.IntN(3)]
	for range 2 + rng.IntN(5) {
		cx, cy := w*(0.1+0.8*rng.Float64()), h*(0.2+0.65*rng.Float64())
		a, b := w*(0.012+0.02*rng.Float64()), w*(0.008+0.01*rng.Float64())
		var points []point
		if rng.IntN(2) == 0 {
			points = []point{{cx - a, cy}, {cx - 0.4*a, cy + b}, {cx + a, cy - 1.4*b}} // a tick
		} else {
			for i := range 30 {
				s, c := math.Sincos(float64(i)*0.23 + 0.4)
				points = append(points, point{cx + (2*a+float64(i)*0.1)*c, cy + 1.3*b*s})
			}
		}
		for i := 1; i < len(points); i++ {
			p, q := points[i-1], points[i]
			box := image.Rect(int(min(p.x, q.x))-3, int(min(p.y, q.y))-3, int(max(p.x, q.x))+4, int(max(p.y, q.y))+4)
			over(m, box, tint, 0.85, func(x, y float64) float64 { return 1.6 - distance(point{x, y}, p, q) })
		}
	}
}

// distance from a point to a stretch of line.
func distance(a, p, q point) float64 {
	dx, dy := q.x-p.x, q.y-p.y
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((a.x-p.x)*dx+(a.y-p.y)*dy)/l, 0), 1)
	}
	return math.Hypot(a.x-p.x-t*dx, a.y-p.y-t*dy)
}
