package table

import (
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/ocr/vocabulary"
)

// A stack is a row's result and its reference above each other: how far both stand from
// the name.
type stack struct {
	row               int
	column            image.Rectangle // of the reference
	result, reference int
}

// dropReferences takes back results that are references: the value above them, below them
// or before them was not seen, or not read. Where rows print both in one column the others
// tell which is which, by their places: limits are intervals, what is negative beside what
// is not is the reference, and so is what stands in smaller print.
func dropReferences(rows []Row, lines [][]Cell) {
	var told, assumed []stack
	for i := range rows {
		r := &rows[i]
		result, reference := r.stacked()
		if result == nil || overlap(result.Box, reference.Box) {
			continue
		}
		s := stack{i, reference.Box, r.offset(lines, result.Box), r.offset(lines, reference.Box)}
		switch sure := result.outranks(reference); {
		case sure > 0:
			told = append(told, s)
		case sure < 0:
			told = append(told, stack{i, result.Box, s.reference, s.result})
		case r.Result != nil:
			assumed = append(assumed, s)
		}
	}
	if len(told) == 0 {
		told = assumed
	}
	for i := range rows {
		r := &rows[i]
		if r.Result == nil || r.Result.fused || r.Result.Look != GradeLook && r.Column == vocabulary.ResultRole {
			continue
		}
		at, results, references := r.offset(lines, r.Result.Box), 0, 0
		near := slices.DeleteFunc(slices.Clone(told), func(s stack) bool { return !sameColumn(s.column.Inset(-r.Result.Box.Dy()), r.Result.Box) }) // columns may lean
		slices.SortStableFunc(near, func(a, b stack) int { return abs(a.row-i) - abs(b.row-i) })                                                   // the page may slope
		for _, s := range near[:min(nearStacks, len(near))] {
			if abs(at-s.reference) < abs(at-s.result) {
				references++
			} else {
				results++
			}
		}
		drop := references > results || references+results == 0 && r.isBesideUnread(rows, lines)
		if r.Result.Look == numberLook { // a limit whose sign was lost
			drop = results == 0 && references > 1
		}
		if drop {
			r.Result = nil
		}
	}
}

// stacked gives the result and the reference of a row, or two grades of one of which
// nothing told which is the result; nil without such.
func (r *Row) stacked() (result, reference *Part) {
	if r.Result != nil && r.Reference != nil {
		return r.Result, r.Reference
	}
	for i := range r.Segment.Parts {
		if p := &r.Segment.Parts[i]; r.Result == nil && p.Look == GradeLook {
			if result != nil && sameColumn(result.Box, p.Box) {
				return result, p
			}
			result = p
		}
	}
	return nil, nil
}

// outranks tells which of two things above each other is the result: this one above nought,
// the other below, and neither at nought.
func (p *Part) outranks(o *Part) int {
	positive := func(p *Part) bool { return len(p.Grades) > 0 && p.Grades[0].Number.Value > 0 }
	larger := func(p, o *Part) bool {
		return vocabulary.HasHan(p.Text) && vocabulary.HasHan(o.Text) && 10*p.Box.Dy() > largerPrint*o.Box.Dy()
	}
	switch {
	case p.Look != GradeLook || o.Look != GradeLook:
		return 1
	case positive(p) != positive(o):
		if positive(p) {
			return 1
		}
		return -1
	case larger(p, o):
		return 1
	case larger(o, p):
		return -1
	}
	return 0
}

// offset is twice the height of a box above a row's name, or below it.
func (r *Row) offset(lines [][]Cell, box image.Rectangle) int {
	name := lines[r.Segment.Line][r.Segment.Name].Box
	return box.Min.Y + box.Max.Y - name.Min.Y - name.Max.Y
}

// isBesideUnread tells that ink before a result, above it or below it was not understood: it
// may be the result.
func (r *Row) isBesideUnread(rows []Row, lines [][]Cell) bool {
	own, name := r.Result.Box, lines[r.Segment.Line][r.Segment.Name].Box
	near := lines[max(0, r.Segment.Line-nearLines):min(len(lines), r.Segment.Line+nearLines+1)]
	return slices.ContainsFunc(slices.Concat(near...), func(c Cell) bool {
		switch {
		case c.look != textLook || c.Box == name || 10*c.Box.Dy() < 7*own.Dy() || !c.mayGrade():
			return false
		case overlap(c.Box, own):
			if c.Box.Min.X < name.Max.X || c.Box.Max.X > own.Min.X {
				return false
			}
		case !sameColumn(c.Box, own) || max(own.Min.Y-c.Box.Max.Y, c.Box.Min.Y-own.Max.Y) > own.Dy() || c.Box.Min.Y > own.Min.Y && c.Box.Dy() < own.Dy():
			return false
		}
		return !slices.ContainsFunc(rows, func(o Row) bool {
			return o.Segment != r.Segment && overlap(c.Box, lines[o.Segment.Line][o.Segment.Name].Box)
		})
	})
}

// mayGrade tells that a text may be a grade: no reader is sure of it, or it is short and has
// the signs of one.
func (c *Cell) mayGrade() bool {
	return utf8.RuneCountInString(c.Text()) <= longestWord && strings.ContainsAny(c.Text(), "+±阴阳") || !slices.ContainsFunc(c.read, func(r reading) bool {
		return r.confidence >= speckUnsure && utf8.RuneCountInString(r.text) > 1
	})
}

// overlap tells that two boxes stand side by side, by half of the lower one.
func overlap(a, b image.Rectangle) bool {
	return 2*(min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y)) >= min(a.Dy(), b.Dy())
}
