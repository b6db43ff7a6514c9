// Package grid is a decision table of a draft as a form that people edit cell by cell.
package grid

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/draft"
	"tijian/engine/references"
	"tijian/engine/ruleset"
	"tijian/server/console/chart"
	"tijian/server/console/form"
	"tijian/server/console/words"
)

// A Table is one decision table of a draft as a form.
type Table struct {
	*draft.TableEdit
	Lang      string
	Set       *ruleset.Set // of the draft as it is saved; nil while it is faulty
	Indicator string       // as the address has it
	ID        string       // in the page
	Folder    string       // of the rules, as pages name it
	Focus     string       // the row to begin at
	Scales    []chart.Scale
	Who       [][]string // it is for
}

// New makes a form of a table of a version's rules.
func New(lang, folder, indicator, id string, t *draft.TableEdit, set *ruleset.Set) *Table {
	return &Table{TableEdit: t, Lang: lang, Set: set, Indicator: indicator, ID: id, Folder: folder}
}

// Base is what the form began with, as it is sent along.
func (t *Table) Base() string { return t.Began.Kept() }

// Source is that of the rows that have none.
func (t *Table) Source() string { return t.Began.Source }

// A Cell is a cell with where it stands.
type Cell struct {
	Table *Table
	Row   draft.Row
	Key   string
}

// CellOf is a cell of a row.
func CellOf(t *Table, r draft.Row, key string) Cell { return Cell{t, r, key} }

// Cell is the cell itself.
func (s Cell) Cell() *draft.Cell { return s.Row.Cells[s.Key] }

// Choices are what the cell can be, what stands in it first where that is none of
// them.
func (s Cell) Choices() (all []form.Choice) {
	now, known := s.Cell().Value, false
	add := func(value, name string) {
		all, known = append(all, form.Choice{Value: value, Title: value + " " + name, Chosen: value == now}), known || value == now
	}
	if s.Table.Set != nil && s.Key == "color" {
		for _, color := range s.Table.Set.Colors {
			add(strconv.Itoa(color.Code), color.Name)
		}
	} else if s.Table.Set != nil {
		for _, l := range s.Table.Set.Levels {
			add(l.ID, l.Name)
		}
	}
	if !known && now != "" {
		all = slices.Insert(all, 0, form.Choice{Value: now, Title: now, Chosen: true})
	}
	return all
}

// Named are the numbers that rows have by their names, each once.
func (t *Table) Named() (list []*ruleset.Constant) {
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
func (t *Table) Decimals() int {
	if t.Set != nil {
		if i, ok := t.Set.Dictionary.Lookup(t.Indicator); ok {
			return i.Decimals
		}
	}
	return 2
}

// Colors are those of the levels, as name and code by turns.
func (t *Table) Colors() string {
	var all []string
	if t.Set != nil {
		for _, l := range t.Set.Levels {
			all = append(all, l.ID, strconv.Itoa(l.Color))
		}
	}
	return strings.Join(all, " ")
}

// A Stale is a moved bound that other places keep, as pages show it.
type Stale struct {
	draft.StaleBound
	Of   string // the indicator's name for people
	Uses []StaleUse
}

// A StaleUse is a place with the old number.
type StaleUse struct {
	Kind, Name, Text string
	Link             string // below Root, or a field of this page
	Here             bool
}

// firstUses is how many places are listed at once; some bounds have dozens.
const firstUses = 8

// First are the places that are listed at once.
func (s Stale) First() []StaleUse { return s.Uses[:min(len(s.Uses), firstUses)] }

// More are the others.
func (s Stale) More() []StaleUse { return s.Uses[min(len(s.Uses), firstUses):] }

// Left are the bounds that other places keep.
func (t *Table) Left() (views []Stale) {
	kind := func(k references.Kind) string { return words.In(t.Lang).Say("where.kind." + string(k)) }
	name := func(of string) string {
		if t.Set == nil {
			return of
		}
		if known := words.NameOf(t.Lang, t.Set, of); known != "" {
			return known
		}
		return of
	}
	for _, s := range t.Stale {
		view := Stale{StaleBound: s, Of: name(s.Indicator)}
		for _, told := range s.Told {
			view.Uses = append(view.Uses, StaleUse{Kind: kind(references.Text), Text: told.Text, Link: t.ID + "-" + told.Row + "-" + told.Key, Here: true})
		}
		for _, u := range s.Uses {
			one := StaleUse{Kind: kind(u.Kind), Name: u.Name, Text: u.Text,
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
