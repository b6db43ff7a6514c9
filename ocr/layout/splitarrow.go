package layout

import (
	"slices"

	"tijian/ocr/glyph"
	"tijian/ocr/raster"
)

// splitArrow splits an arrow off the end or the start of a block, where a
// result carries it.
func splitArrow(b Block, em float64) []Block {
	characters := glyph.Characters(b.Parts)
	n := len(characters)
	if n < 2 {
		return []Block{b}
	}
	blockOf := func(characters [][]raster.Component, arrow string) Block {
		parts := slices.Concat(characters...)
		return Block{Box: raster.Bounds(parts), Parts: parts, arrow: arrow}
	}
	if arrow := glyph.TrailingArrow(characters, em); arrow != "" {
		return []Block{blockOf(characters[:n-1], ""), blockOf(characters[n-1:], arrow)}
	}
	if arrow := glyph.LeadingArrow(characters, em); arrow != "" {
		return []Block{blockOf(characters[:1], arrow), blockOf(characters[1:], "")}
	}
	return []Block{b}
}

// Sign names the sign that the block is, an arrow or a graded result, or returns
// ""; see glyph.Sign.
func (b *Block) Sign(em float64) string {
	if b.arrow != "" {
		return b.arrow
	}
	return glyph.Sign(b.Parts, em)
}
