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
	"tijian/engine/references"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// cellTable is one decision table of a draft as a form.
type cellTable struct {
	*draft.TableEdit
	lang      string
	set       *ruleset.Set // of the draft as it is saved; nil while it is faulty
	Indicator string       // as the address has it
	ID        string       // in the page
	Folder    string       // of the rules, as pages name it
	Focus     string       // the row to begin at
	Scales    []scaleLine
	Who       [][]string // it is for
}

// newCells makes a form of a table of a version's rules.
func (c *Console) newCells(lang, indicator, id string, t *draft.TableEdit, set *ruleset.Set) *cellTable {
	return &cellTable{TableEdit: t, lang: lang, set: set, Indicator: indicator, ID: id, Folder: c.Files.RulesFolder()}
}

// Base is what the form began with, as it is sent along.
func (t *cellTable) Base() string { return t.Began.Kept() }

// Source is that of the rows that have none.
func (t *cellTable) Source() string { return t.Began.Source }

// A shownCell is a cell with where it stands.
type shownCell struct {
	Table *cellTable
	Row   draft.Row
	Key   string
}

func cellOf(t *cellTable, r draft.Row, key string) shownCell { return shownCell{t, r, key} }

// Cell is the cell itself.
func (s shownCell) Cell() *draft.Cell { return s.Row.Cells[s.Key] }

// Choices are what the cell can be, what stands in it first where that is none of
// them.
func (s shownCell) Choices() (all []form.Choice) {
	now, known := s.Cell().Value, false
	add := func(value, name string) {
		all, known = append(all, form.Choice{Value: value, Title: value + " " + name, Chosen: value == now}), known || value == now
	}
	if s.Table.set != nil && s.Key == "color" {
		for _, color := range s.Table.set.Colors {
			add(strconv.Itoa(color.Code), color.Name)
		}
	} else if s.Table.set != nil {
		for _, l := range s.Table.set.Levels {
			add(l.ID, l.Name)
		}
	}
	if !known && now != "" {
		all = slices.Insert(all, 0, form.Choice{Value: now, Title: now, Chosen: true})
	}
	return all
}

// Named are the numbers that rows have by their names, each once.
func (t *cellTable) Named() (list []*ruleset.Constant) {
	for _, r := range t.Rows {
		for _, n := range t.Names(r) {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// Decimals is how fine a bound is moved.
func (t *cellTable) Decimals() int {
	if t.set != nil {
		if i, ok := t.set.Dictionary.Lookup(t.Indicator); ok {
			return i.Decimals
		}
	}
	return 2
}

// Colors are those of the levels, as name and code by turns.
func (t *cellTable) Colors() string {
	var all []string
	if t.set != nil {
		for _, l := range t.set.Levels {
			all = append(all, l.ID, strconv.Itoa(l.Color))
		}
	}
	return strings.Join(all, " ")
}

// A staleView is a moved bound that other places keep, as pages show it.
type staleView struct {
	draft.StaleBound
	Of   string // the indicator's name for people
	Uses []staleUse
}

// A staleUse is a place with the old number.
type staleUse struct {
	Kind, Name, Text string
	Link             string // below Root, or a field of this page
	Here             bool
}

// firstUses is how many places are listed at once; some bounds have dozens.
const firstUses = 8

// First are the places that are listed at once.
func (s staleView) First() []staleUse { return s.Uses[:min(len(s.Uses), firstUses)] }

// More are the others.
func (s staleView) More() []staleUse { return s.Uses[min(len(s.Uses), firstUses):] }

// Left are the bounds that other places keep.
func (t *cellTable) Left() (views []staleView) {
	kind := func(k references.Kind) string { return words.In(t.lang).Say("where.kind." + string(k)) }
	name := func(of string) string {
		if t.set == nil {
			return of
		}
		if known := words.NameOf(t.lang, t.set, of); known != "" {
			return known
		}
		return of
	}
	for _, s := range t.Stale {
		view := staleView{StaleBound: s, Of: name(s.Indicator)}
		for _, told := range s.Told {
			view.Uses = append(view.Uses, staleUse{Kind: kind(references.Text), Text: told.Text, Link: t.ID + "-" + told.Row + "-" + told.Key, Here: true})
		}
		for _, u := range s.Uses {
			one := staleUse{Kind: kind(u.Kind), Name: u.Name, Text: u.Text,
				Link: fmt.Sprintf("rules/edit/%s?file=%s&line=%d", t.Version, path.Join(t.Folder, u.At.File), u.At.Line)}
			if id, _, _ := strings.Cut(u.Name, "/"); u.Kind != references.Constant && name(id) != id {
				one.Name = name(id)
			}
			if u.Kind == references.Table {
				one.Link = "rules/table/" + t.Version + "/" + u.Name
			}
			view.Uses = append(view.Uses, one)
		}
		views = append(views, view)
	}
	return views
}

// cellForms are the tables of a page that the visitor may edit, by where each
// begins.
func (c *Console) cellForms(lang, version, indicator string, set *ruleset.Set, ats []problem.Place) map[problem.Place]*cellTable {
	forms := map[problem.Place]*cellTable{}
	for i, at := range ats {
		if at == (problem.Place{}) {
			continue
		}
		if t := c.book.Begin(version, path.Join(c.Files.RulesFolder(), at.File), at.Line, set); t != nil {
			forms[at] = c.newCells(lang, indicator, "t"+strconv.Itoa(i), t, set)
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
func (c *Console) postedCells(v *requestContext) (t *cellTable, do string, err error) {
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
	return c.newCells(v.lang, v.PathValue("indicator"), form.ID, edit, set), form.Do, nil
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
func (c *Console) saveCells(v *requestContext, t *cellTable, share string) error {
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
	if t.set = set; set != nil {
		if view, ok := scale.In(set, t.Indicator, "", v.lang); ok {
			t.Scales = scalesOf(view)
		}
	}
	return c.showCells(v, http.StatusOK, t)
}

// showCells answers with the form alone, or with a page of it.
func (c *Console) showCells(v *requestContext, status int, t *cellTable) error {
	if v.isHTMX() {
		return v.part(http.StatusOK, "table", "cells", t)
	}
	return v.show(status, "table", tablePage{Version: v.version, Versions: c.book.Versions(), Heading: t.Indicator, Only: t})
}
