package glyph

import (
	"math"
	"slices"

	"tijian/ocr/raster"
)

// arrow recognises ↑ and ↓: a head that widens from its tip, then a thin stem
// in the middle. A lone 1 in coarse print comes close to it: only where that
// cannot be, at a distance behind a number, the head may be lopsided.
func arrow(parts []raster.Component, em float64, lopsided bool) string {
	box := raster.Bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if len(parts) > arrowParts || h < arrowLow*em || h > arrowHigh*em || w < arrowNarrow*em || w > arrowWide*h || box.Dx() < arrowPixels {
		return ""
	}
	rows, _ := profiles(parts, box)
	slack := 0.0
	if w < arrowCoarse { // a pixel more or less counts
		slack = arrowSlack / w
	}
	if pointsUp(rows, slack, lopsided) {
		return "↑"
	}
	slices.Reverse(rows.span[:])
	slices.Reverse(rows.middle[:])
	if pointsUp(rows, slack, lopsided) {
		return "↓"
	}
	return ""
}

// pointsUp looks for the head in the upper bands and the stem in the lower
// ones; slack widens the tolerances for shapes of few pixels.
func pointsUp(p profile, slack float64, lopsided bool) bool {
	widest := 0
	for i, s := range p.span {
		if s > p.span[widest] {
			widest = i
		}
	}
	if widest < 1 || widest > headBands || p.span[0] > tipWide+slack {
		return false
	}
	for _, m := range p.middle {
		if math.Abs(m-0.5) > arrowLean+slack { // 7 and 4 lean
			return false
		}
	}
	head := 0.0
	for i := range widest + 1 {
		if i > 0 && p.span[i] < p.span[i-1]-headNarrows-slack {
			return false
		}
		head += p.span[i] / float64(widest+1)
	}
	if head < headLeast || head > headMost {
		return false
	}
	// Barbs of the head may hang down; the lower half is stem alone, of one
	// width: the upper half of a 4, turned over, is not.
	from := max(widest+barbBands, stemBand)
	stem := p.span[from:]
	// The head stands out on both sides: the flag of a 1 does not.
	left, right := 0.0, 0.0
	for i := from; i < bins; i++ {
		left += (p.middle[i] - p.span[i]/2) / float64(len(stem))
		right += (1 - p.middle[i] - p.span[i]/2) / float64(len(stem))
	}
	if !lopsided && (min(left, right) < besideStem || max(left, right) > lopsidedMost*min(left, right)) {
		return false
	}
	// It grows towards its widest; the bar of a plus is there at once.
	if growing := p.span[widest/3 : 2*widest/3+1]; widest >= headHigh && mean(growing) < mean(stem)+headGrows-slack {
		return false
	}
	return slices.Max(stem) <= stemWide+slack && slices.Min(stem) > 0 && slices.Max(stem)-slices.Min(stem) <= stemUneven+slack
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// TrailingArrow names the arrow that stands behind other characters, or returns
// "". A digit whose thin strokes have faded may look like one; it stands close to
// digits of its height, or behind the point.
func TrailingArrow(characters [][]raster.Component, em float64) string {
	parts, rest := characters[len(characters)-1], characters[:len(characters)-1]
	box, before, all := raster.Bounds(parts), raster.Bounds(rest[len(rest)-1]), raster.Bounds(slices.Concat(rest...))
	if float64(before.Dy()) < besideLeast*em {
		return ""
	}
	gap := float64(box.Min.X - before.Max.X)
	tall, other := float64(box.Dy()), float64(all.Dy())
	switch {
	case gap >= trailingGap*em:
		return arrow(parts, em, true)
	case gap >= trailingClose*em && math.Abs(tall-other) >= trailingUneven*other:
		return arrow(parts, em, false)
	}
	return ""
}

// LeadingArrow names the arrow that stands before other characters, or returns
// "".
func LeadingArrow(characters [][]raster.Component, em float64) string {
	if gap := raster.Bounds(characters[1]).Min.X - raster.Bounds(characters[0]).Max.X; float64(gap) < leadingGap*em {
		return ""
	}
	return arrow(characters[0], em, false)
}
