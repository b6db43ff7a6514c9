package assess

import (
	"slices"
	"strconv"
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

// disagrees says that the printed range and the rules are not of one mind about a
// value, and why.
func (s *state) disagrees(i int, out *SampleResult, row *ruleset.Row) {
	texts, sample := s.set.Texts.Printed, &s.request.Samples[i]
	if texts == nil || sample.Reference == nil || sample.Bound != "" || s.misprinted(i, s.found[i].background) {
		return
	}
	low, high := sample.Reference.Low, sample.Reference.High
	outside := sample.Value < low || sample.Value > high
	text := ""
	switch {
	case row == nil || row.Level.ID[0] == 'U':
		if outside {
			text = texts.Unjudged
		}
	case row.Level.Severity > 0 && !outside:
		text = texts.Within
	case row.Level.Severity == 0 && outside:
		text = texts.Outside
	}
	if text == "" {
		return
	}
	source := ""
	if row != nil && len(row.Sources) > 0 {
		source = row.Sources[0].Title
	}
	indicator := s.found[i].indicator
	of := s.telling(indicator.Indicator, indicator.Title, sample, indicator.unit)
	out.Tip, out.Plain = strings.NewReplacer("{tip}", out.Tip, "{printed}", printedEnds(low, high), "{source}", source, "{zh}", indicator.Title, "{result}", string(of.result(nil))).Replace(text), false
}

// printedEnds writes a printed range; an open end is NaN.
func printedEnds(low, high float64) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	switch {
	case low != low:
		return "≤" + number(high)
	case high != high:
		return "≥" + number(low)
	}
	return number(low) + "–" + number(high)
}
