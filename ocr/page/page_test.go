package page

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"pgregory.net/rapid"
)

// write draws text with its baseline at (x, y).
func write(t testing.TB, g draw.Image, x, y int, size float64, ink uint8, text string) {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{ink}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// report draws rows of text in columns; characters are size pixels high.
func report(t testing.TB, w, h int, size float64) *image.Gray {
	t.Helper()
	g := blank(w, h)
	for y := int(4 * size); y < h-int(3*size); y += int(1.7 * size) {
		for i, text := range []string{"Haemoglobin", "142.5", "130-175", "g/L"} {
			write(t, g, w/12+i*w*23/100, y, size, 25, text)
		}
	}
	return g
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
	g, k := Fit(blank(400, 100), 200)
	if g.Rect.Size() != image.Pt(200, 50) || k != 0.5 {
		t.Errorf("size %v, factor %v", g.Rect.Size(), k)
	}
	if g, k := Fit(blank(100, 80), 200); g.Rect.Size() != image.Pt(100, 80) || k != 1 {
		t.Errorf("a small picture was changed: %v, %v", g.Rect.Size(), k)
	}
}

// difference is the mean difference between two pictures of one size.
func difference(a, b *image.Gray) float64 {
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

func TestWarp(t *testing.T) {
	g := report(t, 300, 240, 20)
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

func TestTurn(t *testing.T) {
	g := report(t, 200, 120, 16)
	for quarters := range 4 {
		turned := Turn(Turn(g, quarters), 4-quarters)
		if turned.Rect != g.Rect || difference(turned, g) != 0 {
			t.Errorf("turned by %d quarters and on to a full circle, the picture differs", quarters)
		}
	}
	// Clockwise: what was at the top left is at the top right.
	g.Pix[0] = 77
	if turned := Turn(g, 1); turned.GrayAt(turned.Rect.Dx()-1, 0).Y != 77 {
		t.Error("one quarter is not clockwise")
	}
}

func TestComponentsCountPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 20).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h")
		ink := &Ink{W: w, H: h, Pix: rapid.SliceOfN(rapid.Uint8Range(0, 1), w*h, w*h).Draw(t, "ink")}
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

func TestLying(t *testing.T) {
	g := report(t, 900, 700, 22)
	for quarters, want := range []bool{false, true, false, true} {
		turned := Turn(g, quarters)
		if got := Lying(Components(Binarise(turned)), 22); got != want {
			t.Errorf("%d quarters: lying is %v", quarters, got)
		}
	}
}

func TestRulesAreRemovedAndTextKept(t *testing.T) {
	text := report(t, 900, 600, 24)
	g := report(t, 900, 600, 24)
	dark := image.NewUniform(color.Gray{30})
	var across, down int
	for y := 110; y < 560; y += 90 {
		draw.Draw(g, image.Rect(40, y, 860, y+3), dark, image.Point{}, draw.Src)
		across++
	}
	for x := 45; x < 880; x += 200 {
		draw.Draw(g, image.Rect(x, 60, x+2, 560), dark, image.Point{}, draw.Src)
		down++
	}
	ink := Binarise(g)
	rules, clean := Rules(ink, 24)
	for _, r := range rules {
		if r.Vertical {
			down--
			if x, ok := r.At(300); !ok || x < r.Box.Min.X || x >= r.Box.Max.X {
				t.Errorf("the rule in %v has no place at row 300", r.Box)
			}
		} else {
			across--
		}
	}
	if across != 0 || down != 0 {
		t.Errorf("%d lines across and %d down were missed", across, down)
	}
	want := Binarise(text)
	lost, left := 0, 0
	for i := range want.Pix {
		switch {
		case want.Pix[i] == 1 && clean.Pix[i] == 0:
			lost++
		case want.Pix[i] == 0 && clean.Pix[i] == 1:
			left++
		}
	}
	total := 0
	for _, v := range want.Pix {
		total += int(v)
	}
	if lost*20 > total || left*50 > total { // some lines run through text
		t.Errorf("of %d pixels of text %d were lost, %d of rules are left", total, lost, left)
	}
	if d := difference(text, Blot(g, ink, clean)); d > 1.5 {
		t.Errorf("the blotted page differs from the text by %.2f", d)
	}
}

// photograph lays a page on a dark table, its corners at the given places.
func photograph(g *image.Gray, size image.Point, corners [4]Point) *image.Gray {
	s := Sheet{Corners: corners}
	squarely, _ := s.Rectify()
	out := image.NewGray(image.Rectangle{Max: size})
	for i := range out.Pix {
		out.Pix[i] = uint8(60 + i%7)
	}
	// Draw every point of the page where the camera sees it.
	w, h := float64(g.Rect.Dx()), float64(g.Rect.Dy())
	_, flat := s.Rectify()
	const margin = 0.03 // that Rectify adds
	for y := 0.0; y < h; y += 0.4 {
		for x := 0.0; x < w; x += 0.4 {
			u := float64(flat.X) * (margin + x/w) / (1 + 2*margin)
			v := float64(flat.Y) * (margin + y/h) / (1 + 2*margin)
			px, py := squarely(u, v)
			out.SetGray(int(px), int(py), color.Gray{uint8(float64(g.GrayAt(int(x), int(y)).Y) * 0.85)})
		}
	}
	return out
}

func TestFindSheet(t *testing.T) {
	g := report(t, 600, 800, 22)
	want := [4]Point{{90, 70}, {720, 110}, {690, 940}, {60, 900}}
	photo := photograph(g, image.Pt(800, 1000), want)
	sheet, ok := FindSheet(photo)
	if !ok {
		t.Fatal("no sheet found")
	}
	for i, c := range sheet.Corners {
		if math.Hypot(c.X-want[i].X, c.Y-want[i].Y) > 8 {
			t.Errorf("corner %d at %.0f, want %.0f", i, c, want[i])
		}
	}
	flat := sheet.Clear(Flatten(sheet.Fill(photo)))
	if v := flat.GrayAt(10, 10).Y; v != Paper {
		t.Errorf("the table is still there: %d", v)
	}
	back, size := sheet.Rectify()
	squared := Warp(flat, size, back, false)
	angle, _ := Skew(Components(Binarise(squared)), 22, 0.2)
	if math.Abs(angle) > 0.01 {
		t.Errorf("rows of the squared sheet still slope by %.3f", angle)
	}
}

func TestFindSheetLeavesFullPagesAlone(t *testing.T) {
	g := report(t, 600, 800, 22)
	if s, ok := FindSheet(g); ok {
		t.Errorf("found a sheet %v on a scan", s.Corners)
	}
	for y := range 800 { // a soft shadow is no edge
		for x := range 600 {
			v := float64(g.Pix[y*g.Stride+x])
			g.Pix[y*g.Stride+x] = uint8(v * (0.4 + 0.6/(1+math.Exp(float64(x-300)/60))))
		}
	}
	if s, ok := FindSheet(g); ok {
		t.Errorf("took a shadow for the edge of a sheet %v", s.Corners)
	}
}

func BenchmarkFlatten(b *testing.B) {
	g := report(b, 1654, 2339, 30)
	for b.Loop() {
		Flatten(g)
	}
}

func BenchmarkComponents(b *testing.B) {
	ink := Binarise(report(b, 1654, 2339, 30))
	for b.Loop() {
		Components(ink)
	}
}

func BenchmarkRules(b *testing.B) {
	ink := Binarise(report(b, 1654, 2339, 30))
	for b.Loop() {
		Rules(ink, 30)
	}
}
