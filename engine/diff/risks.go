package diff

import (
	"maps"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// risks compares risks rule by rule: whether a rule applies, which flag its
// rows give, and which floor. Derived values count as inputs of their own.
func (r *Report) risks(a, b *ruleset.Set, changed map[string]bool) {
	from, to := risksByID(a), risksByID(b)
	ids := maps.Clone(from)
	maps.Copy(ids, to)
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		x, y := from[id], to[id]
		switch {
		case x == nil:
			r.Risks = append(r.Risks, Risk{ID: id, Name: y.Name, Kind: Added, ToAt: y.At})
		case y == nil:
			r.Risks = append(r.Risks, Risk{ID: id, Name: x.Name, Kind: Removed, FromAt: x.At})
		default:
			r.signed(SignatureChange{Risk: id, Name: y.Name, From: x.Reviewed, To: y.Reviewed, FromAt: x.At, ToAt: y.At})
			before := len(r.Risks)
			r.risk(a, b, x, y)
			if len(r.Risks) > before {
				continue
			}
			if through := usedBy(b, y, changed); len(through) > 0 {
				r.Risks = append(r.Risks, Risk{ID: id, Name: y.Name, Kind: Through, Through: through, FromAt: x.At, ToAt: y.At})
			}
		}
	}
}

func risksByID(s *ruleset.Set) map[string]*ruleset.Risk {
	m := map[string]*ruleset.Risk{}
	for _, r := range s.Risks {
		m[r.ID] = r
	}
	return m
}

// usedBy names the changed derived values that a risk looks at.
func usedBy(set *ruleset.Set, r *ruleset.Risk, changed map[string]bool) []string {
	var slots []int
	for _, rule := range r.Rules {
		for _, c := range rule.Conditions() {
			slots = append(append(slots, c.Inputs...), c.Asked...)
		}
	}
	return slices.DeleteFunc(uses(set, slots), func(id string) bool { return !changed[id] })
}

func rowConditions(rows []*ruleset.RiskRow) []*expression.Condition {
	list := make([]*expression.Condition, len(rows))
	for i, row := range rows {
		list[i] = row.When
	}
	return list
}

func (r *Report) risk(a, b *ruleset.Set, x, y *ruleset.Risk) {
	id := func(rule *ruleset.RiskRule) string { return rule.ID }
	find := func(rules []*ruleset.RiskRule, id string) *ruleset.RiskRule {
		i := slices.IndexFunc(rules, func(rule *ruleset.RiskRule) bool { return rule.ID == id })
		if i < 0 {
			return nil
		}
		return rules[i]
	}
	add := func(d Risk) {
		d.ID, d.Name = x.ID, y.Name
		r.Risks = append(r.Risks, d)
	}
	var orderX, orderY []string
	for _, rule := range x.Rules {
		if find(y.Rules, id(rule)) == nil {
			add(Risk{Kind: Removed, Rule: rule.ID, FromAt: rule.At})
			continue
		}
		orderX = append(orderX, rule.ID)
	}
	for _, rule := range y.Rules {
		before := find(x.Rules, id(rule))
		if before == nil {
			add(Risk{Kind: Added, Rule: rule.ID, ToAt: rule.At})
			continue
		}
		orderY = append(orderY, rule.ID)
		r.rule(a, b, before, rule, add)
	}
	if !slices.Equal(orderX, orderY) {
		add(Risk{Kind: Changed, Part: "order", FromAt: x.At, ToAt: y.At})
	}
}

// rule compares the three parts of a rule, each over its own inputs.
func (r *Report) rule(a, b *ruleset.Set, x, y *ruleset.RiskRule, add func(Risk)) {
	one := func(c *expression.Condition) []*expression.Condition {
		if c == nil {
			return nil
		}
		return []*expression.Condition{c}
	}
	sets := [2]*ruleset.Set{a, b}
	part := func(name string, cx, cy []*expression.Condition, flag func(truths []*lattice.Truth, side int, point []int) flagged) {
		g := lattice.New(nil, lattice.Side{Set: a, Conditions: cx}, lattice.Side{Set: b, Conditions: cy})
		if reason := obstacle(g); reason != nil {
			reason.What, reason.At = x.ID+" "+name, y.At
			r.Inexact = append(r.Inexact, *reason)
			return
		}
		r.Cells += g.Size()
		var truths [2][]*lattice.Truth
		for side, conditions := range [][]*expression.Condition{cx, cy} {
			store := g.Truths(sets[side])
			for _, c := range conditions {
				truths[side] = append(truths[side], store.Of(c))
			}
		}
		for _, found := range lattice.Regions(g, func(point []int) (from, to flagged, tag int) {
			return flag(truths[0], 0, point), flag(truths[1], 1, point), 0
		}) {
			add(Risk{Kind: Changed, Rule: y.ID, Part: name, From: found.From.flag, To: found.To.flag, FromTold: found.From.Instruction, ToTold: found.To.Instruction, FromAt: x.At, ToAt: y.At, region: region{g, found.Box}})
		}
	}
	if canonical(x.When) != canonical(y.When) {
		part("when", one(x.When), one(y.When), func(truths []*lattice.Truth, _ int, point []int) flagged {
			if len(truths) == 0 || truths[0].At(point) == expression.True {
				return flagged{1, nothingTold}
			}
			return flagged{0, nothingTold}
		})
	}
	alike := func(x, y *ruleset.RiskRow) bool {
		return canonical(x.When) == canonical(y.When) && flaggedBy(a, x) == flaggedBy(b, y)
	}
	if !slices.EqualFunc(x.Rows, y.Rows, alike) {
		rows := [2][]*ruleset.RiskRow{x.Rows, y.Rows}
		part("rows", rowConditions(x.Rows), rowConditions(y.Rows), func(truths []*lattice.Truth, side int, point []int) flagged {
			for i, t := range truths {
				if t.At(point) == expression.True {
					return flaggedBy(sets[side], rows[side][i])
				}
			}
			return flagged{NoFlag, nothingTold}
		})
	}
	if !slices.EqualFunc(x.AtLeast, y.AtLeast, alike) {
		rows := [2][]*ruleset.RiskRow{x.AtLeast, y.AtLeast}
		part("at_least", rowConditions(x.AtLeast), rowConditions(y.AtLeast), func(truths []*lattice.Truth, side int, point []int) flagged {
			floor := flagged{NoFlag, nothingTold}
			for i, t := range truths {
				if row := rows[side][i]; row.Flag > floor.flag && t.At(point) == expression.True {
					floor = flaggedBy(sets[side], row)
				}
			}
			return floor
		})
	}
}
