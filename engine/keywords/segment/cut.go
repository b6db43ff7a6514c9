package segment

import (
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
)

// Kinds of tokens that are no word of the lexicon.
const (
	TextToken      int32 = -1 - iota // anything unknown
	SpaceToken                       // blanks within a line
	BreakToken                       // the end of a line
	WrapToken                        // the end of a line that only the width of the page made
	NumberToken                      // digits, with a point or without
	NumberingToken                   // the 2. of a numbered list
	GivenToken                       // a term whose place was given
	CoinedToken                      // a name that no dictionary has
)

// A token is a piece of the normalised text: a word of the lexicon, or one of
// the kinds above.
type Token struct {
	Start, End int32
	Word       int32
	is         *lexicon.Word // nil for none
}

// Cut splits runes[from:to] into tokens. The longest word at the leftmost place
// wins, unless a word that begins inside it ends beyond it; then gse finds the
// likeliest split of what the crossing words cover.
func (c *Cutter) Cut(from, to int32) {
	c.limit = to
	for i := from; i < to; {
		id, length := c.longest(i)
		if word, end, ok := c.levelAt(i); ok && end-i > length {
			c.append(i, end, word)
			i = end
			continue
		}
		if length == 0 {
			i = c.cutUnknown(i)
			continue
		}
		end, crossed := i+length, false
		parted := c.gaps && c.partedAt(end)
		for k := i + 1; k < end && !parted; k++ {
			if _, m := c.longest(k); k+m > end {
				end, crossed = k+m, true
			}
		}
		if crossed {
			c.arbitrate(i, end)
		} else {
			c.append(i, end, id)
		}
		i = end
	}
}

// longest is the longest word at i that does not tear a Latin word or a
// number apart.
func (c *Cutter) longest(i int32) (int32, int32) {
	if c.Text.Codes[i] == 0 {
		return TextToken, 0
	}
	id, n := c.wordAt(i, c.limit)
	if n == 0 {
		return TextToken, 0
	}
	end := i + n
	if c.gaps && n > 1 {
		if other, m, ok := c.beforeGap(i, end); ok {
			return other, m
		}
	}
	runes := c.Text.Runes
	first, last := runes[i], runes[end-1]
	numbered := len(c.Tokens) > 0 && c.Is(len(c.Tokens)-1, NumberingToken)
	if i > 0 && !numbered && (IsLatin(first) && IsLatin(runes[i-1]) || IsDigit(first) && (IsDigit(runes[i-1]) || runes[i-1] == '.')) {
		return TextToken, 0
	}
	if int(end) < len(runes) && (IsLatin(last) && IsLatin(runes[end]) || IsDigit(last) && IsDigit(runes[end])) {
		return TextToken, 0
	}
	return id, n
}

// IsLatin reports whether a character is a Latin letter.
func IsLatin(r rune) bool { return plaintext.IsLatin(r) }

// IsDigit reports whether a character is a digit.
func IsDigit(r rune) bool { return plaintext.IsDigit(r) }

// arbitrate lets gse settle where the words of runes[start:end] begin and end.
func (c *Cutter) arbitrate(start, end int32) {
	at, done := start, 0
	for _, behind := range c.Lexicon.Split(c.Spelled(start, end)) {
		next := at
		for ; done < behind; next++ {
			if c.Text.Codes[next] != Joint {
				done++
			}
		}
		for at < next && c.Text.Codes[at] == Joint {
			at++
		}
		if id, n := c.wordAt(at, next); n > 0 && n == next-at {
			c.append(at, next, id)
		} else {
			c.append(at, next, TextToken)
		}
		at = next
	}
}

// append adds a token, joining unknown text.
func (c *Cutter) append(start, end, kind int32) {
	if last := len(c.Tokens) - 1; kind == TextToken && last >= 0 && c.Is(last, TextToken) {
		c.Tokens[last].End = end
		return
	}
	t := Token{Start: start, End: end, Word: kind}
	if kind >= 0 {
		t.is = c.Lexicon.Word(kind)
	}
	c.Tokens = append(c.Tokens, t)
}

// cutUnknown makes the token at i, where no word begins.
func (c *Cutter) cutUnknown(i int32) int32 {
	runes := c.Text.Runes
	n := c.limit
	end := i + 1
	switch r := runes[i]; {
	case r == '\n':
		for end < n && unicode.IsSpace(runes[end]) {
			end++
		}
		c.append(i, end, BreakToken)
	case r == ' ':
		for end < n && runes[end] == ' ' {
			end++
		}
		c.append(i, end, SpaceToken)
	case r == wrap:
		for end < n && runes[end] == wrap {
			end++
		}
		c.append(i, end, WrapToken)
	case IsDigit(r):
		for end < n && IsDigit(runes[end]) {
			end++
		}
		if c.isNumbering(i, end) {
			c.append(i, end+1, NumberingToken)
			return end + 1
		}
		if end+1 < n && runes[end] == '.' && IsDigit(runes[end+1]) {
			for end++; end < n && IsDigit(runes[end]); end++ {
			}
		}
		c.append(i, end, NumberToken)
	default:
		if number := c.spokenNumber(i); number > i {
			c.append(i, number, NumberToken)
			return number
		}
		c.append(i, end, TextToken)
	}
	return end
}

// spokenNumber is where the number in words that begins at i ends, i where there is
// none: 三十八, 一点九, or one figure before a unit.
func (c *Cutter) spokenNumber(i int32) int32 {
	const figures, point = "零一二两三四五六七八九十百千", '点'
	runes, end := c.Text.Runes[:c.limit], i
	for c.Lexicon.Reads(lexicon.SpokenNumbers) && end < c.limit && (strings.ContainsRune(figures, runes[end]) || runes[end] == point && end > i && end+1 < c.limit && strings.ContainsRune(figures, runes[end+1])) {
		end++
	}
	if end == i+1 && SkipAny(runes, int(end), c.Lexicon.Units) == int(end) {
		return i
	}
	return end
}

// isNumbering distinguishes the 2. and 3、 of a list from decimals and vertebrae.
func (c *Cutter) isNumbering(start, end int32) bool {
	runes := c.Text.Runes
	n := c.limit
	if end-start > 2 || end+1 > n-1 {
		return false
	}
	mark := runes[end]
	if mark != '.' && mark != '、' && mark != ')' {
		return false
	}
	atStart := len(c.Tokens) == 0
	if !atStart {
		last := c.Tokens[len(c.Tokens)-1]
		atStart = last.Word == SpaceToken || last.Word == BreakToken || last.Word == WrapToken ||
			last.is != nil && last.is.Groups&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.ColonGroup|lexicon.CloseGroup) != 0
		if mark == '.' && !atStart {
			// Glued to what precedes: 脂肪肝2.肝囊肿.
			atStart = last.is != nil && last.is.Side == ""
		}
	}
	if !atStart {
		return false
	}
	if IsDigit(runes[end+1]) { // 1.2型糖尿病
		_, length := c.wordIn(end + 1)
		return mark == '.' && length > 1
	}
	return true
}
