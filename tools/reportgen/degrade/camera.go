package degrade

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

// views are the traits that shoot knows.
var views = []string{"tilted", "curved", "table", "keystone", "curled"}

// shoot is photograph with a phone held badly or paper that does not lie flat:
// tilted looks at it from the side and askew, keystone from far above or below,
// curved lets it roll or fold, curled lifts a corner of its foot, so that the
// last rows slope, table shows much of what lies around it.
func shoot(rng *rand.Rand, page *image.RGBA, has func(trait string) bool) (*image.RGBA, Move) {
	tilted, curved, table := has("tilted"), has("curved"), has("table")
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	rim := 0.03 + 0.04*rng.Float64()
	if table {
		rim = 0.1 + 0.15*rng.Float64()
	}
	keystone, angle := 0.02*symmetric(rng), 0.01*symmetric(rng)
	lean := 0.02 * symmetric(rng)
	if tilted {
		keystone, lean = 0.14*symmetric(rng), 0.09*symmetric(rng)
		angle = symmetric(rng) * 10 * math.Pi / 180
	}
	if has("keystone") {
		keystone = math.Copysign(0.12+0.08*rng.Float64(), keystone)
	}
	sin, cos := math.Sincos(angle)
	// Where the page's corners lie, around its middle.
	corner := func(x, y float64) point {
		u, v := x-0.5, y-0.5
		u *= 1 + 2*keystone*v
		v *= 1 + 2*lean*u
		return point{(u*w)*cos - (v*h)*sin, (u*w)*sin + (v*h)*cos}
	}
	corners := [4]point{corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range corners {
		x0, x1, y0, y1 = min(x0, c.x), max(x1, c.x), min(y0, c.y), max(y1, c.y)
	}
	b := &bend{w: w, h: h}
	if curved {
		b.depth, b.waves, b.phase = (0.008 + 0.014*rng.Float64()), 0.35+0.5*rng.Float64(), rng.Float64()*2*math.Pi
		if rng.IntN(3) == 0 { // folded upright: two halves of different slope
			b.depth, b.fold, b.foldAt = 0.003, 0.05*symmetric(rng), 0.4+0.2*rng.Float64()
		}
	}
	if has("curled") {
		b.curlAt = 0.6 + 0.2*rng.Float64()
		b.curl = math.Copysign(0.1+0.12*rng.Float64(), symmetric(rng))
	}
	spare := h * (b.depth + math.Abs(b.fold)*0.6 + math.Abs(b.curl)*(1-b.curlAt)*0.5)
	left, top := rim*w-x0, rim*h+spare-y0
	for i := range corners {
		corners[i].x += left
		corners[i].y += top
	}
	b.shape = square(corners)
	width, height := int(x1-x0+2*rim*w), int(y1-y0+2*rim*h+2*spare)
	ground := surface(rng, width, table)
	if table {
		ground = littered(rng, width, height, ground)
	}
	picture := b.warp(page, width, height, ground)
	blur(picture, 0.45+0.5*rng.Float64())
	shade(picture, lamp(rng, width, height))
	noise(rng, picture, 2+4*rng.Float64())
	if table && rng.IntN(2) == 0 {
		return closeUp(rng, picture, b.move, truth.Box{0, 0, int(w), int(h)}, inked(page))
	}
	return picture, b.move
}

// phoneLight adds the spot of a flash, a strong slope of light, or a shadow
// with a hard edge.
func phoneLight(rng *rand.Rand, m *image.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	cx, cy, size := w*rng.Float64(), h*rng.Float64(), (0.25+0.3*rng.Float64())*w
	tx, ty := 0.5*symmetric(rng), 0.5*symmetric(rng)
	angle := rng.Float64() * 2 * math.Pi
	sin, cos := math.Sincos(angle)
	dark, edge := 0.25+0.25*rng.Float64(), 0.3*rng.Float64()-0.05
	soft := 2 + 12*rng.Float64()*rng.Float64() // of the shadow's edge, in pixels
	kind := rng.IntN(3)
	if kind == 2 {
		over(m, m.Rect, color.RGBA{A: 255}, dark, func(x, y float64) float64 {
			return 0.5 + ((x-w/2)*cos+(y-h/2)*sin-edge*w)/soft
		})
		return
	}
	shade(m, func(x, y int) light {
		u, v := float64(x)/w-0.5, float64(y)/h-0.5
		gain, base := 1.0, 0.0
		if kind == 0 {
			d := ((float64(x)-cx)*(float64(x)-cx) + (float64(y)-cy)*(float64(y)-cy)) / (size * size)
			gain = 0.62 + 0.38*math.Exp(-d)
			base = 25 * math.Exp(-3*d)
		} else {
			gain = 0.72 * (1 + tx*u + ty*v)
		}
		return light{gain, gain, gain, base}
	})
}

// moire lays the stripes over a picture that a screen or a scanner's raster
// gives.
func moire(rng *rand.Rand, m *image.RGBA) {
	strength := 0.05 + 0.06*rng.Float64()
	period := 3 + 6*rng.Float64()
	sin, cos := math.Sincos(rng.Float64() * math.Pi)
	drift := 0.0006 * symmetric(rng)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			u := float64(x)*cos + float64(y)*sin
			v := float64(y)*cos - float64(x)*sin
			p := m.Pix[y*m.Stride+4*x:][:3]
			for c := range p {
				p[c] = clamp(float64(p[c]) * (1 + strength*math.Sin(2*math.Pi*(u/period+drift*v*v/period)+float64(c))))
			}
		}
	}
}

// motion smears the picture by some pixels along a line.
func motion(rng *rand.Rand, m *image.RGBA) {
	source := image.NewRGBA(m.Rect)
	copy(source.Pix, m.Pix)
	sin, cos := math.Sincos(rng.Float64() * math.Pi)
	length := 2 + 1.6*rng.Float64()
	const taps = 5
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		for x := range w {
			var sum [3]int
			for i := range taps {
				t := length * (float64(i)/(taps-1) - 0.5)
				sx, sy := min(max(int(math.Round(float64(x)+t*cos)), 0), w-1), min(max(int(math.Round(float64(y)+t*sin)), 0), h-1)
				p := source.Pix[sy*m.Stride+4*sx:][:3]
				for c := range sum {
					sum[c] += int(p[c])
				}
			}
			for c, v := range sum {
				m.Pix[y*m.Stride+4*x+c] = uint8(v / taps)
			}
		}
	}
}
