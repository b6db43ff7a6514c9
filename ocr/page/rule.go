package page

import (
	"image"
	"iter"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// A Rule is a ruled line of a form. Its box is that of the line itself; the
// line may slope within it.
type Rule struct {
	Box      image.Rectangle
	Vertical bool
	course   []int // of an upright rule: its column for each row of Box, -1 where it is broken
}

// column returns the column of an upright rule at or nearest to row y.
func (r *Rule) column(y int) int {
	if x, ok := r.near(min(max(y-r.Box.Min.Y, 0), len(r.course)-1), len(r.course)); ok {
		return x
	}
	return (r.Box.Min.X + r.Box.Max.X) / 2
}

// At returns the column of an upright rule at row y, and whether the rule
// passes there.
func (r *Rule) At(y int) (x int, ok bool) {
	if i := y - r.Box.Min.Y; i >= 0 && i < len(r.course) {
		return r.near(i, ruleBroken)
	}
	return 0, false
}

// near returns the column of an upright rule nearest to its i-th row, within reach.
func (r *Rule) near(i, reach int) (x int, ok bool) {
	for d := range reach {
		for _, j := range [2]int{i - d, i + d} {
			if j >= 0 && j < len(r.course) && r.course[j] >= 0 {
				return r.course[j], true
			}
		}
	}
	return 0, false
}

// RemoveRules finds ruled lines on ink whose characters are em pixels high. A line
// is thin, longer than any stroke of a character, and may slope slightly.
// It returns the rules and the ink without them: strokes of characters that
// cross a rule are kept.
func RemoveRules(ink *raster.Bitmap, em float64) ([]Rule, *raster.Bitmap) {
	clean := ink.Clone()
	components := raster.Components(ink)

	long := raster.Draw(ink.W, ink.H, components, func(c *raster.Component) bool { return float64(c.Box.Dx()) >= ruleInk*em })
	lines := trace(long, em*ruleRun, em*ruleShort, em*ruleThick)
	var rules []Rule
	for _, l := range lines {
		rules = append(rules, Rule{Box: l.box})
	}

	tall := raster.Draw(ink.W, ink.H, components, func(c *raster.Component) bool { return float64(c.Box.Dy()) >= uprightShort*em }).Transposed()
	uprights := slices.DeleteFunc(trace(tall, em*uprightRun, em*uprightShort, em*ruleThick), func(l stroke) bool {
		return float64(l.box.Dx()) < uprightSure*em && l.crossed(tall) > uprightCrossed
	})
	for _, l := range uprights {
		b := l.box
		rules = append(rules, Rule{Box: image.Rect(b.Min.Y, b.Min.X, b.Max.Y, b.Max.X), Vertical: true, course: l.course()})
	}

	for _, l := range lines {
		erase(clean.Pix, 1, clean.W, clean.H, l)
	}
	for _, l := range uprights {
		erase(clean.Pix, clean.W, 1, clean.W, l)
	}
	for _, l := range lines {
		left, right := corner(clean, l.box, l.box.Min.X, -1, em), corner(clean, l.box, l.box.Max.X-1, 1, em)
		if len(left) == 0 || len(right) == 0 || float64(max(left[0].Y-right[0].Y, right[0].Y-left[0].Y)) > cornerAlike*em {
			continue
		}
		for _, p := range slices.Concat(left, right) {
			clean.Pix[p.Y*clean.W+p.X] = 0
		}
	}
	return rules, clean
}

// corner finds the round corner of a card in which a rule goes on: ink that hangs on its
// end, lies outwards of that, +1 or -1, and above the rule or below it; the pixel furthest
// from the rule comes first.
func corner(ink *raster.Bitmap, rule image.Rectangle, end, outwards int, em float64) (piece []image.Point) {
	reach := int(cornerMost * em)
	room := image.Rect(end-reach, rule.Min.Y-reach, end+reach+1, rule.Max.Y+reach).Intersect(image.Rect(0, 0, ink.W, ink.H))
	var box image.Rectangle
	seen := map[image.Point]bool{}
	for from := []image.Rectangle{image.Rect(end, rule.Min.Y, end+1, rule.Max.Y).Inset(-cornerNear)}; len(from) > 0; {
		near := from[len(from)-1]
		from = from[:len(from)-1]
		for y := near.Min.Y; y < near.Max.Y; y++ {
			for x := near.Min.X; x < near.Max.X; x++ {
				p := image.Pt(x, y)
				if seen[p] || x < 0 || y < 0 || x >= ink.W || y >= ink.H || ink.Pix[y*ink.W+x] == 0 {
					continue
				}
				if !p.In(room) {
					return nil
				}
				seen[p] = true
				pixel := image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))}
				piece, box, from = append(piece, p), box.Union(pixel), append(from, pixel.Inset(-1))
			}
		}
	}
	inner := max((end-box.Min.X)*outwards, (end-box.Max.X+1)*outwards)
	if float64(box.Dy()) < cornerLeast*em || inner > 2*cornerNear || box.Min.Y < rule.Max.Y-cornerNear && box.Max.Y > rule.Min.Y+cornerNear {
		return nil
	}
	off := func(p image.Point) int { return max(rule.Min.Y-p.Y, p.Y-rule.Max.Y) }
	slices.SortFunc(piece, func(a, b image.Point) int { return off(b) - off(a) })
	return piece
}

// crossed is the share of a stroke's length at which ink crosses it or hangs on
// it: bars of characters do so often, rules across a table once a row.
func (s *stroke) crossed(ink *raster.Bitmap) float64 {
	n, all := 0, 0
	for x, edge := range s.edges() {
		all++
		above, below := edge.top-crossedFringe, edge.bottom+crossedFringe
		if above >= 0 && ink.Pix[above*ink.W+x] != 0 || below < ink.H && ink.Pix[below*ink.W+x] != 0 {
			n++
		}
	}
	return float64(n) / float64(max(all, 1))
}

// An edge is the first and the last row of a stroke in a column.
type edge struct{ top, bottom int }

// edges yields the columns of a stroke where it is not broken.
func (s *stroke) edges() iter.Seq2[int, edge] {
	all := make([]edge, s.box.Dx())
	for i := range all {
		all[i] = edge{math.MaxInt, -1}
	}
	for _, r := range s.runs {
		for x := r.X0; x < r.X1; x++ {
			e := &all[int(x)-s.box.Min.X]
			e.top, e.bottom = min(e.top, int(r.Y)), max(e.bottom, int(r.Y))
		}
	}
	return func(yield func(int, edge) bool) {
		for i, e := range all {
			if e.bottom >= 0 && !yield(s.box.Min.X+i, e) {
				return
			}
		}
	}
}

// TraceRules follows ruled lines, however bent, across a page and returns points
// along each, half an em apart.
func TraceRules(ink *raster.Bitmap, components []raster.Component, em float64) [][]raster.Point {
	long := raster.Draw(ink.W, ink.H, components, func(c *raster.Component) bool { return float64(c.Box.Dx()) >= traceShort*em })
	var out [][]raster.Point
	for _, l := range trace(long, em*traceRun, em*traceShort, em*ruleThick) {
		course := l.course()
		var points []raster.Point
		for x := 0; x < len(course); x += int(em/2) + 1 {
			if course[x] >= 0 {
				points = append(points, raster.Pt(float64(l.box.Min.X+x), float64(course[x])))
			}
		}
		out = append(out, points)
	}
	return out
}

// stroke is a chain of long horizontal runs: a candidate for a rule.
type stroke struct {
	box  image.Rectangle
	ink  int // pixels in its runs
	runs []raster.Run

	texture bool // no line at all
}

// trace follows horizontal runs of at least minRun pixels (gaps of two pixels
// are bridged) from row to row and returns the chains that are at least
// minLength long and on average at most thick pixels thick.
func trace(ink *raster.Bitmap, minRun, minLength, thick float64) []stroke {
	var open, done []*stroke
	for y := range ink.H {
		row := ink.Pix[y*ink.W : (y+1)*ink.W]
		for _, r := range longRuns(row, int(minRun), y) {
			var home *stroke
			for _, s := range open {
				last := s.runs[len(s.runs)-1]
				near := last.Y == r.Y && r.X0-last.X1 < int32(minRun)
				if !near {
					for i := len(s.runs) - 1; i >= 0 && r.Y-s.runs[i].Y <= runBridge; i-- {
						if p := s.runs[i]; p.X0 <= r.X1+runBridge && r.X0 <= p.X1+runBridge {
							near = true
							break
						}
					}
				}
				if !near {
					continue
				}
				if home == nil {
					home = s
					home.add(r)
					continue
				}
				home.join(s) // two chains met
			}
			if home == nil {
				home = &stroke{}
				home.add(r)
				open = append(open, home)
			}
			open = slices.DeleteFunc(open, func(s *stroke) bool { return s.runs == nil })
		}
		open = slices.DeleteFunc(open, func(s *stroke) bool {
			if int(s.runs[len(s.runs)-1].Y) >= y-runBridge {
				return false
			}
			done = append(done, s)
			return true
		})
	}
	done = append(done, open...)
	var out []stroke
	for _, s := range done {
		length := float64(s.box.Dx())
		if !s.texture && length >= minLength && float64(s.ink) <= thick*length && float64(s.ink) > ruleFilled*length {
			out = append(out, *s)
		}
	}
	return out
}

// join takes over the runs of other, in order of rows.
func (s *stroke) join(other *stroke) {
	for _, r := range other.runs {
		s.add(r)
	}
	s.texture = s.texture || other.texture || len(s.runs) > mostRuns
	slices.SortFunc(s.runs, func(a, b raster.Run) int { return int(a.Y - b.Y) })
	if s.texture {
		s.runs = slices.Clone(s.runs[max(len(s.runs)-mostRuns/8, 0):])
	}
	other.runs = nil
}

func (s *stroke) add(r raster.Run) {
	s.box = s.box.Union(image.Rect(int(r.X0), int(r.Y), int(r.X1), int(r.Y)+1))
	s.runs = append(s.runs, r)
	s.ink += int(r.X1 - r.X0)
}

// course returns the row of the stroke for each column of its box, -1 where
// it is broken.
func (s *stroke) course() []int {
	out := make([]int, s.box.Dx())
	for i := range out {
		out[i] = -1
	}
	for _, r := range s.runs {
		for x := r.X0; x < r.X1; x++ {
			out[int(x)-s.box.Min.X] = int(r.Y)
		}
	}
	return out
}

func longRuns(row []uint8, minRun, y int) []raster.Run {
	var out []raster.Run
	for x := raster.NextInk(row, 0); x < len(row); x = raster.NextInk(row, x+1) {
		x0, end := x, x+1
		for x++; x < len(row) && x-end <= runBridge; x++ {
			if row[x] != 0 {
				end = x + 1
			}
		}
		if end-x0 >= minRun {
			out = append(out, raster.Run{Y: int32(y), X0: int32(x0), X1: int32(end)})
		}
		x = end
	}
	return out
}

// erase takes the stroke away. Where ink continues on both sides of it, a
// character crosses the rule and keeps its pixels. Along the stroke pixels are
// along apart in ink, across it across; it has high rows.
func erase(ink []uint8, along, across, high int, s stroke) {
	for x, edge := range s.edges() {
		y0, y1 := edge.top, edge.bottom
		above, below := 0, 0
		for y := y0 - 1; y >= 0 && ink[y*across+x*along] != 0 && above <= ruleFringe; y-- {
			above++
		}
		for y := y1 + 1; y < high && ink[y*across+x*along] != 0 && below <= ruleFringe; y++ {
			below++
		}
		if above > ruleFringe && below > ruleFringe {
			continue
		}
		if above <= ruleFringe {
			y0 -= above
		}
		if below <= ruleFringe {
			y1 += below
		}
		for y := y0; y <= y1; y++ {
			ink[y*across+x*along] = 0
		}
	}
}

// EraseRules whitens in the grey picture what RemoveRules took from the ink, with the
// soft edge around it, and leaves pixels that belong to remaining ink alone.
func EraseRules(g *image.Gray, before, after *raster.Bitmap) *image.Gray {
	out := raster.Clone(g)
	for y := range before.H {
		row, left := before.Pix[y*before.W:(y+1)*before.W], after.Pix[y*before.W:(y+1)*before.W]
		for x := raster.NextLost(row, left, 0); x < len(row); x = raster.NextLost(row, left, x+1) {
			for dy := -softEdge; dy <= softEdge; dy++ {
				for dx := -softEdge; dx <= softEdge; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= before.W || ny >= before.H || after.Pix[ny*before.W+nx] != 0 {
						continue
					}
					if !touches(after, nx, ny) {
						out.Pix[ny*out.Stride+nx] = raster.Paper
					}
				}
			}
		}
	}
	return out
}

// touches reports whether a direct neighbour is ink.
func touches(ink *raster.Bitmap, x, y int) bool {
	return x > 0 && ink.Pix[y*ink.W+x-1] != 0 || x+1 < ink.W && ink.Pix[y*ink.W+x+1] != 0 ||
		y > 0 && ink.Pix[(y-1)*ink.W+x] != 0 || y+1 < ink.H && ink.Pix[(y+1)*ink.W+x] != 0
}
