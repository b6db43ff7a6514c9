package layout

import (
	"slices"
	"strings"

	"tijian/ocr/raster"
)

// Point puts the decimal point that the ink shows into a number that was read
// without it: the readers lose small points. It reports false when text is
// not plain digits, or the ink does not show exactly one point among as many
// separate digits.
func Point(b Block, em float64, text string) (string, bool) {
	if len(text) < 2 || strings.Trim(text, "0123456789") != "" {
		return "", false
	}
	groups := stacks(b.Parts)
	if len(groups) != len(text)+1 {
		return "", false
	}
	at, found := point(groups, em)
	if !found || at == 0 || at == len(groups)-1 {
		return "", false
	}
	return text[:at] + "." + text[at:], true
}

// Digits counts the pieces as tall as a digit that stand apart in the ink of a
// block. Digits that touch count once.
func Digits(b Block, em float64) int {
	n := 0
	for _, g := range stacks(b.Parts) {
		if float64(bounds(g).Dy()) >= 0.45*em {
			n++
		}
	}
	return n
}

// point finds the one small, roughly square group at the foot of the row.
func point(groups [][]raster.Component, em float64) (at int, found bool) {
	var feet []int
	for _, g := range groups {
		if box := bounds(g); float64(box.Dy()) > 0.45*em {
			feet = append(feet, box.Max.Y)
		}
	}
	if len(feet) == 0 {
		return 0, false
	}
	slices.Sort(feet)
	foot := float64(feet[len(feet)/2])
	n := 0
	for i, g := range groups {
		box := bounds(g)
		w, h := float64(box.Dx()), float64(box.Dy())
		if w <= 0.26*em && h <= 0.26*em && w >= 0.07*em && h >= 0.07*em && abs(float64(box.Max.Y)-foot) < 0.14*em {
			at = i
			n++
		}
	}
	return at, n == 1
}
