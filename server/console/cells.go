package console

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/console/chart"
	"tijian/server/console/grid"
)

// cellForms are the tables of a page that the visitor may edit, by where each
// begins.
func (c *Console) cellForms(lang, version, indicator string, set *ruleset.Set, ats []problem.Place) map[problem.Place]*grid.Table {
	forms := map[problem.Place]*grid.Table{}
	for i, at := range ats {
		if at == (problem.Place{}) {
			continue
		}
		if t := c.book.Begin(version, path.Join(c.Files.RulesFolder(), at.File), at.Line, set); t != nil {
			forms[at] = grid.New(lang, c.Files.RulesFolder(), indicator, "t"+strconv.Itoa(i), t, set)
		}
	}
	return forms
}

// A cellsForm is a table as it is sent, besides its cells.
type cellsForm struct {
	Base string   `form:"base,raw"`
	ID   string   `form:"id,raw"`
	Rows []string `form:"row,raw"`
	Do   string   `form:"do,raw"` // an act, what with, and what else
}

// postedCells reads the form: a table, and what to do with it.
func (c *Console) postedCells(v *requestContext) (t *grid.Table, do string, err error) {
	var form cellsForm
	v.sent(&form)
	edit, err := draft.ReadTable(v.version.Name, v.file, form.Base, form.Rows, func(id, key string) string { return v.PostFormValue(key + "." + id) })
	number, ofTable := strings.CutPrefix(form.ID, "t")
	if _, notNumber := strconv.Atoi(number); err != nil || !ofTable || notNumber != nil {
		return nil, "", v.fail(http.StatusBadRequest, "error.form")
	}
	set, _ := c.book.Set(v.Context(), v.version)
	if set != nil {
		edit.Constants = set.Constants
	}
	return grid.New(v.lang, c.Files.RulesFolder(), v.PathValue("indicator"), form.ID, edit, set), form.Do, nil
}

// editCells saves the cells of a table, or changes the rows of the form.
func (c *Console) editCells(v *requestContext) error {
	t, do, err := c.postedCells(v)
	if err != nil {
		return err
	}
	act, what, _ := strings.Cut(do, ":")
	at := slices.IndexFunc(t.Rows, func(r draft.Row) bool { return r.ID == what })
	switch {
	case act == "add" && at >= 0:
		t.Focus = t.Add(at)
	case act == "remove" && at >= 0 && len(t.Rows) > 1:
		t.Rows = slices.Delete(t.Rows, at, at+1)
	case act == "show": // as it was left
	case act == "shared":
		return c.saveCells(v, t, what)
	case act == "number":
		return c.saveCells(v, t, what+":"+strings.TrimSpace(v.PostFormValue("number."+what)))
	default:
		return c.saveCells(v, t, "")
	}
	if err := c.book.Prove(v.Context(), t.TableEdit); err != nil {
		return v.gone(err)
	}
	return c.showCells(v, http.StatusOK, t)
}

// proveCells answers with what is wrong in cells that are not saved yet.
func (c *Console) proveCells(v *requestContext) error {
	t, _, err := c.postedCells(v)
	if err != nil {
		return err
	}
	if err := c.book.Prove(v.Context(), t.TableEdit); err != nil {
		return v.gone(err)
	}
	return v.part(http.StatusOK, "table", "proof", t)
}

// gone is the page for a table that is no longer in its file.
func (v *requestContext) gone(err error) error {
	if errors.Is(err, draft.ErrGone) {
		return v.fail(http.StatusConflict, "cells.gone")
	}
	return err
}

// saveCells writes the cells into the file, and with them a named number where
// share has its name and its new value.
func (c *Console) saveCells(v *requestContext, t *grid.Table, share string) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	if name, to, _ := strings.Cut(share, ":"); t.Shares(name, to) {
		if err := c.book.Share(t.TableEdit, name, to); err != nil {
			return err
		}
	}
	if err := c.book.Save(v.Context(), t.TableEdit, v.user.Name, func(file string) { c.edited(v, t.Version, file) }); err != nil {
		return v.gone(err)
	}
	switch t.State {
	case draft.Conflict:
		return c.showCells(v, http.StatusConflict, t)
	case draft.Refused:
		return c.showCells(v, http.StatusUnprocessableEntity, t)
	}
	if !v.isHTMX() {
		return v.redirect(fmt.Sprintf("rules/table/%s/%s?saved&table=%s#%s", t.Version, t.Indicator, strings.TrimPrefix(t.ID, "t"), t.ID))
	}
	set, err := c.book.Reopen(v.Context(), t.TableEdit)
	if err != nil {
		return v.gone(err)
	}
	if t.Set = set; set != nil {
		if view, ok := scale.In(set, t.Indicator, "", v.lang); ok {
			t.Scales = chart.ScalesOf(view)
		}
	}
	return c.showCells(v, http.StatusOK, t)
}

// showCells answers with the form alone, or with a page of it.
func (c *Console) showCells(v *requestContext, status int, t *grid.Table) error {
	if v.isHTMX() {
		return v.part(http.StatusOK, "table", "cells", t)
	}
	return v.show(status, "table", tablePage{Version: v.version, Versions: c.book.Versions(), Heading: t.Indicator, Only: t})
}
