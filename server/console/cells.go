package console

import (
	"encoding/json"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/workbook"
)

// cellTable is one decision table of a draft as a form. What it began with comes
// back with it, so that only cells that the visitor changed are written.
type cellTable struct {
	Version   string
	Indicator string // as the address has it
	File      string
	Number    int    // of the table in its file
	ID        string // in the page
	Source    string // of the rows that have none
	Base      string // the rows that the form began with, as JSON
	Rows      []cellRow
	Levels    []offered
	Colors    []offered
	Faults    []faultView // of no cell
	Elsewhere []faultView
	State     string // "saved", "conflict", "refused", or "" while it is edited
	Focus     string // the row to begin at
	Folder    string // of the rules, as pages name it
	Left      []leftover
	constants map[string]*ruleset.Constant
	moves     []move
	along     map[string][]byte // other files that are written with the table
	Picture   template.HTML
}

type offered struct{ Value, Title string }

// A cellRow is one row of the form.
type cellRow struct {
	ID    string // its number in what the form began with; n and a number when it is new
	Cells map[string]*cell
	Taken bool // somebody else took it out
}

// A cell has what stands in the field, and what is said of it.
type cell struct {
	Value  string
	Theirs *string // what somebody else saved; nil for nothing else
	Faults []faultView
}

// base is what a form began with.
type base struct {
	Indicator, For, Source string
	Rows                   [][]string
}

func baseOf(t workbook.Table) base {
	b := base{Indicator: t.Indicator, For: t.For, Source: t.Source}
	for _, r := range t.Rows {
		b.Rows = append(b.Rows, r.Cells)
	}
	return b
}

func (b base) equal(o base) bool { return slices.EqualFunc(b.Rows, o.Rows, slices.Equal) }

func rowOf(id string, cells []string) cellRow {
	r := cellRow{ID: id, Cells: map[string]*cell{}}
	for i, key := range workbook.RowKeys {
		r.Cells[key] = &cell{Value: cells[i]}
	}
	return r
}

func (r *cellRow) values() []string {
	var list []string
	for _, key := range workbook.RowKeys {
		list = append(list, r.Cells[key].Value)
	}
	return list
}

// Has reports whether anything is said of a cell.
func (c *cell) Has() bool { return len(c.Faults) > 0 || c.Theirs != nil }

func (r *cellRow) isNew() bool { return strings.HasPrefix(r.ID, "n") }

// Fine reports whether nothing is said of any cell.
func (t *cellTable) Fine() bool {
	said := func(r cellRow) bool {
		return slices.ContainsFunc(workbook.RowKeys, func(key string) bool { return r.Cells[key].Has() })
	}
	return len(t.Faults)+len(t.Elsewhere) == 0 && !slices.ContainsFunc(t.Rows, said)
}

// A shownCell is a cell with where it stands.
type shownCell struct {
	Table *cellTable
	Row   cellRow
	Key   string
}

func cellOf(t *cellTable, r cellRow, key string) shownCell { return shownCell{t, r, key} }

// Cell is the cell itself.
func (s shownCell) Cell() *cell { return s.Row.Cells[s.Key] }

// Choices are what the cell can be.
func (s shownCell) Choices() []offered {
	if s.Key == "color" {
		return s.Table.Colors
	}
	return s.Table.Levels
}

// Offered reports whether the choices have what stands in the cell.
func (s shownCell) Offered() bool {
	return slices.ContainsFunc(s.Choices(), func(c offered) bool { return c.Value == s.Cell().Value })
}

// begin fills a form from a file.
func (t *cellTable) begin(table workbook.Table) {
	b := baseOf(table)
	t.Rows = nil
	for i, cells := range b.Rows {
		t.Rows = append(t.Rows, rowOf(strconv.Itoa(i), cells))
	}
	t.keep(b)
}

func (t *cellTable) keep(b base) {
	t.Source = b.Source
	data, err := json.Marshal(b)
	if err != nil {
		panic(err) // texts only
	}
	t.Base = string(data)
}

// choices offers the levels and colours of a version, whose folder is given.
func (t *cellTable) choices(set *ruleset.Set, folder string) {
	t.constants, t.Folder = set.Constants, folder
	for _, l := range set.Levels {
		t.Levels = append(t.Levels, offered{l.ID, l.ID + " " + l.Name})
	}
	for _, c := range set.Colors {
		t.Colors = append(t.Colors, offered{strconv.Itoa(c.Code), strconv.Itoa(c.Code) + " " + c.Name})
	}
}

var constantName = regexp.MustCompile(`[a-z]\w*`)

// Names are the numbers that the condition of a row has by their names.
func (t *cellTable) Names(r cellRow) []*ruleset.Constant {
	var list []*ruleset.Constant
	for _, n := range constantName.FindAllString(r.Cells["when"].Value, -1) {
		if c := t.constants[n]; c != nil && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// cellForms are the tables of a page that the visitor may edit, by where each
// begins.
func (c *Console) cellForms(lang, version, indicator string, set *ruleset.Set, ats []problem.Place) map[problem.Place]*cellTable {
	forms := map[problem.Place]*cellTable{}
	for i, at := range ats {
		file := path.Join(c.Files.RulesFolder(), at.File)
		data, err := fs.ReadFile(c.Files, file)
		if err != nil {
			continue // it was saved since: the page shows the table
		}
		tables, err := workbook.Tables(data)
		n := slices.IndexFunc(tables, func(t workbook.Table) bool { return t.Line == at.Line })
		if err != nil || n < 0 {
			continue
		}
		t := &cellTable{Version: version, Indicator: indicator, File: file, Number: n, ID: "t" + strconv.Itoa(i)}
		t.choices(set, c.Files.RulesFolder())
		t.begin(tables[n])
		c.leave(lang, t, set, at.Line)
		forms[at] = t
	}
	return forms
}
