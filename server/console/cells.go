package console

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
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

// choices offers the levels and colours of a version.
func (t *cellTable) choices(set *ruleset.Set) {
	for _, l := range set.Levels {
		t.Levels = append(t.Levels, offered{l.ID, l.ID + " " + l.Name})
	}
	for _, c := range set.Colors {
		t.Colors = append(t.Colors, offered{strconv.Itoa(c.Code), strconv.Itoa(c.Code) + " " + c.Name})
	}
}

// cellForms are the tables of a page that the visitor may edit, by where each
// begins.
func (c *Console) cellForms(version, indicator string, set *ruleset.Set, ats []problem.Place) map[problem.Place]*cellTable {
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
		t.choices(set)
		t.begin(tables[n])
		forms[at] = t
	}
	return forms
}

// mostRows of a form; the largest table has a few dozen.
const mostRows = 500

// postedCells reads the form.
func (c *Console) postedCells(v *visit) (*cellTable, base, error) {
	page, err := c.editing(v)
	if err != nil {
		return nil, base{}, err
	}
	t := &cellTable{Version: page.Version.Name, Indicator: v.PathValue("indicator"), File: page.File, ID: v.PostFormValue("id"), Base: v.PostFormValue("base")}
	var b base
	bad := json.Unmarshal([]byte(t.Base), &b) != nil || len(v.PostForm["row"]) > mostRows || !tableID(t.ID)
	for _, cells := range b.Rows {
		bad = bad || len(cells) != len(workbook.RowKeys)
	}
	for _, id := range v.PostForm["row"] {
		number, err := strconv.Atoi(strings.TrimPrefix(id, "n"))
		bad = bad || err != nil || number < 0 || !strings.HasPrefix(id, "n") && number >= len(b.Rows)
		var cells []string
		for _, key := range workbook.RowKeys {
			cells = append(cells, strings.ReplaceAll(v.PostFormValue(key+"."+id), "\r\n", "\n"))
		}
		t.Rows = append(t.Rows, rowOf(id, cells))
	}
	if t.Source = b.Source; bad {
		return nil, b, v.fail(http.StatusBadRequest, "error.form")
	}
	if set, _ := c.book.set(v, page.Version); set != nil {
		t.choices(set)
	}
	return t, b, nil
}

func tableID(id string) bool {
	number, ok := strings.CutPrefix(id, "t")
	_, err := strconv.Atoi(number)
	return ok && err == nil
}

// editCells saves the cells of a table, or changes the rows of the form.
func (c *Console) editCells(v *visit) error {
	t, b, err := c.postedCells(v)
	if err != nil {
		return err
	}
	act, id, _ := strings.Cut(v.PostFormValue("do"), ":")
	at := slices.IndexFunc(t.Rows, func(r cellRow) bool { return r.ID == id })
	switch {
	case act == "add" && at >= 0:
		t.add(at)
	case act == "remove" && at >= 0 && len(t.Rows) > 1:
		t.Rows = slices.Delete(t.Rows, at, at+1)
	default:
		return c.saveCells(v, t, b)
	}
	if _, _, _, err := c.judgeCells(v, t, b); err != nil {
		return err
	}
	return c.showCells(v, http.StatusOK, t)
}

// add puts an empty row behind another.
func (t *cellTable) add(at int) {
	n := 0
	for t.has("n" + strconv.Itoa(n)) {
		n++
	}
	r := rowOf("n"+strconv.Itoa(n), make([]string, len(workbook.RowKeys)))
	r.Cells["level"].Value = t.Rows[at].Cells["level"].Value
	t.Rows, t.Focus = slices.Insert(t.Rows, at+1, r), r.ID
}

func (t *cellTable) has(id string) bool {
	return slices.ContainsFunc(t.Rows, func(r cellRow) bool { return r.ID == id })
}

// proveCells answers with what is wrong in cells that are not saved yet.
func (c *Console) proveCells(v *visit) error {
	t, b, err := c.postedCells(v)
	if err != nil {
		return err
	}
	if _, _, _, err := c.judgeCells(v, t, b); err != nil {
		return err
	}
	return v.part(http.StatusOK, "table", "proof", t)
}

// current reads the table that a form is about, as it is saved now.
func (c *Console) current(v *visit, t *cellTable, b base) ([]byte, workbook.Table, error) {
	data, err := fs.ReadFile(c.Files, t.File)
	if err != nil {
		return nil, workbook.Table{}, err
	}
	tables, err := workbook.Tables(data)
	is := func(t workbook.Table) bool { return t.Indicator == b.Indicator && t.For == b.For }
	if t.Number = slices.IndexFunc(tables, is); err != nil || t.Number < 0 {
		return nil, workbook.Table{}, v.fail(http.StatusConflict, "cells.gone")
	}
	return data, tables[t.Number], nil
}

// judgeCells works out what the file would be, and notes beside the cells what
// speaks against it: then there is none. sound is false as well where the rows
// of the table would not be in order.
func (c *Console) judgeCells(v *visit, t *cellTable, b base) (data, after []byte, sound bool, err error) {
	data, table, err := c.current(v, t, b)
	if err != nil {
		return nil, nil, false, err
	}
	now := baseOf(table)
	if !b.equal(now) {
		t.merge(b, now)
		return data, nil, false, nil
	}
	rows := make([]workbook.Row, len(t.Rows))
	for i := range t.Rows {
		rows[i] = workbook.Row{Was: workbook.New, Cells: t.Rows[i].values()}
		if !t.Rows[i].isNew() {
			rows[i].Was, _ = strconv.Atoi(t.Rows[i].ID)
		}
	}
	after, refused := workbook.Rewrite(data, t.Number, rows)
	for _, r := range refused {
		t.refuse(v.lang, r)
	}
	if len(refused) > 0 {
		return data, nil, false, nil
	}
	return data, after, t.judge(c, v, after), nil
}

func (t *cellTable) refuse(lang string, r workbook.Refusal) {
	f := faultsOf(lang, problem.List{r.Why})
	if r.Key == "" || r.Row >= len(t.Rows) {
		t.Faults = append(t.Faults, f...)
		return
	}
	to := t.Rows[r.Row].Cells[r.Key]
	to.Faults = append(to.Faults, f...)
}

// judge notes beside the cells what a review says of them, and reports whether
// no error is among it.
func (t *cellTable) judge(c *Console, v *visit, after []byte) bool {
	tables, err := workbook.Tables(after)
	if err != nil {
		return false // Rewrite has read it
	}
	own, next := tables[t.Number], 0
	if t.Number+1 < len(tables) {
		next = tables[t.Number+1].Line
	}
	sound := true
	here, elsewhere := c.book.problemsOf(v, t.Version, t.File, after)
	for _, p := range here {
		if p.Line < own.Line || next > 0 && p.Line >= next {
			if p.Severity == problem.Error {
				elsewhere.Add(p)
			}
			continue
		}
		sound = sound && p.Severity != problem.Error
		shown := faultsOf(v.lang, problem.List{p})
		k := 0
		for k+1 < len(own.Rows) && own.Rows[k+1].Line <= p.Line {
			k++
		}
		if len(own.Rows) == 0 || p.Line < own.Rows[0].Line || len(own.Rows) != len(t.Rows) {
			t.Faults = append(t.Faults, shown...)
			continue
		}
		to := t.Rows[k].Cells[own.Rows[k].Key(p.Place)]
		to.Faults = append(to.Faults, shown...)
	}
	t.Elsewhere = faultsOf(v.lang, elsewhere)
	return sound
}

// problemsOf reviews a draft in which one file holds something else: what is
// said of the file, then the errors of other files, and whatever is said of them
// only because of it.
func (b *rulebook) problemsOf(v *visit, version, file string, data []byte) (here, there problem.List) {
	before := b.reviewer.Check(v.Context(), version).Problems
	for _, p := range b.reviewer.Edited(v.Context(), version, file, data).Problems {
		switch {
		case p.Code == message.Changed.Code: // what the draft is for
		case p.File == file:
			here.Add(p)
		case p.Severity == problem.Error || !slices.Contains(before, p):
			there.Add(p)
		}
	}
	return here, there
}

// saveCells writes the cells into the file, unless somebody else has changed the
// table or the table would not be in order.
func (c *Console) saveCells(v *visit, t *cellTable, b base) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	data, after, sound, err := c.judgeCells(v, t, b)
	switch {
	case err != nil:
		return err
	case t.State == "conflict":
		return c.showCells(v, http.StatusConflict, t)
	case after == nil || !sound:
		t.State = "refused"
		return c.showCells(v, http.StatusUnprocessableEntity, t)
	}
	if string(after) != string(data) {
		if err := replace(c.Files.OnDisk(t.File), after); err != nil {
			return err
		}
		c.security(v, slog.LevelInfo, "draft-edited", v.user.Name)
	}
	if !v.isHTMX() {
		return v.redirect(fmt.Sprintf("rules/table/%s/%s?saved#%s", t.Version, t.Indicator, t.ID))
	}
	_, table, err := c.current(v, t, b)
	if err != nil {
		return err
	}
	t.begin(table)
	t.judge(c, v, after)
	t.State = "saved"
	if set, _ := c.book.set(v, versionView{Name: t.Version, Draft: true}); set != nil {
		if view, ok := scale.Of(set, t.Indicator, ""); ok {
			t.Picture = pictureOf(view)
		}
	}
	return c.showCells(v, http.StatusOK, t)
}

// showCells answers with the form alone, or with a page of it.
func (c *Console) showCells(v *visit, status int, t *cellTable) error {
	if v.isHTMX() { // which would be told to the browser's console as a failure
		return v.part(http.StatusOK, "table", "cells", t)
	}
	version, _ := c.book.named(t.Version)
	return v.show(status, "table", tablePage{Version: version, Versions: c.book.versions(), Heading: t.Indicator, Only: t})
}
