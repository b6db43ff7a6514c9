package degrade

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

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

// handwriting leaves ticks and rings of a pen anywhere on the page.
func handwriting(rng *rand.Rand, m *image.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	tint := pens[rng.IntN(len(pens))]
	for range 2 + rng.IntN(5) {
		cx, cy := w*(0.1+0.8*rng.Float64()), h*(0.2+0.65*rng.Float64())
		a, b := w*(0.012+0.02*rng.Float64()), w*(0.008+0.01*rng.Float64())
		if rng.IntN(2) == 0 {
			stroke(m, tint, tick(cx, cy, a, b))
		} else {
			stroke(m, tint, ring(cx, cy, 2*a, 1.3*b))
		}
	}
}

// pens are the inks of ballpoints.
var pens = []color.RGBA{{20, 30, 150, 255}, {180, 20, 30, 255}, {30, 30, 30, 255}}

// Note marks places of a page, such as results, with one pen, as doctors do: a
// ring around, a line under, or a tick beside.
func Note(rng *rand.Rand, m *image.RGBA, places []truth.Box) {
	tint := pens[rng.IntN(len(pens))]
	for _, b := range places {
		x, y := float64(b[0]+b[2])/2, float64(b[1]+b[3])/2
		wide, high := float64(b[2]-b[0]), float64(b[3]-b[1])
		switch rng.IntN(3) {
		case 0:
			stroke(m, tint, ring(x+0.1*high*symmetric(rng), y+0.15*high*symmetric(rng), 0.62*wide+0.5*high, (0.75+0.4*rng.Float64())*high))
		case 1:
			under := float64(b[3]) + 0.2*high
			stroke(m, tint, []point{{float64(b[0]) - 0.3*high, under + 0.1*high*symmetric(rng)}, {x, under}, {float64(b[2]) + 0.3*high, under + 0.2*high*symmetric(rng)}})
		default:
			stroke(m, tint, tick(float64(b[2])+high*(0.8+0.6*rng.Float64()), y, 0.5*high, 0.5*high))
		}
	}
}

func tick(x, y, a, b float64) []point {
	return []point{{x - a, y}, {x - 0.4*a, y + b}, {x + a, y - 1.4*b}}
}

// ring is an ellipse that does not quite close.
func ring(x, y, a, b float64) []point {
	var points []point
	for i := range 30 {
		sin, cos := math.Sincos(float64(i)*0.23 + 0.4)
		points = append(points, point{x + (a+float64(i)*0.1)*cos, y + b*sin})
	}
	return points
}

// stroke draws a line of a pen through points, of even ink.
func stroke(m *image.RGBA, tint color.RGBA, points []point) {
	const half, air = 1.1, 3
	x0, y0, x1, y1 := points[0].x, points[0].y, points[0].x, points[0].y
	for _, p := range points[1:] {
		x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
	}
	box := image.Rect(int(x0)-air, int(y0)-air, int(x1)+air+1, int(y1)+air+1)
	over(m, box, tint, 0.85, func(x, y float64) float64 {
		near := math.Inf(1)
		for i := 1; i < len(points) && near > 0; i++ {
			near = min(near, distance(point{x, y}, points[i-1], points[i]))
		}
		return half + 0.5 - near
	})
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

// patterned is paper with a pale ground of waves or tinted bands, as forms have
// against copying.
func patterned(rng *rand.Rand, m *image.RGBA) {
	tint := color.RGBA{uint8(90 + rng.IntN(120)), uint8(120 + rng.IntN(100)), uint8(120 + rng.IntN(110)), 255}
	strength := 0.14 + 0.16*rng.Float64()
	period, swing, long := 7+9*rng.Float64(), 4+8*rng.Float64(), 40+60*rng.Float64()
	bands := rng.IntN(3) == 0
	waves := make([]float64, m.Rect.Dx())
	for x := range waves {
		waves[x] = swing * math.Sin(float64(x)/long)
	}
	line := func(v float64) float64 { // how far from one
		steps := v / period
		return math.Abs(steps-math.Floor(steps)-0.5)*period - 0.5
	}
	over(m, m.Rect, tint, strength, func(x, y float64) float64 {
		if bands {
			return 0.7 * float64(int(y/(4*period))%2)
		}
		wave := waves[int(x)]
		return 1 - min(line(y+wave), line(y-wave))
	})
}
