package layout

import (
	"image"
	"slices"
	"strings"

	"tijian/ocr/page"
)

// Mark names the sign that a block shows, by its shape: ↑ and ↓ as printed
// beside results, -, ±, + to ++++ (also in parentheses) as graded results.
// Readers of text have no arrows and take lone signs for noise or letters. It
// returns "" for anything else.
func Mark(b Block, em float64) string {
	groups := stacks(b.Parts)
	if s := arrow(b.Parts, em); s != "" {
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
func stacks(parts []page.Component) [][]page.Component {
	var out [][]page.Component
	right := 0
	for _, p := range parts {
		if len(out) > 0 && p.Box.Min.X < right {
			out[len(out)-1] = append(out[len(out)-1], p)
			right = max(right, p.Box.Max.X)
			continue
		}
		out = append(out, []page.Component{p})
		right = p.Box.Max.X
	}
	return out
}

// signs reads one minus, one plus-minus, or one to four plus signs.
func signs(groups [][]page.Component, em float64) string {
	if len(groups) == 0 || len(groups) > 4 {
		return ""
	}
	var s strings.Builder
	for _, g := range groups {
		sign := signOf(g, em)
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

func bounds(parts []page.Component) image.Rectangle {
	var box image.Rectangle
	for i := range parts {
		box = box.Union(parts[i].Box)
	}
	return box
}

// profiles cuts a shape into horizontal and vertical bands.
func profiles(parts []page.Component, box image.Rectangle) (rows, cols profile) {
	type span struct{ lo, hi int }
	var r, c [bins]span
	for i := range bins {
		r[i], c[i] = span{1 << 30, -1}, span{1 << 30, -1}
	}
	w, h := box.Dx(), box.Dy()
	for i := range parts {
		for _, run := range parts[i].Runs {
			y := int(run.Y) - box.Min.Y
			x0, x1 := int(run.X0)-box.Min.X, int(run.X1)-box.Min.X
			k := y * bins / h
			r[k] = span{min(r[k].lo, x0), max(r[k].hi, x1)}
			for j := x0 * bins / w; j <= (x1-1)*bins/w; j++ {
				c[j] = span{min(c[j].lo, y), max(c[j].hi, y+1)}
			}
		}
	}
	set := func(p *profile, s [bins]span, size int) {
		for i, v := range s {
			if v.hi > v.lo {
				p.span[i] = float64(v.hi-v.lo) / float64(size)
				p.middle[i] = float64(v.hi+v.lo) / 2 / float64(size)
			}
		}
	}
	set(&rows, r, w)
	set(&cols, c, h)
	return rows, cols
}

// arrow recognises ↑ and ↓: a head that widens from its tip, then a thin stem
// in the middle.
func arrow(parts []page.Component, em float64) string {
	box := bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if len(parts) > 3 || h < 0.45*em || h > 1.5*em || w < 0.14*em || w > 0.85*h || box.Dx() < 4 {
		return ""
	}
	rows, _ := profiles(parts, box)
	if pointsUp(rows) {
		return "↑"
	}
	slices.Reverse(rows.span[:])
	slices.Reverse(rows.middle[:])
	if pointsUp(rows) {
		return "↓"
	}
	return ""
}

func pointsUp(p profile) bool {
	widest := 0
	for i, s := range p.span {
		if s > p.span[widest] {
			widest = i
		}
	}
	if widest < 1 || widest > 9 || p.span[0] > 0.62 {
		return false
	}
	head := 0.0
	for i := range widest + 1 {
		if abs(p.middle[i]-0.5) > 0.17 || i > 0 && p.span[i] < p.span[i-1]-0.15 {
			return false
		}
		head += p.span[i] / float64(widest+1)
	}
	if head < 0.35 || head > 0.9 {
		return false
	}
	// Barbs of the head may hang down; the lower half is stem alone.
	for i := max(widest+4, 10); i < bins; i++ {
		if p.span[i] > 0.5 || p.span[i] == 0 || abs(p.middle[i]-0.5) > 0.17 {
			return false
		}
	}
	return true
}

// signOf recognises -, + and ±.
func signOf(parts []page.Component, em float64) string {
	box := bounds(parts)
	w, h := float64(box.Dx()), float64(box.Dy())
	if w < 0.16*em || w > 1.1*em {
		return ""
	}
	if len(parts) == 1 && h <= 0.2*em && w >= 1.7*h && parts[0].Area*10 >= box.Dx()*box.Dy()*6 {
		return "-"
	}
	if h < 0.28*em || h > 1.05*em || h < 0.75*w || h > 1.7*w {
		return ""
	}
	rows, cols := profiles(parts, box)
	thin := func(p profile, from, to int) bool {
		for i := from; i < to; i++ {
			if p.span[i] > 0.5 || abs(p.middle[i]-0.5) > 0.16 {
				return false
			}
		}
		return true
	}
	wide := func(p profile, from, to int) bool {
		for i := from; i < to; i++ {
			if p.span[i] > 0.85 {
				return true
			}
		}
		return false
	}
	if thin(rows, 0, 5) && thin(rows, 11, bins) && wide(rows, 5, 11) &&
		thin(cols, 0, 5) && thin(cols, 11, bins) && wide(cols, 5, 11) {
		return "+"
	}
	// ±: a plus above a bar.
	if len(parts) <= 3 && thin(rows, 0, 3) && wide(rows, 4, 9) && wide(rows, 13, bins) && thinCentre(cols) {
		return "±"
	}
	return ""
}

// thinCentre reports whether the tallest columns are those in the middle.
func thinCentre(cols profile) bool {
	return cols.span[bins/2] > 0.8 || cols.span[bins/2-1] > 0.8
}

// bracket recognises an opening or closing parenthesis.
func bracket(parts []page.Component, em float64, opening bool) bool {
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
	blockOf := func(groups [][]page.Component) Block {
		parts := slices.Concat(groups...)
		return Block{Box: bounds(parts), Parts: parts}
	}
	const apart = 0.05 // em between an arrow and the number
	if bounds(groups[n-1]).Min.X-bounds(groups[n-2]).Max.X >= int(apart*em) && arrow(groups[n-1], em) != "" {
		return []Block{blockOf(groups[:n-1]), blockOf(groups[n-1:])}
	}
	if bounds(groups[1]).Min.X-bounds(groups[0]).Max.X >= int(apart*em) && arrow(groups[0], em) != "" {
		return []Block{blockOf(groups[:1]), blockOf(groups[1:])}
	}
	return []Block{b}
}
