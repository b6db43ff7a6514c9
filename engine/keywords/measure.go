package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// Characters searched for a measurement behind and before a finding.
const (
	measureBehind = 40
	measureBefore = 24
)

// measurement finds the size or rate that belongs to the finding at token i,
// as runes of the normalised text: behind it up to the next finding or the end
// of the sentence, else right before it. A quantity belongs to a finding of
// its own clause rather than to one of the clause before.
func (a *analysis) measurement(i int) (int, int, bool) {
	if from, to, ok := a.measurementBehind(i); ok {
		return from, to, true
	}
	limit := a.Tokens[i].Start - measureBefore
	from, to, found := 0, 0, false
	for j := i - 1; j >= 0 && a.Tokens[j].Start >= limit && !a.EndsSentence(j); j-- {
		if a.isFinding(j) {
			return 0, 0, false
		}
		if a.Groups(j)&lexicon.CommaGroup != 0 {
			break
		}
		if a.Is(j, segment.NumberToken) {
			if end, ok := a.quantityOf(i, int(a.Tokens[j].Start)); ok {
				from, to, found = int(a.Tokens[j].Start), end, true
			}
		}
	}
	return from, to, found
}

func (a *analysis) measurementBehind(i int) (int, int, bool) {
	limit := a.Tokens[i].End + measureBehind
	comma := false
	for j := i + 1; j < len(a.Tokens) && a.Tokens[j].Start < limit && !a.EndsSentence(j); j++ {
		if a.isFinding(j) {
			break
		}
		comma = comma || a.Groups(j)&lexicon.CommaGroup != 0
		if !a.Is(j, segment.NumberToken) {
			continue
		}
		if end, ok := a.quantityOf(i, int(a.Tokens[j].Start)); ok {
			return int(a.Tokens[j].Start), end, !comma || !a.findingFollows(j)
		}
	}
	return 0, 0, false
}

// findingFollows reports whether a finding follows token i in its clause.
func (a *analysis) findingFollows(i int) bool {
	limit := a.Tokens[i].End + measureBefore
	for j := i + 1; j < len(a.Tokens) && a.Tokens[j].Start < limit && !a.EndsSentence(j) && a.Groups(j)&lexicon.CommaGroup == 0; j++ {
		if a.isFinding(j) {
			return true
		}
	}
	return false
}

// quantityOf reads the quantity at rune i, if the finding at a token may have it: a lesion
// has sizes only, whatever else its sentence tells (甲状腺结节，血压150/95mmHg).
func (a *analysis) quantityOf(token, i int) (int, bool) {
	end, ok := a.Quantity(i)
	m := a.mentionAt(token)
	if !ok || m == nil || len(a.Lexicon.Sizes) == 0 {
		return end, ok
	}
	t := a.term(m.term)
	if t.Head >= 0 && a.Lexicon.Heads[t.Head].Lesion || a.Lexicon.Endings.Of(t.Name)&lexicon.LesionEnding != 0 {
		unit := slices.IndexFunc(a.Lexicon.Units, func(unit []rune) bool { return segment.EndsWith(a.Text.Runes[i:end], unit) })
		ok = unit >= 0 && slices.ContainsFunc(a.Lexicon.Sizes, func(size []rune) bool { return slices.Equal(size, a.Lexicon.Units[unit]) })
	}
	return end, ok
}

// introduction is how many characters may stand before a measurement to say
// what it measures: 大小约, 直径约.
const introduction = 6

// onlyMeasures reports whether nothing but a measurement, perhaps with what
// introduces it, stands between tokens i and j.
func (a *analysis) onlyMeasures(i, j int) bool {
	limit := a.Tokens[i].End + introduction
	for i++; i < j && a.Tokens[i].Start <= limit; i++ {
		if a.Is(i, segment.NumberToken) {
			end, ok := a.Quantity(int(a.Tokens[i].Start))
			return ok && a.SkipSpace(end) >= int(a.Tokens[j].Start)
		}
		w := a.WordOrNone(i)
		if a.isFinding(i) || w.Groups != 0 || w.Normal || a.IsBreak(i) {
			return false
		}
	}
	return false
}
