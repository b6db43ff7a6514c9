// Package block holds what layout analysis finds on a page: blocks of text in
// lines, lines in reading order. It is the hand-over between the half of
// package ocr that looks at pixels and the half that understands text.
package block

import (
	"image"
	"slices"

	"tijian/engine/ruleset"
)

// Reader names the engine and model behind a reading.
type Reader string

// The readers of this version.
const (
	Compact Reader = "compact" // own network for the names, numbers and signs of reports
	ChiSim  Reader = "chi_sim" // Tesseract, simplified Chinese
	Eng     Reader = "eng"     // Tesseract, Latin letters and digits
	Shape   Reader = "shape"   // own, by outline: arrows ↑ ↓ and the signs - ± + ++ …
)

// A Reading is what one reader saw in one block.
type Reading struct {
	Reader     Reader
	Text       string  // as read, trimmed
	Confidence float64 // 0 to 1, as the reader reports it
	Missing    Missing // what the ink shows that the text lacks
}

// Missing is what the ink of a number shows that a reader's text lacks.
type Missing string

// What may be missing.
const (
	Nothing Missing = ""
	Point   Missing = "point"  // a dot on the base line
	Digits  Missing = "digits" // tall pieces, more than the text has digits
)

// doubted is how far a number is still believed that the ink contradicts.
const doubted = 0.1

// Sureness is the reader's confidence, hardly any where the ink contradicts it.
func (r *Reading) Sureness() float64 {
	if r.Missing != Nothing {
		return doubted * r.Confidence
	}
	return r.Confidence
}

// A Block is a run of characters on one line without a gap as wide as a
// column's; often one cell of a table.
type Block struct {
	Box      image.Rectangle // pixels of the prepared page; Max is exclusive
	Readings []Reading       // best guess for the block's role first
	Occluded bool            // other ink runs into it and may have taken characters
}

// Text returns what reader saw, or "" when it did not read the block.
func (b *Block) Text(reader Reader) string {
	for _, r := range b.Readings {
		if r.Reader == reader {
			return r.Text
		}
	}
	return ""
}

// A Line is one text line of one column of the page, its blocks left to right.
type Line struct {
	Blocks []Block
}

// Layout is the page layout of a report as the API names it.
type Layout string

// The layouts of the API. Default stands for a layout not yet known.
const (
	Default Layout = ruleset.LayoutDefault
	Single  Layout = ruleset.LayoutSingle // one column of lines
	Double  Layout = ruleset.LayoutDouble // two columns of lines side by side
	Table   Layout = ruleset.LayoutTable  // ruled table
)

// A Page is the reading of a whole picture.
type Page struct {
	Size   image.Point // of the prepared page, in pixels
	Layout Layout      // as detected, or as the client said
	Lines  []Line      // reading order: column by column, top to bottom
}

// Height is the height below which a share of the blocks of some lines are; 0 without any.
func Height(lines []Line, share float64) int {
	var all []int
	for _, line := range lines {
		for i := range line.Blocks {
			all = append(all, line.Blocks[i].Box.Dy())
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[int(share*float64(len(all)))]
}
