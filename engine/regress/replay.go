package regress

import (
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/derive"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A replay works out again what the rules saw of one request, to tell which
// parts of them it reached.
type replay struct {
	in    *expression.Inputs
	cases []problem.Place // derived cases that answered
}

// replayed gives the inputs of a request for which the rules answered.
func replayed(set *ruleset.Set, derived []*derive.Value, r *assess.Request) *replay {
	p := &replay{in: set.Scope.NewInputs()}
	n := &set.Names
	n.Put(p.in, &r.Person)
	for _, a := range set.Arguments {
		if value, sent := r.Arguments[a.Path]; sent {
			p.in.Set(a.Slot, value)
		}
	}
	sent := map[int]bool{}
	for k := range r.Samples {
		s := &r.Samples[k]
		i, known := set.Dictionary.Lookup(s.Name)
		if !known {
			continue
		}
		slot := n.Indicators[s.Name]
		unit := strings.TrimSpace(s.Unit)
		doubted := false
		if s.Reference != nil {
			_, doubted = set.Doubts(i, set.Unitless(set.Tables[s.Name]), unit, s.Reference.Low, s.Reference.High)
		}
		if x, ok := i.ToStandard(s.Value, unit); ok && plausible(i, x) && !doubted {
			p.in.SetNumber(slot, x)
			sent[slot] = true
		} else {
			p.in.Unset(slot)
			sent[slot] = false
		}
		b := s.Background(i, r.At)
		for _, f := range n.FacetsOf[s.Name] {
			p.in.SetNumber(f.Slot, b.Facet(f.Facet, p.in.Number(slot)))
		}
	}
	for _, slot := range contradicted(set, r, p.in) {
		p.in.Unset(slot)
		sent[slot] = false
	}
	for _, d := range derived {
		v, c, _ := d.Assuming(p.in)
		if c == nil {
			continue
		}
		p.cases = append(p.cases, c.Formula.Text.At)
		if !sent[d.Slot] {
			p.in.Put(d.Slot, v)
		}
		if d.Supplies != nil && !sent[d.SuppliesSlot] {
			p.in.Put(d.SuppliesSlot, v)
		}
	}
	return p
}

// contradicted lists the inputs of indicators whose values contradict each other,
// of which the rules see nothing.
func contradicted(set *ruleset.Set, r *assess.Request, in *expression.Inputs) (slots []int) {
	bound := map[string]bool{}
	for i := range r.Samples {
		bound[r.Samples[i].Name] = r.Samples[i].Bound != ""
	}
	for _, identity := range set.Coherence {
		if !identity.Contradicted(in) || slices.ContainsFunc(identity.Indicators, func(i *dictionary.Indicator) bool { return bound[i.Name] }) {
			continue
		}
		for _, i := range identity.Indicators {
			slots = append(slots, set.Names.Indicators[i.Name])
			for _, f := range set.Names.FacetsOf[i.Name] {
				slots = append(slots, f.Slot)
			}
		}
	}
	return slots
}

// within gives the rules what rows see of one sample only, until the function
// that it returns is called.
func (p *replay) within(set *ruleset.Set, r *assess.Request, i int, value float64) func() {
	n := &set.Names
	p.in.SetNumber(n.Value, value)
	if indicator, ok := set.Dictionary.Lookup(r.Samples[i].Name); ok {
		b := r.Samples[i].Background(indicator, r.At)
		for f, slot := range n.Facets {
			p.in.SetNumber(slot, b.Facet(ruleset.Facet(f), value))
		}
	}
	return func() {
		p.in.Unset(n.Value)
		for _, slot := range n.Facets {
			p.in.Unset(slot)
		}
	}
}

func plausible(i *dictionary.Indicator, x float64) bool {
	return i.Plausible[0] <= x && x <= i.Plausible[1]
}

// risk gives the row of the rule that answered, and the floors that held.
func (p *replay) risk(r *ruleset.Risk, rule string) []problem.Place {
	var reached []problem.Place
	for _, candidate := range r.Rules {
		if candidate.ID != rule {
			continue
		}
		for _, row := range candidate.Rows {
			if row.When.Eval(p.in) == expression.True {
				reached = append(reached, row.At)
				break
			}
		}
		for _, floor := range candidate.AtLeast {
			if floor.When.Eval(p.in) == expression.True {
				reached = append(reached, floor.At)
			}
		}
	}
	return reached
}
