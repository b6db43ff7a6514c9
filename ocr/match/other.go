package match

import (
	"cmp"
	"math"
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/table"
	"tijian/ocr/vocabulary"
)

// A rest is a row that is about none of our indicators.
type rest struct {
	result.Unmatched
	line   int
	plain  bool // it prints a unit or an interval
	headed bool // its result stands under the heading of results
}

// other tells what a row prints that gave no entry, or one of another specimen, which is
// known then: a row with a result that is about none of our indicators, which a person may
// want to look at, and nothing is made of.
// It reports false for what is no row: a text without a result, or one whose name nobody
// could read where unit and interval do not show it to be a row: 锌 13.4 umol/L 11.6-23.0.
func other(r *table.Row, line block.Line, known bool) (rest, bool) {
	s := r.Segment
	if r.Result == nil && s.Word == "" || !known && !s.Named() && (len(r.Units) == 0 || r.Interval() == nil) {
		return rest{}, false
	}
	u := rest{Unmatched: result.Unmatched{Name: s.Read, Idx: s.Name, Flag: r.Flag(nil)}, line: s.Line}
	u.Unit, u.Reference, u.Coords = asPrinted(r, line)
	if s.Word != "" {
		u.Value, u.IdxOfValue, u.Reference, u.headed = s.Word, s.WordCell, cmp.Or(s.Usual, u.Reference), true
	} else {
		u.Value, u.IdxOfValue, u.headed = r.Result.Text, r.Result.Cell, r.Column == vocabulary.ResultRole
	}
	u.plain = u.Unit != "" || r.Reference != nil
	return u, true
}

// amongRows keeps the rows that print a unit or an interval, those that go on with a table
// under its heading of results, and where nothing is headed those that stand among rows.
func amongRows(others []rest, entries []*entry) (kept []result.Unmatched) {
	first, last, headed := math.MaxInt, -1, false
	row := func(line int) { first, last = min(first, line), max(last, line) }
	for _, e := range entries {
		under := e.row.Column == vocabulary.ResultRole
		if headed = headed || under; under || e.Value != nil {
			row(e.row.Segment.Line)
		}
	}
	for _, o := range others {
		if headed = headed || o.headed; o.plain || o.headed && o.line == last+1 {
			row(o.line)
		}
	}
	for _, o := range slices.Backward(others) {
		if o.headed && o.line == first-1 {
			row(o.line)
		}
	}
	for _, o := range others {
		if o.plain || o.headed == headed && first <= o.line && o.line <= last {
			kept = append(kept, o.Unmatched)
		}
	}
	return kept
}

// asPrinted gives a row's unit and reference, and where the blocks of its line stand.
func asPrinted(r *table.Row, line block.Line) (unit, reference string, coords [][4]int) {
	if len(r.Units) > 0 {
		unit = r.Units[0]
	}
	if r.Reference != nil {
		reference = r.Reference.Text
	}
	for _, b := range line.Blocks {
		coords = append(coords, [4]int{b.Box.Min.X, b.Box.Min.Y, b.Box.Max.X, b.Box.Max.Y})
	}
	return unit, reference, coords
}
