package degrade

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// screen shows the page on a display that is photographed: its fine grid, and
// the wide coloured waves where the grid and the camera's pixels beat.
func screen(rng *rand.Rand, m *image.RGBA) {
	strength, beats := 0.04+0.05*rng.Float64(), 0.05+0.06*rng.Float64()
	period := 2.2 + 1.8*rng.Float64()
	sin, cos := math.Sincos(0.08 * symmetric(rng))
	var waves [3][2]float64 // of red, green and blue: radians to a pixel, across and down
	long, turn := 35+70*rng.Float64(), rng.Float64()*2*math.Pi
	for c := range waves {
		k := 2 * math.Pi / (long * (1 + 0.12*float64(c)))
		waves[c] = [2]float64{k * math.Cos(turn), k * math.Sin(turn)}
	}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			u, v := float64(x)*cos+float64(y)*sin, float64(y)*cos-float64(x)*sin
			grid := strength * (math.Cos(2*math.Pi*u/period) + math.Cos(2*math.Pi*v/period))
			p := m.Pix[y*m.Stride+4*x:][:3]
			for c := range p {
				beat := beats * math.Sin(waves[c][0]*float64(x)+waves[c][1]*float64(y))
				p[c] = clamp(float64(p[c]) * (0.92 + grid + beat))
			}
		}
	}
}

// sharpened is what phones make of soft print: what lies beside a stroke
// becomes lighter than the paper, the stroke darker, grain coarser (an unsharp
// mask).
func sharpened(rng *rand.Rand, m *image.RGBA) {
	amount := 1 + 1.4*rng.Float64()
	soft := &image.RGBA{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
	blur(soft, 0.8+0.9*rng.Float64())
	for i, v := range m.Pix {
		m.Pix[i] = clamp(float64(v) + amount*(float64(v)-float64(soft.Pix[i])))
	}
}
