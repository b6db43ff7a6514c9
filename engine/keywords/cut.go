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
func (a *analysis) cut(from, to int32) {
	a.limit = to
	for i := from; i < to; {
		id, length := a.longest(i)
		if word, end, ok := a.levelAt(i); ok && end-i > length {
			a.tokens = append(a.tokens, token{i, end, word})
			i = end
			continue
		}
		if length == 0 {
			i = a.cutUnknown(i)
			continue
		}
		end, crossed := i+length, false
		parted := a.gaps && a.partedAt(end)
		for k := i + 1; k < end && !parted; k++ {
			if _, m := a.longest(k); k+m > end {
				end, crossed = k+m, true
			}
		}
		if crossed {
			a.arbitrate(i, end)
		} else {
			a.tokens = append(a.tokens, token{i, end, id})
		}
		i = end
	}
}

// longest is the longest word at i that does not tear a Latin word or a
// number apart.
func (a *analysis) longest(i int32) (int32, int32) {
	if a.text.Codes[i] == 0 {
		return textToken, 0
	}
	id, n := a.lexicon.Trie.Longest(a.text.Codes[i:a.limit])
	if n == 0 {
		return textToken, 0
	}
	end := i + int32(n)
	if a.gaps && n > 1 {
		if other, m, ok := a.beforeGap(i, end); ok {
			return other, m
		}
	}
	runes := a.text.Runes
	first, last := runes[i], runes[end-1]
	numbered := len(a.tokens) > 0 && a.is(len(a.tokens)-1, numberingToken)
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
func (a *analysis) arbitrate(start, end int32) {
	at, done := start, 0
	for _, behind := range a.lexicon.Split(a.spelled(start, end)) {
		next := at
		for ; done < behind; next++ {
			if a.text.Codes[next] != joint {
				done++
			}
		}
		for at < next && a.text.Codes[at] == joint {
			at++
		}
		if id, ok := a.lexicon.Trie.Find(a.text.Codes[at:next]); ok {
			a.tokens = append(a.tokens, token{at, next, id})
		} else {
			a.append(at, next, textToken)
		}
		at = next
	}
}

// append adds a token of no word, joining unknown text.
func (a *analysis) append(start, end, kind int32) {
	if last := len(a.tokens) - 1; kind == textToken && last >= 0 && a.is(last, textToken) {
		a.tokens[last].end = end
		return
	}
	a.tokens = append(a.tokens, token{start, end, kind})
}

// cutUnknown makes the token at i, where no word begins.
func (a *analysis) cutUnknown(i int32) int32 {
	runes := a.text.Runes
	n := a.limit
	end := i + 1
	switch r := runes[i]; {
	case r == '\n':
		for end < n && unicode.IsSpace(runes[end]) {
			end++
		}
		a.append(i, end, breakToken)
	case r == ' ':
		for end < n && runes[end] == ' ' {
			end++
		}
		a.append(i, end, spaceToken)
	case r == wrap:
		for end < n && runes[end] == wrap {
			end++
		}
		a.append(i, end, wrapToken)
	case isDigit(r):
		for end < n && isDigit(runes[end]) {
			end++
		}
		if a.isNumbering(i, end) {
			a.append(i, end+1, numberingToken)
			return end + 1
		}
		if end+1 < n && runes[end] == '.' && isDigit(runes[end+1]) {
			for end++; end < n && isDigit(runes[end]); end++ {
			}
		}
		a.append(i, end, numberToken)
	default:
		if number := a.spokenNumber(i); number > i {
			a.append(i, number, numberToken)
			return number
		}
		a.append(i, end, textToken)
	}
	return end
}

// spokenNumber is where the number in words that begins at i ends, i where there is
// none: 三十八, 一点九, or one figure before a unit.
func (a *analysis) spokenNumber(i int32) int32 {
	const figures, point = "零一二两三四五六七八九十百千", '点'
	runes, end := a.text.Runes[:a.limit], i
	for a.lexicon.Reads(lexicon.SpokenNumbers) && end < a.limit && (strings.ContainsRune(figures, runes[end]) || runes[end] == point && end > i && end+1 < a.limit && strings.ContainsRune(figures, runes[end+1])) {
		end++
	}
	if end == i+1 && skipAny(runes, int(end), a.lexicon.Units) == int(end) {
		return i
	}
	return end
}

// isNumbering distinguishes the 2. and 3、 of a list from decimals and vertebrae.
func (a *analysis) isNumbering(start, end int32) bool {
	runes := a.text.Runes
	n := a.limit
	if end-start > 2 || end+1 > n-1 {
		return false
	}
	mark := runes[end]
	if mark != '.' && mark != '、' && mark != ')' {
		return false
	}
	atStart := len(a.tokens) == 0
	if !atStart {
		last := a.tokens[len(a.tokens)-1]
		atStart = last.word == spaceToken || last.word == breakToken || last.word == wrapToken ||
			last.word >= 0 && a.lexicon.Word(last.word).Groups&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.ColonGroup|lexicon.CloseGroup) != 0
		if mark == '.' && !atStart {
			// Glued to what precedes: 脂肪肝2.肝囊肿.
			atStart = last.word >= 0 && a.lexicon.Word(last.word).Side == ""
		}
	}
	if !atStart {
		return false
	}
	if isDigit(runes[end+1]) { // 1.2型糖尿病
		_, length := a.lexicon.Trie.Longest(a.text.Codes[end+1:])
		return mark == '.' && length > 1
	}
	return true
}
