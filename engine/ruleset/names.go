package ruleset

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// identifier of rule files; risk models keep the capitals of their names.
var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// IsIdentifier reports whether a constant, a derived value or an argument may have
// a name, were it not taken.
func IsIdentifier(name string) bool {
	return identifier.MatchString(name) && !expression.Reserved(name)
}

// declare gives every name of the rule set its slot, before anything is
// compiled, so that the order of files does not matter.
func (l *loader) declare() {
	s := l.set.Scope
	fixed := func(name, title string, t expression.Type, allowed ...string) int {
		v, _ := s.Declare(expression.Variable{Name: name, Title: title, Type: t, Allowed: allowed})
		s.Suggest(title, name)
		return v.Slot
	}
	n := &l.set.Names
	n.Value = fixed("value", "数值", expression.Number)
	n.Age = fixed("age", "年龄", expression.Number)
	n.Sex = fixed("sex", "性别", expression.String, string(Male), string(Female))
	n.person = []int{n.Age, n.Sex}
	for i, b := range Backgrounds {
		n.Backgrounds[i] = fixed(b.Name, b.Title, expression.Boolean)
		n.person = append(n.person, n.Backgrounds[i])
	}
	n.SmokeDaily = fixed(Smoking, "每日吸烟", expression.Number)
	n.DaysSince = fixed(DaysSinceExam, "距检查的天数", expression.Number)
	n.AgeDays = fixed(AgeDays, "出生后的天数", expression.Number)
	n.person = append(n.person, n.SmokeDaily, n.DaysSince, n.AgeDays)
	for i, f := range Facets {
		n.Facets[i] = fixed(f.Name, f.Title, expression.Number)
	}
	n.FacetsOf = map[string][]FacetSlot{}
	n.Indicators = map[string]int{}
	for _, i := range l.set.Dictionary.All() {
		v, ok := s.Declare(expression.Variable{Name: i.Name, Title: i.Title, Type: expression.Number})
		if !ok {
			l.list.Add(message.ReservedName.At(i.At, "name", i.Name))
			continue
		}
		n.Indicators[i.Name] = v.Slot
		for _, word := range slices.Concat(i.Aliases, i.Abbreviations, []string{i.Title}) {
			s.Suggest(word, i.Name)
		}
	}
	l.declareArguments()
	l.declareDerived()
	s.Offer(l.offer)
	if l.memory != nil {
		s.Remember(&l.memory.expressions)
	} else {
		s.Remember(&expression.Memory{}) // two of five expressions are written twice or more
	}
}

// name declares a variable of a rule file and reports why it cannot be.
func (l *loader) name(text strictyaml.Text, title string, t expression.Type, allowed []string) (slot int, ok bool) {
	if !identifier.MatchString(text.Value) {
		l.list.Add(message.BadName.At(text.At, "name", text.Value))
		return 0, false
	}
	v, ok := l.set.Scope.Declare(expression.Variable{Name: text.Value, Title: title, Type: t, Allowed: allowed})
	if !ok {
		l.list.Add(message.NameTaken.At(text.At, "name", text.Value))
		return 0, false
	}
	if title != "" {
		l.set.Scope.Suggest(title, text.Value)
	}
	return v.Slot, true
}

func (l *loader) declareArguments() {
	types := map[string]expression.Type{"string": expression.String, "boolean": expression.Boolean, "number": expression.Number}
	for _, a := range l.declared {
		if !a.Variable.Set() || !a.Path.Set() {
			continue
		}
		t, ok := types[a.Type.Value]
		if !ok {
			l.lost = append(l.lost, a.Variable.Value)
			l.list.Add(message.UnknownType.At(a.Type.At, "name", a.Type.Value, "fix", message.Suggest(a.Type.Value, []string{"boolean", "number", "string"})))
			continue
		}
		if t == expression.String && len(a.Allowed) == 0 {
			l.list.Add(message.AllowedMissing.At(a.At, "path", a.Path.Value))
		}
		slot, ok := l.name(a.Variable, a.Title, t, a.Allowed)
		if !ok {
			l.lost = append(l.lost, a.Variable.Value)
			continue
		}
		l.arguments = append(l.arguments, a)
		l.set.Arguments = append(l.set.Arguments, &Argument{
			Path: a.Path.Value, Variable: a.Variable.Value, Slot: slot, Type: t, Allowed: a.Allowed, Range: a.Range, Title: a.Title, At: a.At,
		})
	}
}

func (l *loader) compileArguments() {
	person := l.set.Names.Person()
	for i, a := range l.arguments {
		if a.Required.Value == "" {
			continue
		}
		l.set.Arguments[i].Required = l.condition(a.Required, expression.Options{
			Refuse: func(v *expression.Variable, at func() problem.Place) *problem.Problem {
				if slices.Contains(person, v.Slot) {
					return nil
				}
				return new(message.PersonOnly.At(at(), "name", v.Name))
			},
		})
	}
}

func (l *loader) compileRemarks(entries []remarkEntry) (list []*Remark) {
	for _, e := range entries {
		if c := l.condition(e.When, l.noValue()); c != nil {
			list = append(list, &Remark{c, e.Text})
		}
	}
	return list
}

// noValue is for expressions outside of tables, where there is no sample.
func (l *loader) noValue() expression.Options {
	return expression.Options{Refuse: func(v *expression.Variable, at func() problem.Place) *problem.Problem {
		if v.Slot == l.set.Names.Value || slices.Contains(l.set.Names.Facets[:], v.Slot) {
			return new(message.ValueElsewhere.At(at(), "name", v.Name))
		}
		return l.noStep(v, at)
	}}
}

// noStep keeps the steps of derived values to themselves.
func (l *loader) noStep(v *expression.Variable, at func() problem.Place) *problem.Problem {
	if !l.steps[v.Name] {
		return nil
	}
	return new(message.StepElsewhere.At(at(), "name", v.Name))
}

// sourceMeant says which source was meant: the one of that title, else of a key
// like it.
func (l *loader) sourceMeant(text, key string) message.Phrase {
	known := slices.Sorted(maps.Keys(l.set.Sources))
	for _, k := range known {
		if title := l.set.Sources[k].Title; title == text || strings.HasPrefix(title, key) && len([]rune(key)) >= 4 {
			return message.SourceByTitle.With("key", k)
		}
	}
	return message.Suggest(key, known)
}

// citations resolves source items: a key, then perhaps a place in the source.
func (l *loader) citations(items []strictyaml.Text) []Citation {
	var list []Citation
	for _, item := range items {
		key, place := item.Value, ""
		if before, after, parted := strings.Cut(item.Value, " "); parted {
			key, place = before, after
		}
		source := l.set.Sources[key]
		if source == nil {
			l.list.Add(message.UnknownSource.At(item.At, "name", item.Value, "fix", l.sourceMeant(item.Value, key)))
			continue
		}
		for word := range strings.FieldsSeq(place) {
			if l.set.Sources[word] != nil {
				l.list.Add(message.TwoSources.At(item.At, "name", item.Value, "second", word))
			}
		}
		list = append(list, Citation{source, place})
	}
	return list
}
