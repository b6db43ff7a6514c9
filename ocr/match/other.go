package match

import (
	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/table"
)

// other tells what a row prints that gave no entry: a row with a result that is about
// none of our indicators, which a person may want to look at, and nothing is made of.
// It reports false for what is no row: a text without a result, a result whose name
// nobody could read, or what has neither unit nor interval, as the fields of a page's
// head.
func other(r *table.Row, line block.Line) (result.Unmatched, bool) {
	if r.Result == nil || !r.Segment.Named() {
		return result.Unmatched{}, false
	}
	u := result.Unmatched{Name: r.Segment.Read, Value: r.Result.Text}
	if len(r.Units) > 0 {
		u.Unit = r.Units[0]
	}
	if r.Reference != nil {
		u.Reference = r.Reference.Text
	}
	for i := range line.Blocks {
		b := line.Blocks[i].Box
		u.Coords = append(u.Coords, [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y})
	}
	return u, u.Unit != "" || u.Reference != "" // 张三 45 is a person
}
