package match

import (
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
)

// dropSmall takes the values from entries whose result is not as large as results are on
// a page that prints its numbers much larger than all else: limits, corners of cards and
// other pieces stand in ordinary size there.
func dropSmall(entries []*entry, lines []block.Line) {
	var heights []int
	for _, line := range lines {
		for _, b := range line.Blocks {
			heights = append(heights, b.Box.Dy())
		}
	}
	if len(heights) == 0 {
		return
	}
	slices.Sort(heights)
	large := largeResult * float64(heights[len(heights)/2])
	found := 0
	for _, line := range lines {
		for _, b := range line.Blocks {
			if float64(b.Box.Dy()) >= large && isNumber(b) {
				found++
			}
		}
	}
	var small []*entry
	for _, e := range entries {
		if e.Value != nil && float64(e.row.Result.Box.Dy()) < large*smallResult {
			small = append(small, e)
		}
	}
	if found < max(largeFewest, len(small)) {
		return
	}
	for _, e := range small {
		e.drop("smaller than the results of the page")
	}
}

// isNumber tells a block that some reader read as nothing but a number.
func isNumber(b block.Block) bool {
	return slices.ContainsFunc(b.Readings, func(r block.Reading) bool {
		n, ok := value.ParseNumber(r.Text)
		return ok && n.Compare == ""
	})
}

// drop takes the value for a reason.
func (e *entry) drop(why string) {
	e.Clear()
	e.verdict.doubt, e.Doubt = why, why
}
