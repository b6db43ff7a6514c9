package segment

import (
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
)

// Joint is the code of a blank or of the end of a line that a word may reach
// over: 胆囊未\n见结石.
const Joint = trie.Joint

// wrap stands for the end of a line that the width of the page made, not the
// writer. No text has it once folded.
const wrap = plaintext.Wrap

// WidestBlank is how many blanks may have come by accident; more part columns.
const WidestBlank = 2

// IsBlank reports whether a character is a blank.
func IsBlank(r rune) bool { return plaintext.IsBlank(r) }

// readGaps finds the blanks and the ends of lines that may only be damage. A
// word may reach over them, unless an empty line, the end of a sentence or the
// number of an item says that something new begins; where no heading follows
// either, the end of a line becomes a wrap.
func (c *Cutter) readGaps() {
	runes := c.Text.Runes
	for i := 0; i < len(runes); i++ {
		if runes[i] != ' ' && runes[i] != '\n' {
			continue
		}
		start, breaks := i, 0
		for ; i < len(runes) && (runes[i] == ' ' || runes[i] == '\n'); i++ {
			if runes[i] == '\n' {
				breaks++
			}
		}
		if start == 0 || i == len(runes) || breaks > 1 || breaks == 0 && (i-start > WidestBlank || IsDigit(runes[start-1]) && IsDigit(runes[i])) {
			continue
		}
		if breaks == 1 && (c.sign(start-1)&(lexicon.SentenceGroup|lexicon.ColonGroup|lexicon.TitleGroup) != 0 || c.sign(start-1)&(lexicon.ListGroup|lexicon.OpenGroup) == 0 && c.opensItem(i) || c.headsSection(i)) {
			continue
		}
		c.gaps = true
		for k := start; k < i; k++ {
			c.Text.Codes[k] = Joint
		}
		if breaks == 1 && !c.opensHeading(i) {
			for k := start; k < i; k++ {
				runes[k] = wrap
			}
		}
	}
}

// sign is what the sign at rune i means, 0 when it is none.
func (c *Cutter) sign(i int) uint64 {
	if i >= len(c.Text.Codes) {
		return 0
	}
	if id, ok := c.Lexicon.Trie.Find(c.Text.Codes[i : i+1]); ok {
		return c.Lexicon.Word(id).Groups
	}
	return 0
}

// opensItem reports whether the line at rune i begins with the number of an
// item, a bullet or a title.
func (c *Cutter) opensItem(i int) bool {
	runes := c.Text.Runes
	switch runes[i] {
	case '。', '【':
		return true
	case '-', '*', '.':
		_, n := c.Lexicon.Trie.Longest(c.Text.Codes[i:])
		return n < 2 && i+1 < len(runes) && !IsLatin(runes[i+1]) && c.sign(i+1)&lexicon.CloseGroup == 0 // not -阴性, (-), BI-RADS
	}
	if runes[i] == '(' {
		i++
	}
	digit := i
	for i < len(runes) && IsDigit(runes[i]) {
		i++
	}
	return i > digit && i-digit <= 2 && i < len(runes) && (runes[i] == '.' || runes[i] == '、' || runes[i] == ')')
}

// headingLength is how many characters a heading has at most.
const headingLength = 10

// opensHeading reports whether the line at rune i begins with a heading.
func (c *Cutter) opensHeading(i int) bool {
	if id, n := c.Lexicon.Trie.Longest(c.Text.Codes[i:]); n > 0 {
		if w := c.Lexicon.Word(id); w.Head >= 0 || w.Cue != nil || w.Quality { // 偏高: goes on
			return false
		}
	}
	for start, end := i, min(len(c.Text.Runes), i+headingLength); i < end; i++ {
		switch g := c.sign(i); {
		case g&lexicon.ColonGroup != 0:
			return i > start
		case g&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0 || c.Text.Runes[i] == ' ' || c.Text.Runes[i] == '\n':
			return false
		}
	}
	return false
}

// beforeGap returns the finding at rune i that ends at a gap, where the word
// that ends at rune end would tear the word behind the gap: 多囊肝 肾囊肿.
func (c *Cutter) beforeGap(i, end int32) (int32, int32, bool) {
	codes := c.Text.Codes
	for k := i + 1; k < end; k++ {
		if codes[k] != Joint || codes[k-1] == Joint {
			continue
		}
		id, n := c.wordAt(i, k)
		if n < 2 || n != k-i || c.Lexicon.Word(id).Term < 0 {
			continue
		}
		next := k
		for codes[next] == Joint {
			next++
		}
		if _, m := c.wordAt(next, c.limit); m > 1 && next+m > end {
			return id, n, true
		}
	}
	return 0, 0, false
}

// partedAt reports whether a gap at rune i parts two words.
func (c *Cutter) partedAt(i int32) bool {
	codes := c.Text.Codes
	if i >= c.limit || codes[i] != Joint {
		return false
	}
	for codes[i] == Joint {
		i++
	}
	_, n := c.wordIn(i)
	return n > 1 || c.sign(int(i)) != 0
}

// Spelled is runes[start:end] without gaps.
func (c *Cutter) Spelled(start, end int32) string {
	runes := c.Text.Runes[start:end]
	if !c.gaps {
		return string(runes)
	}
	var b strings.Builder
	for k, r := range runes {
		if c.Text.Codes[start+int32(k)] != Joint {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsGap reports whether token i is a blank or a wrap.
func (c *Cutter) IsGap(i int) bool {
	t := c.Tokens[i].Word
	return t == SpaceToken || t == WrapToken
}
