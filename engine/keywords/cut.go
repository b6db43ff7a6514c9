package keywords

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/go-ego/gse"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
)

// index builds the trie once all words are known.
func (l *Lexicon) index() {
	entries := make([]trie.Entry, len(l.words))
	for i := range l.words {
		w := &l.words[i]
		codes := make([]uint16, 0, w.length)
		for _, r := range w.text {
			codes = append(codes, l.code(r))
		}
		entries[i] = trie.Entry{Codes: codes, ID: int32(i)}
	}
	highest := slices.Max(slices.Collect(maps.Keys(l.alphabet)))
	l.direct = make([]uint16, min(highest+1, 1<<16))
	for r, code := range l.alphabet {
		if int(r) < len(l.direct) {
			l.direct[r] = code
		}
	}
	l.trie = trie.New(entries, l.forms.trie, int32(len(l.words)))
	l.reader = plaintext.Reader{Fold: l.fold, Alphabet: l.alphabet, Direct: l.direct, Words: l.trie, Header: l.header, Boxes: l.reads(printedForms), Brackets: l.reads(printedMarks)}
	if l.reads(printedForms) {
		l.reader.Says = l.says
	}
	if l.reads(tornWords) {
		l.reader.Names = l.names
	}
	l.segmenter = sync.OnceValue(l.newSegmenter)
	l.scratch.New = func() any { return &analysis{lexicon: l} }
}

// says reports whether a word tells anything of a person.
func (l *Lexicon) says(id int32) bool {
	w := l.word(id)
	return w.term >= 0 || w.head >= 0 || w.site >= 0 || w.scale >= 0 || w.cue != nil || w.normal || w.side != "" || w.severity != "" || len(w.sited)+len(w.tails) > 0
}

// names reports whether a word names a finding, a site or what is said of one.
func (l *Lexicon) names(id int32) bool {
	w := l.word(id)
	return w.term >= 0 || w.head >= 0 || w.site >= 0 || w.scale >= 0 || w.normal || w.side != "" || w.severity != "" || w.cue != nil && w.cue.direction == forward
}

// newSegmenter teaches gse every word. It takes as long as all the rest of
// loading, so it waits for the first words that cross.
func (l *Lexicon) newSegmenter() *gse.Segmenter {
	var dictionary strings.Builder
	for i := range l.words {
		fmt.Fprintf(&dictionary, "%s %d x\n", l.words[i].text, l.words[i].weight)
	}
	for number := range l.forms.trie.Len() {
		if spelling, weight := l.forms.likely(number); weight > 0 {
			fmt.Fprintf(&dictionary, "%s %d x\n", spelling, weight)
		}
	}
	s := &gse.Segmenter{AlphaNum: true, NotLoadHMM: true, SkipLog: true, NotStop: true}
	if err := s.LoadDictStr(dictionary.String()); err != nil {
		panic(err) // the lines are made here
	}
	return s
}

// code is the number of a character in the alphabet, which grows by new ones.
func (l *Lexicon) code(r rune) uint16 {
	if l.alphabet[r] == 0 {
		l.alphabet[r] = uint16(len(l.alphabet) + 1)
	}
	return l.alphabet[r]
}

// Kinds of tokens that are no word of the lexicon.
const (
	textToken      int32 = -1 - iota // anything unknown
	spaceToken                       // blanks within a line
	breakToken                       // the end of a line
	wrapToken                        // the end of a line that only the width of the page made
	numberToken                      // digits, with a point or without
	numberingToken                   // the 2. of a numbered list
	givenToken                       // a term whose place was given
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
	id, n := a.lexicon.trie.Longest(a.text.Codes[i:a.limit])
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
	at := start
	for _, s := range a.lexicon.segmenter().Segment([]byte(a.spelled(start, end))) {
		next := at
		for n := len([]rune(s.Token().Text())); n > 0; next++ {
			if a.text.Codes[next] != joint {
				n--
			}
		}
		for at < next && a.text.Codes[at] == joint {
			at++
		}
		if id, ok := a.lexicon.trie.Find(a.text.Codes[at:next]); ok {
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
		a.append(i, end, textToken)
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
			last.word >= 0 && a.lexicon.word(last.word).groups&(sentenceGroup|commaGroup|colonGroup|closeGroup) != 0
		if mark == '.' && !atStart {
			// Glued to what precedes: 脂肪肝2.肝囊肿.
			atStart = last.word >= 0 && a.lexicon.word(last.word).side == ""
		}
	}
	if !atStart {
		return false
	}
	if isDigit(runes[end+1]) { // 1.2型糖尿病
		_, length := a.lexicon.trie.Longest(a.text.Codes[end+1:])
		return mark == '.' && length > 1
	}
	return true
}
