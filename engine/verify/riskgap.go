package verify

import (
	"fmt"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// RiskGaps looks for values that the rows of a risk rule leave out although
// the rule applies and everything its rows ask for is known. Where no other
// rule answers by the same values, the risk is lost: a warning. Where a rule
// below answers, it may be meant: a note. Each rule gets one witness. What a
// derived value can be is not known, so of its numbers only the constants that
// the rule compares it with are tried: a bound that belongs to no row.
func RiskGaps(set *ruleset.Set) problem.List {
	c := &checker{set: set, env: set.Scope.NewEnv(), report: &Report{}}
	for _, r := range set.Risks {
		for i := range r.Rules {
			c.riskGap(r, i)
		}
	}
	c.report.Problems.Sort()
	return c.report.Problems
}

func (c *checker) riskGap(risk *ruleset.Risk, number int) {
	rule := risk.Rules[number]
	s := c.known(rule, risk.Rules)
	if len(s.dimensions) == 0 || len(s.inexact) > 0 || s.size() > maxCells {
		return
	}
	var below, lost string // witnesses in Chinese; "" while there is none
	var belowEN, lostEN string
	s.each(c.env, func() bool { return lost == "" }, func(int, any) {
		above := risk.Rules[:number+1]
		if lost != "" || !c.applies(rule) || slices.ContainsFunc(above, c.answers) {
			return
		}
		defer c.derive()() // only where it matters, for it takes long
		if slices.ContainsFunc(above, c.answers) {
			return
		}
		if !slices.ContainsFunc(risk.Rules[number+1:], c.answers) {
			lost, lostEN = s.witness(c.env)
		} else if below == "" {
			below, belowEN = s.witness(c.env)
		}
	})
	switch {
	case lost != "":
		c.report.Problems.Add(problem.Problem{Place: rule.At, Severity: problem.Warning, Code: "risk-gap",
			ZH:     fmt.Sprintf("%s：%s 时，规则 %s 没有任何一行适用，其他规则也不回答，这项风险就不出现", risk.Name, lost, rule.ID),
			EN:     fmt.Sprintf("%s: for %s no row of the rule %s applies and no other rule answers; the risk is left out", risk.ID, lostEN, rule.ID),
			MendZH: "补上一行，或修改相邻行的界限；有意不回答的人，写进 when 排除", MendEN: "Add a row or change a bound; whom the rule is not meant for, exclude by when"})
	case below != "":
		c.report.Problems.Add(problem.Problem{Place: rule.At, Severity: problem.Note, Code: "risk-fallback",
			ZH: fmt.Sprintf("%s：%s 时，规则 %s 没有任何一行适用，由下面的规则回答", risk.Name, below, rule.ID),
			EN: fmt.Sprintf("%s: for %s no row of the rule %s applies; a rule below answers", risk.ID, belowEN, rule.ID)})
	}
}

// applies says whether a risk rule is meant for what is known.
func (c *checker) applies(r *ruleset.RiskRule) bool {
	return r.When == nil || r.When.Eval(c.env) == expression.True
}

func (c *checker) answers(r *ruleset.RiskRule) bool {
	return c.applies(r) && slices.ContainsFunc(r.Rows, func(row *ruleset.RiskRow) bool { return row.When.Eval(c.env) == expression.True })
}

// known is the space of the inputs of one rule, all of them present, cut at
// the constants of every rule of its risk.
func (c *checker) known(rule *ruleset.RiskRule, all []*ruleset.RiskRule) *space {
	s := newSpace(c.set, nil, conditionsOf(rule))
	var conditions []condition
	for _, r := range all {
		conditions = append(conditions, conditionsOf(r)...)
	}
	own := conditionsOf(rule)
	for i, d := range s.dimensions {
		if c.isDerivedNumber(d.variable) {
			s.dimensions[i].points = constants(d.variable, own)
			continue
		}
		var bounds []float64
		for _, condition := range conditions {
			bounds = append(bounds, condition.Bounds(d.variable).Numbers...)
		}
		s.dimensions[i].points = slices.DeleteFunc(s.points(d.variable, nil, bounds), func(p any) bool { return p == nil })
	}
	return s
}

// conditionsOf gives the conditions that choose a rule's row.
func conditionsOf(r *ruleset.RiskRule) []condition {
	var conditions []condition
	if r.When != nil {
		conditions = append(conditions, r.When)
	}
	for _, row := range r.Rows {
		conditions = append(conditions, row.When)
	}
	return conditions
}

// constants that conditions compare a number with.
func constants(v *expression.Variable, conditions []condition) []any {
	var numbers []float64
	for _, condition := range conditions {
		numbers = append(numbers, condition.Bounds(v).Numbers...)
	}
	slices.Sort(numbers)
	var points []any
	for _, x := range slices.Compact(numbers) {
		points = append(points, x)
	}
	return points
}

func (c *checker) isDerivedNumber(v *expression.Variable) bool {
	_, indicator := c.set.Dictionary.Lookup(v.Name)
	return !indicator && slices.ContainsFunc(c.set.Derived, func(d *ruleset.Derived) bool { return d.Slot == v.Slot && d.Type == expression.Number })
}

// derive fills in the person, where the rule does not ask, and works out the
// derived values from what is known. The function it returns takes all of it
// back.
func (c *checker) derive() (undo func()) {
	var filled []int
	set := func(slot int, value any) {
		if value != nil && !c.env.Known(slot) {
			c.env.Set(slot, value)
			filled = append(filled, slot)
		}
	}
	for _, slot := range c.set.Names.Person() {
		switch v := c.set.Scope.Slot(slot); {
		case v.Type == expression.Boolean:
			set(slot, false)
		case v.Type == expression.String:
			set(slot, v.Allowed[0])
		case slot == c.set.Names.Age:
			set(slot, 50.0)
		default:
			set(slot, 0.0)
		}
	}
	for _, d := range c.set.Derived {
		value := c.compute(d)
		set(d.Slot, value)
		if d.Supplies != nil {
			set(d.SuppliesSlot, value)
		}
	}
	return func() {
		for _, slot := range filled {
			c.env.Unset(slot)
		}
	}
}

// compute gives a derived value, nil for none.
func (c *checker) compute(d *ruleset.Derived) any {
	var assumed []int
	defer func() {
		for _, slot := range assumed {
			c.env.Unset(slot)
		}
	}()
	lend := func(slot int, value any) {
		if value != nil && !c.env.Known(slot) {
			c.env.Set(slot, value)
			assumed = append(assumed, slot)
		}
	}
	for _, a := range d.Assume {
		lend(a.Slot, a.Value.Eval(c.env))
	}
	if d.When != nil && d.When.Eval(c.env) != expression.True {
		return nil
	}
	for _, step := range d.Let {
		lend(step.Slot, step.Formula.Eval(c.env))
	}
	for _, one := range d.Cases {
		truth := expression.True
		if one.When != nil {
			truth = one.When.Eval(c.env)
		}
		switch truth {
		case expression.True:
			return one.Formula.Eval(c.env)
		case expression.Unknown:
			return nil
		}
	}
	return nil
}
