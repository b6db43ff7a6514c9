package degrade

import (
	"image"
	"math"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

// Finger lays the end of a finger over an edge of a picture, beside its lines.
func Finger(rng *rand.Rand, picture image.Image, lines []truth.Line) image.Image {
	m := colour(picture)
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	thick := w * (0.05 + 0.05*rng.Float64())
	for range 60 {
		long := thick * (0.6 + 1.2*rng.Float64())
		x, y, turn := 0.0, h*rng.Float64(), 0.0
		switch rng.IntN(3) {
		case 1:
			x, turn = w, math.Pi
		case 2:
			x, y, turn = w*rng.Float64(), h, -math.Pi/2
		}
		sin, cos := math.Sincos(turn + 0.4*symmetric(rng))
		covers := func(px, py float64) float64 { // how deep inside, in pixels
			u, v := (px-x)*cos+(py-y)*sin, (py-y)*cos-(px-x)*sin
			if u > long {
				return thick - math.Hypot(u-long, v)
			}
			return thick - math.Abs(v)
		}
		free := true
		for _, l := range lines {
			for _, b := range []truth.Box{l.NameBox, l.ResultBox} {
				for _, p := range [][2]int{{b[0], b[1]}, {b[2], b[1]}, {b[0], b[3]}, {b[2], b[3]}, {(b[0] + b[2]) / 2, (b[1] + b[3]) / 2}} {
					free = free && covers(float64(p[0]), float64(p[1])) < -thick/4
				}
			}
		}
		if !free {
			continue
		}
		skin := [3]float64{200 + 30*rng.Float64(), 140 + 30*rng.Float64(), 115 + 25*rng.Float64()}
		for py := range m.Rect.Dy() {
			for px := range m.Rect.Dx() {
				deep := covers(float64(px), float64(py))
				share := min(max(deep/(0.08*thick)+0.5, 0), 1)
				if share == 0 {
					continue
				}
				round := 0.65 + 0.35*min(1, max(deep, 0)/(0.7*thick))
				p := m.Pix[py*m.Stride+4*px:][:3]
				for c := range p {
					p[c] = clamp((1-share)*float64(p[c]) + share*skin[c]*round)
				}
			}
		}
		return m
	}
	return m
}
