package keywords

import (
	"slices"
	"sort"
)

// A Span is the place of a term, in characters of the text.
type Span struct{ Start, End int }

// StatusOf returns the status of terms whose places in the text are known, whether
// the lexicon has them or not; only cues and their scopes decide. Spans outside
// the text, and spans that overlap an earlier one, take part as far as they
// fit; the answer has one status for each span.
func (l *Lexicon) StatusOf(text string, spans []Span) []Status {
	a := l.scratch.Get().(*analysis)
	defer l.scratch.Put(a)
	a.normalise(text)
	a.tokens = a.tokens[:0]

	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return spans[x].Start - spans[y].Start })
	at, size := int32(0), int32(len(a.text.Runes))
	for _, i := range order {
		start, end := max(runeOf(&a.text, spans[i].Start), at), runeOf(&a.text, spans[i].End)
		if start >= end {
			continue
		}
		a.cut(at, start)
		a.tokens = append(a.tokens, token{start, end, givenToken})
		at = end
	}
	a.cut(at, size)
	a.compose(nil)
	for i, t := range a.tokens {
		if t.word == givenToken {
			a.flags[i] |= targetFlag
		}
	}
	a.assert()

	answer := make([]Status, len(spans))
	for i, s := range spans {
		answer[i] = Certain
		if s.Start >= s.End {
			continue
		}
		start := runeOf(&a.text, s.Start)
		k := sort.Search(len(a.tokens), func(k int) bool { return a.tokens[k].end > start })
		if k < len(a.tokens) && a.is(k, givenToken) {
			answer[i] = a.statusAt(k)
		}
	}
	return answer
}
