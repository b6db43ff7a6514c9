package degrade

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"tijian/tools/reportgen/truth"
)

// with applies one trait to the page of marks, scanned.
func with(seed uint64, trait string) (*image.RGBA, Move, []image.Rectangle) {
	page, marks := marked()
	picture, move := ApplyTraits(rand.New(rand.NewPCG(seed, 7)), page, truth.Clean, []string{trait})
	return colour(picture), move, marks
}

// Pale print is 30 to 55 levels darker than its paper.
func TestPale(t *testing.T) {
	for seed := range uint64(5) {
		picture, move, marks := with(seed, "pale")
		for _, mark := range marks {
			b := move(boxed(mark))
			paper := level(picture.At(b[2]+5, b[1]))
			if d := paper - level(picture.At((b[0]+b[2])/2, (b[1]+b[3])/2)); d < 30 || d > 55 {
				t.Errorf("seed %d: %d levels below paper of %d", seed, d, paper)
			}
		}
	}
}

func boxed(r image.Rectangle) truth.Box { return truth.Box{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} }

// A sharpened stroke has a halo lighter than the paper, is darker than it was,
// and stays where it was.
func TestSharpened(t *testing.T) {
	for seed := range uint64(5) {
		page := image.NewRGBA(image.Rect(0, 0, 60, 60))
		draw.Draw(page, page.Rect, image.NewUniform(color.Gray{Y: 180}), image.Point{}, draw.Src)
		draw.Draw(page, image.Rect(28, 10, 31, 50), image.NewUniform(color.Gray{Y: 90}), image.Point{}, draw.Src)
		sharpened(rand.New(rand.NewPCG(seed, 0)), page)
		darkest, lightest := 255, 0
		for x := range 60 {
			v := level(page.At(x, 30))
			darkest, lightest = min(darkest, v), max(lightest, v)
			if (v < 135) != (x >= 28 && x < 31) {
				t.Errorf("seed %d: column %d is %d", seed, x, v)
			}
		}
		if far := level(page.At(5, 30)); far != 180 || lightest < 195 || darkest > 75 {
			t.Errorf("seed %d: paper %d, halo %d, stroke %d; they were 180, 180, 90", seed, far, lightest, darkest)
		}
	}
}

// What makes print small leaves its characters, here marks 16 pixels high, as
// high as it says.
func TestSmall(t *testing.T) {
	for trait, want := range map[string][2]int{"lowres": {13, 17}, "smallprint": {9, 16}, "messenger": {12, 18}} {
		for seed := range uint64(5) {
			picture, move, marks := with(seed, trait)
			b := move(boxed(marks[0]))
			if h := b[3] - b[1]; h < want[0] || h > want[1] || picture.Rect.Dx() >= 300 {
				t.Errorf("%s, seed %d: %d pixels high in a picture of %v", trait, seed, h, picture.Rect)
			}
		}
	}
}

// A messenger's picture is worse than one that is as small without it.
func TestMessengerLosesDetail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	page, _ := marked()
	noise(rng, page, 12)
	small, _ := shrunk(page, nil, 0.9)
	sent, _ := forwarded(rng, page, nil, 16/0.9)
	_, before := statistics(crop(small, image.Rect(5, 5, 200, 40)))
	_, after := statistics(crop(sent, image.Rect(5, 5, 200, 40)))
	if after > 0.7*before {
		t.Errorf("grain of %.1f became %.1f", before, after)
	}
}

func crop(m *image.RGBA, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(out, out.Rect, m, r.Min, draw.Src)
	return out
}

// A screen's grid and waves are seen on white paper, in colours.
func TestScreen(t *testing.T) {
	for seed := range uint64(5) {
		page := image.NewRGBA(image.Rect(0, 0, 200, 200))
		draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
		screen(rand.New(rand.NewPCG(seed, 0)), page)
		coloured := 0
		for i := 0; i < len(page.Pix); i += 4 {
			if p := page.Pix[i : i+3]; max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) > 5 {
				coloured++
			}
		}
		if mean, spread := statistics(page); mean < 190 || spread < 5 || coloured < 200*200/4 {
			t.Errorf("seed %d: mean %.0f, spread %.1f, %d coloured", seed, mean, spread, coloured)
		}
	}
}

// A keystone makes one end of the page a quarter wider than the other, or more.
func TestKeystone(t *testing.T) {
	for seed := range uint64(5) {
		_, move, _ := with(seed, "keystone")
		top, foot := move(truth.Box{0, 5, 300, 6}), move(truth.Box{0, 354, 300, 355})
		a, b := float64(top[2]-top[0]), float64(foot[2]-foot[0])
		if k := max(a, b) / min(a, b); k < 1.2 || k > 1.7 {
			t.Errorf("seed %d: %.0f pixels wide above, %.0f below", seed, a, b)
		}
	}
}

// A curled foot slopes the last rows and leaves those in the middle as they
// are in a photograph of flat paper.
func TestCurled(t *testing.T) {
	slope := func(b *bend, v float64) float64 { return b.bent(1, v) - b.bent(0, v) }
	b := &bend{w: 300, h: 360, curl: 0.2, curlAt: 0.7}
	if mid, last := slope(b, 0.5), slope(b, 0.95); mid != 0 || math.Abs(last-0.05) > 1e-9 {
		t.Errorf("slope of %.3f in the middle, %.3f at the foot", mid, last)
	}
	for seed := range uint64(5) {
		picture, move, marks := with(seed, "curled")
		if found := inPlace(picture, move, marks); found < len(marks) {
			t.Errorf("seed %d: %d of %d marks are where their boxes say", seed, found, len(marks))
		}
	}
}

// flat undoes bent.
func TestFlatUndoesBent(t *testing.T) {
	b := &bend{depth: 0.02, waves: 0.6, phase: 1, fold: 0.04, foldAt: 0.5, curl: -0.2, curlAt: 0.65}
	for u := 0.0; u <= 1; u += 0.125 {
		for v := 0.0; v <= 1; v += 0.0625 {
			if back := b.flat(u, b.bent(u, v)); math.Abs(back-v) > 1e-9 {
				t.Fatalf("(%v, %v) came back as %v", u, v, back)
			}
		}
	}
}
