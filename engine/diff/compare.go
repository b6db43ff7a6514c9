package diff

import (
	"maps"
	"slices"
	"strings"

	"tijian/engine/change"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Compare finds every difference of two versions: tables of the base rules and
// of every namespace, derived values and risks.
func Compare(a, b *ruleset.Set) *Report {
	return compare(a, b, true)
}

// Answers is Compare without the search for persons as examples, which takes as
// long as everything else.
func Answers(a, b *ruleset.Set) *Report { return compare(a, b, false) }

func compare(a, b *ruleset.Set, examples bool) *Report {
	r := newReport(a, b)
	for _, i := range slices.Concat(a.Dictionary.All(), b.Dictionary.All()) {
		r.titles[i.Name] = i.Title
	}
	base := [2]view{{a, a.Tables}, {b, b.Tables}}
	r.tables("", base, nil)
	changed := r.derived(a, b)
	r.risks(a, b, changed)
	if examples {
		r.examples(a, b)
	}
	for _, namespace := range change.Names(a.Overlays, b.Overlays) {
		va, vb := viewOf(a, namespace), viewOf(b, namespace)
		r.tables(namespace, [2]view{va, vb}, &base)
	}
	return r
}

// Overlay finds what the tables of one namespace answer otherwise than those of
// the base rules that they replace.
func Overlay(set *ruleset.Set, o *ruleset.Overlay) *Report {
	r := newReport(set, set)
	base := view{set, map[string][]*ruleset.Table{}}
	for name := range o.Tables {
		if tables := set.Tables[name]; len(tables) > 0 {
			base.tables[name] = tables
		}
	}
	r.tables(o.Namespace, [2]view{base, {set, o.Tables}}, nil)
	return r
}

// A view is the tables that answer one namespace.
type view struct {
	set    *ruleset.Set
	tables map[string][]*ruleset.Table
}

func viewOf(set *ruleset.Set, namespace string) view {
	o := set.Overlays[namespace]
	if o == nil {
		return view{set, set.Tables}
	}
	v := view{set, maps.Clone(set.Tables)}
	maps.Copy(v.tables, o.Tables)
	return v
}

// tables compares every indicator, except those that a namespace has from the
// base rules on both sides.
func (r *Report) tables(namespace string, sides [2]view, base *[2]view) {
	names := change.Names(sides[0].tables, sides[1].tables)
	slices.SortFunc(names, func(x, y string) int { return place(sides, x).Compare(place(sides, y)) })
	for _, name := range names {
		from, to := sides[0].tables[name], sides[1].tables[name]
		if base != nil && slices.Equal(from, base[0].tables[name]) && slices.Equal(to, base[1].tables[name]) {
			continue
		}
		r.Compared++
		r.shown(namespace, name, from, to)
		r.signedTables(namespace, name, from, to)
		switch {
		case len(from) == 0 && namespace == "":
			r.Added = append(r.Added, name)
		case len(to) == 0 && namespace == "":
			r.Removed = append(r.Removed, name)
		case alike(sides, from, to):
			r.textsByRow(namespace, from, to)
		default:
			c := newComparison(sides, from, to, r, namespace)
			c.run()
		}
	}
	slices.Sort(r.Added)
	slices.Sort(r.Removed)
}

// place orders indicators as the newer side's files do.
func place(sides [2]view, name string) problem.Place {
	for _, v := range []view{sides[1], sides[0]} {
		if tables := v.tables[name]; len(tables) > 0 {
			return tables[0].At
		}
	}
	return problem.Place{}
}

// alike reports whether conditions, answers, the use of printed ranges and whom
// tables are lent to are written alike, so that nothing but texts can differ.
func alike(sides [2]view, a, b []*ruleset.Table) bool {
	return slices.EqualFunc(a, b, func(a, b *ruleset.Table) bool {
		return a.Indicator.Plausible == b.Indicator.Plausible && a.Indicator.Unit == b.Indicator.Unit && a.Printed == b.Printed && a.Guard() == b.Guard() &&
			slices.EqualFunc(a.Rows, b.Rows, func(a, b *ruleset.Row) bool {
				return canonical(a.When) == canonical(b.When) && answerOf(sides[0].set, lattice.Told{Row: a}) == answerOf(sides[1].set, lattice.Told{Row: b})
			})
	}) && slices.EqualFunc(sides[0].set.LentBy(a[0].Indicator), sides[1].set.LentBy(b[0].Indicator), func(x, y *ruleset.OtherAge) bool {
		return canonical(x.When) == canonical(y.When) && x.Age == y.Age && x.Severity == y.Severity && x.Within.Told() == y.Within.Told() &&
			slices.Equal(x.Directions(a[0].Indicator), y.Directions(b[0].Indicator))
	})
}

// canonical is "" for a condition that is not there.
func canonical[T interface {
	Canonical() string
	comparable
}](e T) string {
	var none T
	if e == none {
		return ""
	}
	return e.Canonical()
}

// textsByRow compares the words of tables that are otherwise alike.
func (r *Report) textsByRow(namespace string, a, b []*ruleset.Table) {
	for i := range a {
		if from, to := strings.Join(a[i].Risks, ", "), strings.Join(b[i].Risks, ", "); from != to && slices.Equal(risksOf(a), risksOf(b)) {
			r.Texts = append(r.Texts, change.Change[string]{Namespace: namespace, Indicator: a[i].Indicator.Name, Field: "risks", From: &from, To: &to, FromAt: change.Row(a[i].At), ToAt: change.Row(b[i].At)})
		}
		for k := range a[i].Rows {
			r.texts(namespace, a[i].Indicator, a[i].Rows[k], b[i].Rows[k])
		}
	}
}

// texts compares the words of two rows.
func (r *Report) texts(namespace string, i *dictionary.Indicator, a, b *ruleset.Row) {
	for _, f := range []struct{ field, from, to string }{{"tip", a.Tip, b.Tip}, {"hint", a.Hint, b.Hint}, {"source", cited(a.Sources), cited(b.Sources)}} {
		if f.from != f.to {
			r.Texts = append(r.Texts, change.Change[string]{Namespace: namespace, Indicator: i.Name, Field: f.field, From: &f.from, To: &f.to, FromAt: change.Row(a.At), ToAt: change.Row(b.At)})
		}
	}
}

// shown compares the risks that the tables of one indicator bear on.
func (r *Report) shown(namespace, indicator string, from, to []*ruleset.Table) {
	if len(from) == 0 || len(to) == 0 {
		return
	}
	before, after := risksOf(from), risksOf(to)
	s := change.Change[string]{Namespace: namespace, Indicator: indicator, Lost: without(before, after), Gained: without(after, before), FromAt: change.Row(from[0].At), ToAt: change.Row(to[0].At)}
	if len(s.Lost)+len(s.Gained) > 0 {
		r.RiskLists = append(r.RiskLists, s)
	}
}

func risksOf(tables []*ruleset.Table) []string {
	risks := []string{}
	for _, t := range tables {
		risks = append(risks, t.Risks...)
	}
	slices.Sort(risks)
	return slices.Compact(risks)
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(other, id) })
}

// signed notes what bears another signature.
func (r *Report) signed(c change.Change[*change.Signature], from, to *ruleset.Review) {
	a, b := change.SignatureOf(from), change.SignatureOf(to)
	if a == b || a != nil && b != nil && *a == *b {
		return
	}
	c.From, c.To = &a, &b
	r.Signatures = append(r.Signatures, c)
}

// signedTables compares the signatures of the tables of one indicator that are
// for the same persons. Where guards differ too, tables follow each other.
func (r *Report) signedTables(namespace, indicator string, from, to []*ruleset.Table) {
	for _, pair := range aligned(from, to, (*ruleset.Table).Guard, (*ruleset.Table).Guard) {
		s := change.Change[*change.Signature]{Namespace: namespace, Indicator: indicator}
		var from, to *ruleset.Review
		if t := pair[0]; t != nil {
			from, s.FromAt = t.Reviewed, change.Row(t.At)
		}
		if t := pair[1]; t != nil {
			to, s.ToAt = t.Reviewed, change.Row(t.At)
		}
		r.signed(s, from, to)
	}
}
