package degrade

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"tijian/tools/reportgen/truth"
)

func TestInverseUndoesTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		near := func(x, y float64) point {
			d := rapid.Float64Range(-80, 80)
			return point{x + d.Draw(t, "dx"), y + d.Draw(t, "dy")}
		}
		m := square([4]point{near(0, 0), near(1000, 0), near(1000, 1400), near(0, 1400)})
		u, v := rapid.Float64Range(0, 1).Draw(t, "u"), rapid.Float64Range(0, 1).Draw(t, "v")
		x, y := m.apply(u, v)
		u2, v2 := m.inverse().apply(x, y)
		if math.Abs(u-u2)+math.Abs(v-v2) > 1e-9 {
			t.Fatalf("(%v, %v) came back as (%v, %v)", u, v, u2, v2)
		}
	})
}

// A dark mark must be found, in the picture, inside the box that move gives.
func TestBoxesFollowTheirInk(t *testing.T) {
	for _, condition := range truth.Conditions {
		for seed := range uint64(4) {
			page := image.NewRGBA(image.Rect(0, 0, 500, 700))
			draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
			mark := image.Rect(320, 200, 360, 215)
			draw.Draw(page, mark, image.Black, image.Point{}, draw.Src)
			picture, move := Apply(rand.New(rand.NewPCG(seed, 0)), page, condition)
			box := move(truth.Box{mark.Min.X, mark.Min.Y, mark.Max.X, mark.Max.Y})
			middle := picture.At((box[0]+box[2])/2, (box[1]+box[3])/2)
			beside := picture.At(box[2]+8, (box[1]+box[3])/2)
			if d := level(beside) - level(middle); d < 60 {
				t.Errorf("%s, seed %d: box %v is only %d darker than beside it", condition, seed, box, d)
			}
		}
	}
}

func level(c color.Color) int { return int(color.GrayModel.Convert(c).(color.Gray).Y) }

func TestBlurKeepsTheMeanAndLowersTheContrast(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			g := uint8(40 + 160*((x/3+y/3)%2))
			m.SetRGBA(x, y, color.RGBA{g, g, g, 255})
		}
	}
	mean, spread := statistics(m)
	blur(m, 1.1)
	mean2, spread2 := statistics(m)
	if math.Abs(mean-mean2) > 1 || spread2 > 0.7*spread {
		t.Errorf("mean %.1f to %.1f, spread %.1f to %.1f", mean, mean2, spread, spread2)
	}
}

func TestNoiseHasItsSigma(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 200, 200))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	noise(rand.New(rand.NewPCG(1, 2)), m, 5)
	if mean, sigma := statistics(m); math.Abs(mean-128) > 0.3 || math.Abs(sigma-5) > 0.3 {
		t.Errorf("mean %.2f, sigma %.2f", mean, sigma)
	}
}

func statistics(m *image.RGBA) (mean, sigma float64) {
	sum, squares, n := 0.0, 0.0, 0.0
	for i := 0; i < len(m.Pix); i += 4 {
		v := float64(m.Pix[i])
		sum, squares, n = sum+v, squares+v*v, n+1
	}
	mean = sum / n
	return mean, math.Sqrt(squares/n - mean*mean)
}
