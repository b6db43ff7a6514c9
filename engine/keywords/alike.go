package keywords

import (
	"strings"

	"tijian/engine/keywords/lexicon"
)

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

// recover makes gone what a treatment, told behind it, ended with all well at the end of
// the sentence: 尿路感染治疗后，复查尿常规正常. What lasts is only kept in check.
func (a *analysis) recover() {
	const limit = 16 // tokens
	if !a.lexicon.Has(lexicon.RecoveredGroup) {
		return
	}
	for i := range a.tokens {
		if a.groups(i)&lexicon.RecoveredGroup == 0 || !a.endsClause(i) {
			continue
		}
		treated := false
		for k := i - 1; k >= max(0, i-limit) && !a.endsSentence(k); k-- {
			text := a.text.Runes[a.tokens[k].start:a.tokens[k].end]
			if !a.isFinding(k) {
				treated = treated || text[len(text)-1] == '后' || a.groups(k)&lexicon.TreatedGroup != 0
				continue
			}
			if s := a.statusAt(k); treated && (s == Certain || s == Possible) && a.groups(k)&lexicon.ElsewhereGroup == 0 && a.meansSiteOf(k, i) {
				a.assertions[k] = assertion{&lexicon.Cue{Text: a.writtenToken(i)}, a.lexicon.Gone}
			}
			break
		}
	}
}

// meansSiteOf reports whether no site between the finding at token k and token i is of
// another organ than the finding.
func (a *analysis) meansSiteOf(k, i int) bool {
	m := a.mentionAt(k)
	for j := k + 1; m != nil && m.site >= 0 && j < i; j++ {
		if s := a.wordOrNone(j).Site; s >= 0 && !a.sameSite(s, m.site) && !a.lexicon.Sites[s].Analyte {
			return false
		}
	}
	return m != nil
}

// define makes a general statement of what names again what the text explains, up to where it
// turns to the person: 什么是胆囊息肉？胆囊息肉是…….
func (a *analysis) define() {
	if !a.lexicon.Reads(lexicon.DefinedTerms) {
		return
	}
	const ends = lexicon.SelfGroup | lexicon.TodayGroup | lexicon.PresentGroup
	at, defined := 0, map[int32]assertion{}
	for _, m := range a.mentions {
		for ; at < int(m.token); at++ {
			if len(defined) > 0 && (a.groups(at)&ends != 0 || a.isBreak(at)) {
				clear(defined)
			}
		}
		as := a.assertions[m.token]
		if by, ok := defined[m.term]; ok && a.statusAt(at) == Certain {
			a.assertions[m.token] = by
		} else if as.cue != nil && as.cue.Defines && as.category == as.cue.Category {
			defined[m.term] = as
		}
	}
}

// claimed reports whether the finding at token i is what somebody said before, which the
// correction at s.from takes back: a doubt, or a diagnosis behind a word such as 外院. A lesion
// that was seen is there whatever it turns out to be, and a disease whose kind is found.
func (s *cueScope) claimed(i int) bool {
	m := s.mentionAt(i)
	if m == nil || s.statusAt(i) == Possible {
		return m != nil
	}
	if h := s.term(m.term).Head; s.statusAt(i) != Certain || h >= 0 && s.lexicon.Heads[h].Lesion && len(s.lexicon.Heads[h].Settled) > 0 || s.isSign(m) || !s.claimBefore(i) {
		return false
	}
	for k := s.from + 1; k < len(s.tokens) && !s.endsPhrase(k); k++ {
		if by := s.mentionAt(k); by != nil {
			return by.term != m.term && !s.isKindOf(by.term, m.term)
		}
	}
	return true
}

// claimBefore reports whether the clause of token i says before it that somebody said so.
func (s *cueScope) claimBefore(i int) bool {
	const limit = 8 // tokens
	return s.tellsBefore(i, lexicon.ClaimGroup, limit)
}

// isKindOf reports whether a term is of a wider one, by its parents or as it is named.
func (a *analysis) isKindOf(id, wider int32) bool {
	t := a.term(id)
	for _, p := range t.Parents {
		if p == wider || a.isKindOf(p, wider) {
			return true
		}
	}
	return strings.Contains(t.Name, a.term(wider).Name)
}
