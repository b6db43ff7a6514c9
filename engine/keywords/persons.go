package keywords

import "tijian/engine/keywords/lexicon"

// introduced reports whether the pronoun at token i begins its clause, and speaks of
// another person whom the text named before: 由妻子代述：她有哮喘.
func (a *analysis) introduced(i int) bool {
	const limit = 32 // tokens
	if i > 0 && !a.isGap(i-1) && !a.endsSentence(i-1) && a.groups(i-1)&(lexicon.CommaGroup|lexicon.ColonGroup|lexicon.OpenGroup) == 0 {
		return false
	}
	for k := i - 1; k >= max(0, i-limit) && !a.isBlankLine(k); k-- {
		w := a.wordOrNone(k)
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
	open := a.over(i - 1)
	had := a.over(open - 1)
	if had > 0 && !a.isFinding(had) && a.wordOrNone(had).Stays(a.lexicon) { // 肺癌史(祖父)
		had = a.over(had - 1)
	}
	if !a.lexicon.Reads(lexicon.PersonsBeside) || w.status() != Family || had < 0 || a.groups(open)&lexicon.OpenGroup == 0 || !a.isFinding(had) {
		return false
	}
	end := a.closing(open)
	if end < i {
		return false
	}
	for k := i; k < end; k++ {
		if v := a.wordOrNone(k); !a.isGap(k) && !a.isOther(v) && v.Groups&(lexicon.ListGroup|lexicon.CommaGroup) == 0 {
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
		return w != nil && w.Cue != nil && !w.Cue.Introduced && a.lexicon.MarksAs(w.Cue) == Family
	}
	if !w.Pseudo {
		return of(w)
	}
	for end := range w.Text {
		if end > 0 && of(a.lexicon.Find(w.Text[:end])) {
			return true
		}
	}
	return false
}

// shareDiseases gives the person the disease that the clause before names of another, where
// a clause without any says that it is so with them: 父母均有糖尿病，本人亦患5年.
func (a *analysis) shareDiseases() {
	if !a.lexicon.Has(lexicon.AlikeGroup) {
		return
	}
	for i := range a.tokens {
		if a.groups(i)&lexicon.AlikeGroup == 0 {
			continue
		}
		comma, self, plain := a.clauseOf(i)
		for k := comma - 1; self && plain && k >= 0 && !a.endsSentence(k) && a.groups(k)&lexicon.CommaGroup == 0; k-- {
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
		g := a.groups(k)
		if g&lexicon.CommaGroup != 0 {
			comma = k
		}
		self = self || g&lexicon.SelfGroup != 0
		plain = plain && !a.isFinding(k) && !a.endsSentence(k)
	}
	for k := i + 1; k < min(len(a.tokens), i+limit) && !a.endsPhrase(k); k++ {
		c := a.wordOrNone(k).Cue
		plain = plain && !a.isFinding(k) && (c == nil || a.lexicon.MarksAs(c) != Negated)
	}
	return comma, self, plain
}
