package segment

import (
	"slices"
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// Single characters that no word has, and what they may have been.

// OneUnknown reports whether token i is one character of no word, or one of those that
// sounds like what negators begin with: 威见结节.
func (c *Cutter) OneUnknown(i int) bool {
	t := c.Tokens[i]
	return c.oneUnread(i) && (c.Text.Codes[t.Start] == 0 || c.soundsNegative(t.Start))
}

// HalfOperation reports whether the word at token i, which surgeons do as well, stands
// before a character that looks like the one that says so: 融合木史, of 融合术史.
func (c *Cutter) HalfOperation(i int, w *lexicon.Word) bool {
	next := i + 1
	if next >= len(c.Tokens) || !c.oneUnread(next) || c.Tokens[next].Start != c.Tokens[i].End || !c.Lexicon.Operations.EndsWith(w.Text) {
		return false
	}
	code := int(c.Text.Codes[c.Tokens[next].Start])
	return slices.ContainsFunc(c.Lexicon.Misreaders, func(m lexicon.Misreader) bool {
		return code < len(m.Meant) && slices.ContainsFunc(m.Meant[code], func(meant uint16) bool { return c.Lexicon.Operations.Begins(c.Lexicon.Alphabet, meant) })
	})
}

// oneUnread reports whether token i is one character that no word covers.
func (c *Cutter) oneUnread(i int) bool {
	return c.Is(i, TextToken) && c.Tokens[i].End-c.Tokens[i].Start == 1
}

func (c *Cutter) soundsNegative(at int32) bool {
	return slices.ContainsFunc(c.Lexicon.TermReader.Sounds[c.Text.Runes[at]], func(code uint16) bool {
		id, n := c.Lexicon.Trie.Longest([]uint16{code})
		return n > 0 && c.Lexicon.Word(id).Groups&lexicon.NegatorBeginGroup != 0
	})
}

// HoldsAbnormal reports whether the unknown text of token i holds a character
// or word that findings are made of: 炎, 瘤, 异常.
func (c *Cutter) HoldsAbnormal(i int) bool {
	runes := c.Text.Runes[c.Tokens[i].Start:c.Tokens[i].End]
	for j := range runes {
		if slices.ContainsFunc(c.Lexicon.Abnormal, func(w []rune) bool { return StartsWith(runes[j:], w) }) {
			return true
		}
	}
	return false
}

// NameOf is a name as it was read, its Latin letters large or small as written.
func (c *Cutter) NameOf(t Token) string {
	name := slices.Clone(c.Text.Runes[t.Start:t.End])
	for i, r := range name {
		if written := c.writtenAt(t.Start + int32(i)); unicode.ToLower(written) == r {
			name[i] = written
		}
	}
	return string(name)
}

// HoldsUnknown reports whether tokens hold an unknown word.
func (c *Cutter) HoldsUnknown(from, to int) bool {
	return slices.ContainsFunc(c.Tokens[from:to], func(t Token) bool { return t.Word == TextToken && t.End-t.Start > 1 })
}

// Hyphen reports whether token i joins two Latin words.
func (c *Cutter) Hyphen(i int) bool {
	t := c.Tokens[i]
	return i > 0 && t.End-t.Start == 1 && c.Text.Runes[t.Start] == '-' && c.Is(i-1, TextToken) && c.Is(i+1, TextToken)
}
