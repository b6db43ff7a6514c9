package assess

import (
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A risk, ready to be decided.
type risk struct {
	blank Risk // without a flag
	rules []riskRule
	*ruleset.Risk
}

type riskRule struct {
	when         decision // nil: always
	want         int      // in plan.wants, of rows and floors, too
	rows, floors []flagged
	sources      []Source
	*ruleset.RiskRule
}

// flagged is a condition that gives a flag.
type flagged struct {
	when *lattice.Decision
	*ruleset.RiskRow
}

// An answer is a risk as decided for one person.
type answer struct {
	asked bool
	rule  *riskRule // that answered; nil when none can
	row   *ruleset.RiskRow
	flag  int
	trace *RiskTrace
}

// answer decides a risk once for the request.
func (s *state) answer(i int) *answer {
	a := &s.answers[i]
	if !a.asked {
		a.asked = true
		if a.rule, a.row = s.decide(s.plan.risks[i].rules); a.row != nil {
			a.flag = a.row.Flag
		}
	}
	return a
}

// decide asks the rules from top to bottom. The first that applies and can
// tell answers; one that lacks an input gives way to the simpler rule below.
func (s *state) decide(rules []riskRule) (*riskRule, *ruleset.RiskRow) {
	for i := range rules {
		rule := &rules[i]
		if rule.when.Decision != nil && s.truth(rule.when) != expression.True {
			continue
		}
		s.want(rule.want)
		row := s.row(rule)
		if row == nil {
			continue
		}
		for i := range rule.floors {
			if f := &rule.floors[i]; f.Flag > row.Flag && f.when.Eval(s.in) == expression.True {
				row = f.RiskRow
			}
		}
		return rule, row
	}
	return nil, nil
}

// row takes the row that holds. Rows exclude each other, so one that is
// undecided does not matter once another holds.
func (s *state) row(rule *riskRule) *ruleset.RiskRow {
	for i := range rule.rows {
		if rule.rows[i].when.Eval(s.in) == expression.True {
			return rule.rows[i].RiskRow
		}
	}
	return nil
}

// spacious is for how many risks memory is taken at first.
const spacious = 32

// noRisks is never null in JSON.
var noRisks = []Risk{}

// risks gives the risks of a list that could be decided; samples with the same
// list share them.
func (s *state) risks(list int) []Risk {
	if s.lists[list] != nil {
		return s.lists[list]
	}
	ids := s.plan.lists[list]
	space := &s.result.risks
	if cap(*space)-len(*space) < len(ids) {
		*space = make([]Risk, 0, max(len(ids), 2*cap(*space), spacious))
	}
	begin := len(*space)
	for _, i := range ids {
		if a := s.answer(i); a.rule != nil {
			risk := s.plan.risks[i].blank
			u, _ := s.overdue(a.row.Urgency, s.set.LastsRisk(s.plan.risks[i].Risk))
			risk.Flag, risk.Act = a.flag, u.Act.Told()
			*space = append(*space, risk)
		}
	}
	risks := noRisks
	if end := len(*space); end > begin {
		risks = (*space)[begin:end:end] // appending to it copies
	}
	s.lists[list] = risks
	return risks
}
