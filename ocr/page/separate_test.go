package page

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// table is a dark ground with sheets of short strokes on it.
func table(size image.Point, sheets ...image.Rectangle) *image.Gray {
	g := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(g, g.Rect, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
	for _, s := range sheets {
		draw.Draw(g, s, image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
		for y := s.Min.Y + 40; y < s.Max.Y-40; y += 30 {
			for x := s.Min.X + 40; x < s.Max.X-40; x += 24 {
				draw.Draw(g, image.Rect(x, y, x+3, y+16), image.NewUniform(color.Gray{70}), image.Point{}, draw.Src)
			}
		}
	}
	return g
}

func TestSeparate(t *testing.T) {
	left, right := image.Rect(60, 80, 700, 980), image.Rect(800, 120, 1440, 1020)
	upper, lower := image.Rect(100, 60, 1000, 560), image.Rect(80, 660, 980, 1160)
	for _, c := range []struct {
		name   string
		size   image.Point
		sheets []image.Rectangle
		parts  int
	}{
		{"beside each other", image.Pt(1500, 1100), []image.Rectangle{left, right}, 2},
		{"given from right to left", image.Pt(1500, 1100), []image.Rectangle{right, left}, 2},
		{"one above the other", image.Pt(1080, 1220), []image.Rectangle{upper, lower}, 2},
		{"one alone", image.Pt(1500, 1100), []image.Rectangle{left}, 0},
		{"a slip beside a sheet", image.Pt(1500, 1100), []image.Rectangle{left, image.Rect(900, 200, 1000, 500)}, 0},
		{"one lies on the other", image.Pt(1500, 1100), []image.Rectangle{left, image.Rect(600, 120, 1440, 1020)}, 0},
		{"the second is cut off by the picture", image.Pt(1200, 1100), []image.Rectangle{left, image.Rect(800, -200, 1500, 1300)}, 0},
		{"a page that fills the picture", image.Pt(800, 1000), []image.Rectangle{image.Rect(-10, -10, 810, 1010)}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := Separate(table(c.size, c.sheets...))
			if len(parts) != c.parts {
				t.Fatalf("%d parts, want %d", len(parts), c.parts)
			}
			for i, p := range parts {
				if i > 0 && p.At.X <= parts[i-1].At.X && p.At.Y <= parts[i-1].At.Y {
					t.Errorf("part %d at %v comes after %v", i, p.At, parts[i-1].At)
				}
				checkPart(t, p, c.sheets)
			}
		})
	}
}

// checkPart wants one of the sheets whole in its part, and nothing of others.
func checkPart(t *testing.T, p Part, sheets []image.Rectangle) {
	t.Helper()
	box := p.Picture.Rect.Add(p.At)
	whole := 0
	for _, s := range sheets {
		if s.In(box) {
			whole++
			continue
		}
		for y := s.Min.Y; y < s.Max.Y; y++ {
			for x := s.Min.X; x < s.Max.X; x++ {
				if image.Pt(x, y).In(box) && p.Picture.GrayAt(x-p.At.X, y-p.At.Y).Y > 150 {
					t.Fatalf("paper of another sheet at %d, %d", x, y)
				}
			}
		}
	}
	if whole != 1 {
		t.Errorf("%d whole sheets in the part at %v", whole, box)
	}
}

// TestSeparateLeavesOneSheetAlone: neither a crease nor a bar across it makes
// two of a sheet.
func TestSeparateLeavesOneSheetAlone(t *testing.T) {
	for name, bar := range map[string]image.Rectangle{
		"a crease":      image.Rect(60, 520, 740, 524),
		"a heading bar": image.Rect(100, 480, 700, 540),
	} {
		g := table(image.Pt(800, 1100), image.Rect(60, 60, 740, 1040))
		draw.Draw(g, bar, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
		if parts := Separate(g); parts != nil {
			t.Errorf("%s made %d parts of it", name, len(parts))
		}
	}
}
