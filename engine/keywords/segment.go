package keywords

import (
	"sort"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
)

// A cutter reads one text after the other: it mends what is damaged and cuts the text into
// the words of a lexicon.
type cutter struct {
	lexicon *lexicon.Lexicon
	source  string         // as written
	text    plaintext.Text // normalised
	tokens  []token
	limit   int32 // words do not reach beyond
	gaps    bool  // the text has blanks that a word may reach over
	mended  []mended
}

// normalise folds the text and mends what is damaged.
func (c *cutter) normalise(text string) {
	c.source, c.gaps = text, false
	c.lexicon.Reader.Read(&c.text, text)
	c.readGaps()
	c.readMisreadings()
}

// read normalises and cuts the text.
func (c *cutter) read(text string) {
	c.normalise(text)
	c.tokens = c.tokens[:0]
	c.cut(0, int32(len(c.text.Runes)))
	c.breathe()
}

// word is the lexicon's word of token i, nil when it is none or beyond the text.
func (c *cutter) word(i int) *lexicon.Word {
	if uint(i) < uint(len(c.tokens)) {
		if id := c.tokens[i].word; id >= 0 {
			return c.lexicon.Word(id)
		}
	}
	return nil
}

// groups are those of token i, none beyond the text.
func (c *cutter) groups(i int) uint64 { return c.wordOrNone(i).Groups }

// is reports whether token i is of a kind that is no word.
func (c *cutter) is(i int, kind int32) bool {
	return uint(i) < uint(len(c.tokens)) && c.tokens[i].word == kind
}

// written is a part of the normalised text as written.
func (c *cutter) written(from, to int32) string {
	return c.between(c.text.Span(int(from), int(to)))
}

// writtenToken is token i as written.
func (c *cutter) writtenToken(i int) string { return c.written(c.tokens[i].start, c.tokens[i].end) }

// between is the text as written between two characters of it.
func (c *cutter) between(start, end int) string {
	return c.source[c.text.Bytes[start]:c.text.Bytes[end]]
}

// noWord is what stands where no word does.
var noWord = lexicon.Word{Term: -1, Head: -1, Site: -1, Scale: -1, Grade: -1}

// wordOrNone is the word of token i, one without any role when it is none.
func (c *cutter) wordOrNone(i int) *lexicon.Word {
	if w := c.word(i); w != nil {
		return w
	}
	return &noWord
}

// distance counts the characters between two tokens.
func (c *cutter) distance(i, j int) int {
	if j > i {
		return int(c.tokens[j].start - c.tokens[i].end)
	}
	return int(c.tokens[i].start - c.tokens[j].end)
}

// over goes back from token i over a gap or the end of a line.
func (c *cutter) over(i int) int {
	if i >= 0 && (c.isGap(i) || c.is(i, breakToken) && !c.isBlankLine(i)) {
		return i - 1
	}
	return i
}

// after is the token behind token i, over a gap.
func (c *cutter) after(i int) int {
	if i+1 < len(c.tokens) && c.isGap(i+1) {
		return i + 2
	}
	return i + 1
}

// endsSentence reports whether token i is a full stop or parts lines or items.
func (c *cutter) endsSentence(i int) bool {
	return c.groups(i)&lexicon.SentenceGroup != 0 || c.isBreak(i)
}

// isBreak reports whether token i parts lines or is the number of an item.
func (c *cutter) isBreak(i int) bool {
	t := c.tokens[i].word
	return t == breakToken || t == numberingToken
}

// isBlankLine reports whether token i separates paragraphs.
func (c *cutter) isBlankLine(i int) bool {
	t := c.tokens[i]
	if t.word != breakToken {
		return false
	}
	lines := 0
	for _, r := range c.text.Runes[t.start:t.end] {
		if r == '\n' {
			lines++
		}
	}
	return lines > 1
}

// runeOf gives the first rune of the normalised text that came from a character
// of the text or a later one.
func runeOf(n *plaintext.Text, character int) int32 {
	return int32(sort.Search(len(n.Runes), func(i int) bool { return int(n.From[i]) >= character }))
}
