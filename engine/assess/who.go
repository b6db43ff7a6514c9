package assess

import (
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A context is ready to be asked for.
type context struct {
	when  decision
	words []*decision // of its words; nil for everybody
	*ruleset.Context
}

// contexts lists those that the person is in.
func (s *state) contexts() []*context {
	if !s.placed {
		s.placed = true
		for i := range s.plan.contexts {
			if c := &s.plan.contexts[i]; s.truth(c.when) == expression.True {
				s.within = append(s.within, c)
			}
		}
	}
	return s.within
}

// forWhom says an abnormal result as it is said to this person.
func (s *state) forWhom(i int, out *SampleResult, t *table, row *ruleset.Row) {
	for _, c := range s.contexts() {
		w := s.words(c, t, row)
		if w != nil && w.Department != "" && s.found[i].department == "" {
			s.found[i].department = w.Department
		}
		bare := *out
		s.without(&bare, c.Never, nil)
		if w == nil || w.Tip == "" || slices.ContainsFunc(w.Unless, func(word string) bool { return strings.Contains(bare.Tip, word) }) {
			s.without(out, c.Never, s.plan.sending) // nothing else sends to a doctor
			continue
		}
		*out = bare
		out.Tip, out.Plain = strings.Replace(w.Tip, "{tip}", bare.Tip, 1), false
	}
}

// words are what a context says of an abnormal row to this person; nil for
// nothing.
func (s *state) words(c *context, t *table, row *ruleset.Row) *ruleset.ContextWords {
	if row.Level.Severity == 0 {
		return nil
	}
	for k, w := range c.Words {
		if w.Fits(t.Table, row) && (c.words[k] == nil || s.truth(*c.words[k]) == expression.True) {
			return w
		}
	}
	return nil
}
