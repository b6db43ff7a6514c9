package textlayer

import (
	"math"
	"slices"

	"tijian/ocr/pdf"
)

// Lengths, in em or as shares.
const (
	runGap    = 0.5  // em between characters of one run of the file
	sameEdge  = 0.3  // em by which the left edges of a cell's lines may differ
	lineLeast = 0.8  // em from one line of a cell to the next,
	lineMost  = 1.9  // at most,
	ofPitch   = 0.93 // and as a share of what lies between rows
)

// A run is characters that follow each other in the file on one row.
type run struct {
	first, last int // of the glyphs, the last included
	box         pdf.Box
}

func (r *run) middle() float64 { return (r.box.Y0 + r.box.Y1) / 2 }

// unwrap sets the lines of a cell behind each other, at the middle of its height,
// where the cells beside it stand. A file that goes through its tables row by row has
// them one after the other, each below the one before; in others, and in prose,
// most of what follows stands below, and nothing is changed.
func unwrap(glyphs []pdf.Glyph, em float64) []pdf.Glyph {
	runs := runsOf(glyphs, em)
	var pitches []float64
	beside := 0
	below := make([]bool, len(runs)) // what stands below the one before, in the same cell perhaps
	for i := 1; i < len(runs); i++ {
		a, b := &runs[i-1], &runs[i]
		down := b.middle() - a.middle()
		switch {
		case math.Abs(down) < sameHeight*em && b.box.X0 > a.box.X1:
			beside++
		case down > lineLeast*em && down < lineMost*em && math.Abs(b.box.X0-a.box.X0) < sameEdge*em:
			below[i] = true
		case down > lineLeast*em && b.box.X0 < a.box.X0:
			pitches = append(pitches, down)
		}
	}
	lines := 0
	for _, b := range below {
		if b {
			lines++
		}
	}
	if lines == 0 || len(pitches) == 0 || beside < lines {
		return glyphs
	}
	slices.Sort(pitches)
	pitch := pitches[len(pitches)/2]
	out := slices.Clone(glyphs)
	for i := 1; i < len(runs); {
		if !below[i] {
			i++
			continue
		}
		first := i - 1
		for i < len(runs) && below[i] && runs[i].middle()-runs[i-1].middle() < ofPitch*pitch {
			i++
		}
		if i-first > 1 {
			oneLine(out, runs[first:i])
		} else {
			i++
		}
	}
	return out
}

// oneLine sets runs behind each other.
func oneLine(glyphs []pdf.Glyph, runs []run) {
	middle := (runs[0].middle() + runs[len(runs)-1].middle()) / 2
	x := runs[0].box.X0
	width := 0.0
	for _, r := range runs {
		width = max(width, r.box.X1-r.box.X0)
	}
	total := 0.0
	for _, r := range runs {
		total += r.box.X1 - r.box.X0
	}
	// It takes the width of the cell, so that it stays in its column.
	squeeze := min(1, width/total)
	for _, r := range runs {
		dy := middle - r.middle()
		for i := r.first; i <= r.last; i++ {
			g := &glyphs[i]
			from, to := g.Cell.X0-r.box.X0, g.Cell.X1-r.box.X0
			g.Cell = pdf.Box{X0: x + squeeze*from, Y0: g.Cell.Y0 + dy, X1: x + squeeze*to, Y1: g.Cell.Y1 + dy}
		}
		x += squeeze * (r.box.X1 - r.box.X0)
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
		runs = append(runs, run{i, i, g.Cell})
	}
	return runs
}
