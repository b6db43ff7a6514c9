package keywords

import (
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
)

// Kinds of tokens that are no word of the lexicon.
const (
	textToken      int32 = -1 - iota // anything unknown
	spaceToken                       // blanks within a line
	breakToken                       // the end of a line
	wrapToken                        // the end of a line that only the width of the page made
	numberToken                      // digits, with a point or without
	numberingToken                   // the 2. of a numbered list
	givenToken                       // a term whose place was given
	coinedToken                      // a name that no dictionary has
)

// A token is a piece of the normalised text: a word of the lexicon, or one of
// the kinds above.
type token struct {
	start, end int32
	word       int32
}

// cut splits runes[from:to] into tokens. The longest word at the leftmost place
// wins, unless a word that begins inside it ends beyond it; then gse finds the
// likeliest split of what the crossing words cover.
func (c *cutter) cut(from, to int32) {
	c.limit = to
	for i := from; i < to; {
		id, length := c.longest(i)
		if word, end, ok := c.levelAt(i); ok && end-i > length {
			c.tokens = append(c.tokens, token{i, end, word})
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
			c.tokens = append(c.tokens, token{i, end, id})
		}
		i = end
	}
}

// longest is the longest word at i that does not tear a Latin word or a
// number apart.
func (c *cutter) longest(i int32) (int32, int32) {
	if c.text.Codes[i] == 0 {
		return textToken, 0
	}
	id, n := c.lexicon.Trie.Longest(c.text.Codes[i:c.limit])
	if n == 0 {
		return textToken, 0
	}
	end := i + int32(n)
	if c.gaps && n > 1 {
		if other, m, ok := c.beforeGap(i, end); ok {
			return other, m
		}
	}
	runes := c.text.Runes
	first, last := runes[i], runes[end-1]
	numbered := len(c.tokens) > 0 && c.is(len(c.tokens)-1, numberingToken)
	if i > 0 && !numbered && (isLatin(first) && isLatin(runes[i-1]) || isDigit(first) && (isDigit(runes[i-1]) || runes[i-1] == '.')) {
		return textToken, 0
	}
	if int(end) < len(runes) && (isLatin(last) && isLatin(runes[end]) || isDigit(last) && isDigit(runes[end])) {
		return textToken, 0
	}
	return id, int32(n)
}

func isLatin(r rune) bool { return plaintext.IsLatin(r) }
func isDigit(r rune) bool { return plaintext.IsDigit(r) }

// arbitrate lets gse settle where the words of runes[start:end] begin and end.
func (c *cutter) arbitrate(start, end int32) {
	at, done := start, 0
	for _, behind := range c.lexicon.Split(c.spelled(start, end)) {
		next := at
		for ; done < behind; next++ {
			if c.text.Codes[next] != joint {
				done++
			}
		}
		for at < next && c.text.Codes[at] == joint {
			at++
		}
		if id, ok := c.lexicon.Trie.Find(c.text.Codes[at:next]); ok {
			c.tokens = append(c.tokens, token{at, next, id})
		} else {
			c.append(at, next, textToken)
		}
		at = next
	}
}

// append adds a token of no word, joining unknown text.
func (c *cutter) append(start, end, kind int32) {
	if last := len(c.tokens) - 1; kind == textToken && last >= 0 && c.is(last, textToken) {
		c.tokens[last].end = end
		return
	}
	c.tokens = append(c.tokens, token{start, end, kind})
}

// cutUnknown makes the token at i, where no word begins.
func (c *cutter) cutUnknown(i int32) int32 {
	runes := c.text.Runes
	n := c.limit
	end := i + 1
	switch r := runes[i]; {
	case r == '\n':
		for end < n && unicode.IsSpace(runes[end]) {
			end++
		}
		c.append(i, end, breakToken)
	case r == ' ':
		for end < n && runes[end] == ' ' {
			end++
		}
		c.append(i, end, spaceToken)
	case r == wrap:
		for end < n && runes[end] == wrap {
			end++
		}
		c.append(i, end, wrapToken)
	case isDigit(r):
		for end < n && isDigit(runes[end]) {
			end++
		}
		if c.isNumbering(i, end) {
			c.append(i, end+1, numberingToken)
			return end + 1
		}
		if end+1 < n && runes[end] == '.' && isDigit(runes[end+1]) {
			for end++; end < n && isDigit(runes[end]); end++ {
			}
		}
		c.append(i, end, numberToken)
	default:
		if number := c.spokenNumber(i); number > i {
			c.append(i, number, numberToken)
			return number
		}
		c.append(i, end, textToken)
	}
	return end
}

// spokenNumber is where the number in words that begins at i ends, i where there is
// none: 三十八, 一点九, or one figure before a unit.
func (c *cutter) spokenNumber(i int32) int32 {
	const figures, point = "零一二两三四五六七八九十百千", '点'
	runes, end := c.text.Runes[:c.limit], i
	for c.lexicon.Reads(lexicon.SpokenNumbers) && end < c.limit && (strings.ContainsRune(figures, runes[end]) || runes[end] == point && end > i && end+1 < c.limit && strings.ContainsRune(figures, runes[end+1])) {
		end++
	}
	if end == i+1 && skipAny(runes, int(end), c.lexicon.Units) == int(end) {
		return i
	}
	return end
}

// isNumbering distinguishes the 2. and 3、 of a list from decimals and vertebrae.
func (c *cutter) isNumbering(start, end int32) bool {
	runes := c.text.Runes
	n := c.limit
	if end-start > 2 || end+1 > n-1 {
		return false
	}
	mark := runes[end]
	if mark != '.' && mark != '、' && mark != ')' {
		return false
	}
	atStart := len(c.tokens) == 0
	if !atStart {
		last := c.tokens[len(c.tokens)-1]
		atStart = last.word == spaceToken || last.word == breakToken || last.word == wrapToken ||
			last.word >= 0 && c.lexicon.Word(last.word).Groups&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.ColonGroup|lexicon.CloseGroup) != 0
		if mark == '.' && !atStart {
			// Glued to what precedes: 脂肪肝2.肝囊肿.
			atStart = last.word >= 0 && c.lexicon.Word(last.word).Side == ""
		}
	}
	if !atStart {
		return false
	}
	if isDigit(runes[end+1]) { // 1.2型糖尿病
		_, length := c.lexicon.Trie.Longest(c.text.Codes[end+1:])
		return mark == '.' && length > 1
	}
	return true
}
