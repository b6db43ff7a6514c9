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
// minutes any more, and of long ago what passes is only measured anew. It returns the
// words of that, too; nil for none.
func (s *state) overdue(u ruleset.Urgency, lasting bool) (ruleset.Urgency, *ruleset.Faded) {
	if !s.longAgo() {
		return u, nil
	}
	if f := s.set.FadedTo(u.Act, s.days, lasting); f != nil {
		return u.With(s.set.ActOf(f.Act.Value)), f
	}
	if most := s.set.ActOf(s.set.LateFor(ruleset.Gravest, s.days).Act.Value); most != nil && u.Act.Rank() < most.Rank() {
		return u.With(most), nil
	}
	return u, nil
}

// lasts reports whether what a sample tells does not pass.
func (s *state) lasts(i int) bool {
	t := s.found[i].table
	return t != nil && s.set.Lasts(t.Table)
}

// fade has an answer be as urgent as it is by now, in the words of what has faded.
func (s *state) fade(i int, out *SampleResult) {
	u := ruleset.Urgency{Act: s.set.ActOf(out.Act)}
	if row := s.found[i].row; row != nil {
		u.Department = s.act(&s.found[i], row).Department
	}
	u, faded := s.overdue(u, s.lasts(i))
	if out.Act = u.Act.Told(); faded != nil && out.Level[0] != 'U' {
		of := s.tellingOf(i)
		out.Tip, out.Hint, out.Plain = s.fadedText(faded.Tip, of.title, string(of.result(nil)), u), faded.Hint, false
	}
}

// fadedText fills in the words of what has faded.
func (s *state) fadedText(text, title, result string, u ruleset.Urgency) string {
	return strings.NewReplacer("{days}", strconv.Itoa(s.days), "{zh}", title, "{result}", result, "{act}", u.Act.Name, "{department}", u.Where()).Replace(text)
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
func (s *state) lateRisk(risk *ruleset.Risk, r *ruleset.RiskRow, severity int) string {
	if u, faded := s.overdue(r.Urgency, s.set.LastsRisk(risk)); faded != nil {
		return s.fadedText(faded.Risk, risk.Name, "", u)
	}
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
	if i != nil && i.Worded(sample.Unit) {
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
