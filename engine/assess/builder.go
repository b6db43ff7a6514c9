package assess

import (
	"slices"

	"tijian/engine/compiled"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A builder compiles a rule set into a plan.
type builder struct {
	*plan
	probe    *probe
	guardsBy map[string]int // index in guards by text
	problems problem.List
}

func newBuilder(set *ruleset.Set) *builder {
	return &builder{
		plan:  &plan{set: set, indicators: map[string]*indicator{}, gives: map[int]int{}, texts: newTexts(set)},
		probe: newProbe(set), guardsBy: map[string]int{},
	}
}

// condition compiles and checks a condition; nil stays nil.
func (b *builder) condition(source *expression.Condition) *compiled.Condition {
	if source == nil {
		return nil
	}
	c := compiled.NewCondition(source, b.set.Scope)
	if b.probe.condition(c) {
		return c
	}
	b.mismatch(source.Text.At, source.Text.Value)
	return compiled.ByExpr(source)
}

func (b *builder) formula(source *expression.Formula, t expression.Type) *compiled.Formula {
	f := compiled.NewFormula(source, t, b.set.Scope)
	if b.probe.formula(f) {
		return f
	}
	b.mismatch(source.Text.At, source.Text.Value)
	return compiled.FormulaByExpr(source, t)
}

func (b *builder) mismatch(at problem.Place, text string) {
	b.problems.Add(problem.Problem{Place: at, Code: "compiled",
		ZH:     "程序把“" + text + "”编译后得到的结果与逐条求值不一致",
		EN:     "the compiled form of " + text + " does not answer as evaluating it does",
		MendZH: "这是程序的错误，不是规则的错误；请把这一行告诉开发人员，在修好之前规则不会启用",
		MendEN: "This is a fault of the program, not of the rules; please report the line. The rules stay out of force until it is mended"})
}

func (b *builder) arguments() {
	for _, a := range b.set.Arguments {
		b.required = append(b.required, b.condition(a.Required))
	}
}

// guard numbers a table's guard; many tables have the same.
func (b *builder) guard(source *expression.Condition) int {
	if source == nil {
		return everybody
	}
	i, ok := b.guardsBy[source.Text.Value]
	if !ok {
		i = len(b.guards)
		b.guardsBy[source.Text.Value] = i
		b.guards = append(b.guards, b.condition(source))
	}
	return i
}

// list numbers a list of risks; many tables have the same.
func (b *builder) list(ids []string) int {
	list := make([]int, 0, len(ids))
	for _, id := range ids { // all known, unless the set is a part of another
		if i := slices.IndexFunc(b.plan.risks, func(r risk) bool { return r.blank.ID == id }); i >= 0 {
			list = append(list, i)
		}
	}
	if i := slices.IndexFunc(b.lists, func(l []int) bool { return slices.Equal(l, list) }); i >= 0 {
		return i
	}
	b.lists = append(b.lists, list)
	return len(b.lists) - 1
}

func (b *builder) indicator(d *dictionary.Indicator, tables []*ruleset.Table) {
	i := &indicator{Indicator: d, unit: d.Unit, low: d.Plausible[0], high: d.Plausible[1], slot: b.set.Names.Indicators[d.Name]}
	for _, t := range tables {
		i.tables = append(i.tables, b.table(t))
	}
	i.choice = b.choice(i.tables)
	b.indicators[d.Name] = i
}

// choice numbers what chooses between tables.
func (b *builder) choice(tables []*table) int {
	guards := make([]int, len(tables))
	for i, t := range tables {
		guards[i] = t.guard
	}
	if i := slices.IndexFunc(b.choices, func(c []int) bool { return slices.Equal(c, guards) }); i >= 0 {
		return i
	}
	b.choices = append(b.choices, guards)
	return len(b.choices) - 1
}

func (b *builder) derived() {
	for i, d := range b.set.Derived {
		b.gives[d.Slot] = i
		if d.Supplies != nil {
			b.gives[d.SuppliesSlot] = i
		}
		b.plan.derived = append(b.plan.derived, b.oneDerived(d))
	}
}

func (b *builder) oneDerived(source *ruleset.Derived) derived {
	d := derived{Derived: source, text: source.Type == expression.String, when: b.condition(source.When)}
	for _, a := range source.Assume {
		d.assume = append(d.assume, &assumption{Assumption: a, value: b.formula(a.Value, b.set.Scope.Slot(a.Slot).Type)})
	}
	for _, s := range source.Let {
		d.steps = append(d.steps, step{s.Slot, *b.formula(s.Formula, expression.Number)})
	}
	for _, c := range source.Cases {
		k := derivedCase{when: b.condition(c.When), formula: *b.formula(c.Formula, source.Type)}
		if c.When != nil {
			k.first = needed(source.Let, c.When.Inputs, c.When.Asked)
		}
		k.then = needed(source.Let, c.Formula.Inputs, c.Formula.Asked)
		d.cases = append(d.cases, k)
	}
	b.requirements(&d)
	return d
}

// requirements finds the slots without which no case gives a value.
func (b *builder) requirements(d *derived) {
	scope := b.set.Scope
	var slots []int
	for i, c := range d.cases {
		needs := c.formula.Required(scope)
		if c.when != nil {
			needs = append(needs, c.when.Required(scope)...)
		}
		for _, s := range slices.Backward(d.steps) {
			if slices.Contains(needs, s.slot) {
				needs = append(needs, s.formula.Required(scope)...)
			}
		}
		if i == 0 {
			slots = needs
		} else {
			slots = slices.DeleteFunc(slots, func(slot int) bool { return !slices.Contains(needs, slot) })
		}
	}
	if d.when != nil {
		slots = append(slots, d.when.Required(scope)...)
	}
	slices.Sort(slots)
	for _, a := range d.assume {
		a.required = slices.Contains(slots, a.Slot)
	}
	d.required = slices.DeleteFunc(slices.Compact(slots), func(slot int) bool {
		return slices.ContainsFunc(d.assume, func(a *assumption) bool { return a.Slot == slot }) ||
			slices.ContainsFunc(d.steps, func(s step) bool { return s.slot == slot })
	})
	slices.Reverse(d.required) // the person, always known, has the first slots
}

// needed lists the steps, in their order, without which the inputs cannot be
// known.
func needed(steps []*ruleset.Step, inputs ...[]int) []int {
	slots := slices.Concat(inputs...)
	var list []int
	for i := len(steps) - 1; i >= 0; i-- {
		if slices.Contains(slots, steps[i].Slot) {
			list = append(list, i)
			slots = append(append(slots, steps[i].Formula.Inputs...), steps[i].Formula.Asked...)
		}
	}
	slices.Reverse(list)
	return list
}

func (b *builder) risks() {
	for _, source := range b.set.Risks {
		r := risk{Risk: source, blank: Risk{ID: source.ID, Name: source.Name}}
		for _, rule := range source.Rules {
			c := riskRule{RiskRule: rule, always: rule.When == nil, rows: b.flags(rule.Rows), floors: b.flags(rule.AtLeast), sources: cite(rule.Sources)}
			if !c.always {
				c.when = *b.condition(rule.When)
			}
			r.rules = append(r.rules, c)
		}
		b.plan.risks = append(b.plan.risks, r)
	}
}

func (b *builder) flags(rows []*ruleset.RiskRow) []flagged {
	list := make([]flagged, len(rows))
	for i, row := range rows {
		list[i] = flagged{*b.condition(row.When), row.Flag}
	}
	return list
}
