package page

import (
	"math"
	"testing"

	"tijian/ocr/raster"
)

func TestSkew(t *testing.T) {
	g := report(t, 900, 700, 22)
	for _, degrees := range []float64{-9, -2.5, 0, 0.7, 4, 11} {
		angle := degrees * math.Pi / 180
		back, size := raster.Rotation(-angle, 900, 700)
		turned := raster.Warp(g, size, back, false)
		got, sharp := Skew(raster.Components(Binarise(turned)), 22, 15*math.Pi/180)
		if math.Abs(got-angle) > 0.2*math.Pi/180 {
			t.Errorf("turned by %.1f°, measured %.2f°", degrees, got*180/math.Pi)
		}
		if sharp < 1.5 {
			t.Errorf("at %.1f° rows stand out by %.2f only", degrees, sharp)
		}
	}
}

func TestSkewOfSheetsAskew(t *testing.T) {
	g := report(t, 900, 700, 22)
	for _, degrees := range []float64{-42, -25, 18, 33} {
		angle := degrees * math.Pi / 180
		back, size := raster.Rotation(-angle, 900, 700)
		turned := raster.Warp(g, size, back, false)
		if got, _ := Skew(raster.Components(Binarise(turned)), 22, math.Pi/4); math.Abs(got-angle) > 0.3*math.Pi/180 {
			t.Errorf("turned by %.1f°, measured %.2f°", degrees, got*180/math.Pi)
		}
	}
	if got, _ := Skew(raster.Components(Binarise(g)), 22, math.Pi/4); math.Abs(got) > 0.2*math.Pi/180 {
		t.Errorf("a level page is said to be turned by %.2f°", got*180/math.Pi)
	}
}
