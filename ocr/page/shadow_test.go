package page

import (
	"image"
	"math"
	"testing"

	"tijian/ocr/raster"
)

// shadowed is a sheet with short strokes on a dark table; what lies right of a
// slanting line is in the shadow.
func shadowed(w, h int, sheet image.Rectangle) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := 45.0
			if image.Pt(x, y).In(sheet) {
				v = 235
				if image.Pt(x, y).In(sheet.Inset(40)) && x%24 < 3 && y%30 < 16 {
					v = 60
				}
			}
			if x > w/2+y/4-h/8 {
				v *= 0.45
			}
			g.Pix[y*g.Stride+x] = uint8(v)
		}
	}
	return g
}

func TestFindSheetBehindShadow(t *testing.T) {
	paper := image.Rect(110, 90, 810, 1110)
	s, ok := FindSheet(shadowed(900, 1200, paper))
	if !ok {
		t.Fatal("no sheet found")
	}
	want := [4]raster.Point{raster.Pt(110, 90), raster.Pt(810, 90), raster.Pt(810, 1110), raster.Pt(110, 1110)}
	for i, c := range s.Corners {
		if math.Hypot(c.X-want[i].X, c.Y-want[i].Y) > 12 {
			t.Errorf("corner %d at %.0f, %.0f, want %.0f, %.0f", i, c.X, c.Y, want[i].X, want[i].Y)
		}
	}
}

// TestFindSheetAcrossShadow holds that the lit part of a page is no sheet: where
// the ground is dark the whole page is one, else there is none.
func TestFindSheetAcrossShadow(t *testing.T) {
	for _, c := range []struct {
		ground float64
		margin int
		found  bool
	}{{45, 30, true}, {45, 8, false}, {45, -60, false}, {120, 0, false}, {120, 30, false}, {205, 20, false}} {
		page := image.Rect(c.margin, c.margin, 900-c.margin, 1200-c.margin)
		g := image.NewGray(image.Rect(0, 0, 900, 1200))
		for y := range 1200 {
			for x := range 900 {
				v := c.ground
				switch at := image.Pt(x, y); {
				case at.In(page.Inset(40)) && x%24 < 6 && y%30 < 16:
					v = 60
				case at.In(page):
					v = 235
				}
				if x > 400+y/4 {
					v *= 0.45
				}
				g.Pix[y*g.Stride+x] = uint8(v)
			}
		}
		s, ok := FindSheet(g)
		if ok != c.found || ok && s.Corners[1].X < 850 {
			t.Errorf("ground %v, margin %d: found %v with corners %v", c.ground, c.margin, ok, s.Corners)
		}
	}
}

// TestFindSheetOnLargerOne takes the report, not the folder it lies on.
func TestFindSheetOnLargerOne(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 900, 1200))
	for y := range 1200 {
		for x := range 900 {
			v := uint8(40)
			if x > 60 && x < 840 && y > 60 && y < 1140 {
				v = 120
			}
			if x > 160 && x < 740 && y > 160 && y < 1040 {
				v = 240
			}
			g.Pix[y*g.Stride+x] = v
		}
	}
	s, ok := FindSheet(g)
	if c := s.Corners[0]; !ok || math.Hypot(c.X-160, c.Y-160) > 12 {
		t.Errorf("found %t, corner at %.0f, %.0f", ok, c.X, c.Y)
	}
}

// TestNormaliseBackgroundEdgeOfShadow wants paper white and strokes dark right up to the
// edge.
func TestNormaliseBackgroundEdgeOfShadow(t *testing.T) {
	g := shadowed(400, 400, image.Rect(-100, -100, 500, 500))
	flat := NormaliseBackground(g)
	wrong := 0
	for y := 4; y < 396; y++ {
		for x := 4; x < 396; x++ {
			v := flat.Pix[y*flat.Stride+x]
			if stroke := x%24 < 3 && y%30 < 16; stroke && v > 160 || !stroke && v < 200 {
				wrong++
			}
		}
	}
	if wrong > 392*392/200 {
		t.Errorf("%d pixels are wrong", wrong)
	}
}

// TestNormaliseBackgroundDeepensFaintPrint wants faint strokes beside bold ones as ink, and
// neither the grain of paper nor the pattern of a screen.
func TestNormaliseBackgroundDeepensFaintPrint(t *testing.T) {
	draw := func(pattern func(x, y int) float64) *image.Gray {
		g := image.NewGray(image.Rect(0, 0, 480, 320))
		for y := range 320 {
			for x := range 480 {
				v := 240 - pattern(x, y)
				if x%16 < 2 && y%40 < 20 && y < 160 {
					v = 30 // bold print above
					if x > 200 {
						v = 194 // faint print to the right
					}
				}
				g.Pix[y*g.Stride+x] = uint8(v)
			}
		}
		return g
	}
	ink := Binarise(NormaliseBackground(draw(func(x, y int) float64 { return 3 * float64((x*7+y*13)%11) / 10 })))
	for _, c := range []struct {
		area  image.Rectangle
		about string
		least float64
		most  float64
	}{
		{image.Rect(0, 0, 192, 160), "bold", 0.055, 0.075},
		{image.Rect(208, 0, 480, 160), "faint", 0.055, 0.075},
		{image.Rect(0, 176, 480, 320), "paper", 0, 0},
	} {
		n := 0
		for y := c.area.Min.Y; y < c.area.Max.Y; y++ {
			for x := c.area.Min.X; x < c.area.Max.X; x++ {
				n += int(ink.Pix[y*ink.W+x])
			}
		}
		if share := float64(n) / float64(c.area.Dx()*c.area.Dy()); share < c.least || share > c.most {
			t.Errorf("%s: share of ink %.4f, want %.3f to %.3f", c.about, share, c.least, c.most)
		}
	}
	screen := Binarise(NormaliseBackground(draw(func(x, y int) float64 { return 12 * (1 + math.Sin(float64(x)*0.6+float64(y)*0.2)) })))
	n := 0
	for y := 180; y < 320; y++ {
		for x := range 480 {
			n += int(screen.Pix[y*screen.W+x])
		}
	}
	if n > 0 {
		t.Errorf("%d pixels of a screen's pattern are ink", n)
	}
}

// TestCharHeightOfBrokenPrint is not misled by the many pieces into which
// faded or shaken characters fall.
func TestCharHeightOfBrokenPrint(t *testing.T) {
	var parts []raster.Component
	add := func(x, y, w, h int) {
		parts = append(parts, raster.Component{Box: image.Rect(x, y, x+w, y+h), Area: w * h * 6 / 10})
	}
	for y := 40; y < 1000; y += 40 {
		for x := 40; x < 400; x += 24 { // strokes of characters
			for dy := 0; dy < 20; dy += 7 {
				add(x, y+dy, 14, 5)
			}
		}
		for x := 600; x < 660; x += 12 { // a number
			add(x, y+3, 9, 15)
		}
	}
	if em := CharHeight(parts); em < 15 || em > 27 {
		t.Errorf("characters are %.1f high, want about 21", em)
	}
}
