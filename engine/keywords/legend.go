package keywords

import (
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// What explains is of nobody: what the grades of a scale mean (附:4类为可疑恶性), what raises
// a result in general (CEA 6.8↑(吸烟者可升高)), and what a title is (【胆囊息肉】系黏膜隆起所致).
// Such a sentence tells no side, no size and not whom it speaks of.

// explainTerms makes what such sentences and brackets mention a legend.
func (a *analysis) explainTerms() {
	if !a.Lexicon.Reads(lexicon.GeneralTruths) {
		return
	}
	by, begin, end := "", 0, -1
	for _, m := range a.mentions {
		i := int(m.token)
		if i > end {
			begin, end = a.sentenceOf(i)
			by = a.legendIn(begin, end)
		}
		said := by
		if said == "" {
			said = a.remarkAt(i, begin, end)
		}
		if s := a.statusAt(i); said != "" && (s == Certain || s == Possible) {
			a.assertions[i] = assertion{&lexicon.Cue{Text: said}, a.Lexicon.General}
		}
	}
}

// sentenceOf is the first and the last token of the sentence of token i.
func (a *analysis) sentenceOf(i int) (begin, end int) {
	const limit = 48 // tokens
	for begin = i; begin > max(0, i-limit) && !a.EndsSentence(begin-1); begin-- {
	}
	for end = i; end+1 < min(len(a.Tokens), i+limit) && !a.EndsSentence(end+1); end++ {
	}
	return begin, end
}

// legendIn is the word by which the sentence from one token to another explains, "" for none.
func (a *analysis) legendIn(begin, end int) string {
	l, text := a.Lexicon, a.Text.Runes[a.Tokens[begin].Start:a.Tokens[end].End]
	if a.isPersonal(begin, end) {
		return ""
	}
	if title := a.Over(begin - 1); title > 0 && a.Groups(title)&lexicon.TitleGroup != 0 && a.isFinding(title-1) && !a.isFinding(begin) {
		if n := segment.SkipAny(text, 0, l.Explains); n > 0 {
			return string(text[:n])
		}
	}
	grades, last := 0, ""
	for k := 1; k < len(text); k++ {
		if !segment.IsDigit(text[k-1]) && !segment.IsLatin(text[k-1]) {
			continue
		}
		if n := segment.SkipAny(text, k, l.Means); n > k {
			grades, last = grades+1, string(text[k:n])
		}
	}
	if grades > 1 || grades == 1 && (segment.IsDigit(text[0]) || segment.SkipAny(text, 0, l.Notes) > 0) {
		return last
	}
	return ""
}

// remarkAt is the word by which the bracket around token i, of the sentence from one token
// to another, tells what is so in general.
func (a *analysis) remarkAt(i, begin, end int) string {
	open := i
	for ; open >= begin && a.Groups(open)&lexicon.OpenGroup == 0; open-- {
		if a.Groups(open)&lexicon.CloseGroup != 0 {
			return ""
		}
	}
	closing := a.Closing(max(open, 0))
	if open <= begin || closing < i || closing > end || a.isPersonal(open, closing) {
		return ""
	}
	text := string(a.Text.Runes[a.Tokens[open].End:a.Tokens[closing].Start])
	for _, g := range a.Lexicon.Usual {
		if strings.Contains(text, string(g)) {
			return string(g)
		}
	}
	return ""
}

// isPersonal reports whether the words from one token to another tell a side, a size or
// whom they speak of.
func (a *analysis) isPersonal(begin, end int) bool {
	for k := begin; k <= end; k++ {
		if w := a.WordOrNone(k); w.Side != "" || w.Groups&lexicon.SelfGroup != 0 {
			return true
		}
		if a.Is(k, segment.NumberToken) {
			if _, long := a.LengthBehind(k); long {
				return true
			}
		}
	}
	return false
}
