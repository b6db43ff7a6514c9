package assess

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/ruleset"
)

// patterns lists the risks whose pattern is found, the first to be told first:
// by act, then by bars. What a pattern says already, and that is no more urgent,
// is not among them.
func (s *state) patterns() []int {
	if s.sought {
		return s.leading
	}
	s.sought = true
	for _, i := range s.plan.patterned {
		if a := s.answer(i); a.rule != nil && a.flag >= s.plan.risks[i].Pattern.FromFlag {
			s.leading = append(s.leading, i)
		}
	}
	found := slices.Clone(s.leading)
	s.leading = slices.DeleteFunc(s.leading, func(i int) bool { return s.toldBy(found, i) != nil })
	slices.SortStableFunc(s.leading, func(i, j int) int {
		a, b := &s.answers[i], &s.answers[j]
		return cmp.Or(cmp.Compare(a.row.Act.Rank(), b.row.Act.Rank()), cmp.Compare(b.flag, a.flag))
	})
	return s.leading
}

// toldBy finds among patterns the one that says a risk already; nil for none.
func (s *state) toldBy(patterns []int, risk int) *answer {
	for _, k := range patterns {
		if k != risk && slices.Contains(s.plan.risks[k].Pattern.Over, s.plan.risks[risk].ID) && s.answers[k].row.Act.Rank() <= s.answers[risk].row.Act.Rank() {
			return &s.answers[k]
		}
	}
	return nil
}

// inPattern has the tip of a result say the first pattern that explains it. The
// result is as urgent as the pattern then; the pattern's own words stand alone
// only where the result was no more urgent.
func (s *state) inPattern(i int, out *SampleResult) {
	f := &s.found[i]
	s.unsaid(f, out)
	if !f.indicator.patterned {
		return
	}
	for _, k := range s.patterns() {
		risk, a := s.plan.risks[k].Risk, &s.answers[k]
		m := risk.Pattern.MemberOf(f.Name, f.row)
		if m == nil {
			continue
		}
		f.pattern, out.Plain = a, false
		pressing := f.pressing(a)
		if m.Tip != "" && !pressing {
			out.Tip, out.Hint = m.Tip, m.Hint
		}
		if f.row.Level.Severity > 0 || f.row.Level.ID[0] == 'U' {
			out.Tip = s.together(out.Tip, cmp.Or(s.lateRisk(risk, a.row, s.set.FlagOf(a.flag).Severity), risk.Name), f.row.Act, a.row.Act)
			if !pressing {
				out.Act = a.row.Act.Told()
			}
		}
		return
	}
}

// pressing reports whether a result is more urgent than a pattern.
func (f *found) pressing(pattern *answer) bool { return f.row.Act.Rank() < pattern.row.Act.Rank() }

// act is how soon something is to be done about a sample: by its row, or by the
// pattern that it belongs to.
func (s *state) act(f *found, row *ruleset.Row) ruleset.Urgency {
	u := row.Urgency
	if f.pattern != nil && row.Level.Severity > 0 && f.pattern.row.Act.Rank() <= u.Act.Rank() {
		u = f.pattern.row.Urgency
	}
	if f.department != "" {
		u.Department = f.department
	}
	return u
}

// together writes a tip with the pattern that explains it. Where the rules want the
// time told once, the later of the two leaves its own out.
func (s *state) together(tip, pattern string, of, act *ruleset.Act) string {
	if s.set.Texts.InPatternOnce {
		if of.Rank() < act.Rank() {
			pattern = of.Timeless(pattern)
		} else {
			tip = act.Timeless(tip)
		}
	}
	return s.texts.joins.with(tip, pattern)
}

// joins writes a tip with the pattern that explains it.
type joins string

func (j joins) with(tip, pattern string) string {
	return strings.NewReplacer("{tip}", tip, "{pattern}", pattern).Replace(string(j))
}

// unsaid leaves out of a result's texts what may not be said where patterns are
// found that are as urgent. What sends to a doctor stays, unless the pattern's own
// words stand there instead.
func (s *state) unsaid(f *found, out *SampleResult) {
	for _, k := range s.patterns() {
		p := s.plan.risks[k].Pattern
		if f.pressing(&s.answers[k]) {
			continue
		}
		keep := s.plan.sending
		if p.MemberOf(f.Name, f.row) != nil {
			keep = nil
		}
		s.without(out, p.Never, keep)
	}
}

// without leaves out of the texts of a sample the clauses that have a word, but
// those that have one to keep; of a hint, one that says at once. A tip that is nothing
// else stays.
func (s *state) without(out *SampleResult, never, keep []string) {
	tip, hint := ruleset.Without(out.Tip, never, keep), ruleset.Without(out.Hint, never, s.set.Wording.AtOnce)
	if tip == "" {
		tip = out.Tip
	}
	if tip != out.Tip || hint != out.Hint {
		out.Tip, out.Hint, out.Plain = tip, hint, false
	}
}
