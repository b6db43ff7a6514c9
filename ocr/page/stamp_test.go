package page

import (
	"image"
	"testing"
)

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
		at := RemoveStamps(img).GrayAt(c.box.Min.X+2, c.box.Min.Y+30).Y
		if gone := at > 180; gone != c.gone {
			t.Errorf("%s: its rule is at level %d", c.name, at)
		}
	}
}
