package plaintext

import (
	"slices"
	"strings"
	"unicode"
)

// A watermark is a phrase that says nothing of anybody and stands in the text again and
// again, also within words: 脂肪内部资料肝.

const (
	shortestWatermark = 2 // characters
	longestWatermark  = 12
	oftenEnough       = 3
	mostPhrases       = 12   // that are tried
	longestMarked     = 4000 // characters of a text that is looked through
)

// dropWatermarks takes watermarks out.
func (r *Reader) dropWatermarks(n *Text) {
	if r.Says == nil || len(n.Runes) > longestMarked {
		return
	}
	text := string(n.Runes)
	tried, dropped := 0, false
	for field := range strings.FieldsFuncSeq(text, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsPunct(c) || c == Wrap }) {
		if tried++; tried > mostPhrases {
			break
		}
		mark := []rune(field)
		if len(mark) < shortestWatermark || len(mark) > longestWatermark || strings.Count(text, field) < oftenEnough || r.says(mark) {
			continue
		}
		n.cutOut(mark)
		text, dropped = string(n.Runes), true
	}
	if dropped {
		r.recode(n)
	}
}

// says reports whether a phrase has a word that says something, or a number.
func (r *Reader) says(phrase []rune) bool {
	return slices.ContainsFunc(phrase, unicode.IsDigit) || r.holds(phrase, r.Says)
}

// holds reports whether a phrase has a word of the kind.
func (r *Reader) holds(phrase []rune, kind func(word int32) bool) bool {
	codes := r.spell(nil, phrase)
	for i := range codes {
		if id, length := r.Words.Longest(codes[i:]); length > 0 && kind(id) {
			return true
		}
	}
	return false
}

// cutOut takes every occurrence of the phrase out of the text.
func (n *Text) cutOut(phrase []rune) {
	kept := 0
	for i := 0; i < len(n.Runes); {
		if i+len(phrase) <= len(n.Runes) && slices.Equal(n.Runes[i:i+len(phrase)], phrase) {
			i += len(phrase)
			continue
		}
		n.Runes[kept], n.From[kept] = n.Runes[i], n.From[i]
		kept++
		i++
	}
	last := n.From[len(n.Runes)]
	n.Runes, n.From = n.Runes[:kept], append(n.From[:kept], last)
}
