package page

import (
	"image"
	"math/rand/v2"
	"testing"
)

// Faint print comes out dark, on paper with grain and on a tinted row; the grain
// does not.
func TestFaintPrint(t *testing.T) {
	clean := report(t, 900, 600, 24)
	for _, c := range []struct {
		name               string
		paper, ink, jitter int
		tint               int
	}{
		{"faint", 175, 135, 3, 0},
		{"faint on grain", 180, 128, 14, 0},
		{"tinted row", 220, 60, 2, 60},
	} {
		g := image.NewGray(clean.Rect)
		rng := rand.New(rand.NewPCG(1, 2))
		for i, v := range clean.Pix {
			level := c.ink + (c.paper-c.ink)*int(v)/255
			if y := i / g.Stride; c.tint > 0 && y/40%3 == 1 {
				level -= c.tint * int(v) / 255
			}
			g.Pix[i] = uint8(level + rng.IntN(2*c.jitter+1) - c.jitter)
		}
		want, got := Binarise(NormaliseBackground(clean)), Binarise(NormaliseBackground(g))
		lost, extra, all := 0, 0, 0
		for i, v := range want.Pix {
			all += int(v)
			switch {
			case v == 1 && got.Pix[i] == 0:
				lost++
			case v == 0 && got.Pix[i] == 1:
				extra++
			}
		}
		if lost*5 > all || extra*4 > all {
			t.Errorf("%s: of %d pixels of print %d were lost, %d were added", c.name, all, lost, extra)
		}
	}
}

func TestNormaliseBackgroundEvensLight(t *testing.T) {
	g := report(t, 600, 400, 24)
	for y := range 400 {
		for x := range 600 {
			light := 0.35 + 0.6*float64(x)/600
			g.Pix[y*g.Stride+x] = uint8(float64(g.Pix[y*g.Stride+x]) * light)
		}
	}
	flat := NormaliseBackground(g)
	clean := Binarise(report(t, 600, 400, 24))
	shaded := Binarise(flat)
	wrong := 0
	for i := range clean.Pix {
		if clean.Pix[i] != shaded.Pix[i] {
			wrong++
		}
	}
	if share := float64(wrong) / float64(len(clean.Pix)); share > 0.01 {
		t.Errorf("%.2f %% of the pixels changed sides under a shadow", 100*share)
	}
}
