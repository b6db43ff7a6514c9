package regress

import (
	"slices"
	"strconv"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A mention is a name that a suite uses; misspelt, its expectation would hold
// or fail whatever the rules say.
type mention struct {
	at     problem.Place
	kind   Kind // "" for a sample, argument for an additional field
	name   string
	column bool // the name heads a column, which can be a field of the person too
	want   string
	wantAt problem.Place
	number bool // want is a number
}

const additional Kind = "argument"

// Validate finds the names in suites that mean nothing to the rules, and
// expectations that no answer can meet. An indicator that is unknown on
// purpose stands in the case's unknown_indicators.
func Validate(suites []Suite, set *ruleset.Set) problem.List {
	v := validator{set: set}
	for _, s := range suites {
		for _, m := range s.mentions {
			v.mention(m)
		}
	}
	v.list.Sort()
	return v.list
}

type validator struct {
	set  *ruleset.Set
	list problem.List
}

func (v *validator) mention(m mention) {
	switch m.kind {
	case additional:
		v.known(m, message.AnAdditionalField, v.names(func(s *ruleset.Set) (names []string) {
			for _, a := range s.Arguments {
				names = append(names, a.Path)
			}
			return names
		}))
	case Risk:
		if v.known(m, message.ARisk, v.names(func(s *ruleset.Set) (names []string) {
			for _, r := range s.Risks {
				names = append(names, r.ID)
			}
			return names
		})) {
			v.wanted(m, append(v.names(func(s *ruleset.Set) (flags []string) {
				for _, f := range s.Flags {
					flags = append(flags, strconv.Itoa(f.Flag))
				}
				return flags
			}), none))
		}
	case Derived:
		v.derived(m)
	case Assumption:
		v.wanted(m, []string{named, none})
	default:
		names := v.set.Dictionary.Names()
		if m.column {
			names = append(names, personFields...)
		}
		if !v.known(m, message.AnIndicator, names) {
			return
		}
		switch m.kind {
		case Level:
			v.wanted(m, v.names(func(s *ruleset.Set) (levels []string) {
				for _, l := range s.Levels {
					levels = append(levels, l.ID)
				}
				return levels
			}))
		case Color:
			v.wanted(m, v.names(func(s *ruleset.Set) (colors []string) {
				for _, c := range s.Colors {
					colors = append(colors, strconv.Itoa(c.Code))
				}
				return colors
			}))
		}
	}
}

func (v *validator) derived(m mention) {
	var found []*ruleset.Derived
	ids := v.names(func(s *ruleset.Set) (names []string) {
		for _, d := range s.Derived {
			names = append(names, d.ID)
			if d.ID == m.name {
				found = append(found, d)
			}
		}
		return names
	})
	if !v.known(m, message.ADerivedValue, ids) || m.want == none {
		return
	}
	if !m.number && !slices.ContainsFunc(found, func(d *ruleset.Derived) bool { return d.Type == expression.String }) {
		v.list.Add(message.NeverNumber.At(m.wantAt, "name", m.name, "want", m.want))
	}
}

func (v *validator) names(of func(*ruleset.Set) []string) []string { return of(v.set) }

func (v *validator) known(m mention, kind message.Phrase, names []string) bool {
	if slices.Contains(names, m.name) {
		return true
	}
	var fix message.Phrase
	near := problem.Nearest(m.name, names)
	if i, ok := v.titled(m.name); ok && slices.Contains(names, i) {
		near = i
	}
	switch {
	case near != "":
		fix = message.DidYouMean.With("near", near)
	case m.kind == "" || m.kind == Level || m.kind == Color || m.kind == Ideal:
		fix = message.UnknownOnPurpose.With("name", m.name)
	}
	v.list.Add(message.UnknownInSuite.At(m.at, "kind", kind, "name", m.name, "fix", fix))
	return false
}

// titled finds an indicator by what it is called on reports.
func (v *validator) titled(word string) (string, bool) {
	for _, i := range v.set.Dictionary.All() {
		if i.Title == word || slices.Contains(i.Aliases, word) || slices.Contains(i.Abbreviations, word) {
			return i.Name, true
		}
	}
	return "", false
}

func (v *validator) wanted(m mention, can []string) {
	if slices.Contains(can, m.want) {
		return
	}
	v.list.Add(message.NeverWanted.At(m.wantAt, "kind", m.kind, "want", m.want, "known", can))
}
