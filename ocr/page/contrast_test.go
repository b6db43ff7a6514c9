package page

import "testing"

// TestEnhanceContrast: print four levels above the grain is as dark as ink afterwards,
// and the table under the sheet stays darker than the sheet.
func TestEnhanceContrast(t *testing.T) {
	g := report(t, 600, 400, 20)
	for y := range 400 {
		for x := range 600 {
			at := y*g.Stride + x
			switch v := int(g.Pix[at]); {
			case x < 40:
				g.Pix[at] = 40
			default:
				g.Pix[at] = uint8(215 - (255-v)*28/255 + (x*7+y*13)%5 - 2)
			}
		}
	}
	out := EnhanceContrast(g)
	darkest, paper := uint8(255), out.GrayAt(300, 20).Y
	for y := 60; y < 350; y++ {
		for x := 60; x < 560; x++ {
			darkest = min(darkest, out.GrayAt(x, y).Y)
		}
	}
	if darkest > 130 || paper < 190 {
		t.Errorf("print at %d on paper at %d, want at most 130 on at least 190", darkest, paper)
	}
	if table := out.GrayAt(15, 200).Y; table > 60 {
		t.Errorf("the table has become %d", table)
	}
}
