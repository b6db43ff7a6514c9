package regress

import (
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A replay works out again what the rules saw of one request, to tell which
// parts of them it reached. It evaluates the rule set's own programs.
type replay struct {
	set   *ruleset.Set
	env   *expression.Env
	cases []problem.Place // derived cases that answered
}

// replayed gives the environment of a request for which the rules answered.
func replayed(set *ruleset.Set, r *assess.Request) *replay {
	p := &replay{set: set, env: set.Scope.NewEnv()}
	n := &set.Names
	p.env.SetNumber(n.Age, float64(r.Age()))
	p.env.SetString(n.Sex, string(r.Sex))
	p.env.SetBoolean(n.HasDiabetes, r.HasDiabetes)
	p.env.SetBoolean(n.OnAntihypertensives, r.OnAntihypertensives)
	p.env.SetBoolean(n.HasCVD, r.HasCVD)
	p.env.SetBoolean(n.HasHBP, r.HasHypertension)
	p.env.SetNumber(n.SmokeDaily, r.SmokeDaily)
	for _, a := range set.Arguments {
		if value, sent := r.Arguments[a.Path]; sent {
			p.env.Set(a.Slot, value)
		}
	}
	sent := map[int]bool{}
	for _, s := range r.Samples {
		i, known := set.Dictionary.Lookup(s.Name)
		if !known {
			continue
		}
		slot := n.Indicators[s.Name]
		if x, ok := i.ToStandard(s.Value, strings.TrimSpace(s.Unit)); ok && plausible(i, x) {
			p.env.SetNumber(slot, x)
			sent[slot] = true
		} else {
			p.env.Unset(slot)
			sent[slot] = false
		}
	}
	for _, d := range set.Derived {
		p.derive(d, sent)
	}
	return p
}

func plausible(i *dictionary.Indicator, x float64) bool {
	return i.Plausible[0] <= x && x <= i.Plausible[1]
}

// derive works out one value and notes which of its cases gave it.
func (p *replay) derive(d *ruleset.Derived, sent map[int]bool) {
	var assumed []int
	for _, a := range d.Assume {
		if p.env.Known(a.Slot) {
			continue
		}
		if value := a.Value.Eval(p.env); value != nil {
			p.env.Set(a.Slot, value)
			assumed = append(assumed, a.Slot)
		}
	}
	value := p.compute(d)
	for _, slot := range assumed {
		p.env.Unset(slot)
	}
	if value == nil {
		return
	}
	if !sent[d.Slot] {
		p.env.Set(d.Slot, value)
	}
	if d.Supplies != nil && !sent[d.SuppliesSlot] {
		p.env.Set(d.SuppliesSlot, value)
	}
}

func (p *replay) compute(d *ruleset.Derived) any {
	if d.When != nil && d.When.Eval(p.env) != expression.True {
		return nil
	}
	for _, step := range d.Let {
		p.env.Unset(step.Slot)
		if x, ok := step.Formula.Number(p.env); ok {
			p.env.SetNumber(step.Slot, x)
		}
	}
	for _, c := range d.Cases {
		if c.When != nil {
			switch c.When.Eval(p.env) {
			case expression.False:
				continue
			case expression.Unknown:
				return nil
			}
		}
		value := c.Formula.Eval(p.env)
		if value != nil {
			p.cases = append(p.cases, c.Formula.Text.At)
		}
		return value
	}
	return nil
}

// risk gives the row of the rule that answered, and the floors that held.
func (p *replay) risk(r *ruleset.Risk, rule string) []problem.Place {
	var reached []problem.Place
	for _, candidate := range r.Rules {
		if candidate.ID != rule {
			continue
		}
		for _, row := range candidate.Rows {
			if row.When.Eval(p.env) == expression.True {
				reached = append(reached, row.At)
				break
			}
		}
		for _, floor := range candidate.AtLeast {
			if floor.When.Eval(p.env) == expression.True {
				reached = append(reached, floor.At)
			}
		}
	}
	return reached
}
