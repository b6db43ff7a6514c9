// Package table takes the read lines of a page apart: cards of apps and names of
// two lines, cells and what they look like, columns, and of each item named there
// the parts that are its result, reference, unit and mark. What they are worth is
// package match's to say.
package table

import (
	"tijian/engine/dictionary"
	"tijian/ocr/block"
	"tijian/ocr/names"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A Parser takes the lines of a page apart. It is safe for concurrent use.
type Parser struct {
	Dict   *dictionary.Dictionary
	values *value.Words
	Words  *vocabulary.Words
	Names  *names.Index
	units  [][]rune // keyed canonical units
}

// New makes a parser of a dictionary, of the words that results and
// reports are printed with, and of the index of names.
func New(dict *dictionary.Dictionary, values *value.Words, w *vocabulary.Words, n *names.Index) *Parser {
	ps := &Parser{Dict: dict, values: values, Words: w, Names: n}
	for _, u := range dict.Units().Names() {
		ps.units = append(ps.units, []rune(UnitKey(u)))
	}
	return ps
}

// A Grid is what a page prints, taken apart.
type Grid struct {
	Cells [][]Cell     // line by line
	Lines []block.Line // the blocks of the cells
	Rows  []Row
}

// Parse takes lines apart: into lines that each are about one row of the report,
// their cells, and of each item named there what is its result, reference, unit
// and mark.
func (ps *Parser) Parse(blocks []block.Line) *Grid {
	printed := joinWrappedLines(ps.cards(blocks))
	lines := make([][]Cell, len(printed))
	for i := range printed {
		for j := range printed[i].Blocks {
			lines[i] = append(lines[i], ps.newCell(&printed[i].Blocks[j]))
		}
	}
	for _, cells := range lines {
		markTorn(cells)
	}
	lines, printed = ps.splitRepeated(lines, printed)
	cols := ps.newColumns(lines)
	finds := make([][]nameHits, len(printed))
	heads := map[int]bool{}
	for i, cells := range lines {
		if _, ok := ps.findHeader(cells); ok || ps.HeadingOf(cells) != nil {
			heads[i] = true
		}
	}
	for i, cells := range lines {
		finds[i] = make([]nameHits, len(cells))
		if heads[i] {
			continue
		}
		for j := range cells {
			if j > 0 {
				if _, bare := ps.isLabel(cells[j-1].Text()); bare {
					continue
				}
			}
			finds[i][j] = ps.findNames(&cells[j])
		}
	}
	ps.joinWrappedNames(lines, finds)
	for i := range lines {
		ps.joinNameCells(lines[i], finds[i])
	}
	var segments []*Segment
	for i, cells := range lines {
		if !heads[i] {
			segments = append(segments, ps.segments(i, cells, finds[i], cols)...)
		}
	}
	cols.units = hints(cols.units, segments)
	rows := make([]Row, len(segments))
	for i, s := range segments {
		rows[i] = ps.assignRoles(s, cols)
	}
	return &Grid{lines, printed, rows}
}
