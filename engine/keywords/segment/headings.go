package segment

import (
	"slices"
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// ReadHeadingAt reads the heading that begins at a rune, before its text is cut: the rune it
// ends at, its colon, and the section that it opens; 0 where none begins.
func (c *Cutter) ReadHeadingAt(at int) (int, lexicon.Section) {
	const longest = 20 // characters
	kind := lexicon.NoSection
	for limit := min(len(c.Text.Runes), at+longest); at < limit; {
		r := c.Text.Runes[at]
		switch end, k := c.headingWord(at); {
		case end > at:
			if kind == lexicon.NoSection {
				kind = k
			}
			at = end
		case c.sign(at)&(lexicon.ColonGroup|lexicon.TitleGroup) != 0, r == ']':
			return at, kind
		case IsDigit(r), unicode.IsSpace(r), r == '(', r == ')', r == '、':
			at++
		default:
			return 0, lexicon.NoSection
		}
	}
	return 0, lexicon.NoSection
}

// headingWord steps over a word of headings at a rune.
func (c *Cutter) headingWord(at int) (int, lexicon.Section) {
	for _, w := range c.Lexicon.Headings[c.Text.Runes[at]] {
		if end := c.SkipWord(at, w.Spelling); end > at {
			return end, w.Section
		}
	}
	return at, lexicon.NoSection
}

// headsSection reports whether a heading that says how all below it is meant begins at a
// rune.
func (c *Cutter) headsSection(at int) bool {
	if !c.Lexicon.Reads(lexicon.StatedSections) {
		return false
	}
	_, kind := c.ReadHeadingAt(at)
	return kind != lexicon.NoSection
}

// SkipWords steps over the longest of the words at rune i.
func (c *Cutter) SkipWords(i int, words [][]rune) int {
	for _, word := range words {
		if end := c.SkipWord(i, word); end > i {
			return end
		}
	}
	return i
}

// SkipWord steps over a word at rune i, and over the gaps that may have come into it.
func (c *Cutter) SkipWord(i int, word []rune) int {
	at, k := i, 0
	for ; k < len(word) && at < len(c.Text.Runes); at++ {
		if c.Text.Runes[at] == word[k] {
			k++
		} else if c.Text.Codes[at] != Joint {
			return i
		}
	}
	if k < len(word) {
		return i
	}
	return at
}

// EndsWith reports whether runes end with others.
func EndsWith(runes, suffix []rune) bool {
	return len(runes) >= len(suffix) && slices.Equal(runes[len(runes)-len(suffix):], suffix)
}

// EndsAny reports whether a text ends with one of the words.
func EndsAny(runes []rune, words [][]rune) bool {
	return slices.ContainsFunc(words, func(w []rune) bool { return EndsWith(runes, w) })
}

// StartsWith compares the first character first, for most differ there.
func StartsWith(runes, prefix []rune) bool {
	return len(runes) >= len(prefix) && runes[0] == prefix[0] && slices.Equal(runes[:len(prefix)], prefix)
}

// SkipAny steps over the first of the words that stands at rune i.
func SkipAny(runes []rune, i int, words [][]rune) int {
	for _, w := range words {
		if StartsWith(runes[i:], w) {
			return i + len(w)
		}
	}
	return i
}
