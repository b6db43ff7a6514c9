package glyph

import (
	"math"
	"slices"
	"strings"

	"tijian/ocr/raster"
)

// Point puts the decimal point that the ink shows into a number that was read
// without it: the readers lose small points. It reports false when text is
// not plain digits, or the ink does not show exactly one point among as many
// separate digits.
func Point(parts []raster.Component, em float64, text string) (string, bool) {
	if len(text) < 2 || strings.Trim(text, "0123456789") != "" {
		return "", false
	}
	groups := Characters(parts)
	if len(groups) != len(text)+1 {
		return "", false
	}
	at, found := point(groups, em)
	if !found || at == 0 || at == len(groups)-1 {
		return "", false
	}
	return text[:at] + "." + text[at:], true
}

// Digits counts the pieces as tall as a digit that stand apart. Digits that touch count once.
func Digits(parts []raster.Component, em float64) int {
	n := 0
	for _, g := range Characters(parts) {
		if float64(raster.Bounds(g).Dy()) >= digitLow*em {
			n++
		}
	}
	return n
}

// point finds the one small, roughly square group at the foot of the row.
func point(groups [][]raster.Component, em float64) (at int, found bool) {
	var feet []int
	for _, g := range groups {
		if box := raster.Bounds(g); float64(box.Dy()) > digitLow*em {
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
		box := raster.Bounds(g)
		w, h := float64(box.Dx()), float64(box.Dy())
		if max(w, h) <= pointMost*em && min(w, h) >= pointLeast*em && math.Abs(float64(box.Max.Y)-foot) < pointFoot*em {
			at = i
			n++
		}
	}
	return at, n == 1
}
