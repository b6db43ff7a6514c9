package page

import (
	"image"
	"testing"
)

// TestPress: print four levels above the grain is as dark as ink afterwards,
// and the table under the sheet stays darker than the sheet.
func TestPress(t *testing.T) {
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
	out := Press(g)
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

// TestRedTableIsNoSeal: the rules and print of a form in red stay, a seal goes.
func TestRedTableIsNoSeal(t *testing.T) {
	for _, c := range []struct {
		name string
		box  image.Rectangle
		gone bool
	}{{"table", image.Rect(40, 100, 560, 700), false}, {"seal", image.Rect(300, 500, 420, 620), true}} {
		img := image.NewRGBA(image.Rect(0, 0, 600, 800))
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		for y := c.box.Min.Y; y < c.box.Max.Y; y++ {
			for x := c.box.Min.X; x < c.box.Max.X; x++ {
				if (x-c.box.Min.X)%60 < 4 || (y-c.box.Min.Y)%60 < 4 {
					copy(img.Pix[img.PixOffset(x, y):], []uint8{200, 40, 40})
				}
			}
		}
		at := Unstamped(img).GrayAt(c.box.Min.X+2, c.box.Min.Y+30).Y
		if gone := at > 180; gone != c.gone {
			t.Errorf("%s: its rule is at level %d", c.name, at)
		}
	}
}
