package keywords

import "tijian/engine/keywords/lexicon"

// What is dictated has no signs. A particle draws breath where a clause ends, and a word such
// as 大概 guesses a size, not whether there is what has it.

// breathe makes commas of the particles that end a clause where the sentence goes on:
// 右肾没有啊右肾干净. Behind what is spoken of they part nothing: 二尖瓣啊关闭不全.
func (a *analysis) breathe() {
	comma, ok := a.lexicon.Trie.Find([]uint16{a.lexicon.Alphabet[',']})
	if !ok || !a.lexicon.Has(lexicon.ParticleGroup) {
		return
	}
	stands := func(i int) bool { // within a clause
		return i >= 0 && i < len(a.tokens) && !a.isGap(i) && !a.isBreak(i) && a.groups(i)&(lexicon.CommaGroup|lexicon.SentenceGroup) == 0
	}
	for i := range a.tokens {
		if a.groups(i)&lexicon.ParticleGroup == 0 || !stands(i-1) || !stands(i+1) {
			continue
		}
		if w := a.wordOrNone(i - 1); w.Term >= 0 || w.Head >= 0 || w.Site < 0 && w.Side == "" {
			a.tokens[i].word = comma
		}
	}
}

// guesses reports whether the doubt at token i is about the number behind it.
func (a *analysis) guesses(i int) bool {
	next := a.after(i)
	return a.groups(i)&lexicon.AboutGroup != 0 && next < len(a.tokens) && a.is(next, numberToken)
}
