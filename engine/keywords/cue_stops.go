package keywords

import "slices"

// Where the scope of a cue ends though no sign says so: at a new predicate, organ or
// side.

// stopsAt reports whether the scope ends before the word at token i.
func (s *cueScope) stopsAt(i int) bool {
	w := s.wordOrNone(i)
	if s.cue.phrase && s.beginsAnew(i) {
		return true
	}
	if s.newPredicate(i) {
		return true
	}
	if s.step < 0 && w.groups&s.lexicon.result != 0 && s.groups(s.from)&s.lexicon.result != 0 {
		return true // the (-) of 尿蛋白(-) says nothing of 尿潜血(+) before it
	}
	if s.flags[i]&targetFlag != 0 {
		return s.flags[i]&headingFlag != 0 && s.step < 0 || w.groups&s.cue.stops&termGroup != 0
	}
	return s.flags[i]&headingFlag != 0 || w.normal || w.groups&(sentenceGroup|s.cue.stops) != 0 && !s.carried(i) || w.groups&s.cue.stops&termGroup != 0
}

// newPredicate reports whether a denial that has spoken of something is over at the
// word at token i, though no sign says so: an organ is seen there (未见结石膀胱区见结石),
// or how often something comes is told (未见房颤偶发室性早搏).
func (s *cueScope) newPredicate(i int) bool {
	if s.lexicon.grammar >= 3 && s.step > 0 && s.hits > 0 && s.lexicon.categories[s.category].status == Conditional &&
		s.flags[i-1]&targetFlag != 0 && s.wordOrNone(i).side != "" && s.findingFollowsAtOnce(i-1) {
		return true // 防止脂肪肝左肾结石
	}
	if s.step < 0 || s.hits == 0 && !(s.denied && s.lexicon.grammar >= 3) || s.member || s.lexicon.categories[s.category].status != Negated || s.lexicon.sees == 0 {
		return false
	}
	runes := s.text.Runes[s.tokens[i].start:]
	if slices.ContainsFunc(s.lexicon.anew, func(w []rune) bool { return startsWith(runes, w) }) {
		return true
	}
	if after := i + 1; s.flags[i]&targetFlag != 0 && after < len(s.tokens) && s.groups(after)&s.lexicon.sees != 0 && (after+1 == len(s.tokens) || s.flags[after+1]&targetFlag == 0) {
		return true // 未见结节钙化灶可见2处
	}
	if s.ofOtherTopic(i) || s.lexicon.judged != 0 && s.groups(i)&withGroup != 0 && s.groups(i)&s.lexicon.sees != 0 && s.flags[min(i+1, len(s.tokens)-1)]&targetFlag != 0 {
		return true // 无结石有息肉
	}
	const limit = 8 // tokens
	for k, sited := i, false; k < len(s.tokens) && k < i+limit; k++ {
		w := s.wordOrNone(k)
		switch {
		case s.flags[k]&targetFlag != 0, w.cue != nil && !w.quality, w.groups&(commaGroup|sentenceGroup|listGroup) != 0, s.isBreak(k):
			return false
		case w.groups&s.lexicon.sees != 0, w.severity != "", s.tokens[k].word == numberToken:
			return sited // a degree, too, is only told of what is there
		}
		sited = sited || w.site >= 0 || s.lexicon.judged != 0 && w.side != ""
	}
	return false
}

// ofOtherTopic reports whether another organ than the one that the denial speaks of
// follows without a sign: 肝内无结石左肾囊肿.
func (s *cueScope) ofOtherTopic(i int) bool {
	if s.lexicon.judged == 0 || s.groups(i-1)&(listGroup|commaGroup) != 0 {
		return false
	}
	const limit = 8 // tokens
	for k := s.from - 1; k >= max(0, s.from-limit) && !s.endsPhrase(k); k-- {
		if w := s.wordOrNone(k); w.site >= 0 && s.flags[k]&targetFlag == 0 {
			return s.otherOrgan(w.site, i) || s.lexicon.grammar >= 3 && s.otherSide(k, i)
		}
	}
	return false
}

// otherSide reports whether a finding of the site at token k, or of a part of it, follows
// at token i with a side of its own: 双肾无积水右肾囊肿.
func (s *cueScope) otherSide(k, i int) bool {
	side := s.wordOrNone(i).side
	if side == "" || side == s.sideBefore(k) {
		return false
	}
	site := s.wordOrNone(k).site
	for ; i < len(s.tokens) && s.wordOrNone(i).describes() && s.flags[i]&targetFlag == 0; i++ {
	}
	if i == len(s.tokens) || s.flags[i]&targetFlag == 0 {
		return false
	}
	w := s.wordOrNone(i)
	return w.term >= 0 && s.sameSite(s.lexicon.terms[w.term].site, site) || w.head >= 0 && s.wordOrNone(i-1).site >= 0
}
