package layout

import (
	"image"
	"slices"
	"strings"

	"tijian/ocr/raster"
)

// Mark names the sign that a block shows, by its shape: ↑ and ↓ as printed
// beside results, -, ±, + to ++++ (also in parentheses) as graded results.
// Readers of text have no arrows and take lone signs for noise or letters. It
// returns "" for anything else.
func Mark(b Block, em float64) string {
	if b.mark != "" {
		return b.mark
	}
	groups := stacks(b.Parts)
	if s := arrow(b.Parts, em, false); s != "" {
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

// stacks groups parts that lie above each other, left to right.
func stacks(parts []raster.Component) [][]raster.Component {
	var out [][]raster.Component
	right := 0
	for _, p := range parts {
		if len(out) > 0 && p.Box.Min.X < right {
			out[len(out)-1] = append(out[len(out)-1], p)
			right = max(right, p.Box.Max.X)
			continue
		}
		out = append(out, []raster.Component{p})
		right = p.Box.Max.X
	}
	return out
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

// bins is the number of bands a shape is cut into.
const bins = 16

// A profile holds, per band, how much of the shape's width (height) the ink
// of the band spans, and where the middle of that span lies, 0 to 1.
type profile struct{ span, middle [bins]float64 }

func bounds(parts []raster.Component) image.Rectangle {
	var box image.Rectangle
	for i := range parts {
		box = box.Union(parts[i].Box)
	}
	return box
}

// profiles cuts a shape into horizontal and vertical bands.
func profiles(parts []raster.Component, box image.Rectangle) (rows, cols profile) {
	w, h := box.Dx(), box.Dy()
	r, c := make([]extent, h), make([]extent, w)
	for i := range r {
		r[i] = extent{w, 0}
	}
	for i := range c {
		c[i] = extent{h, 0}
	}
	for i := range parts {
		for _, run := range parts[i].Runs {
			y := int(run.Y) - box.Min.Y
			x0, x1 := int(run.X0)-box.Min.X, int(run.X1)-box.Min.X
			r[y] = r[y].union(extent{x0, x1})
			for x := x0; x < x1; x++ {
				c[x] = c[x].union(extent{y, y + 1})
			}
		}
	}
	return profileOf(r, w), profileOf(c, h)
}

// An extent is what ink spans of a line of pixels; hi is exclusive.
type extent struct{ lo, hi int }

func (e extent) union(f extent) extent { return extent{min(e.lo, f.lo), max(e.hi, f.hi)} }

func profileOf(lines []extent, size int) (p profile) {
	for i := range bins {
		from := i * len(lines) / bins
		to := max((i+1)*len(lines)/bins, from+1)
		e := lines[from]
		for _, l := range lines[from:to] {
			e = e.union(l)
		}
		if e.hi > e.lo {
			p.span[i] = float64(e.hi-e.lo) / float64(size)
			p.middle[i] = float64(e.hi+e.lo) / 2 / float64(size)
		}
	}
	return p
}

// arrow recognises ↑ and ↓: a head that widens from its tip, then a thin stem
// in the middle. A lone 1 in coarse print comes close to it: only where that
// cannot be, at a distance behind a number, the head may be lopsided.
func arrow(parts []raster.Component, em float64, lopsided bool) string {
	box := bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if len(parts) > 3 || h < 0.45*em || h > 1.5*em || w < 0.14*em || w > 0.85*h || box.Dx() < 4 {
		return ""
	}
	rows, _ := profiles(parts, box)
	slack := 0.0
	if w < 9 { // a pixel more or less counts
		slack = 0.6 / w
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
	if widest < 1 || widest > 9 || p.span[0] > 0.6+slack {
		return false
	}
	for _, m := range p.middle {
		if abs(m-0.5) > 0.17+slack { // 7 and 4 lean
			return false
		}
	}
	head := 0.0
	for i := range widest + 1 {
		if i > 0 && p.span[i] < p.span[i-1]-0.15-slack {
			return false
		}
		head += p.span[i] / float64(widest+1)
	}
	if head < 0.35 || head > 0.9 {
		return false
	}
	// Barbs of the head may hang down; the lower half is stem alone, of one
	// width: the upper half of a 4, turned over, is not.
	stem := p.span[max(widest+4, 9):]
	// The head stands out on both sides: the flag of a 1 does not.
	left, right := 0.0, 0.0
	for i := max(widest+4, 9); i < bins; i++ {
		left += (p.middle[i] - p.span[i]/2) / float64(len(stem))
		right += (1 - p.middle[i] - p.span[i]/2) / float64(len(stem))
	}
	if !lopsided && (min(left, right) < 0.17 || max(left, right) > 2.1*min(left, right)) {
		return false
	}
	return slices.Max(stem) <= 0.46+slack && slices.Min(stem) > 0 && slices.Max(stem)-slices.Min(stem) <= 0.2+slack
}

// signOf recognises -, + and ±. Beside other plus signs a blurred one is
// taken as one too.
func signOf(parts []raster.Component, em float64, several bool) string {
	box := bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if w < 0.16*em || w > 1.1*em {
		return ""
	}
	if len(parts) == 1 && h <= 0.2*em && w >= 1.7*h && parts[0].Area*10 >= box.Dx()*box.Dy()*6 {
		return "-"
	}
	if h < 0.18*em || h > 1.05*em || h < 0.75*w || h > 1.7*w {
		return ""
	}
	// ±: a plus above a bar, joined or apart.
	rows, _ := profiles(parts, box)
	wide := slices.Max(rows.span[4:9]) > 0.8
	if len(parts) <= 3 && rows.span[0] < 0.55+1/w && wide && slices.Min(rows.span[8:14]) < 0.55 && barred(parts, box) {
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
	return 10*slices.Max(count[len(count)*3/4:]) >= 7*box.Dx()
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
	corner, all := 0.45, 0.27
	if blurred {
		corner, all = 0.7, 0.36
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
	return ink[4] > 0.55 && corners < all && min(ink[1], ink[3], ink[5], ink[7]) > max(0.22, 1.4*corners)
}

// bracket recognises an opening or closing parenthesis.
func bracket(parts []raster.Component, em float64, opening bool) bool {
	box := bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if h < 0.6*em || h > 1.5*em || w > 0.45*h {
		return false
	}
	rows, _ := profiles(parts, box)
	bulge := rows.middle[bins/2] - (rows.middle[0]+rows.middle[bins-1])/2
	if opening {
		return bulge < -0.15
	}
	return bulge > 0.15
}

// withoutArrow splits an arrow off the end or the start of a block, where a
// result carries it.
func withoutArrow(b Block, em float64) []Block {
	groups := stacks(b.Parts)
	n := len(groups)
	if n < 2 {
		return []Block{b}
	}
	blockOf := func(groups [][]raster.Component, mark string) Block {
		parts := slices.Concat(groups...)
		return Block{Box: bounds(parts), Parts: parts, mark: mark}
	}
	last, rest := groups[n-1], groups[:n-1]
	if mark := trailingArrow(last, rest, em); mark != "" {
		return []Block{blockOf(rest, ""), blockOf(groups[n-1:], mark)}
	}
	first, rest := groups[0], groups[1:]
	if gap := bounds(rest[0]).Min.X - bounds(first).Max.X; float64(gap) >= 0.5*em {
		if mark := arrow(first, em, false); mark != "" {
			return []Block{blockOf(groups[:1], mark), blockOf(rest, "")}
		}
	}
	return []Block{b}
}

// trailingArrow names the arrow that stands behind the rest of a block, or
// returns "". A digit whose thin strokes have faded may look like one; it
// stands close to digits of its height, or behind the point.
func trailingArrow(parts []raster.Component, rest [][]raster.Component, em float64) string {
	box, before, all := bounds(parts), bounds(rest[len(rest)-1]), bounds(slices.Concat(rest...))
	if float64(before.Dy()) < 0.35*em {
		return ""
	}
	gap := float64(box.Min.X - before.Max.X)
	tall, other := float64(box.Dy()), float64(all.Dy())
	switch {
	case gap >= 0.38*em:
		return arrow(parts, em, true)
	case gap >= 0.25*em && abs(tall-other) >= 0.18*other:
		return arrow(parts, em, false)
	}
	return ""
}
