package keywords

import (
	"slices"
	"sort"

	"tijian/engine/keywords/segment"
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
	a.Normalise(text)
	a.Tokens = a.Tokens[:0]

	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return spans[x].Start - spans[y].Start })
	at, size := int32(0), int32(len(a.Text.Runes))
	for _, i := range order {
		start, end := max(segment.RuneOf(&a.Text, spans[i].Start), at), segment.RuneOf(&a.Text, spans[i].End)
		if start >= end {
			continue
		}
		a.Cut(at, start)
		a.Tokens = append(a.Tokens, segment.Token{Start: start, End: end, Word: segment.GivenToken})
		at = end
	}
	a.Cut(at, size)
	a.compose(nil)
	for i, t := range a.Tokens {
		if t.Word == segment.GivenToken {
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
		start := segment.RuneOf(&a.Text, s.Start)
		k := sort.Search(len(a.Tokens), func(k int) bool { return a.Tokens[k].End > start })
		if k < len(a.Tokens) && a.Is(k, segment.GivenToken) {
			answer[i] = a.statusAt(k)
		}
	}
	return answer
}
