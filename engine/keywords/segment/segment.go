// Package segment reads a text as the words of a lexicon: it mends misread characters
// (misread.go, repair.go), tells the blanks and ends of lines that are only damage (gap.go),
// cuts the text into words by a trie, with gse settling where words cross (cut.go), reads
// numbered sites (level.go) and headings that say how all below them is meant
// (headings.go), hears where what is dictated has a comma (spoken.go) and what arrows spell
// (arrow.go). What needs no findings to be read it reads, too: numbers with their units
// (quantity.go), grades (grade.go), times (times.go), brackets (signs.go).
package segment

import (
	"slices"
	"sort"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
)

// A cutter reads one text after the other: it mends what is damaged and cuts the text into
// the words of a lexicon.
type Cutter struct {
	Lexicon *lexicon.Lexicon
	Source  string         // as written
	Text    plaintext.Text // normalised
	Tokens  []Token
	limit   int32 // words do not reach beyond
	gaps    bool  // the text has blanks that a word may reach over
	mended  []mended

	found    []found // by rune
	farthest int32   // how many runes were looked at at most for one of them
}

// What was found at a rune is the longest word there, and how many runes were looked at
// for it: 0 where nobody asked yet.
type found struct{ id, length, looked int32 }

// wordAt is the longest word at rune i that ends before a limit, looked up once: its length
// is 0 where there is none.
func (c *Cutter) wordAt(i, limit int32) (id, length int32) {
	if i >= limit {
		return TextToken, 0
	}
	f := &c.found[i]
	if f.looked == 0 {
		id, length, looked := c.Lexicon.Trie.Look(c.Text.Codes[i:])
		*f = found{id, int32(length), int32(looked)}
		c.farthest = max(c.farthest, f.looked)
	}
	if f.looked > limit-i {
		id, length := c.Lexicon.Trie.Longest(c.Text.Codes[i:limit])
		return id, int32(length)
	}
	return f.id, f.length
}

// wordIn is wordAt up to the end of the text.
func (c *Cutter) wordIn(i int32) (id, length int32) { return c.wordAt(i, int32(len(c.Text.Codes))) }

// forget lets words be looked up again that runes from one to another may belong to.
func (c *Cutter) forget(from, to int32) { clear(c.found[max(0, from-c.farthest):to]) }

// Normalise folds the text and mends what is damaged.
func (c *Cutter) Normalise(text string) {
	c.Source, c.gaps = text, false
	c.Lexicon.Reader.Read(&c.Text, text)
	c.readGaps()
	c.found, c.farthest = slices.Grow(c.found[:0], len(c.Text.Codes))[:len(c.Text.Codes)], 0
	clear(c.found)
	c.readMisreadings()
}

// Read normalises and cuts the text.
func (c *Cutter) Read(text string) {
	c.Normalise(text)
	c.Tokens = c.Tokens[:0]
	c.Cut(0, int32(len(c.Text.Runes)))
	c.breathe()
	c.spellArrows()
}

// Word is the lexicon's word of token i, nil when it is none or beyond the text.
func (c *Cutter) Word(i int) *lexicon.Word {
	if uint(i) < uint(len(c.Tokens)) {
		return c.Tokens[i].is
	}
	return nil
}

// Groups are those of token i, none beyond the text.
func (c *Cutter) Groups(i int) uint64 {
	if w := c.Word(i); w != nil {
		return w.Groups
	}
	return 0
}

// Is reports whether token i is of a kind that is no word.
func (c *Cutter) Is(i int, kind int32) bool {
	return uint(i) < uint(len(c.Tokens)) && c.Tokens[i].Word == kind
}

// Written is a part of the normalised text as written.
func (c *Cutter) Written(from, to int32) string {
	return c.Between(c.Text.Span(int(from), int(to)))
}

// WrittenToken is token i as written.
func (c *Cutter) WrittenToken(i int) string { return c.Written(c.Tokens[i].Start, c.Tokens[i].End) }

// Between is the text as written between two characters of it.
func (c *Cutter) Between(start, end int) string {
	return c.Source[c.Text.Bytes[start]:c.Text.Bytes[end]]
}

// noWord is what stands where no word does.
var noWord = lexicon.Word{Term: -1, Head: -1, Site: -1, Scale: -1, Grade: -1}

// WordOrNone is the word of token i, one without any role when it is none.
func (c *Cutter) WordOrNone(i int) *lexicon.Word {
	if w := c.Word(i); w != nil {
		return w
	}
	return &noWord
}

// Distance counts the characters between two tokens.
func (c *Cutter) Distance(i, j int) int {
	if j > i {
		return int(c.Tokens[j].Start - c.Tokens[i].End)
	}
	return int(c.Tokens[i].Start - c.Tokens[j].End)
}

// Over goes back from token i over a gap or the end of a line.
func (c *Cutter) Over(i int) int {
	if i >= 0 && (c.IsGap(i) || c.Is(i, BreakToken) && !c.IsBlankLine(i)) {
		return i - 1
	}
	return i
}

// After is the token behind token i, over a gap.
func (c *Cutter) After(i int) int {
	if i+1 < len(c.Tokens) && c.IsGap(i+1) {
		return i + 2
	}
	return i + 1
}

// EndsSentence reports whether token i is a full stop or parts lines or items.
func (c *Cutter) EndsSentence(i int) bool {
	return c.Groups(i)&lexicon.SentenceGroup != 0 || c.IsBreak(i)
}

// IsBreak reports whether token i parts lines or is the number of an item.
func (c *Cutter) IsBreak(i int) bool {
	t := c.Tokens[i].Word
	return t == BreakToken || t == NumberingToken
}

// IsBlankLine reports whether token i separates paragraphs.
func (c *Cutter) IsBlankLine(i int) bool {
	t := c.Tokens[i]
	if t.Word != BreakToken {
		return false
	}
	lines := 0
	for _, r := range c.Text.Runes[t.Start:t.End] {
		if r == '\n' {
			lines++
		}
	}
	return lines > 1
}

// RuneOf gives the first rune of the normalised text that came from a character
// of the text or a later one.
func RuneOf(n *plaintext.Text, character int) int32 {
	return int32(sort.Search(len(n.Runes), func(i int) bool { return int(n.From[i]) >= character }))
}
