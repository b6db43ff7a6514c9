package regress

import (
	"slices"
	"strconv"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
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

	span strictyaml.Span // of its case
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
		v.known(m, message.AnAdditionalField, names(v.set.Arguments, func(a *ruleset.Argument) string { return a.Path }))
	case Risk:
		if v.known(m, message.ARisk, v.risks()) {
			v.wanted(m, append(names(v.set.Flags, func(f ruleset.Flag) string { return strconv.Itoa(f.Flag) }), none))
		}
	case Derived:
		v.derived(m)
	case Assumption:
		v.wanted(m, []string{named, none})
	case Alert:
		if v.known(m, message.AnIndicator, append(v.set.Dictionary.Names(), v.risks()...)) {
			v.wanted(m, []string{ruleset.AlertA, ruleset.AlertB, none})
		}
	case Order:
		v.known(m, message.AnOrgan, v.organs())
	case Says, MustNotSay:
		v.known(m, message.AnIndicator, slices.Concat([]string{anywhere, inSummary}, v.set.Dictionary.Names(), v.risks(), v.organs()))
	default:
		indicators := v.set.Dictionary.Names()
		if m.column {
			indicators = append(indicators, personFields...)
		}
		if !v.known(m, message.AnIndicator, indicators) {
			return
		}
		switch m.kind {
		case Level:
			v.wanted(m, names(v.set.Levels, func(l *ruleset.Level) string { return l.ID }))
		case Color:
			v.wanted(m, names(v.set.Colors, func(c ruleset.Color) string { return strconv.Itoa(c.Code) }))
		}
	}
}

func (v *validator) risks() []string {
	return names(v.set.Risks, func(r *ruleset.Risk) string { return r.ID })
}

// organs that a summary can be grouped by: those of the manifest, and
// indicators and risks without one.
func (v *validator) organs() []string {
	organs := names(v.set.Organs, func(o *ruleset.Organ) string { return o.ID })
	return slices.Concat(organs, v.set.Dictionary.Names(), v.risks())
}

func (v *validator) derived(m mention) {
	ids := names(v.set.Derived, func(d *ruleset.Derived) string { return d.ID })
	if !v.known(m, message.ADerivedValue, ids) || m.want == none || m.number {
		return
	}
	if d := v.set.Derived[slices.Index(ids, m.name)]; d.Type == expression.Number {
		v.list.Add(message.NeverNumber.At(m.wantAt, "name", m.name, "want", m.want))
	}
}

// names lists what things are called.
func names[T any](things []T, of func(T) string) []string {
	list := make([]string, len(things))
	for i, t := range things {
		list[i] = of(t)
	}
	return list
}

func (v *validator) known(m mention, kind message.Phrase, names []string) bool {
	if slices.Contains(names, m.name) {
		return true
	}
	fix := message.UnknownHere
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
