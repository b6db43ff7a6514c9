package draft

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/references"
	"tijian/engine/ruleset"
	"tijian/engine/workbook"
)

// A StaleBound is a bound that was moved in a table while other places keep the
// old number: a risk, another table, a text, a number with a name.
type StaleBound struct {
	Indicator string // the standard name
	Old       string // the number as it was
	New       string // the number in its place; "" where that is not just one
	Shared    []SharedNumber
	Told      []Told // texts of the edited table that tell the number
	Uses      []references.Use
}

// A SharedNumber is a number with a name that has the old value.
type SharedNumber struct {
	*ruleset.Constant
	Own    bool // the row had it by this name
	Places int  // that use it
}

// Told is a text of an edited row that tells a number.
type Told struct{ Row, Key, Text string }

// A move is a bound that a table no longer has.
type move struct {
	indicator string
	from      float64
	to        string   // as written; "" where it is not clear
	names     []string // that rows had it by
}

// A condition has the numbers of a row's condition, and which of them it writes
// out or has by a name. It has none where it is no expression yet.
type condition struct {
	numbers  []float64
	literals []expression.Literal
	names    []string
}

func readCondition(when string, constants map[string]*ruleset.Constant) (c condition, ok bool) {
	tokens := expression.Tokens(when)
	c.literals = expression.Numbers(when)
	for _, n := range c.literals {
		c.numbers = append(c.numbers, n.Value)
	}
	for _, t := range tokens {
		if k := constants[t.Text]; k != nil && t.Kind == expression.IdentifierToken {
			c.numbers, c.names = append(c.numbers, k.Value), append(c.names, t.Text)
		}
	}
	return c, tokens != nil
}

// moved are the bounds of a table that the edit no longer has. at gives the row
// of the edit that a row of the table has become, nil for none.
func (t *TableEdit) moved(set *ruleset.Set, table *ruleset.Table, at func(k int) *Row) []move {
	var everywhere []float64
	for _, r := range t.Rows {
		c, ok := readCondition(r.Cells["when"].Value, t.Constants)
		if !ok {
			return nil // it is being typed
		}
		everywhere = append(everywhere, c.numbers...)
	}
	var list []move
	for k, row := range table.Rows {
		have, added := everywhere, []string(nil)
		before, _ := readCondition(row.When.Text.Written(), set.Constants)
		if r := at(k); r != nil {
			now, _ := readCondition(r.Cells["when"].Value, t.Constants)
			have = now.numbers
			for _, n := range now.literals {
				if !slices.Contains(before.numbers, n.Value) && !slices.Contains(added, n.Text) {
					added = append(added, n.Text)
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
				for _, n := range before.names {
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

// findTable finds the first table of a set that is as asked.
func findTable(set *ruleset.Set, is func(*ruleset.Table) bool) *ruleset.Table {
	for t := range set.EveryTable() {
		if is(t) {
			return t
		}
	}
	return nil
}

// findStale notes which places of the draft, as it is saved, keep a number that
// the edit has otherwise than the table that begins at a line, or than the version
// in force. What was moved before stays noted.
func (b *Book) findStale(t *TableEdit, set *ruleset.Set, line int) {
	t.Stale = nil
	file := strings.TrimPrefix(t.File, b.Files.RulesFolder()+"/")
	own := findTable(set, func(o *ruleset.Table) bool { return o.At.File == file && o.At.Line == line })
	if own == nil {
		return
	}
	t.moves = append(t.moves, t.moved(set, own, func(k int) *Row {
		i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.ID == strconv.Itoa(k) })
		if i < 0 {
			return nil
		}
		return &t.Rows[i]
	})...)
	live := b.Live.Snapshot().Rules
	before := strings.Replace(file, t.Version+"/", live.Version+"/", 1)
	if was := findTable(live, func(o *ruleset.Table) bool {
		return o.At.File == before && o.Indicator.Name == own.Indicator.Name && o.Guard() == own.Guard()
	}); was != nil {
		t.moves = append(t.moves, t.moved(live, was, func(k int) *Row {
			if len(was.Rows) != len(t.Rows) {
				return nil
			}
			return &t.Rows[k]
		})...)
	}
	type bound struct {
		indicator string
		value     float64
	}
	seen := map[bound]bool{}
	for _, m := range t.moves {
		if key := (bound{m.indicator, m.from}); !seen[key] {
			seen[key] = true
			if s := t.stale(set, own, m); len(s.Told)+len(s.Uses) > 0 {
				t.Stale = append(t.Stale, s)
			}
		}
	}
}

// stale lists the places outside a table that have the old number, and the texts
// of the edit that tell it.
func (t *TableEdit) stale(set *ruleset.Set, own *ruleset.Table, m move) StaleBound {
	s := StaleBound{Indicator: m.indicator, Old: strconv.FormatFloat(m.from, 'f', -1, 64), New: m.to}
	if m.indicator == own.Indicator.Name {
		for _, r := range t.Rows {
			for _, key := range []string{"tip", "hint"} {
				if text := r.Cells[key].Value; references.Says(set, text, m.from) {
					s.Told = append(s.Told, Told{r.ID, key, text})
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
	for _, u := range references.Find(set, nil, m.from, m.indicator) {
		if mine[u.At] {
			continue
		}
		if u.Kind == references.Constant {
			named := set.Constants[u.Name]
			s.Old = named.Written
			s.Shared = append(s.Shared, SharedNumber{named, slices.Contains(m.names, u.Name), len(named.Uses)})
			u.Text = named.Written + " " + named.Title
		}
		s.Uses = append(s.Uses, u)
	}
	if slices.ContainsFunc(s.Shared, func(s SharedNumber) bool { return s.Own }) {
		// The others of this value have names of their own because they mean something else.
		s.Shared = slices.DeleteFunc(s.Shared, func(s SharedNumber) bool { return !s.Own })
	}
	return s
}

var plainNumber = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// Shares reports whether a named number of the draft can be changed to another
// value along with the table.
func (t *TableEdit) Shares(name, to string) bool {
	return t.Constants[name] != nil && plainNumber.MatchString(to)
}

// Share gives the rows back the name that they had, and has the named number
// written along with the table; where it cannot be, a fault says why.
func (b *Book) Share(t *TableEdit, name, to string) error {
	file := path.Join(b.Files.RulesFolder(), t.Version, "constants.yaml")
	data, err := fs.ReadFile(b.Files, file)
	if err != nil {
		return err
	}
	after, refused := workbook.SetNumber(data, name, to)
	if refused != nil {
		t.Faults.Add(*refused)
		return nil
	}
	t.along = map[string][]byte{file: after}
	for i := range t.Rows {
		k := t.Rows[i].was()
		if k == workbook.New || k >= len(t.Began.Rows) {
			continue
		}
		had, _ := readCondition(t.Began.Rows[k][0], t.Constants)
		when := t.Rows[i].Cells["when"]
		has, _ := readCondition(when.Value, t.Constants)
		if !slices.Contains(had.names, name) || slices.Contains(has.names, name) {
			continue
		}
		text := []rune(when.Value)
		for _, n := range slices.Backward(has.literals) {
			if n.Text == to {
				text = slices.Replace(text, n.From, n.To, []rune(name)...)
			}
		}
		when.Value = string(text)
	}
	return nil
}
