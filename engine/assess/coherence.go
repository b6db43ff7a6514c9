package assess

import (
	"slices"
	"strings"

	"tijian/engine/ruleset"
)

// A Doubt is a contradiction between samples, or between a sample's unit and its
// printed range.
type Doubt struct {
	Samples []int  // indexes in the request, ascending
	Rule    string // the identity that does not hold, or UnitDoubt
	Message string
}

// UnitDoubt is the rule of a doubt about a unit.
const UnitDoubt = "unit"

// cohere asks every identity of whose indicators all were sent, each value exact,
// and marks the samples that contradict each other. Rules know nothing of them.
func (s *state) cohere() {
	for _, identity := range s.set.Coherence {
		// Few persons have all that an identity is about: looking is cheaper
		// than evaluating it.
		samples, exact := s.last(identity)
		if !exact || !identity.Contradicted(s.in) {
			continue
		}
		for _, i := range s.unbelieved(samples) {
			s.found[i].contradicts = append(s.found[i].contradicts, identity)
		}
		s.doubts = append(s.doubts, Doubt{Samples: samples, Rule: identity.ID, Message: identity.Why})
	}
	for i := range s.found {
		if s.found[i].contradicts != nil {
			s.forgetSample(s.found[i].indicator)
		}
	}
}

// unbelieved are those of samples that contradict each other for which no identity that
// vouches holds without one of the others: what three values agree on is not doubted for
// one that agrees with none. Where that leaves none, all are doubted.
func (s *state) unbelieved(samples []int) []int {
	believed := func(i int) bool {
		return slices.ContainsFunc(s.set.Coherence, func(witness *ruleset.Identity) bool {
			if !witness.Vouches {
				return false
			}
			agree, exact := s.last(witness)
			beside := func(at int) bool { return !slices.Contains(agree, at) }
			return exact && slices.Contains(agree, i) && slices.ContainsFunc(samples, beside) && witness.Held(s.in)
		})
	}
	if left := slices.DeleteFunc(slices.Clone(samples), believed); len(left) > 0 {
		return left
	}
	return samples
}

// last finds the samples by which rules know the indicators of an identity, and
// reports whether all of them are values and none is only a bound.
func (s *state) last(identity *ruleset.Identity) (samples []int, exact bool) {
	for _, of := range identity.Indicators {
		at := -1
		for i := range s.found {
			if f := &s.found[i]; f.indicator != nil && f.Indicator == of && !f.foreign {
				at = i
			}
		}
		if at < 0 || s.request.Samples[at].Bound != "" {
			return nil, false
		}
		samples = append(samples, at)
	}
	slices.Sort(samples)
	return samples, true
}

// contradicted answers a sample that contradicts others: it names them and says
// what must be. Where its value would be severe if it is right, that is said, too.
func (s *state) contradicted(i int, out *SampleResult, t *table, row int) {
	f, sample := &s.found[i], &s.request.Samples[i]
	text := &s.texts.contradicted
	like, reconciled := s.reconciled(f, sample)
	if row >= 0 && t.Rows[row].Level.Severity >= ruleset.Severe && !s.texts.contradictedUrgent.empty() && !s.longAgo() && !reconciled {
		f.table, f.doubted = t, t.Rows[row]
		text = &s.texts.contradictedUrgent
	}
	of := s.tellingOf(i)
	var others, why []string
	for _, identity := range f.contradicts {
		for _, other := range identity.Indicators {
			if other != f.Indicator && !slices.Contains(others, other.Title) {
				others = append(others, other.Title)
			}
		}
		why = append(why, identity.Why)
	}
	of.others, of.why = strings.Join(others, "、"), strings.Join(why, "；")
	s.unassessed(out, ruleset.LevelContradicted, *text, of)
	if reconciled {
		s.tellUnit(out, of, like)
	}
	if f.doubted != nil {
		out.Act = f.doubted.Act.Told()
	}
}
