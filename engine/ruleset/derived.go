package ruleset

import (
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type derivedEntry struct {
	ID       strictyaml.Text    `yaml:"id,required"`
	Title    string             `yaml:"zh,required"`
	Type     strictyaml.Text    `yaml:"type"` // number (default), text or boolean
	Unit     string             `yaml:"unit"`
	Supplies strictyaml.Text    `yaml:"supplies"`
	When     strictyaml.Text    `yaml:"when"`
	Show     strictyaml.Text    `yaml:"show"`
	Source   []strictyaml.Text  `yaml:"source,required"`
	Assume   []*assumptionEntry `yaml:"assume"`
	Let      []*stepEntry       `yaml:"let"`
	Formula  strictyaml.Text    `yaml:"formula"`
	Cases    []*caseEntry       `yaml:"cases"`
	// OwnNumbers says that its numbers belong to a published model and stay as
	// they are when a bound of the rules moves.
	OwnNumbers bool `yaml:"own_numbers"`
	At         problem.Place
}

type assumptionEntry struct {
	Variable strictyaml.Text `yaml:"variable,required"`
	Value    strictyaml.Text `yaml:"value,required"`
	Text     string          `yaml:"text,required"`
}

type stepEntry struct {
	Name    strictyaml.Text `yaml:"name,required"`
	Formula strictyaml.Text `yaml:"formula,required"`
}

type caseEntry struct {
	When    strictyaml.Text `yaml:"when"`
	Formula strictyaml.Text `yaml:"formula,required"`
}

// declareDerived names derived values and steps. Steps of the same name in
// several derived values share a slot: each sets its own before use.
func (l *loader) declareDerived() {
	supplied := map[string]problem.Place{}
	steps := map[string]bool{}
	l.derived = slices.DeleteFunc(l.derived, func(e *derivedEntry) bool { return !e.ID.Set() })
	for _, e := range l.derived {
		if e.Supplies.Set() {
			if _, ok := l.set.Dictionary.Lookup(e.Supplies.Value); !ok {
				l.unknownIndicator(e.Supplies)
			}
			if before, taken := supplied[e.Supplies.Value]; taken {
				l.list.Add(message.DuplicateSupply.At(e.Supplies.At, "name", e.Supplies.Value, "before", before))
			}
			supplied[e.Supplies.Value] = e.Supplies.At
		}
		_, indicator := l.set.Dictionary.Lookup(e.ID.Value)
		_, supplied := l.set.Dictionary.Lookup(e.Supplies.Value)
		if indicator && e.Supplies.Set() && !supplied {
			continue // the mistyped indicator is the fault
		}
		if e.ID.Value != e.Supplies.Value {
			l.name(e.ID, e.Title, l.kind(e), l.words(e))
		} else if slices.ContainsFunc(l.derived, func(o *derivedEntry) bool { return o != e && o.ID.Value == e.ID.Value }) {
			l.list.Add(message.DuplicateDerived.At(e.ID.At, "name", e.ID.Value))
		}
	}
	for _, e := range l.derived {
		own := map[string]bool{}
		for _, step := range e.Let {
			if step == nil || !step.Name.Set() {
				continue
			}
			if own[step.Name.Value] {
				l.list.Add(message.DuplicateStep.At(step.Name.At, "name", step.Name.Value))
			}
			own[step.Name.Value] = true
			if !steps[step.Name.Value] {
				_, steps[step.Name.Value] = l.name(step.Name, "", expression.Number, nil)
			}
		}
	}
	l.steps = steps
}

var quoted = regexp.MustCompile(`^\s*["']([^"']*)["']\s*$`)

// words lists the texts that a derived value can be, so that a mistyped one
// is found where it is compared; nil when the formulas do not tell.
func (l *loader) words(e *derivedEntry) []string {
	if e.Type.Value != "text" {
		return nil
	}
	var words []string
	for _, c := range e.Cases {
		m := quoted.FindStringSubmatch(c.Formula.Value)
		if m == nil {
			return nil
		}
		words = append(words, m[1])
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// kind gives the type of a derived value's formulas.
func (l *loader) kind(e *derivedEntry) expression.Type {
	switch {
	case !e.Type.Set(), e.Type.Value == "number":
		return expression.Number
	}
	types := map[string]expression.Type{"text": expression.String, "boolean": expression.Boolean}
	switch t, ok := types[e.Type.Value]; {
	case !ok:
		l.list.Add(message.UnknownType.At(e.Type.At, "name", e.Type.Value, "fix", message.Suggest(e.Type.Value, []string{"number", "text", "boolean"})))
	case e.Supplies.Set():
		l.list.Add(message.SupplyIsNumber.At(e.Type.At))
	default:
		return t
	}
	return expression.Number
}

func (l *loader) compileDerived() {
	byID := map[string]*Derived{}
	all := []*Derived{}
	for _, e := range l.derived {
		v, ok := l.set.Scope.Lookup(e.ID.Value)
		if !ok || byID[e.ID.Value] != nil {
			continue // reported when it was declared
		}
		d := &Derived{all: new(atomic.Pointer[everybody]), ID: e.ID.Value, Type: v.Type, Title: e.Title, Unit: e.Unit, Slot: v.Slot, At: e.At, OwnNumbers: e.OwnNumbers, Sources: l.citations(e.Source)}
		if i, ok := l.set.Dictionary.Lookup(e.Supplies.Value); ok {
			d.Supplies, d.SuppliesSlot = i, l.set.Names.Indicators[i.Name]
		}
		l.unit(e)
		l.compileParts(e, d)
		d.Show = l.guard(e.Show, l.noValue())
		byID[d.ID] = d
		all = append(all, d)
	}
	l.set.Derived = l.order(all)
}

// unit refuses a unit that nobody knows. A derived value may have one that no
// laboratory prints, such as mL/min.
func (l *loader) unit(e *derivedEntry) {
	table := l.set.Dictionary.Units()
	if e.Unit == "" || table.Composed(e.Unit) {
		return
	}
	fix := message.AddUnit.With("unit", e.Unit)
	if canonical, ok := table.Canonical(e.Unit); ok {
		fix = message.WriteUnit.With("unit", canonical)
	} else if near := problem.Nearest(e.Unit, table.Names()); near != "" {
		fix = message.NearOrAddUnit.With("near", near, "unit", e.Unit)
	}
	l.list.Add(message.UnknownUnit.At(e.At, "name", e.ID.Value, "unit", e.Unit, "fix", fix))
}

func (l *loader) compileParts(e *derivedEntry, d *Derived) {
	own := map[string]bool{}
	elsewhere := l.noValue()
	options := expression.Options{Refuse: func(v *expression.Variable, at func() problem.Place) *problem.Problem {
		switch {
		case !l.steps[v.Name]:
			return elsewhere.Refuse(v, at)
		case own[v.Name]:
			return nil
		}
		return new(message.StepNotKnown.At(at(), "name", v.Name))
	}}
	d.When = l.guard(e.When, options)
	for _, a := range e.Assume {
		if a == nil || !a.Variable.Set() {
			continue
		}
		v, ok := l.set.Scope.Lookup(a.Variable.Value)
		if !ok || l.steps[a.Variable.Value] {
			l.list.Add(message.UnknownName.At(a.Variable.At, "name", a.Variable.Value, "fix", message.Suggest(a.Variable.Value, l.assumable())))
			continue
		}
		d.Assume = append(d.Assume, &Assumption{Slot: v.Slot, Text: a.Text, Value: l.formula(a.Value, v.Type, options)})
	}
	for _, step := range e.Let {
		if step == nil || !step.Name.Set() {
			continue
		}
		f := l.formula(step.Formula, expression.Number, options)
		own[step.Name.Value] = true
		if v, ok := l.set.Scope.Lookup(step.Name.Value); ok {
			d.Let = append(d.Let, &Step{v.Slot, f})
		}
	}
	switch {
	case e.Formula.Set() == (len(e.Cases) > 0):
		l.list.Add(message.FormulaOrCases.At(e.At, "name", e.ID.Value))
	case e.Formula.Set():
		d.Cases = []*Case{{Formula: l.formula(e.Formula, d.Type, options)}}
	}
	for _, c := range e.Cases {
		if c == nil {
			continue
		}
		d.Cases = append(d.Cases, &Case{Formula: l.formula(c.Formula, d.Type, options), When: l.guard(c.When, options)})
	}
}

func (l *loader) assumable() []string {
	var names []string
	for _, a := range l.set.Arguments {
		names = append(names, a.Variable)
	}
	return append(names, l.set.Dictionary.Names()...)
}

// uses lists the slots that must be worked out before d. Its own supply is
// none: there it means the sample that was sent.
func (d *Derived) uses() []int {
	return slices.DeleteFunc(d.Slots(), func(s int) bool { return d.Supplies != nil && s == d.SuppliesSlot })
}

// order sorts derived values so that each follows those it needs, and reports
// cycles.
func (l *loader) order(all []*Derived) []*Derived {
	gives := map[int]*Derived{}
	for _, d := range all {
		gives[d.Slot] = d
		if d.Supplies != nil {
			gives[d.SuppliesSlot] = d
		}
	}
	var ordered, path []*Derived
	state := map[*Derived]int{} // 1 being visited, 2 done
	var visit func(d *Derived)
	visit = func(d *Derived) {
		switch state[d] {
		case 2:
			return
		case 1:
			names := []string{}
			for _, p := range path[slices.Index(path, d):] {
				names = append(names, p.ID)
			}
			cycle := strings.Join(append(names, d.ID), " → ")
			l.list.Add(message.Cycle.At(d.At, "cycle", message.Plain(cycle)))
			return
		}
		state[d] = 1
		path = append(path, d)
		for _, slot := range d.uses() {
			if needed := gives[slot]; needed != nil {
				visit(needed)
			}
		}
		path = path[:len(path)-1]
		state[d] = 2
		ordered = append(ordered, d)
	}
	for _, d := range all {
		visit(d)
	}
	return ordered
}
