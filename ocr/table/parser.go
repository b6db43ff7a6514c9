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
	l := ps.lines(ps.turned(joinWrappedLines(blocks)))
	ps.records(l)
	cols := ps.newColumns(l.cells)
	ps.joinWrappedNames(l.cells)
	var segments []*Segment
	g := &Grid{Cells: l.cells}
	for i, cells := range l.cells {
		ps.joinNameCells(cells)
		if !l.heads[i] {
			segments = append(segments, ps.segments(i, cells, cols)...)
		}
		var line block.Line
		for j := range cells {
			line.Blocks = append(line.Blocks, cells[j].Block)
		}
		g.Lines = append(g.Lines, line)
	}
	cols.units = hints(cols.units, segments)
	for _, s := range segments {
		g.Rows = append(g.Rows, ps.assignRoles(s, cols))
	}
	dropAstray(g.Rows, l.cells, cols)
	return g
}

// lines makes cells of the blocks of printed lines, and finds what they name.
func (ps *Parser) lines(printed []block.Line) *lined {
	l := &lined{}
	for _, line := range printed {
		if specks(line) {
			continue
		}
		var cells []Cell
		for _, b := range line.Blocks {
			for _, a := range ps.atoms(b) {
				cells = append(cells, ps.newCell(&a))
			}
		}
		markTorn(cells)
		l.cells = append(l.cells, ps.applyLabels(cells))
	}
	l.cells = ps.splitRepeated(l.cells)
	for _, cells := range l.cells {
		_, header := ps.findHeader(cells)
		head := header || ps.HeadingOf(cells) != nil
		l.heads = append(l.heads, head)
		for j := range cells {
			if head {
				break
			}
			if j > 0 {
				if _, bare := ps.isLabel(cells[j-1].Text()); bare {
					continue
				}
			}
			cells[j].nameHits = ps.findNames(&cells[j])
		}
	}
	return l
}

// applyLabels gives what stands behind a label its role, as 参考值: does in a block
// of its own, and drops the label.
func (ps *Parser) applyLabels(cells []Cell) (rest []Cell) {
	for j := range cells {
		if j+1 < len(cells) {
			next := &cells[j+1]
			h := next.holds()
			switch role := ps.labelRole(cells[j].Text()); {
			case role == vocabulary.ReferenceRole && (h.value || h.bound || h.interval), role == vocabulary.ResultRole && (h.value || h.bound), role == vocabulary.UnitRole && next.look == unitLook:
				next.role = role
				continue
			}
		}
		rest = append(rest, cells[j])
	}
	return rest
}
