package match

import (
	"slices"

	"tijian/ocr/block"
)

// legible is the least legibility of a page whose values are given. Readers are
// sure of 0.87 and more of readable pages, whether drawn, scanned or
// photographed; from 0.6 downwards they make up digits that look right. Counted
// on 180 readable pages and 100 degraded ones.
const legible = 0.7

// legibility tells how sure the readers are of a page: the median over its
// blocks of the surest reading, 0 to 1. Where most of a page is unreadable, what
// looks read is chance: blurred characters make other names and numbers.
func legibility(page *block.Page) float64 {
	var all []float64
	for _, line := range page.Lines {
		for i := range line.Blocks {
			surest, signs := 0.0, len(line.Blocks[i].Readings) > 0
			for _, r := range line.Blocks[i].Readings {
				surest = max(surest, r.Confidence)
				signs = signs && r.Reader == block.Shape
			}
			if !signs { // smears look like signs
				all = append(all, surest)
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}
