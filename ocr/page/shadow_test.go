package page

import (
	"image"
	"math"
	"testing"
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
	want := [4]Point{{110, 90}, {810, 90}, {810, 1110}, {110, 1110}}
	for i, c := range s.Corners {
		if math.Hypot(c.X-want[i].X, c.Y-want[i].Y) > 12 {
			t.Errorf("corner %d at %.0f, %.0f, want %.0f, %.0f", i, c.X, c.Y, want[i].X, want[i].Y)
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

// TestFlattenEdgeOfShadow wants paper white and strokes dark right up to the
// edge.
func TestFlattenEdgeOfShadow(t *testing.T) {
	g := shadowed(400, 400, image.Rect(-100, -100, 500, 500))
	flat := Flatten(g)
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
