package page

import (
	"image"
	"image/color"
	"math"
	"testing"

	"tijian/ocr/raster"
)

// TestFindSheetIsRectangular: the lit part of a page that fills the picture is
// no sheet, if the edge of the shadow crosses it aslant.
func TestFindSheetIsRectangular(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 700, 1000))
	for y := range 1000 {
		for x := range 700 {
			v := uint8(230)
			if y > 740-x*570/700 {
				v = 125
			}
			g.Pix[y*g.Stride+x] = v
		}
	}
	if s, ok := FindSheet(g); ok {
		t.Errorf("a sheet at %v", s.Corners)
	}
}

// photograph lays a page on a dark table, its corners at the given places.
func photograph(g *image.Gray, size image.Point, corners [4]raster.Point) *image.Gray {
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
	want := [4]raster.Point{raster.Pt(90, 70), raster.Pt(720, 110), raster.Pt(690, 940), raster.Pt(60, 900)}
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
	flat := sheet.Clear(NormaliseBackground(sheet.Fill(photo)))
	if v := flat.GrayAt(10, 10).Y; v != raster.Paper {
		t.Errorf("the table is still there: %d", v)
	}
	back, size := sheet.Rectify()
	squared := raster.Warp(flat, size, back, false)
	angle, _ := Skew(raster.Components(Binarise(squared)), 22, 0.2)
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
