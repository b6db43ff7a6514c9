package page

import (
	"image"
	"slices"
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
	i := min(max(y-r.Box.Min.Y, 0), len(r.course)-1)
	for d := range len(r.course) {
		for _, j := range [2]int{i - d, i + d} {
			if j >= 0 && j < len(r.course) && r.course[j] >= 0 {
				return r.course[j]
			}
		}
	}
	return (r.Box.Min.X + r.Box.Max.X) / 2
}

// At returns the column of an upright rule at row y, and whether the rule
// passes there.
func (r *Rule) At(y int) (x int, ok bool) {
	i := y - r.Box.Min.Y
	if i < 0 || i >= len(r.course) {
		return 0, false
	}
	const broken = 20 // longest gap bridged, in pixels
	for d := range broken {
		for _, j := range [2]int{i - d, i + d} {
			if j >= 0 && j < len(r.course) && r.course[j] >= 0 {
				return r.course[j], true
			}
		}
	}
	return 0, false
}

// Rules finds ruled lines on ink whose characters are em pixels high. A line
// is thin, longer than any stroke of a character, and may slope slightly.
// It returns the rules and the ink without them: strokes of characters that
// cross a rule are kept.
func Rules(ink *Ink, em float64) ([]Rule, *Ink) {
	clean := &Ink{W: ink.W, H: ink.H, Pix: slices.Clone(ink.Pix)}
	components := Components(ink)

	long := only(ink.W, ink.H, components, func(b image.Rectangle) bool { return float64(b.Dx()) >= 3*em })
	lines := trace(long, em*1.5, em*4, em*0.25)
	var rules []Rule
	for _, l := range lines {
		rules = append(rules, Rule{Box: l.box})
	}

	tall := only(ink.W, ink.H, components, func(b image.Rectangle) bool { return float64(b.Dy()) >= 2.4*em }).transposed()
	uprights := slices.DeleteFunc(trace(tall, em*0.6, em*2.4, em*0.25), func(l stroke) bool {
		return float64(l.box.Dx()) < columnShort*em && l.crossed(tall) > columnCrossed
	})
	for _, l := range uprights {
		b := l.box
		rules = append(rules, Rule{Box: image.Rect(b.Min.Y, b.Min.X, b.Max.Y, b.Max.X), Vertical: true, course: l.course()})
	}

	for _, l := range lines {
		erase(clean, l)
	}
	turned := clean.transposed()
	for _, l := range uprights {
		erase(turned, l)
	}
	return rules, turned.transposed()
}

// Upright strokes of characters that stand one below the other in close rows.
const (
	columnShort   = 8    // em; a longer line is a rule
	columnCrossed = 0.14 // share of a line at which ink stands beside it
)

// crossed is the share of a stroke's length at which ink crosses it or hangs on
// it: bars of characters do so often, rules across a table once a row.
func (s *stroke) crossed(ink *Ink) float64 {
	top, bottom := map[int]int{}, map[int]int{}
	for _, r := range s.runs {
		for x := int(r.X0); x < int(r.X1); x++ {
			if y, ok := top[x]; !ok || int(r.Y) < y {
				top[x] = int(r.Y)
			}
			bottom[x] = max(bottom[x], int(r.Y))
		}
	}
	const fringe = 3 // pixels of the line's own ragged edge
	n := 0
	for x := range top {
		above, below := top[x]-fringe, bottom[x]+fringe
		if above >= 0 && ink.Pix[above*ink.W+x] != 0 || below < ink.H && ink.Pix[below*ink.W+x] != 0 {
			n++
		}
	}
	return float64(n) / float64(max(len(top), 1))
}

// Courses follows ruled lines, however bent, across a page and returns points
// along each, half an em apart.
func Courses(ink *Ink, components []Component, em float64) [][]Point {
	long := only(ink.W, ink.H, components, func(b image.Rectangle) bool { return float64(b.Dx()) >= 8*em })
	var out [][]Point
	for _, l := range trace(long, em*0.4, em*8, em*0.25) {
		course := l.course()
		var points []Point
		for x := 0; x < len(course); x += int(em/2) + 1 {
			if course[x] >= 0 {
				points = append(points, Point{float64(l.box.Min.X + x), float64(course[x])})
			}
		}
		out = append(out, points)
	}
	return out
}

// only draws the components that keep says yes to.
func only(w, h int, components []Component, keep func(image.Rectangle) bool) *Ink {
	out := &Ink{W: w, H: h, Pix: make([]uint8, w*h)}
	for i := range components {
		if !keep(components[i].Box) {
			continue
		}
		for _, r := range components[i].Runs {
			row := out.Pix[int(r.Y)*w+int(r.X0) : int(r.Y)*w+int(r.X1)]
			for j := range row {
				row[j] = 1
			}
		}
	}
	return out
}

// stroke is a chain of long horizontal runs: a candidate for a rule.
type stroke struct {
	box  image.Rectangle
	ink  int // pixels in its runs
	runs []Run

	texture bool // no line at all
}

// trace follows horizontal runs of at least minRun pixels (gaps of two pixels
// are bridged) from row to row and returns the chains that are at least
// minLength long and on average at most thick pixels thick.
func trace(ink *Ink, minRun, minLength, thick float64) []stroke {
	var open, done []*stroke
	for y := range ink.H {
		row := ink.Pix[y*ink.W : (y+1)*ink.W]
		for _, r := range longRuns(row, int(minRun), y) {
			var home *stroke
			for _, s := range open {
				last := s.runs[len(s.runs)-1]
				near := last.Y == r.Y && r.X0-last.X1 < int32(minRun)
				if !near {
					for i := len(s.runs) - 1; i >= 0 && r.Y-s.runs[i].Y <= 2; i-- {
						if p := s.runs[i]; p.X0 <= r.X1+2 && r.X0 <= p.X1+2 {
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
			if int(s.runs[len(s.runs)-1].Y) >= y-2 {
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
		if !s.texture && length >= minLength && float64(s.ink) <= thick*length && float64(s.ink) > 0.85*length {
			out = append(out, *s)
		}
	}
	return out
}

// mostRuns is more than any line has; a chain that exceeds it is texture.
const mostRuns = 4000

// join takes over the runs of other, in order of rows.
func (s *stroke) join(other *stroke) {
	for _, r := range other.runs {
		s.add(r)
	}
	s.texture = s.texture || other.texture || len(s.runs) > mostRuns
	slices.SortFunc(s.runs, func(a, b Run) int { return int(a.Y - b.Y) })
	if s.texture {
		s.runs = slices.Clone(s.runs[max(len(s.runs)-mostRuns/8, 0):])
	}
	other.runs = nil
}

func (s *stroke) add(r Run) {
	box := image.Rect(int(r.X0), int(r.Y), int(r.X1), int(r.Y)+1)
	if s.runs == nil {
		s.box = box
	} else {
		s.box = s.box.Union(box)
	}
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

func longRuns(row []uint8, minRun, y int) []Run {
	var out []Run
	const bridge = 2
	for x := 0; x < len(row); x++ {
		if row[x] == 0 {
			continue
		}
		x0, end := x, x+1
		for x++; x < len(row) && x-end <= bridge; x++ {
			if row[x] != 0 {
				end = x + 1
			}
		}
		if end-x0 >= minRun {
			out = append(out, Run{int32(y), int32(x0), int32(end)})
		}
		x = end
	}
	return out
}

// erase takes the stroke away. Where ink continues on both sides of it, a
// character crosses the rule and keeps its pixels.
func erase(ink *Ink, s stroke) {
	w := s.box.Dx()
	top, bottom := make([]int32, w), make([]int32, w)
	for i := range top {
		top[i] = -1
	}
	for _, r := range s.runs {
		for x := r.X0; x < r.X1; x++ {
			i := int(x) - s.box.Min.X
			if top[i] < 0 {
				top[i], bottom[i] = r.Y, r.Y
				continue
			}
			top[i], bottom[i] = min(top[i], r.Y), max(bottom[i], r.Y)
		}
	}
	const fringe = 2 // ragged edge of a printed line
	for i := range top {
		if top[i] < 0 {
			continue
		}
		x := s.box.Min.X + i
		y0, y1 := int(top[i]), int(bottom[i])
		above, below := 0, 0
		for y := y0 - 1; y >= 0 && ink.Pix[y*ink.W+x] != 0 && above <= fringe; y-- {
			above++
		}
		for y := y1 + 1; y < ink.H && ink.Pix[y*ink.W+x] != 0 && below <= fringe; y++ {
			below++
		}
		if above > fringe && below > fringe {
			continue
		}
		if above <= fringe {
			y0 -= above
		}
		if below <= fringe {
			y1 += below
		}
		for y := y0; y <= y1; y++ {
			ink.Pix[y*ink.W+x] = 0
		}
	}
}

// Blot whitens in the grey picture what Rules took from the ink, with the
// soft edge around it, and leaves pixels that belong to remaining ink alone.
func Blot(g *image.Gray, before, after *Ink) *image.Gray {
	out := &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
	const soft = 2
	for y := range before.H {
		for x := range before.W {
			i := y*before.W + x
			if before.Pix[i] == 0 || after.Pix[i] != 0 {
				continue
			}
			for dy := -soft; dy <= soft; dy++ {
				for dx := -soft; dx <= soft; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= before.W || ny >= before.H || after.Pix[ny*before.W+nx] != 0 {
						continue
					}
					if !touches(after, nx, ny) {
						out.Pix[ny*out.Stride+nx] = Paper
					}
				}
			}
		}
	}
	return out
}

// touches reports whether a direct neighbour is ink.
func touches(ink *Ink, x, y int) bool {
	return x > 0 && ink.Pix[y*ink.W+x-1] != 0 || x+1 < ink.W && ink.Pix[y*ink.W+x+1] != 0 ||
		y > 0 && ink.Pix[(y-1)*ink.W+x] != 0 || y+1 < ink.H && ink.Pix[(y+1)*ink.W+x] != 0
}
