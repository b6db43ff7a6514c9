package segment

import (
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// spellArrows joins each arrow and what no word has before it to the word that they spell:
// 左室舒张功能↓ is 左室舒张功能降低.
func (c *Cutter) spellArrows() {
	if !c.Lexicon.Reads(lexicon.Ellipses) {
		return
	}
	to := 0
	for i := range c.Tokens {
		t := c.Tokens[i]
		if made, from := c.spelledBy(i, to); made != nil {
			t, to = Token{Start: c.Tokens[from].Start, End: t.End, Word: t.Word, is: made}, from
		}
		c.Tokens[to] = t
		to++
	}
	c.Tokens = c.Tokens[:to]
}

// spelledBy is the word that the arrow at token i spells with one or two of the tokens that
// end before token to, and the first of these.
func (c *Cutter) spelledBy(i, to int) (made *lexicon.Word, from int) {
	w := c.WordOrNone(i)
	if w.Head < 0 || w.Groups&lexicon.ResultGroup != 0 || unicode.IsLetter(c.Text.Runes[c.Tokens[i].Start]) || !c.Is(to-1, TextToken) || to > i {
		return nil, 0
	}
	for from = max(0, to-2); from < to; from++ {
		made = c.Lexicon.Find(c.Spelled(c.Tokens[from].Start, c.Tokens[to-1].End) + c.Lexicon.Heads[w.Head].Name)
		if made != nil && (made.Term >= 0 || made.Head >= 0) {
			return made, from
		}
	}
	return nil, 0
}
