package textlayer

import (
	"math"
	"slices"

	"tijian/ocr/pdf"
)

// Lengths, in em or as shares.
const (
	runGap    = 0.5  // em between characters of one run of the file
	sameEdge  = 0.3  // em by which the edges or middles of a cell's lines may differ
	lineLeast = 0.8  // em from one line of a cell to the next,
	lineMost  = 1.9  // at most,
	ofPitch   = 0.93 // and as a share of what lies between rows
	cellWide  = 20   // em; a wider line is prose
	cellLines = 6    // lines of a cell at most
	sameFont  = 1.25 // times as high are its lines at most
	bandEdge  = 0.2  // em outside the middles of a cell's first and last line where what stands beside it may
	climb     = 4    // em upwards to the next column, at least, where a file goes down its columns
)

// A run is characters that follow each other in the file on one row.
type run struct {
	first, last int // of the glyphs, the last included
	box         pdf.Box
	joined      bool // with others to one line
}

func (r *run) middle() float64 { return (r.box.Y0 + r.box.Y1) / 2 }

// below tells that a run may be the next line of the cell of another.
func (r *run) below(a *run, em float64) bool {
	down := r.middle() - a.middle()
	aligned := min(math.Abs(r.box.X0-a.box.X0), math.Abs(r.box.X1-a.box.X1), math.Abs(r.box.X0+r.box.X1-a.box.X0-a.box.X1)/2) < sameEdge*em
	high, other := r.box.Y1-r.box.Y0, a.box.Y1-a.box.Y0
	return aligned && max(high, other) < sameFont*min(high, other) && down > lineLeast*em && down < lineMost*em && max(r.box.X1-r.box.X0, a.box.X1-a.box.X0) < cellWide*em
}

// unwrap sets the lines of a cell behind each other, at one height with the cells
// beside it. A file that goes through its tables row by row has them one after the
// other, each below the one before, and then what stands beside them; in others, and
// in prose, nothing is changed.
func unwrap(glyphs []pdf.Glyph, em float64) []pdf.Glyph {
	runs := runsOf(glyphs, em)
	pitch, ok := pitchOf(runs, em)
	if !ok {
		return glyphs
	}
	out := slices.Clone(glyphs)
	for first := 0; first < len(runs); {
		next := first + 1
		for next < len(runs) && next-first < cellLines && runs[next].below(&runs[next-1], em) && runs[next].middle()-runs[next-1].middle() < ofPitch*pitch {
			next++
		}
		if next-first > 1 {
			oneLine(out, glyphs, runs, first, next, em)
		}
		first = next
	}
	return out
}

// pitchOf gives what lies between the last cell of a row and the first of the next.
// It reports false for a file that does not go row by row.
func pitchOf(runs []run, em float64) (pitch float64, ok bool) {
	var pitches []float64
	climbs := 0
	for i := 1; i < len(runs); i++ {
		a, b := &runs[i-1], &runs[i]
		switch down := b.middle() - a.middle(); {
		case down > lineLeast*em && b.box.X0 < a.box.X0 && !b.below(a, em):
			pitches = append(pitches, down)
		case -down > climb*em && b.box.X0 > a.box.X0:
			climbs++
		}
	}
	if len(pitches) == 0 || climbs > len(pitches) {
		return 0, false
	}
	slices.Sort(pitches)
	return pitches[len(pitches)/2], true
}

// oneLine sets the runs of a cell behind each other, if others stand beside it, and
// those at its height.
func oneLine(out, glyphs []pdf.Glyph, runs []run, first, next int, em float64) {
	cell := runs[first:next]
	top, bottom := cell[0].middle(), cell[len(cell)-1].middle()
	middle := (top + bottom) / 2
	x, end, width, total := cell[0].box.X0, cell[0].box.X1, 0.0, 0.0
	for _, r := range cell {
		x, end = min(x, r.box.X0), max(end, r.box.X1)
		width = max(width, r.box.X1-r.box.X0)
		total += r.box.X1 - r.box.X0
	}
	beside := func(i int) bool {
		if i < 0 || i >= len(runs) {
			return false
		}
		r := &runs[i]
		return r.middle() > top-bandEdge*em && r.middle() < bottom+bandEdge*em && (r.box.X1 <= x || r.box.X0 >= end)
	}
	within := next < len(runs) && runs[next].box.X0 < end && runs[next].box.X1 > x && math.Abs(runs[next].middle()-bottom) < sameHeight*em
	if within || !beside(first-1) && !beside(next) {
		return
	}
	// It takes the width of the cell, so that it stays in its column.
	squeeze := min(1, width/total)
	for i := range cell {
		r := &cell[i]
		r.set(out, glyphs, x, middle, squeeze)
		r.joined = true
		x += squeeze * (r.box.X1 - r.box.X0)
	}
	for i := first - 1; beside(i) && !runs[i].joined; i-- {
		runs[i].set(out, glyphs, runs[i].box.X0, middle, 1)
	}
	for i := next; beside(i); i++ {
		runs[i].set(out, glyphs, runs[i].box.X0, middle, 1)
	}
}

// set puts a run at another place and height.
func (r *run) set(out, glyphs []pdf.Glyph, x, middle, squeeze float64) {
	dy := middle - r.middle()
	for i := r.first; i <= r.last; i++ {
		g := &glyphs[i]
		from, to := g.Cell.X0-r.box.X0, g.Cell.X1-r.box.X0
		out[i].Cell = pdf.Box{X0: x + squeeze*from, Y0: g.Cell.Y0 + dy, X1: x + squeeze*to, Y1: g.Cell.Y1 + dy}
	}
}

// runsOf takes the characters of a file apart where it goes to another row or over a
// gap.
func runsOf(glyphs []pdf.Glyph, em float64) []run {
	var runs []run
	for i := range glyphs {
		g := &glyphs[i]
		if blank(g) {
			continue
		}
		if n := len(runs); n > 0 {
			r := &runs[n-1]
			if gap := g.Cell.X0 - r.box.X1; math.Abs(middleOf(g)-r.middle()) < sameHeight*em && gap > -0.5*em && gap < runGap*em {
				r.last = i
				r.box = pdf.Box{X0: r.box.X0, Y0: r.box.Y0, X1: max(r.box.X1, g.Cell.X1), Y1: r.box.Y1}
				continue
			}
		}
		runs = append(runs, run{first: i, last: i, box: g.Cell})
	}
	return runs
}
