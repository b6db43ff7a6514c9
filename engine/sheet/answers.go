package sheet

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/diff"
	"tijian/engine/impact"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// A Source is what a sheet is made of.
type Source struct {
	From, To      changes.Version // their folders
	Before, After *ruleset.Set
	Answers       *diff.Report        // what they answer otherwise
	Said          change.List[string] // and say
	Made          *impact.Constructed // persons made for it
	Findings      []string            // words for sense.NewReader
}

// Make makes the sheet of two versions.
func Make(s Source) *Sheet {
	m := &maker{Source: s, grouping: grouping{groups: map[string]*Group{}}, told: map[[2]string]bool{}}
	m.texts()
	m.answers()
	m.files()
	return &Sheet{s.From.Name, s.To.Name, m.done()}
}

type maker struct {
	Source
	grouping
	told   map[[2]string]bool // by file and key, what is told by meaning
	reader *sense.Reader
}

// meant puts a change that was found by its meaning into a group. Keys are those of
// the files that it tells of.
func (m *maker) meant(kind, key string, c change.Change[string], keys []string, args ...any) {
	for _, at := range []*change.Row{&c.ToAt, &c.FromAt} {
		*at = change.Row{File: at.File, Line: at.Line}.Under("rules")
		for _, k := range keys {
			m.told[[2]string{at.File, k}] = true
		}
	}
	if c.Title == "" {
		c.Title = m.title(Subject(&c))
	}
	m.add(kind, key, c, args...)
}

// title is what people call an indicator, risk, derived value or constant; "" where nobody
// does.
func (m *maker) title(name string) string {
	for _, set := range []*ruleset.Set{m.After, m.Before} {
		if i, ok := set.Dictionary.Lookup(name); ok && i.Name == name {
			return i.Title
		}
		if v, ok := set.Scope.Lookup(name); ok {
			return v.Title
		}
		if c := set.Constants[name]; c != nil {
			return c.Title
		}
	}
	return ""
}

// called names a subject in a title: by what people call it, and its name.
func (m *maker) called(name, namespace string) message.Phrase {
	p := message.Phrase{ZH: cmp.Or(m.title(name), name), EN: name}
	if namespace != "" {
		p.ZH, p.EN = p.ZH+"（"+namespace+"）", p.EN+" ("+namespace+")"
	}
	return p
}

// ofRows are the keys of which the answers of tables and risks tell, together.
var ofRows = []string{"when", "level", "color", "for", "flag"}

func (m *maker) answers() {
	r := m.Answers
	for i := range r.Levels {
		l := &r.Levels[i]
		from, to := m.sides(l.From, l.To)
		c := change.Change[string]{Namespace: l.Namespace, Indicator: l.Indicator, From: &from, To: &to, FromAt: first(l.From.Rows), ToAt: first(l.To.Rows), Region: l.Region.Plain(),
			Milder: change.IsMilder(m.After, l.From, l.To), Lent: l.Lent}
		m.shows(&c, func(a *impact.Answer) bool { return gives(a, l) })
		switch {
		case l.Lent > 0: // whatever rows say of those whose own they are
			m.meant("lent", fmt.Sprintf("%s/%s/%d", l.Namespace, l.Indicator, l.Lent), c, ofRows, "age", l.Lent, "what", m.called(l.Indicator, l.Namespace))
		case l.From.Grade != l.To.Grade:
			m.answer(c)
		case !m.saidAt(c): // else row by row
			c.Doubt = !c.Milder && l.From.Department != l.To.Department
			m.meant("instruction", from+to, c, ofRows, "what", message.Plain(from+" → "+to))
		}
	}
	for i := range r.Ideals {
		i := &r.Ideals[i]
		c := change.Change[string]{Namespace: i.Namespace, Indicator: i.Indicator, Field: "ideal", From: &i.From.ZH, To: &i.To.ZH, Region: i.Region.Plain()}
		m.shows(&c, func(a *impact.Answer) bool { return a.In(i.Region) && a.Before.Ideal != a.After.Ideal })
		m.answer(c)
	}
	for i := range r.Ranges {
		c := &r.Ranges[i]
		from, to := strconv.FormatBool(*c.From), strconv.FormatBool(*c.To)
		m.answer(change.Change[string]{Namespace: c.Namespace, Indicator: c.Indicator, Field: "printed", From: &from, To: &to, FromAt: c.FromAt, ToAt: c.ToAt, Region: c.Region.Plain(), Doubt: true})
	}
	for _, name := range r.Added {
		c := change.Change[string]{Indicator: name, Kind: change.Added, ToAt: placeOf(m.After, name)}
		m.shows(&c, func(a *impact.Answer) bool { return a.Before.Level != a.After.Level })
		m.answer(c)
	}
	for _, name := range r.Removed {
		c := change.Change[string]{Indicator: name, Kind: change.Removed, FromAt: placeOf(m.Before, name), Milder: true}
		m.shows(&c, func(a *impact.Answer) bool { return a.Before.Level != a.After.Level })
		m.answer(c)
	}
	for _, c := range r.RiskLists {
		from, to := strings.Join(c.Lost, " "), strings.Join(c.Gained, " ")
		m.meant("answer", c.Namespace+"/"+c.Indicator, change.Change[string]{Namespace: c.Namespace, Indicator: c.Indicator, Field: "risks", From: &from, To: &to, FromAt: c.FromAt, ToAt: c.ToAt, Milder: from != ""},
			[]string{"risks"}, "what", m.called(c.Indicator, c.Namespace))
	}
	m.worked()
	for i := range r.Signatures {
		c := &r.Signatures[i]
		from, to := signed(*c.From), signed(*c.To)
		m.meant("signature", "", change.Change[string]{Namespace: c.Namespace, Indicator: c.Indicator, ID: c.Risk, Field: "reviewed", From: &from, To: &to, FromAt: c.FromAt, ToAt: c.ToAt}, []string{"reviewed"})
	}
	for _, n := range r.Inexact {
		m.meant("unproved", "", change.Change[string]{ID: n.What, To: &n.Reason.ZH, ToAt: n.At}, nil)
	}
}

// worked tells of derived values and risks.
func (m *maker) worked() {
	for _, d := range m.Answers.Derived {
		d.Field = strings.Join(append(d.Parts, d.Through...), ", ")
		d.Milder, d.Doubt = d.Kind == change.Removed, d.Kind != change.Added && d.Kind != change.Removed
		m.meant("derived", d.ID, d, nil, "what", m.called(d.ID, ""))
	}
	for i := range m.Answers.Risks {
		k := &m.Answers.Risks[i]
		c := change.Change[string]{ID: k.ID, Title: k.Title, Kind: k.Kind, Rule: k.Rule, Part: k.Part, Field: strings.TrimPrefix(k.Rule+" "+k.Part+" "+strings.Join(k.Through, ", "), " "), FromAt: k.FromAt, ToAt: k.ToAt,
			Region: k.Region.Plain(), Within: k.Within.Plain(), Example: cmp.Or(k.Example, m.Made.Flagged[i]), Milder: k.Kind == change.Removed}
		if k.From != nil && k.To != nil {
			from, to := strconv.Itoa(*k.From), strconv.Itoa(*k.To)
			c.From, c.To, c.Milder = &from, &to, *k.To < *k.From || k.FromTold != nil && k.FromTold.Later(*k.ToTold)
			if k.FromTold != nil {
				a, b := m.sides(&change.Given{Instruction: *k.FromTold}, &change.Given{Instruction: *k.ToTold})
				from, to = from+" "+a, to+" "+b
			}
		}
		c.Doubt = !c.Milder && (k.From == nil || k.To == nil) && k.Kind != change.Added
		m.meant("risk", k.ID, c, ofRows, "what", message.Phrase{ZH: k.Title, EN: k.ID})
	}
}

func (m *maker) answer(c change.Change[string]) {
	m.meant("answer", c.Namespace+"/"+c.Indicator, c, append(ofRows, "printed"), "what", m.called(c.Indicator, c.Namespace))
}

// saidAt reports whether the row of an answer is told of as a text.
func (m *maker) saidAt(c change.Change[string]) bool {
	for _, key := range []string{"act", "alert", "department", "recheck", "late_tip"} {
		if m.told[[2]string{c.ToAt.Under("rules").String(), key}] {
			return true
		}
	}
	return false
}

// sides writes what two answers have otherwise.
func (m *maker) sides(a, b *change.Given) (from, to string) {
	var sides [2]string
	for i, g := range []*change.Given{a, b} {
		set, other := []*ruleset.Set{m.Before, m.After}[i], []*change.Given{b, a}[i]
		parts := []string{g.Level}
		if level := set.Level(g.Level); level != nil {
			parts = append(parts, level.Name)
		}
		put := func(name, own, theirs string) {
			if own != theirs {
				parts = append(parts, name+"="+cmp.Or(own, "-"))
			}
		}
		if g.Level == other.Level {
			put("color", strconv.Itoa(g.Color), strconv.Itoa(other.Color))
			put("late_tip", g.Late, other.Late)
		}
		put("alert", g.Alert, other.Alert)
		put("department", g.Department, other.Department)
		put("recheck", g.Recheck.String(), other.Recheck.String())
		sides[i] = strings.TrimSpace(strings.Join(parts, " "))
	}
	return sides[0], sides[1]
}

func signed(s *change.Signature) string {
	if s == nil {
		return ""
	}
	return strings.TrimSpace(s.By + " " + s.On + " " + s.Of)
}

func first(rows []change.Row) change.Row {
	if len(rows) == 0 {
		return change.Row{}
	}
	return rows[0]
}

func placeOf(set *ruleset.Set, indicator string) change.Row {
	if tables := set.Tables[indicator]; len(tables) > 0 {
		return change.Row(tables[0].At)
	}
	return change.Row{}
}

// texts tells of sentences and what goes with them. What sources say is told by their
// file.
func (m *maker) texts() {
	m.reader = sense.NewReader(m.After, m.Findings)
	said := make([]saying, 0, len(m.Said))
	rows := map[string]int{}  // that mean the same otherwise
	whole := map[string]int{} // of rows that only one version has, where in said
	for _, c := range m.Said {
		if path.Base(At(&c).File) == "sources.yaml" {
			continue
		}
		one := m.saying(c, m.reader)
		if one.row {
			at := one.kind + At(&c).String()
			if i, known := whole[at]; known {
				said[i].also = append(said[i].also, c)
				continue
			}
			whole[at] = len(said)
		}
		rows[one.key]++
		said = append(said, one)
	}
	for _, one := range said {
		c := one.Change
		c.Title = cmp.Or(c.Title, "manifest")
		m.says(&c)
		keys := []string{unnumbered.ReplaceAllString(c.Field, "")}
		for _, other := range one.also {
			keys = append(keys, unnumbered.ReplaceAllString(other.Field, ""))
			if c.Example == nil {
				other.Title = c.Title
				m.says(&other)
				c.Example = other.Example
			}
		}
		if one.row {
			c = joined(append([]change.Change[string]{c}, one.also...))
		}
		if one.kind == "meaning" && rows[one.key] == 1 { // alone: by what kinds of facts differ
			one.key, one.what = one.kinds.ZH, one.kinds
		}
		m.told[[2]string{c.ToAt.Under("rules").String(), c.Field}] = true
		field := fieldName(base(c.Field))
		if one.row {
			field = message.SheetRows
		}
		m.meant(one.kind, field.ZH+"\x00"+one.key, c, keys, "field", field, "what", one.what)
	}
}

// A saying is a text that differs, with the group that it belongs to.
type saying struct {
	change.Change[string]
	kind, key   string
	what, kinds message.Phrase
	row         bool // all of a row, which only one version has
	also        change.List[string]
}

// joined is one change of all that only one version has of a thing, the first with what
// the others are of.
func joined(list change.List[string]) change.Change[string] {
	one := list[0]
	parts := make([]string, 0, len(list))
	for _, c := range list {
		parts = append(parts, strings.TrimSpace(c.Field+" "+change.Text(c.From)+change.Text(c.To)))
		one.Milder, one.Doubt = one.Milder || c.Milder, one.Doubt || c.Doubt
	}
	text := strings.Join(parts, "；")
	if one.Field = ""; one.To != nil && *one.To != "" {
		one.To, one.From = &text, nil
	} else {
		one.From, one.To = &text, nil
	}
	return one
}

// fieldName is what people call a key of the files.
func fieldName(key string) message.Phrase {
	return message.Phrase{ZH: cmp.Or(kinds().Fields[key], key), EN: key}
}

// ofFew are the fields of rows that have few values, each change of which is a
// meaning of its own.
var ofFew = []string{"act", "alert", "department", "recheck", "organ", "printed", "severity", "within"}

func (m *maker) saying(c change.Change[string], reader *sense.Reader) saying {
	from, to := change.Text(c.From), change.Text(c.To)
	one := saying{kind: "otherwise", what: message.Plain(cmp.Or(from, "-") + " → " + cmp.Or(to, "-"))}
	sentence := diff.IsSentence(c.Field)
	switch {
	case c.FromAt.File == "":
		one.kind, one.row = "anew", true
	case c.ToAt.File == "":
		one.kind, one.row, c.Milder = "gone", true, true
	case sentence && to == "":
		one.kind, c.Milder = "gone", true
	case sentence && from == "":
		one.kind = "anew"
	case sentence:
		d := sense.Compare(reader.Read(from), reader.Read(to))
		if len(d.Lost)+len(d.Gained) == 0 {
			one.kind = "wording"
			break
		}
		now := reader.Read(to)
		c.Milder = slices.ContainsFunc(d.Lost, func(f sense.Fact) bool {
			still := slices.ContainsFunc(now, func(n sense.Fact) bool { return n.Kind == f.Kind && n.Of == f.Of })
			return !softens(f) && !(still && slices.Contains(kinds().Repeated, f.Kind))
		})
		c.Doubt = !c.Milder && slices.ContainsFunc(d.Gained, func(f sense.Fact) bool { return softens(f) || slices.Contains(kinds().Turning, f.Kind) })
		one.kind, one.what, one.kinds = "meaning", became(d, sense.Words), became(d, factKinds)
		one.key = one.what.ZH
	case slices.Contains(ofFew, c.Field):
		c.Milder = m.pressesLess(c.Field, from, to)
		c.Doubt = !c.Milder && from != "" && !slices.Contains(kinds().Ranked, c.Field)
		one.key = from + "\x00" + to
	default:
		one.what = message.SheetEach
		name := c.Field[strings.LastIndexByte(c.Field, '.')+1:]
		switch {
		case slices.Contains(kinds().Plain, name):
		case to == "":
			c.Milder = true
			one.key, one.what = "gone", message.SheetNoMore
		case slices.Contains(kinds().Lists, name):
			kept := strings.Fields(to)
			c.Milder = slices.ContainsFunc(strings.Fields(from), func(word string) bool { return !slices.Contains(kept, word) })
		default:
			c.Doubt = from != ""
		}
	}
	one.Change = c
	return one
}

// softens reports whether a fact makes what it goes with lighter.
func softens(f sense.Fact) bool { return kinds().Softening[f.Kind] == f.Of && f.Of != "" }

var unnumbered = regexp.MustCompile(`\[\d+\]`)

// base is the first part of a field.
func base(field string) string {
	first, _, _ := strings.Cut(field, ".")
	return unnumbered.ReplaceAllString(first, "")
}

// became writes what a sentence lost and what it gained.
func became(d sense.Difference, of func([]sense.Fact) message.Phrase) message.Phrase {
	lost, gained := of(d.Lost), of(d.Gained)
	return message.Phrase{ZH: cmp.Or(lost.ZH, "-") + " → " + cmp.Or(gained.ZH, "-"), EN: cmp.Or(lost.EN, "-") + " → " + cmp.Or(gained.EN, "-")}
}

func factKinds(facts []sense.Fact) message.Phrase {
	var zh, en []string
	for _, f := range facts {
		if p := sense.Called(f.Kind); !slices.Contains(zh, p.ZH) {
			zh, en = append(zh, p.ZH), append(en, p.EN)
		}
	}
	return message.Phrase{ZH: strings.Join(zh, " "), EN: strings.Join(en, " ")}
}

// pressesLess reports whether a row tells less urgently, by one of its fields.
func (m *maker) pressesLess(field, from, to string) bool {
	side := func(text string) change.Instruction {
		told := change.NothingTold
		if field == "alert" {
			told.Alert = text
		} else if n, err := strconv.Atoi(text); err == nil {
			told.Recheck = change.Days(n)
		}
		return told
	}
	switch field {
	case "act", "within":
		return m.After.ActOf(from).Rank() < m.After.ActOf(to).Rank()
	case "severity":
		return falls(from, to)
	case "alert", "recheck":
		return side(from).Later(side(to))
	}
	return to == ""
}
