package assess

import (
	"cmp"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// elapsed reports whether a row speaks otherwise so many days after the
// examination.
func (s *state) elapsed(r *ruleset.Row) bool {
	return s.days > 0 && s.set.LateFor(r.Level.Severity, s.days) != nil
}

// longAgo reports whether what asks to act at once does so no more.
func (s *state) longAgo() bool { return s.days > 0 && s.set.LateFor(ruleset.Gravest, s.days) != nil }

// overdue is an urgency so many days after the examination: nothing is done within
// minutes any more.
func (s *state) overdue(u ruleset.Urgency) ruleset.Urgency {
	if !s.longAgo() {
		return u
	}
	if most := s.set.ActOf(s.set.LateFor(ruleset.Gravest, s.days).Act.Value); most != nil && u.Act.Rank() < most.Rank() {
		return u.With(most)
	}
	return u
}

// lateTip is what a row says then.
func (s *state) lateTip(i int, r *ruleset.Row) string {
	if r.LateTip != "" {
		return strings.ReplaceAll(r.LateTip, "{days}", strconv.Itoa(s.days))
	}
	of := s.tellingOf(i)
	of.days, of.tip = s.days, r.Tip
	return s.texts.lates[s.set.LateFor(r.Level.Severity, s.days)].write(of)
}

// lateRisk is what a row of a risk says then.
func (s *state) lateRisk(r *ruleset.RiskRow, severity int) string {
	if r.LateTip == "" || s.days == 0 || s.set.LateFor(severity, s.days) == nil {
		return r.Tip
	}
	return strings.ReplaceAll(r.LateTip, "{days}", strconv.Itoa(s.days))
}

// lateHint is the hint then.
func (s *state) lateHint(r *ruleset.Row) string {
	return cmp.Or(s.set.LateFor(r.Level.Severity, s.days).Hint, r.Hint)
}

// tellingOf is what texts say of a sample whose indicator is known.
func (s *state) tellingOf(i int) telling {
	f := &s.found[i]
	return s.telling(f.Indicator, f.Title, &s.request.Samples[i], f.unit)
}

// telling is what texts say of a sample; of an unknown indicator i is nil.
func (s *state) telling(i *dictionary.Indicator, title string, sample *Sample, standard string) telling {
	t := telling{title: title, bound: string(sample.Bound), value: sample.Value, unit: unitOf(sample, standard), age: s.age}
	if i != nil && (i.Kind == dictionary.Qualitative && i.Steps(strings.TrimSpace(sample.Unit)) == nil || i.InWords(sample.Unit)) {
		t.grades = s.set.Dictionary.Grades()
	}
	return t
}

// unitOf is the unit as it was sent, the standard one where that is blank.
func unitOf(sample *Sample, standard string) string {
	if unit := strings.TrimSpace(sample.Unit); unit != "" {
		return unit
	}
	return standard
}
