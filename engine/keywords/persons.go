package keywords

import "tijian/engine/keywords/lexicon"

// introduced reports whether the pronoun at token i begins its clause, and speaks of
// another person whom the text named before: 由妻子代述：她有哮喘.
func (a *analysis) introduced(i int) bool {
	const limit = 32 // tokens
	if i > 0 && !a.IsGap(i-1) && !a.EndsSentence(i-1) && a.Groups(i-1)&(lexicon.CommaGroup|lexicon.ColonGroup|lexicon.OpenGroup) == 0 {
		return false
	}
	for k := i - 1; k >= max(0, i-limit) && !a.IsBlankLine(k); k-- {
		w := a.WordOrNone(k)
		switch {
		case a.isOther(w):
			return true
		case w.Groups&lexicon.SelfGroup != 0:
			return false
		}
	}
	return false
}

// namesWho marks the finding before the bracket that holds only persons, of which token i
// is the first: 痛风(父、叔). It reports whether there is one.
func (w *walk) namesWho() bool {
	a, i := w.analysis, w.from
	open := a.Over(i - 1)
	had := a.Over(open - 1)
	if had > 0 && !a.isFinding(had) && a.WordOrNone(had).Stays(a.Lexicon) { // 肺癌史(祖父)
		had = a.Over(had - 1)
	}
	if !a.Lexicon.Reads(lexicon.PersonsBeside) || w.status() != Family || had < 0 || a.Groups(open)&lexicon.OpenGroup == 0 || !a.isFinding(had) {
		return false
	}
	end := a.Closing(open)
	if end < i {
		return false
	}
	for k := i; k < end; k++ {
		if v := a.WordOrNone(k); !a.IsGap(k) && !a.isOther(v) && v.Groups&(lexicon.ListGroup|lexicon.CommaGroup) == 0 {
			return false
		}
	}
	w.assign(had)
	return true
}

// isOther reports whether a word names another person, be it one who only attends:
// 女儿陪同.
func (a *analysis) isOther(w *lexicon.Word) bool {
	of := func(w *lexicon.Word) bool {
		return w != nil && w.Cue != nil && !w.Cue.Introduced && a.Lexicon.MarksAs(w.Cue) == Family
	}
	if !w.Pseudo {
		return of(w)
	}
	for end := range w.Text {
		if end > 0 && of(a.Lexicon.Find(w.Text[:end])) {
			return true
		}
	}
	return false
}

// shareDiseases gives the person the disease that the clause before names of another, where
// a clause without any says that it is so with them: 父母均有糖尿病，本人亦患5年.
func (a *analysis) shareDiseases() {
	if !a.Lexicon.Has(lexicon.AlikeGroup) {
		return
	}
	for i := range a.Tokens {
		if a.Groups(i)&lexicon.AlikeGroup == 0 {
			continue
		}
		comma, self, plain := a.clauseOf(i)
		for k := comma - 1; self && plain && k >= 0 && !a.EndsSentence(k) && a.Groups(k)&lexicon.CommaGroup == 0; k-- {
			if a.isFinding(k) && a.statusAt(k) == Family {
				a.assertions[k] = assertion{category: -1}
			}
		}
	}
}

// clauseOf is the comma before token i, whether the clause between speaks of the person,
// and whether it names and denies nothing up to its end.
func (a *analysis) clauseOf(i int) (comma int, self, plain bool) {
	const limit = 8 // tokens
	comma, plain = i, true
	for k := i - 1; k >= max(0, i-limit) && comma == i; k-- {
		g := a.Groups(k)
		if g&lexicon.CommaGroup != 0 {
			comma = k
		}
		self = self || g&lexicon.SelfGroup != 0
		plain = plain && !a.isFinding(k) && !a.EndsSentence(k)
	}
	for k := i + 1; k < min(len(a.Tokens), i+limit) && !a.endsPhrase(k); k++ {
		c := a.WordOrNone(k).Cue
		plain = plain && !a.isFinding(k) && (c == nil || a.Lexicon.MarksAs(c) != Negated)
	}
	return comma, self, plain
}
