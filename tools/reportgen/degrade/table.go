package degrade

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

// surface is what a page lies on: plain, wood, or chequered cloth.
func surface(rng *rand.Rand, width int, patterned bool) func(x, y int) color.RGBA {
	base := [3]float64{30 + 70*rng.Float64(), 25 + 60*rng.Float64(), 20 + 55*rng.Float64()}
	grain := rng.Float64() * 2 * math.Pi
	kind, period := 0, float64(width)*(0.02+0.05*rng.Float64())
	if patterned {
		kind = rng.IntN(3)
	}
	return func(x, y int) color.RGBA {
		k := 1.0
		switch kind {
		case 0:
			k += 0.12 * math.Sin(float64(y)*0.05+3*math.Sin(float64(x)*0.004)+grain)
		case 1:
			k += 0.35 * math.Sin(float64(x)*0.03+5*math.Sin(float64(y)*0.002+grain))
		case 2:
			if (int(float64(x)/period)+int(float64(y)/period))%2 == 0 {
				k = 1.6
			}
		}
		return color.RGBA{uint8(min(base[0]*k, 255)), uint8(min(base[1]*k, 255)), uint8(min(base[2]*k, 255)), 255}
	}
}

// A thing lies on the table: a disc with a rim, a bar, or a sheet with lines.
type thing struct {
	kind     int
	at       point
	sin, cos float64
	long     float64 // half its length, or its radius
	wide     float64 // half its width
	body     color.RGBA
	edge     color.RGBA
}

// Kinds of things.
const (
	cup = iota
	pencil
	telephone
	paper
	kinds
)

// littered lays two to four things on a surface, near the picture's edges.
func littered(rng *rand.Rand, width, height int, ground func(x, y int) color.RGBA) func(x, y int) color.RGBA {
	w, h := float64(width), float64(height)
	things := make([]thing, 2+rng.IntN(3))
	for i := range things {
		t := &things[i]
		t.kind = rng.IntN(kinds)
		side := 0.06 * rng.Float64()
		if rng.IntN(2) == 0 {
			side = 1 - side
		}
		t.at = point{w * side, h * rng.Float64()}
		if rng.IntN(2) == 0 {
			t.at = point{w * rng.Float64(), h * side}
		}
		t.sin, t.cos = math.Sincos(rng.Float64() * 2 * math.Pi)
		c := func() uint8 { return uint8(30 + rng.IntN(200)) }
		t.body, t.edge = color.RGBA{c(), c(), c(), 255}, color.RGBA{c(), c(), c(), 255}
		switch t.kind {
		case cup:
			t.long = w * (0.04 + 0.05*rng.Float64())
		case pencil:
			t.long, t.wide = w*(0.1+0.12*rng.Float64()), w*0.006
		case telephone:
			t.long, t.wide = w*0.14, w*0.07
			t.body = color.RGBA{18, 18, 22, 255}
		case paper:
			t.long, t.wide = w*0.2, w*0.15
			t.body, t.edge = color.RGBA{205, 205, 200, 255}, color.RGBA{90, 90, 95, 255}
		}
	}
	return func(x, y int) color.RGBA {
		for i := range things {
			if c, covers := things[i].colourAt(float64(x), float64(y)); covers {
				return c
			}
		}
		return ground(x, y)
	}
}

// colourAt tells the colour of a thing at a place, and whether it reaches there.
func (t *thing) colourAt(x, y float64) (color.RGBA, bool) {
	x, y = x-t.at.x, y-t.at.y
	if t.kind == cup {
		switch far := math.Hypot(x, y); {
		case far > t.long:
			return t.body, false
		case far > 0.85*t.long:
			return t.edge, true
		}
		return t.body, true
	}
	u, v := math.Abs(x*t.cos+y*t.sin), math.Abs(y*t.cos-x*t.sin)
	switch {
	case u > t.long || v > t.wide:
		return t.body, false
	case t.kind == pencil && u > 0.8*t.long, t.kind == telephone && (u > 0.95*t.long || v > 0.92*t.wide):
		return t.edge, true
	case t.kind == paper && u < 0.85*t.long && v < 0.85*t.wide && math.Mod(v, 0.12*t.wide) < 0.04*t.wide && math.Sin(u*60/t.wide) > -0.5:
		return t.edge, true // lines of print, as far as they can be made out
	}
	return t.body, true
}

// closeUp takes the picture from so near that one or two edges of the page, but
// nothing printed, are out of view.
func closeUp(rng *rand.Rand, m *image.RGBA, move Move, sheet, print truth.Box) (*image.RGBA, Move) {
	outer, inner := move(sheet), move(print)
	view := m.Rect
	const air = 6
	for range 1 + rng.IntN(2) {
		k := 0.3 + 0.6*rng.Float64()
		between := func(a, b int) int { return a + int(k*float64(b-a)) }
		switch rng.IntN(4) {
		case 0:
			view.Min.X = max(view.Min.X, between(outer[0], max(inner[0]-air, outer[0])))
		case 1:
			view.Min.Y = max(view.Min.Y, between(outer[1], max(inner[1]-air, outer[1])))
		case 2:
			view.Max.X = min(view.Max.X, between(outer[2], min(inner[2]+air, outer[2])))
		default:
			view.Max.Y = min(view.Max.Y, between(outer[3], min(inner[3]+air, outer[3])))
		}
	}
	out := image.NewRGBA(image.Rectangle{Max: view.Size()})
	draw.Draw(out, out.Rect, m, view.Min, draw.Src)
	return out, func(b truth.Box) truth.Box {
		b = move(b)
		return truth.Box{b[0] - view.Min.X, b[1] - view.Min.Y, b[2] - view.Min.X, b[3] - view.Min.Y}
	}
}
