package page

import (
	"image"
	"math"
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

// TestRedDialIsNoSeal: a number in red stays inside an arc open below, or a part of one; a
// ring takes it with it.
func TestRedDialIsNoSeal(t *testing.T) {
	for name, c := range map[string]struct {
		from, to float64 // quarter turns from the right, clockwise
		gone     bool
	}{"ring": {0, 4, true}, "half": {2, 4, false}, "three quarters": {1.5, 4.5, false}, "part": {3, 4, false}, "other part": {2, 3.3, false}} {
		img := image.NewRGBA(image.Rect(0, 0, 600, 800))
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		ink := func(x, y int) { copy(img.Pix[img.PixOffset(x, y):], []uint8{220, 50, 40}) }
		for a := c.from * math.Pi / 2; a < c.to*math.Pi/2; a += 0.002 {
			for r := 60.0; r < 72; r++ {
				ink(300+int(r*math.Cos(a)), 400+int(r*math.Sin(a)))
			}
		}
		for y := 380; y < 400; y++ {
			for x := 280; x < 320; x += 8 {
				ink(x, y)
				ink(x+1, y)
			}
		}
		if at := RemoveStamps(img).GrayAt(280, 390).Y; (at > 180) != c.gone {
			t.Errorf("%s: the number is at level %d", name, at)
		}
	}
}
