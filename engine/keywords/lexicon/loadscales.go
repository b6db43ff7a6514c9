package lexicon

import (
	"slices"
	"strings"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// addScale makes a term of every grade and lets the scale's spellings begin
// them. A spelling whose grade is written in Latin letters (TI-RADSⅣa folds to
// ti-radsiva) becomes a word of its own, for words do not tear Latin letters.
func (b *builder) addScale(e source.ScaleEntry, context []text) {
	s := Scale{site: -1, Units: append(b.spellings([]text{e.Unit}), b.lexicon.gradeUnits...)}
	s.site, _ = lookup(b, e.Site, b.siteIDs, message.ASite)
	id := int32(len(b.lexicon.Scales))
	for _, g := range e.Grades {
		made := int32(-1)
		name := g.Grade
		if !g.Normal {
			name.Value = e.Scale.Value + " " + g.Grade.Value + e.Unit.Value
			grade := g.Grade.Value + e.Unit.Value
			made, _ = b.addTerm(name, Term{Contexts: b.mask(e.Context, context, e.At), Site: s.site, Head: -1, Grade: grade, Joins: e.Joins, OfLesion: g.Benign || e.Joins && b.lexicon.Reads(OwnGrades),
				Advised: &Grade{Scale: e.Scale.Value, Grade: grade, Advice: g.Advice.Value, Months: g.Months, Source: e.Source.Value}})
		}
		for _, t := range append([]text{g.Grade}, g.Words...) {
			s.Grades = append(s.Grades, ScaleGrade{[]rune(b.lexicon.Fold.Word(t.Value)), made})
		}
	}
	slices.SortStableFunc(s.Grades, func(x, y ScaleGrade) int { return len(y.Text) - len(x.Text) })
	b.lexicon.Scales = append(b.lexicon.Scales, s)
	for i, t := range slices.Concat([]text{e.Scale}, e.Words, e.Others) {
		foreign := i > len(e.Words)
		b.scaleWord(t, id, -1, foreign)
		// TI RADS: the part behind the blank is looked up, too.
		if before, after, parted := strings.Cut(b.lexicon.Fold.Word(t.Value), "-"); parted && !strings.Contains(after, "-") {
			b.lexicon.Parted[[2]string{before, after}] = id
		}
		for i, g := range s.Grades {
			if !plaintext.IsLatin(g.Text[0]) {
				continue
			}
			glued := t
			glued.Value += string(g.Text)
			b.scaleWord(glued, id, int32(i), foreign)
		}
	}
}

// scaleWord adds a spelling of a scale; foreign ones are of another guideline.
func (b *builder) scaleWord(t text, id, grade int32, foreign bool) {
	w := b.word(t, findingWeight)
	switch {
	case w == nil:
	case w.Scale >= 0 || w.Term >= 0 || w.Head >= 0 || w.Site >= 0 || w.Cue != nil:
		b.problems.Add(message.SharedScaleWord.At(t.At, "word", t.Value))
	default:
		w.Scale, w.Grade, w.Foreign = id, grade, foreign
	}
}
