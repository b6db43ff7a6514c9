package diff

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// TextChanges lists all that two versions say otherwise, by row as the files are
// written: also of rows that answer otherwise, whose words Report.Texts does not
// compare. Each is a sentence that readers are told otherwise, or an alert class,
// department or day to recheck: what whoever approves a draft reads before
// signing it.
func TextChanges(a, b *ruleset.Set) change.List[string] {
	w := &sayings{}
	w.manifest(a, b)
	w.who(a, b)
	w.tables("", a.Tables, b.Tables)
	for _, space := range change.Names(a.Overlays, b.Overlays) {
		w.tables(space, tablesOf(a, b, space), tablesOf(b, a, space))
	}
	from, to := risksByID(a), risksByID(b)
	for _, id := range change.Names(from, to) {
		w.risk(from[id], to[id])
	}
	return w.list
}

// tablesOf are those that answer a namespace for what its overlay has in this version
// or in the other: those of the base rules where it has none.
func tablesOf(set, other *ruleset.Set, namespace string) map[string][]*ruleset.Table {
	all := viewOf(set, namespace).tables
	tables := map[string][]*ruleset.Table{}
	for _, s := range []*ruleset.Set{set, other} {
		if o := s.Overlays[namespace]; o != nil {
			for name := range o.Tables {
				if len(all[name]) > 0 {
					tables[name] = all[name]
				}
			}
		}
	}
	return tables
}

type sayings struct{ list change.List[string] }

// A saying is a row's or the manifest's fields, in order.
type saying struct {
	at     problem.Place
	fields [][2]string
}

func (w *sayings) compare(of change.Change[string], a, b saying) {
	if len(a.fields) > 0 {
		of.FromAt = change.RowOf(a.at)
	}
	if len(b.fields) > 0 {
		of.ToAt = change.RowOf(b.at)
	}
	was, is := map[string]string{}, map[string]string{}
	var names []string
	for i, side := range []saying{a, b} {
		for _, f := range side.fields {
			[]map[string]string{was, is}[i][f[0]] = f[1]
			if !slices.Contains(names, f[0]) {
				names = append(names, f[0])
			}
		}
	}
	for _, name := range names {
		if from, to := was[name], is[name]; from != to {
			of.Field, of.From, of.To = name, &from, &to
			w.list = append(w.list, of)
		}
	}
}

// IsSentence reports whether a field of TextChanges is words that tell facts; the
// others are facts themselves.
func IsSentence(field string) bool {
	switch below, isWords := strings.CutPrefix(field, "words["); {
	case isWords:
		return strings.HasSuffix(below, ".tip")
	case strings.HasPrefix(field, "indicators."):
		return false
	}
	return slices.Contains([]string{"tip", "hint", "late_tip"}, field) || strings.ContainsAny(field, ".[")
}

func urging(u ruleset.Urgency) [][2]string {
	return [][2]string{{"act", u.Act.Told()}, {"alert", u.Alert}, {"department", u.Department}, {"recheck", change.Days(u.Recheck).String()}}
}

// cited writes sources as files do.
func cited(list []ruleset.Citation) string {
	var all []string
	for _, c := range list {
		all = append(all, strings.TrimSpace(c.Key+" "+c.Place))
	}
	return strings.Join(all, ", ")
}

func sayingOf(r *ruleset.Row) saying {
	if r == nil {
		return saying{}
	}
	return saying{r.At, append([][2]string{{"tip", r.Tip}, {"hint", r.Hint}, {"late_tip", r.LateTip}, {"source", cited(r.Sources)}, {"deliberate", r.Deliberate.String()}}, urging(r.Urgency)...)}
}

// sayingOfTable is what a table says beside its rows.
func sayingOfTable(t *ruleset.Table) saying {
	if t == nil {
		return saying{}
	}
	s := saying{at: t.At, fields: [][2]string{{"not_printed", t.NotPrinted}}}
	if t.Organ != nil {
		s.fields = append(s.fields, [2]string{"organ", t.Organ.ID})
	}
	if t.Printed {
		s.fields = append(s.fields, [2]string{"printed", "true"})
	}
	return s
}

func sayingOfRisk(r *ruleset.RiskRow) saying {
	if r == nil {
		return saying{}
	}
	return saying{r.At, append([][2]string{{"tip", r.Tip}, {"late_tip", r.LateTip}, {"deliberate", r.Deliberate.String()}}, urging(r.Urgency)...)}
}

func (w *sayings) tables(namespace string, a, b map[string][]*ruleset.Table) {
	for _, name := range change.Names(a, b) {
		some := slices.Concat(b[name], a[name])
		of := change.Change[string]{Namespace: namespace, Indicator: name, Title: some[0].Indicator.Title}
		for _, pair := range aligned(a[name], b[name], (*ruleset.Table).Guard, (*ruleset.Table).Guard) {
			if pair[0] != nil && pair[1] != nil {
				w.compare(of, sayingOfTable(pair[0]), sayingOfTable(pair[1]))
			}
			var from, to []*ruleset.Row
			if pair[0] != nil {
				from = pair[0].Rows
			}
			if pair[1] != nil {
				to = pair[1].Rows
			}
			for _, rows := range aligned(from, to, func(r *ruleset.Row) string { return canonical(r.When) }, func(r *ruleset.Row) string { return r.Level.ID }) {
				w.compare(of, sayingOf(rows[0]), sayingOf(rows[1]))
			}
		}
	}
}

func (w *sayings) risk(a, b *ruleset.Risk) {
	var from, to []*ruleset.RiskRule
	var title, before saying
	var of change.Change[string]
	if a != nil {
		from, of.ID, of.Title, before = a.Rules, a.ID, a.Name, saying{a.At, [][2]string{{"name", a.Name}}}
	}
	if b != nil {
		to, of.ID, of.Title, title = b.Rules, b.ID, b.Name, saying{b.At, [][2]string{{"name", b.Name}}}
	}
	w.compare(of, before, title)
	id := func(r *ruleset.RiskRule) string { return r.ID }
	for _, rules := range aligned(from, to, id, id) {
		var rows [2][2][]*ruleset.RiskRow
		for i, r := range rules {
			if r != nil {
				rows[i] = [2][]*ruleset.RiskRow{r.Rows, r.AtLeast}
			}
		}
		for part := range 2 {
			when := func(r *ruleset.RiskRow) string { return canonical(r.When) }
			flag := func(r *ruleset.RiskRow) string { return strconv.Itoa(r.Flag) }
			for _, pair := range aligned(rows[0][part], rows[1][part], when, flag) {
				w.compare(of, sayingOfRisk(pair[0]), sayingOfRisk(pair[1]))
			}
		}
	}
}

// aligned puts together what is the same on both sides: by a first key, of the
// rest by a second, of what then remains in order. What is left stands alone.
func aligned[T any](a, b []*T, first, second func(*T) string) [][2]*T {
	left := slices.Clone(a)
	before := make([]*T, len(b))
	for _, same := range []func(x, y *T) bool{
		func(x, y *T) bool { return first(x) == first(y) },
		func(x, y *T) bool { return second(x) == second(y) },
		func(_, _ *T) bool { return true },
	} {
		for i, y := range b {
			if before[i] != nil {
				continue
			}
			if k := slices.IndexFunc(left, func(x *T) bool { return same(x, y) }); k >= 0 {
				before[i] = left[k]
				left = slices.Delete(left, k, k+1)
			}
		}
	}
	var pairs [][2]*T
	for i, y := range b {
		pairs = append(pairs, [2]*T{before[i], y})
	}
	for _, x := range left {
		pairs = append(pairs, [2]*T{x, nil})
	}
	return pairs
}

// manifest compares the sentences that all answers share.
func (w *sayings) manifest(a, b *ruleset.Set) {
	w.compare(change.Change[string]{}, ofManifest(a), ofManifest(b))
}

func ofManifest(set *ruleset.Set) saying {
	s := saying{at: problem.Place{File: set.Version + "/manifest.yaml"}}
	add := func(name, text string) { s.fields = append(s.fields, [2]string{name, text}) }
	sentences("texts", set.Texts, add)
	if set.Summary != nil {
		sentences("summary", *set.Summary, add)
	}
	if set.UnitDoubt != nil {
		sentences("unit_doubt", *set.UnitDoubt, add)
	}
	for i, l := range set.Late {
		sentences(fmt.Sprintf("late[%d]", i+1), l, add)
	}
	for i, f := range set.Faded {
		sentences(fmt.Sprintf("faded[%d]", i+1), f, add)
	}
	for i, u := range set.Unassessed {
		add(fmt.Sprintf("unassessed[%d]", i+1), u.Text)
	}
	for i, r := range set.Remarks {
		add(fmt.Sprintf("remarks[%d]", i+1), r.Text)
	}
	for _, l := range set.Levels {
		add("levels."+l.ID, l.Name)
	}
	for _, c := range set.Colors {
		c.Hex = "" // a shade says nothing
		sentences("colors."+strconv.Itoa(c.Code), c, add)
	}
	for _, f := range set.Flags {
		add("flags."+strconv.Itoa(f.Flag), f.Name)
	}
	for _, o := range set.Organs {
		sentences("organs."+o.ID, *o, add)
	}
	return s
}

// sentences are the texts of a struct and of those in it, by the names that files
// have for them.
func sentences(prefix string, of any, add func(name, text string)) {
	v := reflect.Indirect(reflect.ValueOf(of))
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		field := reflect.Indirect(v.Field(i))
		switch {
		case name == "" || !field.IsValid():
		case field.Kind() == reflect.String:
			add(prefix+"."+name, field.String())
		case field.Kind() == reflect.Struct:
			sentences(prefix+"."+name, field.Interface(), add)
		}
	}
}

// who are the words for persons whom contexts mean, and for those without a
// table.
func (w *sayings) who(a, b *ruleset.Set) {
	of := func(set *ruleset.Set) map[string]saying {
		all := map[string]saying{}
		for _, c := range set.Contexts {
			s := saying{at: c.At, fields: [][2]string{{"when", canonical(c.When)}, {"never", strings.Join(c.Never, " ")}}}
			for i, words := range c.Words {
				name := fmt.Sprintf("words[%d].", i+1)
				var organs, indicators []string
				for _, o := range words.Organs {
					organs = append(organs, o.ID)
				}
				for _, one := range words.Indicators {
					indicators = append(indicators, one.Name)
				}
				s.fields = append(s.fields, [2]string{name + "tip", words.Tip}, [2]string{name + "department", words.Department}, [2]string{name + "organs", strings.Join(organs, " ")},
					[2]string{name + "of", strings.Join(indicators, " ")}, [2]string{name + "levels", words.Directions}, [2]string{name + "unless", strings.Join(words.Unless, " ")})
			}
			all[c.ID] = s
		}
		for i, d := range set.OtherAges {
			s := saying{at: d.At, fields: [][2]string{{"when", canonical(d.When)}, {"severity", strconv.Itoa(d.Severity)}, {"within", d.Within.Told()}, {"danger.tip", d.Tip}, {"danger.hint", d.Hint}}}
			for _, m := range d.Members {
				s.fields = append(s.fields, [2]string{"indicators." + m.Indicator.Name, m.Indicator.Title + " " + m.Direction})
			}
			all[fmt.Sprintf("danger[%d]", i+1)] = s
		}
		return all
	}
	w.each(of(a), of(b))
	w.each(bibliography(a), bibliography(b))
}

// bibliography is what answers say of sources.
func bibliography(set *ruleset.Set) map[string]saying {
	all := map[string]saying{}
	for key, s := range set.Sources {
		all[key] = saying{s.At, [][2]string{{"title", s.Title}, {"body", s.Body}, {"year", strconv.Itoa(s.Year)}}}
	}
	return all
}

// each compares what has a name.
func (w *sayings) each(from, to map[string]saying) {
	for _, id := range change.Names(from, to) {
		w.compare(change.Change[string]{ID: id, Title: id}, from[id], to[id])
	}
}
