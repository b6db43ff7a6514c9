// Package table takes the read lines of a page apart: cards of apps and names of
// two lines, cells and what they look like, columns, and of each item named there
// the parts that are its result, reference, unit and mark. What they are worth is
// package match's to say.
package table

import (
	"cmp"

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
	ps.joinWrappedNames(l.cells, l.finds)
	for i := range l.cells {
		ps.joinNameCells(l.cells[i], l.finds[i])
	}
	var segments []*Segment
	for i, cells := range l.cells {
		if !l.heads[i] {
			segments = append(segments, ps.segments(i, cells, l.finds[i], cols)...)
		}
	}
	cols.units = hints(cols.units, segments)
	rows := make([]Row, len(segments))
	for i, s := range segments {
		rows[i] = ps.assignRoles(s, cols)
	}
	dropAstray(rows, l.cells, cols)
	return &Grid{l.cells, l.blocks, rows}
}

// lines makes cells of the blocks of printed lines, and finds what they name.
func (ps *Parser) lines(printed []block.Line) *lined {
	l := &lined{}
	for i := range printed {
		if specks(printed[i]) {
			continue
		}
		var cells []Cell
		var blocks []block.Block
		for _, b := range printed[i].Blocks {
			for _, a := range ps.atoms(b) {
				c := ps.newCell(&a.Block)
				c.role, c.fused = cmp.Or(a.role, c.role), a.fused
				cells, blocks = append(cells, c), append(blocks, a.Block)
			}
		}
		markTorn(cells)
		cells, blocks = ps.applyLabels(cells, blocks)
		l.cells, l.blocks = append(l.cells, cells), append(l.blocks, block.Line{Blocks: blocks})
	}
	l.cells, l.blocks = ps.splitRepeated(l.cells, l.blocks)
	for _, cells := range l.cells {
		_, header := ps.findHeader(cells)
		head := header || ps.HeadingOf(cells) != nil
		finds := make([]nameHits, len(cells))
		for j := range cells {
			if head {
				break
			}
			if j > 0 {
				if _, bare := ps.isLabel(cells[j-1].Text()); bare {
					continue
				}
			}
			finds[j] = ps.findNames(&cells[j])
		}
		l.finds, l.heads = append(l.finds, finds), append(l.heads, head)
	}
	return l
}

// applyLabels gives what stands behind a label its role, as 参考值: does in a block
// of its own, and drops the label.
func (ps *Parser) applyLabels(cells []Cell, blocks []block.Block) (rest []Cell, of []block.Block) {
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
		rest, of = append(rest, cells[j]), append(of, blocks[j])
	}
	return rest, of
}
