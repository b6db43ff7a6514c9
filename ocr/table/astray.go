package table

import (
	"image"
	"slices"

	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// dropAstray takes back results that stand where the rows around print something else
// than theirs, while nothing stands where theirs do: the result was not seen, and what
// is left is an earlier one, a mean, a limit or a price. What was cut out of a block with
// its name stands where the name ends, and shows no column.
func dropAstray(rows []Row, lines [][]Cell, cols *columns) {
	var astray []int
	for i := range rows {
		if r := &rows[i]; r.Result != nil && !r.Result.fused && (r.isAstray(rows, lines, cols) || r.isOfBelow(lines, intervalLook) || r.isOfBelow(lines, unitLook) || r.isOfNext(lines, cols) || r.isOfScale(lines)) {
			astray = append(astray, i)
		}
	}
	for _, i := range astray {
		rows[i].Result = nil
	}
}

func (r *Row) isAstray(rows []Row, lines [][]Cell, cols *columns) bool {
	own, others, both := 0, 0, false // some lines print something in both columns
	line, box := r.Segment.Line, r.Result.Box
	name := lines[line][r.Segment.Name].Box
	headed := r.Column == vocabulary.ResultRole && cols.headOf(box).day == "" // a word says what stands there
	for i := range rows {
		s := rows[i].Segment
		if s.Line == line || abs(s.Line-line) > columnReach || cols.region[s.Line] != cols.region[line] || !sameColumn(lines[s.Line][s.Name].Box, name) {
			continue
		}
		result := rows[i].Result
		switch {
		case result != nil && result.fused:
		case result != nil && besides(result.Box, box) < box.Dy(): // columns may lean
			own++
		case result != nil && !r.Segment.prints(result.Box) && !r.Segment.named(lines[line], result.Box), result == nil && !headed && s.prints(box) && s.printsBeside(r.Segment, box):
			others, both = others+1, both || prints(lines[s.Line], box)
		}
	}
	return both && others >= columnCells && others > own
}

// isOfNext tells that the headings of a column of results and of one of names stand between
// a name and the result: the name of that half was not seen.
func (r *Row) isOfNext(lines [][]Cell, cols *columns) bool {
	at := cols.headerOf(r.Result.Box)
	if at < 0 {
		return false
	}
	name, pieces := lines[r.Segment.Line][r.Segment.Name].Box, cols.headers[at].pieces
	return slices.ContainsFunc(pieces, func(result piece) bool {
		return result.role == vocabulary.ResultRole && result.x1 > name.Min.X && slices.ContainsFunc(pieces, func(next piece) bool {
			return next.role.IsName() && next.x1 > result.x2 && next.x2 < r.Result.Box.Min.X
		})
	})
}

// isOfBelow tells that a result was taken from a line that has an interval or a unit of its
// own, beside that of the name's line: the name there was not seen.
func (r *Row) isOfBelow(lines [][]Cell, look Look) bool {
	name := lines[r.Segment.Line][r.Segment.Name].Box
	level := func(b image.Rectangle) bool { return b.Min.Y < name.Max.Y && name.Min.Y < b.Max.Y }
	here, there := false, false
	if level(r.Result.Box) {
		return false
	}
	near := lines[max(0, r.Segment.Line-nearLines):min(len(lines), r.Segment.Line+nearLines+1)]
	for _, c := range slices.Concat(near...) {
		if c.look == look {
			here = here || level(c.Box)
			there = there || !level(c.Box) && c.Box.Min.Y < r.Result.Box.Max.Y && r.Result.Box.Min.Y < c.Box.Max.Y
		}
	}
	return here && there
}

// isOfScale tells that a result and another number of its row are the limits of an interval
// of a line around: they are written below the scale on which the result is marked.
func (r *Row) isOfScale(lines [][]Cell) bool {
	if r.Reference != nil && r.Reference.Look == intervalLook {
		return false
	}
	has := func(p *Part, limit float64) bool {
		return slices.ContainsFunc(p.Numbers, func(n value.Reading) bool { return n.Number.Value == limit })
	}
	near := lines[max(0, r.Segment.Line-nearLines):min(len(lines), r.Segment.Line+nearLines+1)]
	for _, c := range slices.Concat(near...) {
		for _, read := range c.read {
			for _, t := range read.tokens {
				if t.Kind == value.IntervalKind && slices.ContainsFunc(r.Segment.Parts, func(p Part) bool {
					return has(r.Result, t.Interval.Low) && has(&p, t.Interval.High) || has(r.Result, t.Interval.High) && has(&p, t.Interval.Low)
				}) {
					return true
				}
			}
		}
	}
	return false
}

// prints tells that a line has a number, a grade or an interval in the column of a box.
func prints(line []Cell, box image.Rectangle) bool {
	return slices.ContainsFunc(line, func(c Cell) bool { return c.holdsValue() && sameColumn(c.Box, box) })
}

// prints is the same of what is said of one item.
func (s *Segment) prints(box image.Rectangle) bool {
	return slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Look.isValue() && sameColumn(p.Box, box) })
}

// named tells that the name of a segment or its code stands in the column of a box.
func (s *Segment) named(cells []Cell, box image.Rectangle) bool {
	for i := range s.joined {
		if sameColumn(cells[i].Box, box) {
			return true
		}
	}
	return false
}

// printsBeside tells that a segment has a result besides that in the column of a box, where
// another has none.
func (s *Segment) printsBeside(other *Segment, box image.Rectangle) bool {
	return slices.ContainsFunc(s.Parts, func(p Part) bool {
		return p.Look.isValue() && p.Look != intervalLook && !sameColumn(p.Box, box) && !other.prints(p.Box)
	})
}

// sameColumn tells that two boxes stand below each other, by half of the narrower one.
func sameColumn(a, b image.Rectangle) bool {
	return 2*(min(a.Max.X, b.Max.X)-max(a.Min.X, b.Min.X)) >= min(a.Dx(), b.Dx())
}
