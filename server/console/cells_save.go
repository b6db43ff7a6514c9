package console

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/scale"
	"tijian/engine/workbook"
)

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
		t.choices(set, c.Files.RulesFolder())
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
	case act == "show": // as it was left
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
	if saved, _ := c.book.set(v, versionView{Name: t.Version, Draft: true}); saved != nil {
		c.leave(v.lang, t, saved, table.Line)
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
	here, elsewhere, _ := c.book.problemsOf(v, t.Version, t.File, t.files(after))
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

// saveCells writes the cells into the file, unless somebody else has changed the
// table or the table would not be in order.
func (c *Console) saveCells(v *visit, t *cellTable, b base) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	if name, to, asked := t.sharedAsked(v.PostFormValue("do")); asked {
		if err := c.share(v, t, b, name, to); err != nil {
			return err
		}
		if len(t.Faults) > 0 {
			t.State = "refused"
			return c.showCells(v, http.StatusUnprocessableEntity, t)
		}
	}
	data, after, sound, err := c.judgeCells(v, t, b)
	switch {
	case err != nil:
		return err
	case t.State == "conflict":
		return c.showCells(v, http.StatusConflict, t)
	case after == nil || !sound || len(t.along) > 0 && t.broken():
		t.State = "refused"
		return c.showCells(v, http.StatusUnprocessableEntity, t)
	}
	for _, name := range slices.Sorted(maps.Keys(t.along)) {
		if err := c.write(v, t.Version, name, t.along[name]); err != nil {
			return err
		}
	}
	if string(after) != string(data) {
		if err := c.write(v, t.Version, t.File, after); err != nil {
			return err
		}
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
		t.constants = set.Constants
		c.leave(v.lang, t, set, table.Line)
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
