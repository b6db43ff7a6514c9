package raster

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// pattern draws rows of boxes like characters, none like its neighbours.
func pattern(w, h int) *image.Gray {
	g := Blank(w, h)
	for y := 10; y+20 < h; y += 30 {
		for x := 10; x+18 < w; x += 22 {
			for j := range 8 + (x+y)%12 {
				for i := range 6 + (3*x+y)%11 {
					g.Pix[(y+j)*g.Stride+x+i] = uint8(20 + (x*y+5*j)%60)
				}
			}
		}
	}
	return g
}

// difference is the mean difference between two pictures of one size.
func difference(a, b *image.Gray) float64 {
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

func TestGray(t *testing.T) {
	rect := image.Rect(3, 5, 9, 9)
	rgba, nrgba, ycc := image.NewRGBA(rect), image.NewNRGBA(rect), image.NewYCbCr(rect, image.YCbCrSubsampleRatio420)
	gray := image.NewGray(rect)
	for y := rect.Min.Y; y < rect.Max.Y; y++ {
		for x := rect.Min.X; x < rect.Max.X; x++ {
			v := uint8(20*x + y)
			rgba.Set(x, y, color.Gray{v})
			nrgba.Set(x, y, color.Gray{v})
			gray.Set(x, y, color.Gray{v})
			ycc.Y[ycc.YOffset(x, y)] = v
		}
	}
	for name, img := range map[string]image.Image{"RGBA": rgba, "NRGBA": nrgba, "YCbCr": ycc, "Gray": gray} {
		g := Gray(img)
		if g.Rect != image.Rect(0, 0, 6, 4) {
			t.Errorf("%s: bounds %v", name, g.Rect)
		}
		for y := range 4 {
			for x := range 6 {
				if got, want := g.GrayAt(x, y).Y, uint8(20*(x+3)+y+5); got != want {
					t.Errorf("%s: (%d, %d) is %d, want %d", name, x, y, got, want)
				}
			}
		}
	}
	if g := Gray(image.NewNRGBA(image.Rect(0, 0, 1, 1))); g.Pix[0] != Paper {
		t.Errorf("a transparent pixel is %d, want paper", g.Pix[0])
	}
}

func TestResizeKeepsBrightness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		level := uint8(rapid.IntRange(0, 255).Draw(t, "level"))
		g := image.NewGray(image.Rect(0, 0, w, h))
		for i := range g.Pix {
			g.Pix[i] = level
		}
		out := Resize(g, rapid.IntRange(1, 60).Draw(t, "to w"), rapid.IntRange(1, 60).Draw(t, "to h"))
		for _, v := range out.Pix {
			if d := int(v) - int(level); d > 1 || d < -1 {
				t.Fatalf("level %d became %d", level, v)
			}
		}
	})
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to image.Point
		k        float64
	}{
		{"large", image.Pt(400, 200), image.Pt(200, 100), 0.5},
		{"small", image.Pt(100, 80), image.Pt(100, 80), 1},
		{"several screens long", image.Pt(200, 1600), image.Pt(100, 800), 0.5},
	} {
		g, k := Fit(Blank(c.from.X, c.from.Y), 200)
		if g.Rect.Size() != c.to || k != c.k {
			t.Errorf("%s: size %v, factor %v", c.name, g.Rect.Size(), k)
		}
	}
}

func TestWarp(t *testing.T) {
	g := pattern(300, 240)
	if d := difference(g, Warp(g, g.Rect.Size(), Scale(1), false)); d != 0 {
		t.Errorf("the identity changed pixels by %.2f", d)
	}
	there, size := Rotation(0.1, 300, 240)
	turned := Warp(g, size, there, true)
	// Straight back: a turn by the opposite angle about the same centre.
	back, _ := Rotation(-0.1, size.X, size.Y)
	_, grown := Rotation(-0.1, size.X, size.Y)
	offset := func(x, y float64) (float64, float64) {
		return back(x+float64(grown.X-300)/2, y+float64(grown.Y-240)/2)
	}
	if d := difference(g, Warp(turned, g.Rect.Size(), offset, true)); d > 6 {
		t.Errorf("turned there and back, pixels differ by %.1f", d)
	}
}

func TestRotateQuarters(t *testing.T) {
	g := pattern(200, 120)
	for quarters := range 4 {
		turned := RotateQuarters(RotateQuarters(g, quarters), 4-quarters)
		if turned.Rect != g.Rect || difference(turned, g) != 0 {
			t.Errorf("turned by %d quarters and on to a full circle, the picture differs", quarters)
		}
	}
	// Clockwise: what was at the top left is at the top right.
	g.Pix[0] = 77
	if turned := RotateQuarters(g, 1); turned.GrayAt(turned.Rect.Dx()-1, 0).Y != 77 {
		t.Error("one quarter is not clockwise")
	}
}

func TestComponentsCountPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 20).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h")
		ink := &Bitmap{W: w, H: h, Pix: rapid.SliceOfN(rapid.Uint8Range(0, 1), w*h, w*h).Draw(t, "ink")}
		seen := make([]bool, w*h)
		var fill func(x, y int) int
		fill = func(x, y int) int {
			if x < 0 || y < 0 || x >= w || y >= h || seen[y*w+x] || ink.Pix[y*w+x] == 0 {
				return 0
			}
			seen[y*w+x] = true
			n := 1
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					n += fill(x+dx, y+dy)
				}
			}
			return n
		}
		sizes := map[int]int{}
		for y := range h {
			for x := range w {
				if n := fill(x, y); n > 0 {
					sizes[n]++
				}
			}
		}
		for _, c := range Components(ink) {
			sizes[c.Area]--
			for _, r := range c.Runs {
				if !image.Rect(int(r.X0), int(r.Y), int(r.X1), int(r.Y)+1).In(c.Box) {
					t.Fatalf("run %v outside its box %v", r, c.Box)
				}
			}
		}
		for n, d := range sizes {
			if d != 0 {
				t.Fatalf("%d pieces of %d pixels too few", d, n)
			}
		}
	})
}

func BenchmarkComponents(b *testing.B) {
	ink := NewBitmap(1654, 2339)
	for i, v := range pattern(ink.W, ink.H).Pix {
		if v < Paper {
			ink.Pix[i] = 1
		}
	}
	for b.Loop() {
		Components(ink)
	}
}

// TestReduceKeepsMean: the mean grey level does not change with the size.
func TestReduceKeepsMean(t *testing.T) {
	g := pattern(620, 440)
	mean := func(p *Plane) (sum float64) {
		for _, v := range p.V {
			sum += float64(v)
		}
		return sum / float64(len(p.V))
	}
	want := mean(Reduce(g, math.MaxInt32))
	for _, long := range []int{619, 500, 310, 37} {
		p := Reduce(g, long)
		if max(p.W, p.H) != long {
			t.Errorf("reduced to %d x %d, want %d", p.W, p.H, long)
		}
		if got := mean(p); math.Abs(got-want) > 0.5 {
			t.Errorf("mean %.2f at %d px, want %.2f", got, long, want)
		}
	}
}

// The filters give what a look at each pixel's square gives.
func TestFilters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := NewPlane(rapid.IntRange(1, 12).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h"))
		ink := NewBitmap(p.W, p.H)
		for i := range p.V {
			p.V[i] = float32(rapid.IntRange(0, 255).Draw(t, "level"))
			if p.V[i] < 60 {
				ink.Pix[i] = 1
			}
		}
		radius := rapid.IntRange(0, 4).Draw(t, "radius")
		greatest, least, mean, dilated := p.Max(radius), p.Min(radius), p.Mean(radius), ink.Dilate(radius)
		for y := range p.H {
			for x := range p.W {
				high, low, sum, n, near := float32(0), float32(255), 0.0, 0, uint8(0)
				for j := max(y-radius, 0); j <= min(y+radius, p.H-1); j++ {
					for i := max(x-radius, 0); i <= min(x+radius, p.W-1); i++ {
						v := p.Row(j)[i]
						high, low, sum, n, near = max(high, v), min(low, v), sum+float64(v), n+1, max(near, ink.Pix[j*ink.W+i])
					}
				}
				at := y*p.W + x
				if greatest.V[at] != high || least.V[at] != low || math.Abs(float64(mean.V[at])-sum/float64(n)) > 1e-3 || dilated.Pix[at] != near {
					t.Fatalf("at (%d, %d): max %g, min %g, mean %g, dilated %d; want %g, %g, %g, %d", x, y,
						greatest.V[at], least.V[at], mean.V[at], dilated.Pix[at], high, low, sum/float64(n), near)
				}
			}
		}
	})
}

func TestSmear(t *testing.T) {
	ink := &Bitmap{W: 12, H: 2, Pix: []uint8{
		0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
		1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
	}}
	want := []uint8{
		0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0,
		1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
	}
	if got := ink.Smear(2).Pix; !slices.Equal(got, want) {
		t.Errorf("smeared over gaps of two:\n%v, want\n%v", got, want)
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	h[20], h[30], h[200] = 40, 10, 50
	for q, want := range map[float64]int{0: 20, 0.39: 20, 0.45: 30, 0.9: 200, 1: 255} {
		if got := h.Quantile(100, q); got != want {
			t.Errorf("quantile %g is %d, want %d", q, got, want)
		}
	}
	if got := h.Otsu(); got < 30 || got >= 200 {
		t.Errorf("parted at %d, want between 30 and 200", got)
	}
}
