package console

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/where"
	"tijian/engine/workbook"
)

// A leftover is a bound that was moved in a table while other places keep the
// old number: a risk, another table, a text, a number with a name.
type leftover struct {
	Of, Old string // the indicator's name for people; the number as it was
	New     string // the number in its place; "" where that is not just one
	Shared  []sharedNumber
	Uses    []leftUse
}

// firstUses is how many places are listed at once; some bounds have dozens.
const firstUses = 8

// First are the places that are listed at once.
func (l leftover) First() []leftUse { return l.Uses[:min(len(l.Uses), firstUses)] }

// More are the others.
func (l leftover) More() []leftUse { return l.Uses[min(len(l.Uses), firstUses):] }

// A sharedNumber is a number with a name that has the old value.
type sharedNumber struct {
	*ruleset.Constant
	Own    bool // the row had it by this name
	Places int  // that use it
}

// A leftUse is a place with the old number.
type leftUse struct {
	Kind, Name, Text string
	Link             string // below Root, or a field of this page
	Here             bool
}

// A move is a bound that a table no longer has.
type move struct {
	indicator string
	from      float64
	to        string   // as written; "" where it is not clear
	names     []string // that rows had it by
}

// inCondition are the names and numbers of a condition.
var inCondition = regexp.MustCompile(`[A-Za-z_]\w*|\d+(?:\.\d+)?`)

// numbersOf are the numbers of a condition, and those of them that it has by no
// name, as written.
func numbersOf(when string, constants map[string]*ruleset.Constant) (all []float64, literal, names []string) {
	for _, word := range inCondition.FindAllString(when, -1) {
		if c := constants[word]; c != nil {
			all, names = append(all, c.Value), append(names, word)
		} else if x, err := strconv.ParseFloat(word, 64); err == nil {
			all, literal = append(all, x), append(literal, word)
		}
	}
	return all, literal, names
}

// moved are the bounds of a table that the form no longer has. at gives the row
// of the form that a row of the table has become, nil for none.
func (t *cellTable) moved(set *ruleset.Set, table *ruleset.Table, at func(k int) *cellRow) []move {
	var everywhere []float64
	for _, r := range t.Rows {
		all, _, _ := numbersOf(r.Cells["when"].Value, t.constants)
		everywhere = append(everywhere, all...)
	}
	var list []move
	for k, row := range table.Rows {
		have, added := everywhere, []string(nil)
		written := row.When.Text.Written()
		before, _, names := numbersOf(written, set.Constants)
		if r := at(k); r != nil {
			all, literal, _ := numbersOf(r.Cells["when"].Value, t.constants)
			have = all
			for _, text := range literal {
				if x, err := strconv.ParseFloat(text, 64); err == nil && !slices.Contains(before, x) && !slices.Contains(added, text) {
					added = append(added, text)
				}
			}
		}
		var gone []move
		for indicator, bounds := range set.Compared(&row.When.Expression, table.Indicator.Name) {
			for _, x := range bounds {
				if slices.Contains(have, x) || slices.ContainsFunc(gone, func(m move) bool { return m.from == x }) {
					continue
				}
				m := move{indicator: indicator, from: x}
				for _, n := range names {
					if set.Constants[n].Value == x {
						m.names = append(m.names, n)
					}
				}
				gone = append(gone, m)
			}
		}
		if len(gone) == 1 && len(added) == 1 {
			gone[0].to = added[0]
		}
		list = append(list, gone...)
	}
	return list
}

// tableAt finds the table that begins at a place.
func tableAt(set *ruleset.Set, is func(*ruleset.Table) bool) *ruleset.Table {
	for _, byName := range set.AllTables() {
		for _, tables := range byName {
			if i := slices.IndexFunc(tables, is); i >= 0 {
				return tables[i]
			}
		}
	}
	return nil
}

// leave notes which places of the draft, as it is saved, keep a number that the
// form has otherwise than the table that begins at a line, or than the version in
// force. What was moved before stays noted.
func (c *Console) leave(lang string, t *cellTable, set *ruleset.Set, line int) {
	t.Left = nil
	file := strings.TrimPrefix(t.File, c.Files.RulesFolder()+"/")
	own := tableAt(set, func(o *ruleset.Table) bool { return o.At.File == file && o.At.Line == line })
	if own == nil {
		return
	}
	t.moves = append(t.moves, t.moved(set, own, func(k int) *cellRow {
		i := slices.IndexFunc(t.Rows, func(r cellRow) bool { return r.ID == strconv.Itoa(k) })
		if i < 0 {
			return nil
		}
		return &t.Rows[i]
	})...)
	live := c.Live.Snapshot().Rules
	before := strings.Replace(file, t.Version+"/", live.Version+"/", 1)
	if was := tableAt(live, func(o *ruleset.Table) bool {
		return o.At.File == before && o.Indicator.Name == own.Indicator.Name && guard(o) == guard(own)
	}); was != nil {
		t.moves = append(t.moves, t.moved(live, was, func(k int) *cellRow {
			if len(was.Rows) != len(t.Rows) {
				return nil
			}
			return &t.Rows[k]
		})...)
	}
	seen := map[string]bool{}
	for _, m := range t.moves {
		if key := fmt.Sprint(m.indicator, m.from); !seen[key] {
			seen[key] = true
			if l := c.leftover(lang, t, set, own, m); len(l.Uses) > 0 {
				t.Left = append(t.Left, l)
			}
		}
	}
}

func guard(t *ruleset.Table) string {
	if t.For == nil {
		return ""
	}
	return t.For.Canonical()
}

// leftover lists the places outside a table that have the old number, and the
// texts of the form that tell it.
func (c *Console) leftover(lang string, t *cellTable, set *ruleset.Set, own *ruleset.Table, m move) leftover {
	l := leftover{Of: cmp.Or(nameOf(lang, set, m.indicator), m.indicator), Old: shortest(m.from), New: m.to}
	kind := func(k where.Kind) string { return words[lang].say("where.kind." + string(k)) }
	if m.indicator == own.Indicator.Name {
		for _, r := range t.Rows {
			for _, key := range []string{"tip", "hint"} {
				if text := r.Cells[key].Value; where.Says(text, m.from) {
					l.Uses = append(l.Uses, leftUse{Kind: kind(where.Text), Text: text, Link: t.ID + "-" + r.ID + "-" + key, Here: true})
				}
			}
		}
	}
	mine := map[problem.Place]bool{}
	for _, row := range own.Rows {
		mine[row.When.Text.At] = true
		for _, text := range row.Texts {
			mine[text.At] = true
		}
	}
	for _, u := range where.Find(set, nil, m.from, m.indicator) {
		if mine[u.At] {
			continue
		}
		id, _, _ := strings.Cut(u.Name, "/")
		one := leftUse{Kind: kind(u.Kind), Name: cmp.Or(nameOf(lang, set, id), u.Name), Text: u.Text,
			Link: fmt.Sprintf("rules/edit/%s?file=%s&line=%d", t.Version, path.Join(t.Folder, u.At.File), u.At.Line)}
		if u.Kind == where.Table {
			one.Link = "rules/table/" + t.Version + "/" + u.Name
		}
		if u.Kind == where.Constant {
			named := set.Constants[u.Name]
			l.Old = named.Written
			l.Shared = append(l.Shared, sharedNumber{named, slices.Contains(m.names, u.Name), len(named.Uses)})
			one.Name, one.Text = u.Name, named.Written+" "+named.Title
		}
		l.Uses = append(l.Uses, one)
	}
	if slices.ContainsFunc(l.Shared, func(s sharedNumber) bool { return s.Own }) {
		// The others of this value have names of their own because they mean something else.
		l.Shared = slices.DeleteFunc(l.Shared, func(s sharedNumber) bool { return !s.Own })
	}
	return l
}

var plainNumber = regexp.MustCompile(`^\d+(\.\d+)?$`)

// sharedAsked is which named number is to be changed instead of the row, and to
// what.
func (t *cellTable) sharedAsked(do string) (name, to string, asked bool) {
	act, what, _ := strings.Cut(do, ":")
	name, to, _ = strings.Cut(what, ":")
	return name, to, act == "shared" && t.constants[name] != nil && plainNumber.MatchString(to)
}

// share gives the rows back the name that they had, and has the named number
// written along with the table; where it cannot, a fault says why.
func (c *Console) share(v *visit, t *cellTable, b base, name, to string) error {
	file := path.Join(t.Folder, t.Version, "constants.yaml")
	data, err := fs.ReadFile(c.Files, file)
	if err != nil {
		return err
	}
	after, refused := workbook.SetNumber(data, name, to)
	if refused != nil {
		t.Faults = append(t.Faults, faultsOf(v.lang, problem.List{*refused})...)
		return nil
	}
	t.along = map[string][]byte{file: after}
	for i := range t.Rows {
		k, err := strconv.Atoi(t.Rows[i].ID)
		if err != nil || k >= len(b.Rows) {
			continue
		}
		_, _, had := numbersOf(b.Rows[k][0], t.constants)
		when := t.Rows[i].Cells["when"]
		if _, _, has := numbersOf(when.Value, t.constants); slices.Contains(had, name) && !slices.Contains(has, name) {
			when.Value = inCondition.ReplaceAllStringFunc(when.Value, func(word string) string {
				if word == to {
					return name
				}
				return word
			})
		}
	}
	return nil
}

// files are those of the draft that hold something else once the table is saved.
func (t *cellTable) files(table []byte) map[string][]byte {
	all := map[string][]byte{t.File: table}
	maps.Copy(all, t.along)
	return all
}

// broken reports whether another file would have an error.
func (t *cellTable) broken() bool {
	return slices.ContainsFunc(t.Elsewhere, func(f faultView) bool { return f.Severity == problem.Error.String() })
}
