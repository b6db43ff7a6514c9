package match

import (
	"cmp"

	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/table"
	"tijian/ocr/vocabulary"
)

// other tells what a row prints that gave no entry, or one of another specimen, which is
// known then: a row with a result that is about none of our indicators, which a person may
// want to look at, and nothing is made of.
// It reports false for what is no row: a text without a result, a result whose name
// nobody could read, or what has neither unit nor interval nor stands under the heading of
// results, as the fields of a page's head.
func other(r *table.Row, line block.Line, known bool) (result.Unmatched, bool) {
	s := r.Segment
	if r.Result == nil && s.Word == "" || !known && !s.Named() {
		return result.Unmatched{}, false
	}
	u := result.Unmatched{Name: s.Read, Idx: s.Name, Flag: r.Flag(nil)}
	u.Unit, u.Reference, u.Coords = asPrinted(r, line)
	headed := true
	if s.Word != "" {
		u.Value, u.IdxOfValue, u.Reference = s.Word, s.WordCell, cmp.Or(s.Usual, u.Reference)
	} else {
		u.Value, u.IdxOfValue, headed = r.Result.Text, r.Result.Cell, r.Column == vocabulary.ResultRole
	}
	return u, headed || u.Unit != "" || u.Reference != "" // 张三 45 is a person
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
