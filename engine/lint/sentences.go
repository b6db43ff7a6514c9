package lint

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// Sentences holds the sentences of each row to what it stands for: its
// indicator, level, act, organ and persons, and to the company of the rows of the
// same indicator and organ, by whose words those that are out of place are known.
// It needs no list of what belongs together: a department to which no other row
// of an organ sends anybody is found as one. A row that is meant so says why
// (deliberate: words). Everything is a warning; the list is sorted.
func Sentences(set *ruleset.Set) problem.List {
	if len(set.Acts) == 0 {
		return nil // an older vocabulary, in which rows do not say how soon
	}
	s := &reading{set: set, reader: sense.NewReader(set, nil), company: map[fellow]map[string]bool{}, named: map[string]*share{}, acts: sayings(set)}
	var rows []*told
	for t := range set.EveryTable() {
		for _, r := range t.Rows {
			rows = append(rows, s.read(t, r))
		}
	}
	for _, r := range rows {
		s.meet(r)
	}
	for _, r := range rows {
		if !r.row.Deliberate.Covers(ruleset.OwnWords) && r.row.Level.ID[0] != 'U' {
			s.row(r)
		}
	}
	for k, row := range set.EveryRiskRow() {
		if !row.Deliberate.Covers(ruleset.OwnWords) {
			name := message.Phrase{ZH: k.Name, EN: k.ID}
			s.alike(row.At, name, s.reader.Read(row.Tip), s.reader.Read(row.LateTip))
			s.advice(row.At, name, when(row.When), row.Tip, row.LateTip)
		}
	}
	s.printed(rows)
	s.organs()
	s.list.Sort()
	return s.list
}

// A fellow is a fact that rows about an indicator or organ tell.
type fellow struct{ of, kind, fact string }

// A share of rows.
type share struct{ are, all int }

type reading struct {
	set     *ruleset.Set
	reader  *sense.Reader
	company map[fellow]map[string]bool // different rows of an indicator, indicators of an organ
	named   map[string]*share          // tips that name their indicator
	acts    []saying
	list    problem.List
}

// A told row is one with the facts of its sentences.
type told struct {
	table           *ruleset.Table
	row             *ruleset.Row
	tip, hint, late []sense.Fact
	departments     []sense.Fact
	namesOwn        bool
}

func (s *reading) read(t *ruleset.Table, r *ruleset.Row) *told {
	x := &told{table: t, row: r, tip: s.reader.Read(r.Tip), hint: s.reader.Read(r.Hint), late: s.reader.Read(r.LateTip), departments: s.reader.Read(r.Department)}
	x.namesOwn = slices.ContainsFunc(names(t.Indicator), func(name string) bool { return strings.Contains(r.Tip, name) })
	return x
}

// names are those by which a text may call an indicator.
func names(i *dictionary.Indicator) []string {
	return slices.DeleteFunc(slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations), func(name string) bool { return len(name) < 2 })
}

func (r *told) facts() []sense.Fact { return slices.Concat(r.tip, r.hint, r.departments) }

// meet notes what a row tells.
func (s *reading) meet(r *told) {
	name := r.table.Indicator.Name
	note := func(of, kind, fact, by string) {
		k := fellow{of, kind, fact}
		if s.company[k] == nil {
			s.company[k] = map[string]bool{}
		}
		s.company[k][by] = true
	}
	for _, f := range r.facts() {
		note(name, f.Kind, f.Of, r.row.Tip+r.row.Hint)
		if o := r.table.Organ; o != nil {
			note(o.ID, f.Kind, f.Of, name)
		}
	}
	for _, f := range r.tip {
		note(name+" tip", f.Kind, f.Of, r.row.Tip)
	}
	if s.named[name] == nil {
		s.named[name] = &share{}
	}
	s.named[name].all++
	if r.namesOwn {
		s.named[name].are++
	}
}

// alone reports whether no other row of the indicator and no other indicator of
// the organ tells a fact.
func (s *reading) alone(r *told, f sense.Fact) bool {
	o := r.table.Organ
	return o != nil && len(s.company[fellow{r.table.Indicator.Name, f.Kind, f.Of}]) < 2 && len(s.company[fellow{o.ID, f.Kind, f.Of}]) < 2
}

func (s *reading) row(r *told) {
	at, indicator := r.row.At, r.table.Indicator.Called()
	s.subject(r)
	s.later(r)
	s.persons(r)
	s.advice(r.row.At, indicator, when(r.row.When), r.row.Tip, r.row.Hint, r.row.LateTip)
	for _, f := range r.tip {
		if f.Kind == sense.Organ && s.alone(r, f) {
			s.list.Add(message.StrangeWord.At(at, "indicator", indicator, "row", r.row.Number, "word", f.Word, "kind", sense.Called(f.Kind)))
		}
	}
	if urgent(r.row) {
		s.needless(r, r.row.Tip, r.tip)
		s.needless(r, r.row.Hint, r.hint)
		if r.row.Level.Severity >= asks && !slices.ContainsFunc(r.tip, asksFor) {
			s.list.Add(message.TipAsksNothing.At(at, "indicator", indicator, "row", r.row.Number, "level", r.row.Level.ID))
		}
	}
	s.departments(r)
	s.elsewhere(r)
	s.adults(r)
	for _, c := range r.row.Sources {
		s.place(r, c.Place)
	}
}

// urgent reports whether a row asks to see a doctor.
func urgent(r *ruleset.Row) bool { return r.Level.Severity >= asks || r.Alert != "" }

func asksFor(f sense.Fact) bool {
	return f.Kind == sense.Ask || f.Kind == sense.Department || f.Kind == sense.Act
}

// subject looks at whom a tip speaks of first: its own indicator, where its
// fellows' tips do.
func (s *reading) subject(r *told) {
	if own := s.named[r.table.Indicator.Name]; r.namesOwn || own.are*10 < own.all*6 {
		return
	}
	clause, _, _ := strings.Cut(r.row.Tip, "，")
	for _, f := range r.tip {
		if f.Kind != sense.Indicator || f.At >= len(clause) {
			continue
		}
		isPart := slices.ContainsFunc(names(r.table.Indicator), func(name string) bool { return strings.Contains(name, f.Word) })
		if !isPart && len(s.company[fellow{r.table.Indicator.Name + " tip", f.Kind, f.Of}]) < 2 {
			s.list.Add(message.OtherSubject.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "word", f.Word))
		}
		return
	}
}

// later holds the words for later to being those: they say how long ago, and ask
// nobody to hurry but on a condition.
func (s *reading) later(r *told) {
	if r.row.LateTip == "" {
		return
	}
	s.alike(r.row.At, r.table.Indicator.Called(), r.tip, r.late)
	if !slices.ContainsFunc(r.late, func(f sense.Fact) bool { return f.Kind == sense.Filled && f.Of == "days" }) {
		s.list.Add(message.LateWithoutDays.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "days", "{days}"))
	}
	for sentence := range strings.SplitSeq(r.row.LateTip, "；") {
		if _, plain := said(s.acts, sentence); plain.act != nil && plain.act.Alert == ruleset.AlertA && !strings.HasPrefix(sentence, words().Now) {
			s.list.Add(message.LateAtOnce.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "word", plain.word))
		}
	}
}

// alike holds the words for later to the direction in which the tip says each indicator
// to be.
func (s *reading) alike(at problem.Place, what message.Phrase, tip, late []sense.Fact) {
	said := saidOf(tip)
	for name, now := range saidOf(late) {
		if before, is := said[name]; is && before.Of != now.Of {
			indicator, _ := s.set.Dictionary.Lookup(name)
			s.list.Add(message.LateContrary.At(at, "what", what, "indicator", indicator.Called(), "word", before.Word, "other", now.Word))
		}
	}
}

// saidOf are the directions that stand right behind indicators, by these; none of an
// indicator of which both are said.
func saidOf(facts []sense.Fact) map[string]sense.Fact {
	said, both := map[string]sense.Fact{}, map[string]bool{}
	for i := 1; i < len(facts); i++ {
		of, f := facts[i-1], facts[i]
		if f.Kind != sense.Direction || of.Kind != sense.Indicator || f.At != of.At+len(of.Word) {
			continue
		}
		both[of.Of] = both[of.Of] || said[of.Of].Of != "" && said[of.Of].Of != f.Of
		said[of.Of] = f
	}
	for name := range both {
		if both[name] {
			delete(said, name)
		}
	}
	return said
}

// persons looks for words about persons whom the table does not admit.
func (s *reading) persons(r *told) {
	if r.table.For == nil {
		return
	}
	guard := r.table.For.Canonical()
	var strange map[string]string // who is not admitted, unless who is named as well
	switch {
	case strings.Contains(guard, `sex == "male"`):
		strange = map[string]string{"female": "male", "pregnant": ""}
	case strings.Contains(guard, `sex == "female"`):
		strange = map[string]string{"male": "female"}
	case strings.HasPrefix(guard, "age >= 18") && !strings.Contains(guard, " pregnant"):
		strange = map[string]string{"child": "pregnant"}
	case strings.HasPrefix(guard, "age < 18"):
		strange = map[string]string{"old": ""}
	}
	facts := slices.Concat(r.tip, r.hint)
	for _, f := range facts {
		unless, is := strange[f.Of]
		if f.Kind != sense.Person || !is || slices.ContainsFunc(facts, func(g sense.Fact) bool { return g.Kind == sense.Person && g.Of == unless }) {
			continue
		}
		s.list.Add(message.StrangePerson.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "word", f.Word, "for", guard))
		return
	}
}

// needless looks for what a doctor is to be seen for behind a negation: 不必担心.
func (s *reading) needless(r *told, text string, facts []sense.Fact) {
	for _, f := range facts {
		if behind := text[f.At+len(f.Word):]; f.Kind == sense.Negation && sense.Needless(behind) {
			first := []rune(behind)
			s.list.Add(message.Needless.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "level", r.row.Level.ID, "word", f.Word+string(first[:min(2, len(first))])))
		}
	}
}

// departments looks for a row that sends people only where no other row of its
// indicator or organ does; children's doctors see every organ of a child.
func (s *reading) departments(r *told) {
	usual, strange := false, ""
	for _, f := range slices.Concat(r.tip, r.departments) {
		switch {
		case f.Kind != sense.Department:
		case s.alone(r, f) && !forChildren(f):
			strange = f.Word
		default:
			usual = true
		}
	}
	field := len(r.departments) > 0 && !slices.ContainsFunc(r.departments, func(f sense.Fact) bool { return !s.alone(r, f) || forChildren(f) })
	if strange != "" && (!usual || field) && r.table.Organ != nil && r.row.Department != r.table.Organ.Department {
		s.list.Add(message.StrangeDepartment.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "word", strange, "organ", r.table.Organ.Title))
	}
}

// elsewhere looks for a department of its own that a tip does not send to, but to others.
func (s *reading) elsewhere(r *told) {
	if r.table.Organ == nil || r.row.Department == "" || r.row.Department == r.table.Organ.Department {
		return
	}
	other := ""
	for _, f := range r.tip {
		switch {
		case f.Kind != sense.Department:
		case strings.Contains(f.Of, string([]rune(r.row.Department)[:1])), strings.Contains(r.row.Department, f.Of), forChildren(f), slices.ContainsFunc(r.departments, func(own sense.Fact) bool { return own.Of == f.Of }):
			return
		default:
			other = f.Word
		}
	}
	if other != "" {
		s.list.Add(message.OtherDepartment.At(r.row.At, "what", r.table.Indicator.Called(), "word", other, "department", r.row.Department))
	}
}

// adults looks for a department of its own that does not see children, where a table is
// theirs alone.
func (s *reading) adults(r *told) {
	if r.table.For == nil || r.table.Organ == nil || !strings.HasPrefix(r.table.For.Canonical(), "age < 18") {
		return
	}
	if d := r.row.Department; d != "" && d != r.table.Organ.Department && !strings.Contains(d, words().Children) {
		s.list.Add(message.AdultDepartment.At(r.row.At, "indicator", r.table.Indicator.Called(), "row", r.row.Number, "department", d, "for", r.table.For.Canonical()))
	}
}

// forChildren reports whether a department sees children only.
func forChildren(department sense.Fact) bool {
	return strings.Contains(department.Of, words().Children)
}

// place looks at the place in a source: it may be named after the row's
// indicator, and not after another.
func (s *reading) place(r *told, place string) {
	own := r.table.Indicator
	other := func(i *dictionary.Indicator) bool {
		return i != own && (i.Title == place || slices.Contains(i.Aliases, place) || slices.Contains(i.Abbreviations, place))
	}
	isPart := func(name string) bool { return strings.Contains(name, place) }
	if place != "" && !slices.ContainsFunc(names(own), isPart) && slices.ContainsFunc(s.set.Dictionary.All(), other) {
		s.list.Add(message.OtherPlace.At(r.row.At, "indicator", own.Called(), "row", r.row.Number, "place", place))
	}
}

// printed looks for tables that read values by the printed range although their
// ideal rows rest on sources by which only tables that do not look at it judge:
// a guideline's bound holds whatever the laboratory prints.
func (s *reading) printed(rows []*told) {
	type use struct{ printed, other map[string]bool } // indicators
	uses := map[string]*use{}
	for _, r := range rows {
		if r.row.Level.ID != ruleset.LevelIdeal {
			continue
		}
		for _, c := range r.row.Sources {
			u := uses[c.Key]
			if u == nil {
				u = &use{map[string]bool{}, map[string]bool{}}
				uses[c.Key] = u
			}
			if r.table.Printed {
				u.printed[r.table.Indicator.Name] = true
			} else {
				u.other[r.table.Indicator.Name] = true
			}
		}
	}
	for _, r := range rows {
		if !r.table.Printed || r.row.Level.ID != ruleset.LevelIdeal || r.row.Deliberate.Covers(ruleset.OwnWords) {
			continue
		}
		if !slices.ContainsFunc(r.row.Sources, func(c ruleset.Citation) bool {
			u := uses[c.Key]
			return len(u.printed) > 1 || len(u.other) < 2
		}) {
			s.list.Add(message.PrintedGuideline.At(r.table.At, "indicator", r.table.Indicator.Called(), "source", r.row.Sources[0].Title))
		}
	}
}
