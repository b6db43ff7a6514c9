package diff

import (
	"slices"

	"tijian/engine/change"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// risks compares risks rule by rule: whether a rule applies, which flag its
// rows give, and which floor. Derived values count as inputs of their own.
func (r *Report) risks(a, b *ruleset.Set, changed map[string]bool) {
	from, to := risksByID(a), risksByID(b)
	for _, id := range change.Names(from, to) {
		x, y := from[id], to[id]
		switch {
		case x == nil:
			r.Risks = append(r.Risks, change.Change[int]{ID: id, Title: y.Name, Kind: change.Added, ToAt: change.Row(y.At)})
		case y == nil:
			r.Risks = append(r.Risks, change.Change[int]{ID: id, Title: x.Name, Kind: change.Removed, FromAt: change.Row(x.At)})
		default:
			r.signed(change.Change[*change.Signature]{Risk: id, Title: y.Name, FromAt: change.Row(x.At), ToAt: change.Row(y.At)}, x.Reviewed, y.Reviewed)
			before := len(r.Risks)
			r.risk(a, b, x, y)
			if len(r.Risks) > before {
				continue
			}
			if through := usedBy(b, y, changed); len(through) > 0 {
				r.Risks = append(r.Risks, change.Change[int]{ID: id, Title: y.Name, Kind: change.Through, Through: through, FromAt: change.Row(x.At), ToAt: change.Row(y.At)})
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
	for _, c := range r.Conditions() {
		slots = append(append(slots, c.Inputs...), c.Asked...)
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
	byID := func(rules []*ruleset.RiskRule) map[string]*ruleset.RiskRule {
		m := map[string]*ruleset.RiskRule{}
		for _, rule := range rules {
			m[rule.ID] = rule
		}
		return m
	}
	rulesX, rulesY := byID(x.Rules), byID(y.Rules)
	add := func(d change.Change[int]) {
		d.ID, d.Title = x.ID, y.Name
		r.Risks = append(r.Risks, d)
	}
	var orderX, orderY []string
	for _, rule := range x.Rules {
		if rulesY[rule.ID] == nil {
			add(change.Change[int]{Kind: change.Removed, Rule: rule.ID, FromAt: change.Row(rule.At)})
			continue
		}
		orderX = append(orderX, rule.ID)
	}
	for _, rule := range y.Rules {
		before := rulesX[rule.ID]
		if before == nil {
			add(change.Change[int]{Kind: change.Added, Rule: rule.ID, ToAt: change.Row(rule.At)})
			continue
		}
		orderY = append(orderY, rule.ID)
		r.rule(a, b, before, rule, add)
	}
	if !slices.Equal(orderX, orderY) {
		add(change.Change[int]{Kind: change.Changed, Part: "order", FromAt: change.Row(x.At), ToAt: change.Row(y.At)})
	}
}

// rule compares the three parts of a rule, each over its own inputs.
func (r *Report) rule(a, b *ruleset.Set, x, y *ruleset.RiskRule, add func(change.Change[int])) {
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
			reason.What, reason.At = x.ID+" "+name, change.Row(y.At)
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
			from, to := &found.From, &found.To
			one := change.Change[int]{Kind: change.Changed, Rule: y.ID, Part: name, From: &from.flag, To: &to.flag, FromAt: change.Row(x.At), ToAt: change.Row(y.At), Within: change.RegionOf(g, found.Box)}
			if from.Instruction != to.Instruction {
				one.FromTold, one.ToTold = &from.Instruction, &to.Instruction
			}
			add(one)
		}
	}
	if canonical(x.When) != canonical(y.When) {
		part("when", one(x.When), one(y.When), func(truths []*lattice.Truth, _ int, point []int) flagged {
			if len(truths) == 0 || truths[0].At(point) == expression.True {
				return flagged{1, change.NothingTold}
			}
			return flagged{0, change.NothingTold}
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
			return flagged{change.NoFlag, change.NothingTold}
		})
	}
	if !slices.EqualFunc(x.AtLeast, y.AtLeast, alike) {
		rows := [2][]*ruleset.RiskRow{x.AtLeast, y.AtLeast}
		part("at_least", rowConditions(x.AtLeast), rowConditions(y.AtLeast), func(truths []*lattice.Truth, side int, point []int) flagged {
			floor := flagged{change.NoFlag, change.NothingTold}
			for i, t := range truths {
				if row := rows[side][i]; row.Flag > floor.flag && t.At(point) == expression.True {
					floor = flaggedBy(sets[side], row)
				}
			}
			return floor
		})
	}
}
