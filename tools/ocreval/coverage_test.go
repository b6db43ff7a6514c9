package main

import (
	"context"
	"image"
	"image/draw"
	"math"
	"testing"

	"tijian/ocr"
	"tijian/ocr/raster"
	"tijian/tools/reportgen/truth"
)

// TestCover holds the decision against blocks whose faults are known.
func TestCover(t *testing.T) {
	p := &truth.Page{Lines: []truth.Line{
		{NameBox: truth.Box{10, 20, 110, 44}, ResultBox: truth.Box{200, 20, 260, 44}, Mark: "↑"},
		{NameBox: truth.Box{10, 60, 110, 84}, ResultBox: truth.Box{200, 60, 260, 84}},
	}}
	name, result, low := image.Rect(12, 22, 108, 42), image.Rect(202, 22, 258, 42), image.Rect(12, 62, 108, 82)
	number, mark := image.Rect(202, 22, 240, 42), image.Rect(250, 22, 258, 42)
	last := image.Rect(202, 62, 258, 82)
	for about, c := range map[string]struct {
		blocks [][]image.Rectangle // what ink each has
		want   [4]bool
	}{
		"one each":           {[][]image.Rectangle{{name}, {result}, {low}, {last}}, [4]bool{true, true, true, true}},
		"mark apart":         {[][]image.Rectangle{{name}, {number}, {mark}, {low}, {last}}, [4]bool{true, true, true, true}},
		"name with result":   {[][]image.Rectangle{{name, result}, {low}, {last}}, [4]bool{false, false, true, true}},
		"two lines":          {[][]image.Rectangle{{name, low}, {result}, {last}}, [4]bool{false, true, false, true}},
		"a name without end": {[][]image.Rectangle{{image.Rect(12, 22, 70, 42)}, {result}, {low}, {last}}, [4]bool{false, true, true, true}},
		"nothing":            {nil, [4]bool{}},
	} {
		gray := image.NewGray(image.Rect(0, 0, 300, 100))
		draw.Draw(gray, gray.Rect, image.White, image.Point{}, draw.Src)
		s := &ocr.Segments{Gray: gray, Em: 24, Back: raster.Scale(1)}
		for _, block := range c.blocks {
			var segment ocr.Segment
			for _, r := range block {
				draw.Draw(gray, r, image.Black, image.Point{}, draw.Src)
				segment.Box = segment.Box.Union(r)
				for y := r.Min.Y; y < r.Max.Y; y++ {
					segment.Ink = append(segment.Ink, raster.Run{Y: int32(y), X0: int32(r.Min.X), X1: int32(r.Max.X)})
				}
			}
			s.Rows = append(s.Rows, []ocr.Segment{segment})
		}
		fields := fieldsOf(p)
		cover(fields, s)
		for i := range fields {
			if fields[i].held != c.want[i] {
				t.Errorf("%s: field %d covered is %t (%s), want %t", about, i, fields[i].held, fields[i].why, c.want[i])
			}
		}
	}
}

// TestFieldsOfSlopingLines finds back the rectangle inside a sloping line's box.
func TestFieldsOfSlopingLines(t *testing.T) {
	// 100 long, 20 high, sloping by 0.1 rad.
	box := func(x, y int) truth.Box { return truth.Box{x - 51, y - 15, x + 51, y + 15} }
	p := &truth.Page{Lines: []truth.Line{{NameBox: box(100, 100), ResultBox: box(400, 130)}}}
	f := fieldsOf(p)[0]
	if f.long < 48 || f.long > 52 || f.high < 7 || f.high > 11 {
		t.Errorf("half sizes %.1f and %.1f, want about 50 and 9", f.long, f.high)
	}
}

// TestSegmentsLeadBack draws lines of text-like bars and finds them by the map.
func TestSegmentsLeadBack(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 400, 300))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for y := 40; y < 260; y += 40 {
		for x := 40; x < 360; x += 20 {
			draw.Draw(img, image.Rect(x, y, x+12, y+16), image.Black, image.Point{}, draw.Src)
		}
	}
	s, err := ocr.Segmented(context.Background(), img)
	if err != nil || len(s.Rows) != 6 {
		t.Fatalf("%d rows, %v", len(s.Rows), err)
	}
	for i, row := range s.Rows {
		b := row[0].Box
		x, y := s.Back(float64(b.Min.X), float64(b.Min.Y))
		if math.Abs(x-40) > 3 || math.Abs(y-float64(40+40*i)) > 3 {
			t.Errorf("row %d begins at %.1f, %.1f of the picture", i, x, y)
		}
	}
}
