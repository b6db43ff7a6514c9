package layout

import (
	"image"
	"math"
	"testing"

	"tijian/ocr/page"
	"tijian/ocr/raster"
)

func TestCurvatureIsTakenOut(t *testing.T) {
	const w, h = 1000, 800
	g := canvas(w, h)
	for y := 90; y < 760; y += 60 {
		for _, c := range columns {
			write(t, g, c.x, y, c.text)
		}
	}
	wave := func(x, y float64) float64 {
		return 24*math.Sin(2*math.Pi*x/w) + 0.03*(x-w/2)*(y/h)
	}
	bent := raster.Warp(g, image.Pt(w, h), func(x, y float64) (float64, float64) { return x, y - wave(x, y) }, false)
	if n := len(rowsOf(bent)); n == 12 {
		t.Fatal("the page is not bent enough to test")
	}
	level := bent
	back := raster.Scale(1)
	for _, far := range []float64{2.5, 8} {
		ink := page.Binarise(level)
		parts := raster.Components(ink)
		b := EstimateCurvature(parts, page.TraceRules(ink, parts, size), size, w, h, far)
		back = b.Map().Then(back)
		level = raster.Warp(bent, image.Pt(w, h), back, false)
	}
	rows := rowsOf(level)
	if len(rows) != 12 {
		t.Fatalf("%d rows on the levelled page, want 12", len(rows))
	}
	for i, row := range rows {
		if len(row.Blocks) != len(columns) {
			t.Errorf("row %d has %d blocks", i, len(row.Blocks))
		}
	}
}

// Distances of rows stay what they are, however bent the rows.
func TestCurvatureKeepsHeight(t *testing.T) {
	const w, h = 1000, 800
	g := canvas(w, h)
	for y := 90; y < 760; y += 60 {
		for _, c := range columns {
			write(t, g, c.x, y, c.text)
		}
	}
	bent := raster.Warp(g, image.Pt(w, h), func(x, y float64) (float64, float64) {
		return x, y - 18*math.Sin(2*math.Pi*x/w) - 0.04*(x-w/2)*(y/h)
	}, false)
	ink := page.Binarise(bent)
	parts := raster.Components(ink)
	b := EstimateCurvature(parts, page.TraceRules(ink, parts, size), size, w, h, 8)
	top, bottom := 0.0, 0.0
	for x := 0; x <= w; x += 50 {
		top += b.Height(float64(x), 90) / 21
		bottom += b.Height(float64(x), 750) / 21
	}
	if d := math.Abs(bottom - top); d > 0.01*660 {
		t.Errorf("the levelled page is %.1f pixels higher or lower over 660", d)
	}
}

func TestCurvatureOfLevelPage(t *testing.T) {
	g := canvas(900, 700)
	for y := 80; y < 660; y += 50 {
		for _, c := range columns {
			write(t, g, c.x, y, c.text)
		}
	}
	b := EstimateCurvature(raster.Components(page.Binarise(g)), nil, size, 900, 700, 2.5)
	if s := b.Span(); s > 0.15*size {
		t.Errorf("a level page is said to bend by %.1f pixels", s)
	}
	empty := EstimateCurvature(nil, nil, size, 900, 700, 2.5)
	if s := empty.Span(); s != 0 {
		t.Errorf("an empty page is said to bend by %.1f pixels", s)
	}
}
