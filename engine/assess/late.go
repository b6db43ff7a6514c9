package assess

import (
	"cmp"
	"strconv"
	"strings"

	"tijian/engine/ruleset"
)

// late reports whether a row speaks otherwise so many days after the
// examination.
func (s *state) late(r *ruleset.Row) bool {
	return s.days > 0 && s.set.LateFor(r.Level.Severity, s.days) != nil
}

// lateTip is what a row says then.
func (s *state) lateTip(i int, r *ruleset.Row) string {
	days := strconv.Itoa(s.days)
	if r.LateTip != "" {
		return strings.ReplaceAll(r.LateTip, "{days}", days)
	}
	sample, indicator := &s.request.Samples[i], s.found[i].indicator
	text := newTemplate(s.set.LateFor(r.Level.Severity, s.days).Tip).write(indicator.Title, sample.Value, unitOf(sample, indicator.unit), s.age)
	return strings.NewReplacer("{days}", days, "{tip}", r.Tip).Replace(text)
}

// lateHint is the hint then.
func (s *state) lateHint(r *ruleset.Row) string {
	return cmp.Or(s.set.LateFor(r.Level.Severity, s.days).Hint, r.Hint)
}

// unitOf is the unit as it was sent, the standard one where that is blank.
func unitOf(sample *Sample, standard string) string {
	if unit := strings.TrimSpace(sample.Unit); unit != "" {
		return unit
	}
	return standard
}
