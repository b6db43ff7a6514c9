package workbook

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// rowSheet() is the sheet of the rows of tables.
func rowSheet() *sheet {
	all := layout().Sheets
	return &all[slices.IndexFunc(all, func(s sheet) bool { return s.Rows })]
}

// A TableCells is a decision table of a file as cells.
type TableCells struct {
	Indicator, For string
	Source         string // of the rows that have none
	Line           int
	Rows           []Row
}

// A Row has a cell for each of RowKeys, "" for what is left out.
type Row struct {
	Was   int // its number among the rows of the file, from 0; New for none
	Cells []string
	Line  int
	at    []*yaml.Node // of the cells; nil for what is left out
}

// New is the number of a row that the file does not have yet.
const New = -1

// rowCells are the columns of the sheet that are cells of a row, and their keys.
var rowCells = sync.OnceValues(func() (columns []int, keys []string) {
	for k, c := range rowSheet().Columns {
		if !c.Fixed {
			columns, keys = append(columns, k), append(keys, c.Key)
		}
	}
	return columns, keys
})

// RowKeys are the keys of the cells of a row.
func RowKeys() []string {
	_, keys := rowCells()
	return keys
}

func rowColumns() []int {
	columns, _ := rowCells()
	return columns
}

// Tables reads the tables of a file.
func Tables(data []byte) ([]TableCells, error) {
	d, err := parse(data)
	if err != nil {
		return nil, err
	}
	return d.tables(), nil
}

func (d *document) tables() []TableCells {
	var list []TableCells
	for i, n := range d.root.Content {
		place := "/" + strconv.Itoa(i)
		t := TableCells{Indicator: d.text(place + "/indicator"), For: d.text(place + "/for"), Source: d.value(&column{Key: "source", List: true}, place), Line: n.Line}
		for k := 0; d.nodes[rowPlace(place, k)] != nil; k++ {
			t.Rows = append(t.Rows, d.rowAt(rowPlace(place, k), k))
		}
		list = append(list, t)
	}
	return list
}

func rowPlace(table string, k int) string { return table + "/rows/" + strconv.Itoa(k) }

func (d *document) rowAt(place string, k int) Row {
	r := Row{Was: k, Line: d.nodes[place].Line}
	for _, k := range rowColumns() {
		c := &rowSheet().Columns[k]
		r.Cells, r.at = append(r.Cells, d.value(c, place)), append(r.at, d.nodes[c.at(place)])
	}
	return r
}

// Key names the cell of a row in which a place of the file lies; the first where
// it lies in none.
func (r *Row) Key(at problem.Place) string {
	key, column := RowKeys()[0], 0
	for i, n := range r.at {
		if n != nil && n.Line <= at.Line && (n.Line == at.Line && n.Column <= at.Column && n.Column > column || n.Line < at.Line && n.Line > r.Line) {
			key = RowKeys()[i]
			if n.Line == at.Line {
				column = n.Column
			}
		}
	}
	return key
}

// A Refusal is why a cell cannot be written as it should be.
type Refusal struct {
	Row int    // of those that were to be written
	Key string // "" for the whole row
	Why problem.Problem
}

// Rewrite returns a file in which one table has other rows: rows that it had, in
// their order and with other cells, and new ones behind them. Everything else
// stays as it is written, just as when a workbook is read back. With refusals
// there is no file.
func Rewrite(data []byte, table int, rows []Row) ([]byte, []Refusal) {
	d, err := parse(data)
	if err != nil {
		return nil, []Refusal{{Why: message.NoWorkbook.At(problem.Place{}, "error", err)}}
	}
	w := &rewriter{document: d, table: "/" + strconv.Itoa(table)}
	before := d.tables()[table].Rows
	kept, above := map[int]bool{}, ""
	for i := range rows {
		w.row = i
		if was := rows[i].Was; was != New {
			above = rowPlace(w.table, was)
			kept[was] = true
			w.changed(above, before[was].Cells, rows[i].Cells)
			continue
		}
		w.added(above, rows[i].Cells)
	}
	for k := range before {
		if !kept[k] {
			w.lost(k)
		}
	}
	if len(w.refused) > 0 {
		return nil, w.refused
	}
	after := apply(data, w.edits)
	if now, err := parse(after); err != nil || !saysRows(now.tables(), table, rows) {
		w.refuse("", message.CellResult.At(problem.Place{}))
		return nil, w.refused
	}
	return after, nil
}

// saysRows reports whether a table has just these rows.
func saysRows(tables []TableCells, table int, rows []Row) bool {
	if table >= len(tables) {
		return false
	}
	return slices.EqualFunc(tables[table].Rows, rows, func(a, b Row) bool { return slices.Equal(shownCells(a.Cells), shownCells(b.Cells)) })
}

// shownCells are cells with their lists as they will be shown.
func shownCells(cells []string) []string {
	all := slices.Clone(cells)
	for i, k := range rowColumns() {
		if rowSheet().Columns[k].List {
			all[i] = strings.Join(split(all[i]), separator)
		}
		if strings.TrimSpace(all[i]) == "" {
			all[i] = ""
		}
	}
	return all
}

type rewriter struct {
	*document
	table   string
	row     int // of the new ones, that is written
	edits   []edit
	refused []Refusal
}

func (w *rewriter) refuse(key string, why problem.Problem) {
	w.refused = append(w.refused, Refusal{w.row, key, why})
}

// changed writes the cells of a row that is there.
func (w *rewriter) changed(place string, before, cells []string) {
	for i, k := range rowColumns() {
		if cells[i] == before[i] {
			continue
		}
		edits, why := w.change(rowSheet(), k, place, cells[i])
		w.edits = append(w.edits, edits...)
		if why != nil {
			w.refuse(RowKeys()[i], why.At(problem.Place{}))
		}
	}
}

// added writes a new row behind another one.
func (w *rewriter) added(above string, cells []string) {
	all := make([]string, len(rowSheet().Columns))
	missing := false
	for i, k := range rowColumns() {
		if all[k] = cells[i]; !rowSheet().Columns[k].May && strings.TrimSpace(cells[i]) == "" {
			w.refuse(RowKeys()[i], message.WorkbookRequired.At(problem.Place{}))
			missing = true
		}
	}
	if missing {
		return
	}
	if above == "" {
		w.refuse("", message.CellFirst.At(problem.Place{}))
		return
	}
	edits, err := w.document.row(rowSheet(), above, all)
	if err != nil {
		w.refuse("", message.CellShape.At(problem.Place{}))
	}
	w.edits = append(w.edits, edits...)
}

// lost takes a row out, with its lines; comments above it stay.
func (w *rewriter) lost(k int) {
	n := w.nodes[rowPlace(w.table, k)]
	start := w.offset(n)
	begin := bytes.LastIndexByte(w.data[:start], '\n') + 1
	if strings.TrimSpace(string(w.data[begin:start])) != "-" || w.flow(parent(rowPlace(w.table, k))) {
		w.refuse("", message.CellShape.At(problem.Place{}))
		return
	}
	last := w.lineEnd(w.offset(deepest(n)))
	if n.Style&yaml.FlowStyle != 0 {
		end, err := w.end(n)
		if err != nil {
			w.refuse("", message.CellShape.At(problem.Place{}))
			return
		}
		last = w.lineEnd(end)
	} else if end, err := w.end(deepest(n)); err == nil {
		last = w.lineEnd(end)
	} else {
		last = w.block(last, n.Column)
	}
	if last < len(w.data) {
		last++ // the end of the line
	}
	w.edits = append(w.edits, edit{begin, last, ""})
}

// block is the end of a text of several lines, each further in than a column.
func (d *document) block(at, column int) int {
	end := at
	for at < len(d.data) {
		next := d.lineEnd(at + 1)
		line := d.data[at+1 : max(at+1, next)]
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case indent < column:
			return end
		default:
			end = next
		}
		at = next
	}
	return end
}

// deepest is the last scalar or bracketed value of a node.
func deepest(n *yaml.Node) *yaml.Node {
	for n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
