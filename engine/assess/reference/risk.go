package reference

import (
	"slices"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// An answer is a risk as decided for one person.
type answer struct {
	risk  *ruleset.Risk
	rule  *ruleset.RiskRule
	flag  int
	trace *assess.RiskTrace
}

// answer decides a risk once for the request; nil when no rule can.
func (s *state) answer(id string) *answer {
	a, asked := s.answers[id]
	if !asked {
		i := slices.IndexFunc(s.set.Risks, func(r *ruleset.Risk) bool { return r.ID == id })
		a = s.decide(s.set.Risks[i])
		s.answers[id] = a
	}
	return a
}

// decide asks the rules from top to bottom. The first that applies and can
// tell answers; one that lacks an input gives way to the simpler rule below.
func (s *state) decide(r *ruleset.Risk) *answer {
	for _, rule := range r.Rules {
		if rule.When != nil && rule.When.Eval(s.env) != expression.True {
			continue
		}
		flag, ok := s.flag(rule)
		if !ok {
			continue
		}
		for _, floor := range rule.AtLeast {
			if floor.Flag > flag && floor.When.Eval(s.env) == expression.True {
				flag = floor.Flag
			}
		}
		return &answer{risk: r, rule: rule, flag: flag}
	}
	return nil
}

// flag takes the row that holds. Rows exclude each other, so one that is
// undecided does not matter once another holds.
func (s *state) flag(rule *ruleset.RiskRule) (int, bool) {
	for _, row := range rule.Rows {
		if row.When.Eval(s.env) == expression.True {
			return row.Flag, true
		}
	}
	return 0, false
}
