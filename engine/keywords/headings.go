package keywords

import (
	"slices"
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// readHeadingAt is readHeading at a rune.
func (c *cutter) readHeadingAt(at int) (int, lexicon.Section) {
	const longest = 20 // characters
	kind := lexicon.NoSection
	for limit := min(len(c.text.Runes), at+longest); at < limit; {
		r := c.text.Runes[at]
		switch end, k := c.headingWord(at); {
		case end > at:
			if kind == lexicon.NoSection {
				kind = k
			}
			at = end
		case c.sign(at)&(lexicon.ColonGroup|lexicon.TitleGroup) != 0, r == ']':
			return at, kind
		case isDigit(r), unicode.IsSpace(r), r == '(', r == ')', r == '、':
			at++
		default:
			return 0, lexicon.NoSection
		}
	}
	return 0, lexicon.NoSection
}

// headingWord steps over the longest word of headings at a rune.
func (c *cutter) headingWord(at int) (int, lexicon.Section) {
	for _, w := range c.lexicon.Headings {
		if w.Spelling[0] == c.text.Runes[at] {
			if end := c.skipWord(at, w.Spelling); end > at {
				return end, w.Section
			}
		}
	}
	return at, lexicon.NoSection
}

// headsSection reports whether a heading that says how all below it is meant begins at a
// rune.
func (c *cutter) headsSection(at int) bool {
	if !c.lexicon.Reads(lexicon.StatedSections) {
		return false
	}
	_, kind := c.readHeadingAt(at)
	return kind != lexicon.NoSection
}

// skipWords steps over the longest of the words at rune i.
func (c *cutter) skipWords(i int, words [][]rune) int {
	for _, word := range words {
		if end := c.skipWord(i, word); end > i {
			return end
		}
	}
	return i
}

// skipWord steps over a word at rune i, and over the gaps that may have come into it.
func (c *cutter) skipWord(i int, word []rune) int {
	at, k := i, 0
	for ; k < len(word) && at < len(c.text.Runes); at++ {
		if c.text.Runes[at] == word[k] {
			k++
		} else if c.text.Codes[at] != joint {
			return i
		}
	}
	if k < len(word) {
		return i
	}
	return at
}

func endsWith(runes, suffix []rune) bool {
	return len(runes) >= len(suffix) && slices.Equal(runes[len(runes)-len(suffix):], suffix)
}

// startsWith compares the first character first, for most differ there.
func startsWith(runes, prefix []rune) bool {
	return len(runes) >= len(prefix) && runes[0] == prefix[0] && slices.Equal(runes[:len(prefix)], prefix)
}

// skipAny steps over the first of the words that stands at rune i.
func skipAny(runes []rune, i int, words [][]rune) int {
	for _, w := range words {
		if startsWith(runes[i:], w) {
			return i + len(w)
		}
	}
	return i
}
