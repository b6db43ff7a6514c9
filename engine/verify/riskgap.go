package verify

import (
	"slices"
	"time"

	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// risk looks for values that the rows of a risk rule leave out although the rule
// applies and everything its rows ask for is known: the risk is lost, or a
// coarser rule below answers. Each rule gets one witness. What a derived value
// can be is not known, so of its numbers only the constants that the rule
// compares it with are tried: a bound that belongs to no row.
func (g *gaps) risk(r *ruleset.Risk) problem.List {
	if g.in == nil {
		g.in, g.derived, g.asked = g.set.Scope.NewInputs(), derive.New(g.set), map[*expression.Condition]*lattice.Decision{}
	}
	g.in.Reset()
	for _, rule := range r.Rules {
		for _, c := range rule.Conditions() {
			g.asked[c] = lattice.Decide(g.set, g.in, c)
		}
	}
	g.list = nil
	for i := range r.Rules {
		g.unreached(r, i)
		g.rule(r, i)
	}
	return g.list
}

// unreached looks for a rule that never answers, for others above it do wherever it would:
// those that ask for nothing else, in every cell, also of what derived values can be.
func (g *gaps) unreached(risk *ruleset.Risk, number int) {
	rule := risk.Rules[number]
	own := conditionsOf(rule)
	conditions, above, names := own, []*ruleset.RiskRule{}, []string{}
	isOwn := func(slot int) bool {
		return slices.ContainsFunc(own, func(c *expression.Condition) bool { return slices.Contains(c.Slots(), slot) })
	}
	for _, r := range risk.Rules[:number] {
		theirs := conditionsOf(r)
		if !slices.ContainsFunc(theirs, func(c *expression.Condition) bool {
			return slices.ContainsFunc(c.Slots(), func(slot int) bool { return !isOwn(slot) })
		}) {
			conditions, above, names = append(conditions, theirs...), append(above, r), append(names, r.ID)
		}
	}
	s := lattice.New(nil, lattice.Side{Set: g.set, Conditions: conditions})
	if len(above) == 0 || len(s.Inexact) > 0 || s.Size() > maxCells {
		return
	}
	g.in.Reset()
	put := s.Putter(g.set)
	answered, reached := false, false
	s.Each(nil, func(point []int) bool {
		put(g.in, point)
		if g.answers(rule) {
			answered, reached = true, !slices.ContainsFunc(above, g.answers)
		}
		return !reached
	})
	if answered && !reached {
		g.list.Add(message.RiskUnreached.At(rule.At, "risk", message.Phrase{ZH: risk.Name, EN: risk.ID}, "rule", rule.ID, "above", names))
	}
}

type gaps struct {
	set     *ruleset.Set
	in      *expression.Inputs
	derived []*derive.Value
	asked   map[*expression.Condition]*lattice.Decision // in every cell, ahead
	list    problem.List
}

func (g *gaps) rule(risk *ruleset.Risk, number int) {
	rule := risk.Rules[number]
	s := g.space(rule, risk.Rules)
	if len(s.Dimensions) == 0 || len(s.Inexact) > 0 || s.Size() == 0 || s.Size() > maxCells {
		return
	}
	var below, lost message.Phrase // witnesses; empty while there is none
	above := risk.Rules[:number+1]
	put := s.Putter(g.set)
	g.in.Reset()
	filled := false
	s.Each(nil, func(point []int) bool {
		if filled {
			g.in.Reset()
			filled = false
		}
		put(g.in, point)
		if !g.applies(rule) || slices.ContainsFunc(above, g.answers) {
			return true
		}
		filled = true
		g.fill() // only where it matters, for it takes long
		if slices.ContainsFunc(above, g.answers) {
			return true
		}
		if !slices.ContainsFunc(risk.Rules[number+1:], g.answers) {
			lost = witness(s, point)
		} else if below.ZH == "" {
			below = witness(s, point)
		}
		return lost.ZH == ""
	})
	switch {
	case lost.ZH != "":
		g.list.Add(message.RiskGap.At(rule.At, "risk", message.Phrase{ZH: risk.Name, EN: risk.ID}, "witness", lost, "rule", rule.ID))
	case below.ZH != "":
		g.list.Add(message.RiskFallback.At(rule.At, "risk", message.Phrase{ZH: risk.Name, EN: risk.ID}, "witness", below, "rule", rule.ID))
	}
}

// applies reports whether a risk rule is meant for what is known.
func (g *gaps) applies(r *ruleset.RiskRule) bool {
	return r.When == nil || g.asked[r.When].Eval(g.in) == expression.True
}

func (g *gaps) answers(r *ruleset.RiskRule) bool {
	return g.applies(r) && slices.ContainsFunc(r.Rows, func(row *ruleset.RiskRow) bool { return g.asked[row.When].Eval(g.in) == expression.True })
}

// space is that of the inputs of one rule, all of them present, cut at the
// constants of every rule of its risk. What a derived value can be is not
// known, so of its numbers only the rule's own constants are tried.
func (g *gaps) space(rule *ruleset.RiskRule, all []*ruleset.RiskRule) *lattice.Space {
	own := conditionsOf(rule)
	conditions := own
	for _, r := range all {
		conditions = append(conditions, conditionsOf(r)...)
	}
	s := lattice.New(nil, lattice.Side{Set: g.set, Conditions: conditions})
	used := func(slot int) bool {
		return slices.ContainsFunc(own, func(c *expression.Condition) bool { return slices.Contains(c.Slots(), slot) })
	}
	name := func(d lattice.Dimension) *expression.Variable {
		v, _ := g.set.Scope.Lookup(d.Name)
		return v
	}
	s.Dimensions = slices.DeleteFunc(s.Dimensions, func(d lattice.Dimension) bool { return !used(name(d).Slot) })
	s.Inexact = slices.DeleteFunc(s.Inexact, func(input string) bool {
		v, _ := g.set.Scope.Lookup(input)
		return !slices.ContainsFunc(own, func(c *expression.Condition) bool {
			return slices.Contains(c.Slots(), v.Slot) && v.Type == expression.Number && !c.Bounds(v).Exact
		})
	})
	for i := range s.Dimensions {
		d := &s.Dimensions[i]
		v := name(*d)
		if g.isDerivedNumber(v) {
			numbers := constants(v, own)
			d.Keep(func(point any) bool { return slices.Contains(numbers, point) })
			continue
		}
		d.Keep(func(point any) bool { return point != nil })
	}
	return s
}

// conditionsOf gives the conditions that choose a rule's row.
func conditionsOf(r *ruleset.RiskRule) []*expression.Condition {
	var conditions []*expression.Condition
	if r.When != nil {
		conditions = append(conditions, r.When)
	}
	for _, row := range r.Rows {
		conditions = append(conditions, row.When)
	}
	return conditions
}

// constants that conditions compare a number with.
func constants(v *expression.Variable, conditions []*expression.Condition) []any {
	var numbers []any
	for _, condition := range conditions {
		for _, x := range condition.Bounds(v).Numbers {
			numbers = append(numbers, x)
		}
	}
	return numbers
}

func (g *gaps) isDerivedNumber(v *expression.Variable) bool {
	_, indicator := g.set.Dictionary.Lookup(v.Name)
	return !indicator && slices.ContainsFunc(g.set.Derived, func(d *ruleset.Derived) bool { return d.Slot == v.Slot && d.Type == expression.Number })
}

// usual is a person for whatever a rule does not ask.
var usual = ruleset.Person{Sex: ruleset.Male, At: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Born: time.Date(1976, 1, 1, 0, 0, 0, 0, time.UTC)}

// fill gives the rules a usual person, where the point has none, and works out
// the derived values from what is known.
func (g *gaps) fill() {
	names := &g.set.Names
	person := g.set.Scope.NewInputs()
	names.Put(person, &usual)
	put := func(slot int, v expression.Value) {
		if !g.in.Known(slot) {
			g.in.Put(slot, v)
		}
	}
	for _, slot := range names.Person() {
		put(slot, person.Held(slot))
	}
	for _, d := range g.derived {
		if v, c, _ := d.Assuming(g.in); c != nil {
			put(d.Slot, v)
			if d.Supplies != nil {
				put(d.SuppliesSlot, v)
			}
		}
	}
}
