package assess

import (
	"slices"

	"tijian/engine/cells"
	"tijian/engine/compiled"
	"tijian/engine/expression"
)

// missing is the cell of an input that was not sent.
const missing = 0

// maxCells is how many cells of a table are worked out ahead.
const maxCells = 1 << 14

// A dimension is an input cut into cells: the first for not being sent, then
// false and true, each word, or the cells of a number line.
type dimension struct {
	slot   int
	kind   expression.Type
	axis   cells.Axis
	words  []string
	size   int
	stride int // of the cells' index
}

// cell of the input now; false for a word that is none of its words.
func (d *dimension) cell(in *compiled.Inputs) (int, bool) {
	if !in.Known(d.slot) {
		return missing, true
	}
	switch d.kind {
	case expression.Boolean:
		return int(in.Truth(d.slot)), true
	case expression.String:
		i := slices.Index(d.words, in.Text(d.slot))
		return 1 + i, i >= 0
	default:
		return 1 + d.axis.Cell(in.Number(d.slot)), true
	}
}

// point gives a value in a cell, nil for not sent.
func (d *dimension) point(cell int) any {
	switch {
	case cell == missing:
		return nil
	case d.kind == expression.Boolean:
		return expression.Truth(cell) == expression.True
	case d.kind == expression.String:
		return d.words[cell-1]
	default:
		return d.axis.Point(cell - 1)
	}
}

// size is the number of cells, maxCells+1 for any more than maxCells.
func size(dimensions []*dimension) int {
	n := 1
	for _, d := range dimensions {
		if n *= d.size; n > maxCells {
			return maxCells + 1
		}
	}
	return n
}

// walk visits every combination of cells with its index.
func walk(dimensions []*dimension, put func(slot int, value any), visit func(index int)) {
	var into func(depth, index int)
	into = func(depth, index int) {
		if depth == len(dimensions) {
			visit(index)
			return
		}
		d := dimensions[depth]
		for cell := range d.size {
			put(d.slot, d.point(cell))
			into(depth+1, index+cell*d.stride)
		}
		put(d.slot, nil)
	}
	into(0, 0)
}
