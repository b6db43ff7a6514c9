package segment

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// Brackets and what stands beside signs.

// Closing finds the bracket that closes the one at token i, or stays.
func (c *Cutter) Closing(i int) int {
	for j := i + 1; j < len(c.Tokens) && j < i+8; j++ {
		if c.Groups(j)&lexicon.CloseGroup != 0 {
			return j
		}
		if c.Is(j, BreakToken) || c.Groups(j)&(lexicon.OpenGroup|lexicon.SentenceGroup) != 0 {
			break
		}
	}
	return i
}

// SkipBracket goes back from a closing bracket to its opening one, or stays.
func (c *Cutter) SkipBracket(i int) int {
	for j := i - 1; j >= 0 && j > i-20; j-- {
		if c.Groups(j)&lexicon.OpenGroup != 0 {
			return j
		}
	}
	return i
}

// BesidePunctuation reports whether a blank stands next to a comma or a list
// sign, and so means nothing.
func (c *Cutter) BesidePunctuation(i int) bool {
	const signs = lexicon.CommaGroup | lexicon.ListGroup | lexicon.ColonGroup | lexicon.OpenGroup | lexicon.CloseGroup
	return i > 0 && c.Groups(i-1)&signs != 0 || i+1 < len(c.Tokens) && c.Groups(i+1)&signs != 0
}

// MentionsAny reports whether one of some words stands in a text.
func MentionsAny(text []rune, words [][]rune) bool {
	return slices.ContainsFunc(words, func(w []rune) bool { return Mentions(text, w) })
}

// Mentions reports whether a word stands in a text, a Latin one by itself.
func Mentions(text, word []rune) bool {
	for at := range text {
		end := at + len(word)
		if end <= len(text) && slices.Equal(text[at:end], word) &&
			!(IsLatin(word[0]) && (at > 0 && IsLatin(text[at-1]) || end < len(text) && IsLatin(text[end]))) {
			return true
		}
	}
	return false
}
