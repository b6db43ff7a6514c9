package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// addScale makes a term of every grade and lets the scale's spellings begin
// them. A spelling whose grade is written in Latin letters (TI-RADSⅣa folds to
// ti-radsiva) becomes a word of its own, for words do not tear Latin letters.
func (b *builder) addScale(e source.ScaleEntry, context []text) {
	s := scale{site: -1, units: append(b.spellings([]text{e.Unit}), b.lexicon.gradeUnits...)}
	s.site, _ = lookup(b, e.Site, b.siteIDs, message.ASite)
	id := int32(len(b.lexicon.scales))
	for _, g := range e.Grades {
		made := int32(-1)
		name := g.Grade
		if !g.Normal {
			name.Value = e.Scale.Value + " " + g.Grade.Value + e.Unit.Value
			grade := g.Grade.Value + e.Unit.Value
			made, _ = b.addTerm(name, term{contexts: b.mask(e.Context, context, e.At), site: s.site, head: -1, grade: grade, joins: e.Joins, benign: g.Benign,
				advised: &Grade{Scale: e.Scale.Value, Grade: grade, Advice: g.Advice.Value, Months: g.Months, Source: e.Source.Value}})
		}
		for _, t := range append([]text{g.Grade}, g.Words...) {
			s.grades = append(s.grades, grade{[]rune(b.lexicon.fold.Word(t.Value)), made})
		}
	}
	slices.SortStableFunc(s.grades, func(x, y grade) int { return len(y.text) - len(x.text) })
	b.lexicon.scales = append(b.lexicon.scales, s)
	for i, t := range slices.Concat([]text{e.Scale}, e.Words, e.Others) {
		foreign := i > len(e.Words)
		b.scaleWord(t, id, -1, foreign)
		// TI RADS: the part behind the blank is looked up, too.
		if before, after, parted := strings.Cut(b.lexicon.fold.Word(t.Value), "-"); parted && !strings.Contains(after, "-") {
			b.lexicon.parted[[2]string{before, after}] = id
		}
		for i, g := range s.grades {
			if !isLatin(g.text[0]) {
				continue
			}
			glued := t
			glued.Value += string(g.text)
			b.scaleWord(glued, id, int32(i), foreign)
		}
	}
}

// scaleWord adds a spelling of a scale; foreign ones are of another guideline.
func (b *builder) scaleWord(t text, id, grade int32, foreign bool) {
	w := b.word(t, findingWeight)
	switch {
	case w == nil:
	case w.scale >= 0 || w.term >= 0 || w.head >= 0 || w.site >= 0 || w.cue != nil:
		b.problems.Add(message.SharedScaleWord.At(t.At, "word", t.Value))
	default:
		w.scale, w.grade, w.foreign = id, grade, foreign
	}
}
