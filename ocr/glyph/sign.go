package glyph

import (
	"image"
	"math"
	"slices"
	"strings"

	"tijian/ocr/raster"
)

// Sign names the sign that a piece of print shows, by its shape: ↑ and ↓ as
// printed beside results, -, ±, + to ++++ (also in parentheses) as graded
// results. Readers of text have no arrows and take lone signs for noise or
// letters. It returns "" for anything else.
func Sign(parts []raster.Component, em float64) string {
	groups := Characters(parts)
	if s := arrow(parts, em, false); s != "" {
		return s
	}
	n := len(groups)
	if n >= 3 && bracket(groups[0], em, true) && bracket(groups[n-1], em, false) {
		if s := signs(groups[1:n-1], em); s != "" {
			return "(" + s + ")"
		}
		return ""
	}
	return signs(groups, em)
}

// signs reads one minus, one plus-minus, or one to four plus signs.
func signs(groups [][]raster.Component, em float64) string {
	if len(groups) == 0 || len(groups) > 4 {
		return ""
	}
	var s strings.Builder
	for _, g := range groups {
		sign := signOf(g, em, len(groups) > 1)
		if sign == "" || sign != "+" && len(groups) > 1 {
			return ""
		}
		s.WriteString(sign)
	}
	return s.String()
}

// signOf recognises -, + and ±. Beside other plus signs a blurred one is
// taken as one too.
func signOf(parts []raster.Component, em float64, several bool) string {
	box := raster.Bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if w < signNarrow*em || w > signWide*em {
		return ""
	}
	if len(parts) == 1 && h <= minusThick*em && w >= minusLong*h && 10*parts[0].Area >= minusFilled*box.Dx()*box.Dy() {
		return "-"
	}
	if h < plusLow*em || h > plusHigh*em || h < plusFlat*w || h > plusTall*w {
		return ""
	}
	// ±: a plus above a bar, joined or apart.
	rows, _ := profiles(parts, box)
	wide := slices.Max(rows.span[plusBarBand:plusWaistBand]) > plusBar
	if len(parts) <= plusMinusParts && rows.span[0] < plusStem+1/w && wide && slices.Min(rows.span[plusWaistBand-1:plusFootBand]) < plusStem && barred(parts, box) {
		upper := box
		upper.Max.Y = box.Min.Y + waist(parts, box)
		if cross(parts, upper, true) {
			return "±"
		}
	}
	if cross(parts, box, several) {
		return "+"
	}
	return ""
}

// inkPerRow counts the pixels of ink in each row of box.
func inkPerRow(parts []raster.Component, box image.Rectangle) []int {
	count := make([]int, box.Dy())
	for i := range parts {
		for _, r := range parts[i].Runs {
			count[int(r.Y)-box.Min.Y] += int(r.X1 - r.X0)
		}
	}
	return count
}

// barred reports whether a full bar lies at the bottom; the feet of an
// asterisk are no bar.
func barred(parts []raster.Component, box image.Rectangle) bool {
	count := inkPerRow(parts, box)
	return 10*slices.Max(count[len(count)*3/4:]) >= barFilled*box.Dx()
}

// waist returns the row, counted from the top of box, of the least ink
// between its middle and its bottom.
func waist(parts []raster.Component, box image.Rectangle) int {
	h := box.Dy()
	count := inkPerRow(parts, box)
	best := h / 2
	for y := h / 2; y < h-1; y++ {
		if count[y] < count[best] {
			best = y
		}
	}
	return best
}

// cross reports whether the ink within box is a plus sign: of nine fields the
// middle one is full, its four neighbours hold much ink, the corners little.
func cross(parts []raster.Component, box image.Rectangle, blurred bool) bool {
	corner, all := cornerMost, cornersMost
	if blurred {
		corner, all = cornerBlurred, cornersBlurred
	}
	var ink, size [9]float64
	w, h := box.Dx(), box.Dy()
	field := func(v, n int) int { return min(3*v/n, 2) }
	for y := range h {
		for x := range w {
			size[3*field(y, h)+field(x, w)]++
		}
	}
	for i := range parts {
		for _, r := range parts[i].Runs {
			y := int(r.Y) - box.Min.Y
			for x := int(r.X0) - box.Min.X; x < int(r.X1)-box.Min.X; x++ {
				if x >= 0 && x < w && y >= 0 && y < h {
					ink[3*field(y, h)+field(x, w)]++
				}
			}
		}
	}
	corners := 0.0
	for i := range ink {
		ink[i] /= max(size[i], 1)
		if i%2 == 0 && i != 4 {
			corners += ink[i] / 4
			if ink[i] > corner {
				return false
			}
		}
	}
	if apart := math.Abs(ink[0]+ink[2]-ink[6]-ink[8]) / 2; !blurred && apart > cornersApart { // an arrow's head is at one end
		return false
	}
	return ink[4] > crossMiddle && corners < all && min(ink[1], ink[3], ink[5], ink[7]) > max(crossArm, crossArms*corners)
}

// bracket recognises an opening or closing parenthesis.
func bracket(parts []raster.Component, em float64, opening bool) bool {
	box := raster.Bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if h < bracketLow*em || h > bracketHigh*em || w > bracketWide*h {
		return false
	}
	rows, _ := profiles(parts, box)
	bulge := rows.middle[bins/2] - (rows.middle[0]+rows.middle[bins-1])/2
	if opening {
		return bulge < -bracketBulge
	}
	return bulge > bracketBulge
}
