package page

import (
	"image"
	"image/draw"
	"testing"

	"tijian/ocr/raster"
)

func TestCharHeight(t *testing.T) {
	for _, size := range []float64{14, 20, 32, 48} {
		parts := raster.Components(Binarise(report(t, int(40*size), int(30*size), size)))
		if em := CharHeight(parts); em < 0.75*size || em > 1.25*size {
			t.Errorf("characters of %.0f pixels measured as %.1f", size, em)
		}
	}
	if em := CharHeight(nil); em != 0 {
		t.Errorf("no text is %.1f high", em)
	}
}

func TestOversized(t *testing.T) {
	if k := Oversized(report(t, 900, 700, 24), 38); k != 1 {
		t.Errorf("print of usual size is shrunk by %.2f", k)
	}
	if k := Oversized(report(t, 2700, 2100, 80), 38); k < 0.4 || k > 0.56 {
		t.Errorf("print of 80 pixels is shrunk by %.2f", k)
	}
}

func TestPrintHeight(t *testing.T) {
	for _, em := range []float64{14, 20, 40} {
		if got := PrintHeight(report(t, 900, 700, em)); got < 0.85*em || got > 1.2*em {
			t.Errorf("print of %v pixels measured as %.1f", em, got)
		}
	}
	few := image.NewGray(image.Rect(0, 0, 300, 200))
	draw.Draw(few, few.Rect, image.White, image.Point{}, draw.Src)
	write(t, few, 20, 60, 30, 20, "血糖 5.1")
	if got := PrintHeight(few); got != 0 {
		t.Errorf("five characters measured as %.1f", got)
	}
}
