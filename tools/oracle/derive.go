package oracle

import (
	"slices"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// derive works out the derived values in their order and makes them known.
func (o *Oracle) derive(s *state) (all map[string]any, assumptions []string) {
	all = map[string]any{}
	for _, d := range o.set.Derived {
		v, assumed := o.derived(d, s)
		if v.kind == unknown {
			continue
		}
		all[d.ID] = v.any()
		for _, a := range assumed {
			if !slices.Contains(assumptions, a.Text) {
				assumptions = append(assumptions, a.Text)
			}
		}
		// What was sent goes before what was worked out, also under its name.
		if _, sent := s.known[o.name(d.Slot)]; !sent {
			s.known[o.name(d.Slot)] = v
		}
		if d.Supplies != nil {
			if _, sent := s.known[d.Supplies.Name]; !sent {
				s.known[d.Supplies.Name] = v
			}
		}
	}
	return all, assumptions
}

// derived gives a derived value and the assumptions without which it could
// not be had.
func (o *Oracle) derived(d *ruleset.Derived, s *state) (value, []*ruleset.Assumption) {
	var assumed []*ruleset.Assumption
	for _, a := range d.Assume {
		if s.get(o.name(a.Slot)).kind == unknown {
			assumed = append(assumed, a)
		}
	}
	v := o.workOut(d, assumed, s)
	if v.kind == unknown {
		return v, nil
	}
	for i := 0; i < len(assumed); {
		without := slices.Delete(slices.Clone(assumed), i, i+1)
		if w := o.workOut(d, without, s); w.kind != unknown {
			v, assumed = w, without
		} else {
			i++
		}
	}
	return v, assumed
}

// workOut gives a derived value under assumptions. The first case that holds
// answers; one that is undecided keeps those behind it from answering.
func (o *Oracle) workOut(d *ruleset.Derived, assumed []*ruleset.Assumption, s *state) value {
	inside := &state{known: map[string]value{}, around: s}
	for _, a := range assumed {
		inside.known[o.name(a.Slot)] = o.formula(a.Value, s)
	}
	if o.holds(d.When, inside) != yes {
		return value{}
	}
	for _, step := range d.Let {
		inside.known[o.name(step.Slot)] = o.formula(step.Formula, inside)
	}
	for _, c := range d.Cases {
		switch o.holds(c.When, inside) {
		case no:
		case yes:
			return o.formula(c.Formula, inside)
		default:
			return value{}
		}
	}
	return value{}
}

// flags decides every risk that some rule can decide.
func (o *Oracle) flags(s *state) map[string]assess.Risk {
	risks := map[string]assess.Risk{}
	for _, risk := range o.set.Risks {
		if row := o.riskRow(risk, s); row != nil {
			risks[risk.ID] = assess.Risk{ID: risk.ID, Name: risk.Name, Flag: row.Flag, Act: row.Act.Told()}
		}
	}
	return risks
}

// riskRow finds the row that answers for a risk; nil where none can.
func (o *Oracle) riskRow(risk *ruleset.Risk, s *state) *ruleset.RiskRow {
	for _, rule := range risk.Rules {
		if o.holds(rule.When, s) != yes {
			continue
		}
		for _, row := range rule.Rows {
			if o.holds(row.When, s) != yes {
				continue
			}
			for _, floor := range rule.AtLeast {
				if o.holds(floor.When, s) == yes && floor.Flag > row.Flag {
					row = floor
				}
			}
			return row
		}
	}
	return nil
}
