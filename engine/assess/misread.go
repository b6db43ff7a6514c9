package assess

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// misread says of a number that it would be ordinary in another unit of its indicator,
// where hardly anybody has it in its own and nothing on the paper vouches for that: no
// printed range, beside which inDoubt asks the same, no identity that holds, no earlier
// result. The level of a critical value stays, and what its tip asks for; what nobody has
// is implausible as it was. row is what answers the value.
func (s *state) misread(i int, out *SampleResult, t *table, row int) {
	f, sample := &s.found[i], &s.request.Samples[i]
	if s.texts.number.empty() || sample.Reference != nil || sample.Bound != "" || f.contradicts != nil {
		return
	}
	possible := s.possible(f.indicator, f.value)
	if possible && (row < 0 || t.Rows[row].Level.Severity < ruleset.Gravest) {
		return
	}
	unit := strings.TrimSpace(sample.Unit)
	like, x, found := s.set.Likelier(f.Indicator, sample.Value, unit)
	if !found || !s.slight(t, f, x) || s.vouchedFor(f, like) {
		return
	}
	s.tellUnit(out, s.tellingOf(i), like)
	s.doubts = append(s.doubts, Doubt{Samples: []int{i}, Rule: UnitDoubt, Message: out.Tip})
}

// tellUnit adds to a tip in which other unit the number would be ordinary.
func (s *state) tellUnit(out *SampleResult, of telling, like string) {
	of.tip, of.like = strings.TrimSuffix(out.Tip, "。"), cmp.Or(s.set.UnitDoubt.Number.Called[like], like)
	out.Tip, out.Plain = s.texts.number.write(of), false
}

// reconciled finds a unit in which a number that contradicts others would be ordinary, and go with
// all of them: then it is not as grave as it looks.
func (s *state) reconciled(f *found, sample *Sample) (like string, ok bool) {
	like, x, found := s.set.Likelier(f.Indicator, sample.Value, strings.TrimSpace(sample.Unit))
	if !found || s.texts.number.empty() {
		return "", false
	}
	for _, identity := range f.contradicts {
		samples, _ := s.last(identity)
		held := make([]expression.Value, len(samples))
		for k, i := range samples {
			other := &s.found[i]
			held[k] = s.in.Held(other.slot)
			s.in.SetNumber(other.slot, other.value)
		}
		s.in.SetNumber(f.slot, x)
		ok = !identity.Contradicted(s.in)
		for k, i := range samples {
			s.in.Put(s.found[i].slot, held[k])
		}
		if !ok {
			return "", false
		}
	}
	return like, true
}

// slight reports whether the table says no more of a value than of an ordinary one.
func (s *state) slight(t *table, f *found, x float64) bool {
	if t == nil {
		return true
	}
	row, _, _ := s.look(t, f.background, x, "")
	return row >= 0 && t.Rows[row].Level.Severity <= s.set.UnitDoubt.Number.Severity
}

// vouchedFor reports whether an earlier result, or other results by an identity, go
// with a value in its own unit: the earlier one is not ordinary in the other unit, too.
func (s *state) vouchedFor(f *found, like string) bool {
	if f.background != nil && f.background.latest != nil {
		if x, _ := f.ToStandard(f.background.latest.Value, like); !s.set.UnitDoubt.Number.Ordinary(f.Indicator, x) {
			return true
		}
	}
	return slices.ContainsFunc(s.set.Coherence, func(identity *ruleset.Identity) bool {
		if !slices.Contains(identity.Indicators, f.Indicator) {
			return false
		}
		_, exact := s.last(identity)
		return exact && identity.Holds.Eval(s.in) == expression.True
	})
}
