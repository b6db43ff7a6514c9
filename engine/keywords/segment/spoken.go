package segment

import "tijian/engine/keywords/lexicon"

// What is dictated has no signs. A particle draws breath where a clause ends, and a word such
// as 大概 guesses a size, not whether there is what has it.

// breathe makes commas of the particles that end a clause where the sentence goes on:
// 右肾没有啊右肾干净. Behind what is spoken of they part nothing: 二尖瓣啊关闭不全.
func (c *Cutter) breathe() {
	comma, ok := c.Lexicon.Trie.Find([]uint16{c.Lexicon.Alphabet[',']})
	if !ok || !c.Lexicon.Has(lexicon.ParticleGroup) {
		return
	}
	stands := func(i int) bool { // within a clause
		return i >= 0 && i < len(c.Tokens) && !c.IsGap(i) && !c.IsBreak(i) && c.Groups(i)&(lexicon.CommaGroup|lexicon.SentenceGroup) == 0
	}
	for i := range c.Tokens {
		if c.Groups(i)&lexicon.ParticleGroup == 0 || !stands(i-1) || !stands(i+1) {
			continue
		}
		if w := c.WordOrNone(i - 1); w.Term >= 0 || w.Head >= 0 || w.Site < 0 && w.Side == "" {
			c.Tokens[i].Word, c.Tokens[i].is = comma, c.Lexicon.Word(comma)
		}
	}
}
