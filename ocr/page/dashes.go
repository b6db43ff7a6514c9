package page

import (
	"cmp"
	"image"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// RemoveDashedRules finds dashed and dotted rules on ink that Rules has cleaned of the
// solid ones, and returns them and the ink without. An upright one that stays
// is read as the figure 1; therefore single dashes go too that continue a rule.
func RemoveDashedRules(ink *raster.Bitmap, solid []Rule, em float64) ([]Rule, *raster.Bitmap) {
	parts := raster.Components(ink)
	var rules []Rule
	var gone []raster.Component
	for _, upright := range []bool{true, false} {
		for _, chain := range dashed(parts, em, upright) {
			if upright && !alone(chain, parts, em) {
				continue
			}
			rule := Rule{Vertical: upright}
			for _, p := range chain {
				rule.Box = rule.Box.Union(p.Box)
				gone = append(gone, p)
			}
			gone = append(gone, crossings(parts, rule.Box, em, upright)...)
			if upright {
				rule.course = courseOf(chain, rule.Box)
			}
			rules = append(rules, rule)
		}
	}
	gone = append(gone, continuing(slices.Concat(solid, rules), parts, em)...)
	if gone == nil {
		return nil, ink
	}
	clean := ink.Clone()
	clean.Erase(gone)
	return rules, clean
}

// dashed chains the dashes that follow each other in one direction.
func dashed(parts []raster.Component, em float64, upright bool) [][]raster.Component {
	along := func(b image.Rectangle) (from, to, across, thick int) {
		if upright {
			return b.Min.Y, b.Max.Y, b.Min.X + b.Max.X, b.Dx()
		}
		return b.Min.X, b.Max.X, b.Min.Y + b.Max.Y, b.Dy()
	}
	var all []raster.Component
	for _, p := range parts {
		from, to, _, thick := along(p.Box)
		if long := float64(to - from); float64(thick) <= dashThick*em && long <= dashLong*em && long >= dashShort*em && long >= dashSlender*float64(thick) && (!upright || straight(p, em)) {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b raster.Component) int {
		x, _, _, _ := along(a.Box)
		y, _, _, _ := along(b.Box)
		return cmp.Compare(x, y)
	})
	var open, out [][]raster.Component
	for _, p := range all {
		from, to, across, _ := along(p.Box)
		home := -1
		for i, chain := range open {
			f, t, a, _ := along(chain[len(chain)-1].Box)
			gap, long := float64(from-t), float64(max(to-from, t-f))
			if gap > 0 && gap <= max(dashGap*long, dashClose*em) && math.Abs(float64(across-a))/2 <= dashDrift*em && min(to-from, t-f)*dashAlike >= max(to-from, t-f) {
				home = i
			}
		}
		if home >= 0 {
			open[home] = append(open[home], p)
		} else {
			open = append(open, []raster.Component{p})
		}
		open = slices.DeleteFunc(open, func(chain []raster.Component) bool {
			_, t, _, _ := along(chain[len(chain)-1].Box)
			if float64(from-t) <= dashLost*em {
				return false
			}
			out = append(out, chain)
			return true
		})
	}
	return slices.DeleteFunc(append(out, open...), func(chain []raster.Component) bool {
		from, _, _, _ := along(chain[0].Box)
		_, to, _, _ := along(chain[len(chain)-1].Box)
		return len(chain) < dashes || float64(to-from) < dashSpan*em
	})
}

// alone tells a rule from a column of the figure 1: a figure stands on one line
// with its neighbours, a dash where it falls.
func alone(chain, parts []raster.Component, em float64) bool {
	n := 0
	for _, p := range chain {
		if !inLine(p, parts, em) {
			n++
		}
	}
	return float64(n) >= dashAlone*float64(len(chain))
}

// inLine tells that a piece has a neighbour that stands on one line with it.
func inLine(p raster.Component, parts []raster.Component, em float64) bool {
	near := p.Box.Inset(-1)
	near.Min.X -= int(dashBeside * em)
	near.Max.X += int(dashBeside * em)
	return slices.ContainsFunc(parts, func(o raster.Component) bool {
		return o.Box != p.Box && o.Box.Overlaps(near) && float64(o.Box.Dy()) > dashNeighbour*em && math.Abs(float64(o.Box.Max.Y-p.Box.Max.Y)) <= dashFoot*em
	})
}

// straight tells a dash, perhaps leaning, from a bracket: its middle lies on the
// line between its ends.
func straight(p raster.Component, em float64) bool {
	var sum, n [3]float64
	for _, r := range p.Runs {
		third := 3 * (int(r.Y) - p.Box.Min.Y) / p.Box.Dy()
		sum[third] += float64(r.X0+r.X1) / 2 * float64(r.X1-r.X0)
		n[third] += float64(r.X1 - r.X0)
	}
	if n[0] == 0 || n[1] == 0 || n[2] == 0 {
		return true // shorter than three rows
	}
	return math.Abs(sum[1]/n[1]-(sum[0]/n[0]+sum[2]/n[2])/2) <= dashSag*em
}

// continuing are the dashes in the gaps of upright rules and beyond their ends,
// from one to the next, and what crosses them there.
func continuing(rules []Rule, parts []raster.Component, em float64) []raster.Component {
	var loose, out []raster.Component
	for _, p := range parts {
		if w, h := float64(p.Box.Dx()), float64(p.Box.Dy()); crosses(p, em) || w <= dashThick*em && h <= dashLong*em && h >= dashSlender*w && straight(p, em) {
			loose = append(loose, p)
		}
	}
	for i := range rules {
		if r := &rules[i]; r.Vertical {
			reached := r.Box
			for n := -1; n < len(out); { // a dash may reach the next
				n = len(out)
				loose = slices.DeleteFunc(loose, func(p raster.Component) bool {
					if !r.continuedBy(p, reached, em) || inLine(p, parts, em) {
						return false
					}
					out = append(out, p)
					reached.Min.Y, reached.Max.Y = min(reached.Min.Y, p.Box.Min.Y), max(reached.Max.Y, p.Box.Max.Y)
					return true
				})
			}
		}
	}
	return out
}

// continuedBy tells that a dash or crossing lies in the line of an upright rule
// that has been followed as far as reached.
func (r *Rule) continuedBy(p raster.Component, reached image.Rectangle, em float64) bool {
	if reach := int(dashGap * em); p.Box.Max.Y < reached.Min.Y-reach || p.Box.Min.Y > reached.Max.Y+reach {
		return false
	}
	x, middle := r.column((p.Box.Min.Y+p.Box.Max.Y)/2), (p.Box.Min.X+p.Box.Max.X)/2
	if crosses(p, em) {
		return x >= p.Box.Min.X-1 && x <= p.Box.Max.X
	}
	return math.Abs(float64(x-middle)) <= math.Floor(dashDrift*em)+1
}

// crosses tells a small thin piece that two rules leave where they meet.
func crosses(p raster.Component, em float64) bool {
	w, h := float64(p.Box.Dx()), float64(p.Box.Dy())
	return max(w, h) <= dashLong*em && min(w, h) >= crossSmall*em && float64(p.Area) <= crossThin*w*h
}

// crossings are the small thin pieces on a dashed rule where it meets others.
func crossings(parts []raster.Component, box image.Rectangle, em float64, upright bool) []raster.Component {
	reach := int(dashCross * em)
	if upright {
		box.Min.Y, box.Max.Y = box.Min.Y-reach, box.Max.Y+reach
	} else {
		box.Min.X, box.Max.X = box.Min.X-reach, box.Max.X+reach
	}
	var out []raster.Component
	for _, p := range parts {
		middle := image.Pt((p.Box.Min.X+p.Box.Max.X)/2, (p.Box.Min.Y+p.Box.Max.Y)/2)
		if middle.In(box.Inset(-1)) && crosses(p, em) {
			out = append(out, p)
		}
	}
	return out
}

// courseOf gives the column of an upright dashed rule for each row of its box,
// straight between the dashes.
func courseOf(chain []raster.Component, box image.Rectangle) []int {
	course := make([]int, box.Dy())
	for i, p := range chain {
		x := (p.Box.Min.X + p.Box.Max.X) / 2
		end := p.Box.Max.Y
		if i+1 < len(chain) {
			end = chain[i+1].Box.Min.Y
		}
		for y := p.Box.Min.Y; y < end; y++ {
			course[y-box.Min.Y] = x
		}
	}
	return course
}
