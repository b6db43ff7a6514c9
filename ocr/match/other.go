package match

import (
	"image"

	"tijian/ocr/block"
	"tijian/ocr/table"
)

// An Other is a row with a result that is about none of our indicators, as it is
// printed: what a person may want to look at, and nothing is made of.
type Other struct {
	Name, Value, Unit, Reference string
	Box                          image.Rectangle // of its blocks, on the prepared page
}

// other tells what a row prints that gave no entry. It reports false for what is no
// row: a text without a result, a result whose name nobody could read, or what has
// neither unit nor interval, as the fields of a page's head.
func other(r *table.Row, line block.Line) (Other, bool) {
	if r.Result == nil || !r.Segment.Named() {
		return Other{}, false
	}
	o := Other{Name: r.Segment.Read, Value: r.Result.Text, Box: line.Blocks[r.Segment.Name].Box.Union(r.Result.Box)}
	if len(r.Units) > 0 {
		o.Unit = r.Units[0]
	}
	if r.Reference != nil {
		o.Reference, o.Box = r.Reference.Text, o.Box.Union(r.Reference.Box)
	}
	return o, o.Unit != "" || o.Reference != "" // 张三 45 is a person
}
