package keywords

import (
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
)

// joint is the code of a blank or of the end of a line that a word may reach
// over: 胆囊未\n见结石.
const joint = trie.Joint

// wrap stands for the end of a line that the width of the page made, not the
// writer. No text has it once folded.
const wrap = plaintext.Wrap

// widestBlank is how many blanks may have come by accident; more part columns.
const widestBlank = 2

func isBlank(r rune) bool { return plaintext.IsBlank(r) }

// readGaps finds the blanks and the ends of lines that may only be damage. A
// word may reach over them, unless an empty line, the end of a sentence or the
// number of an item says that something new begins; where no heading follows
// either, the end of a line becomes a wrap.
func (a *analysis) readGaps() {
	runes := a.text.Runes
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
		if start == 0 || i == len(runes) || breaks > 1 || breaks == 0 && (i-start > widestBlank || isDigit(runes[start-1]) && isDigit(runes[i])) {
			continue
		}
		if breaks == 1 && (a.sign(start-1)&(lexicon.SentenceGroup|lexicon.ColonGroup|lexicon.TitleGroup) != 0 || a.sign(start-1)&(lexicon.ListGroup|lexicon.OpenGroup) == 0 && a.opensItem(i) || a.headsSection(i)) {
			continue
		}
		a.gaps = true
		for k := start; k < i; k++ {
			a.text.Codes[k] = joint
		}
		if breaks == 1 && !a.opensHeading(i) {
			for k := start; k < i; k++ {
				runes[k] = wrap
			}
		}
	}
}

// sign is what the sign at rune i means, 0 when it is none.
func (a *analysis) sign(i int) uint64 {
	if i >= len(a.text.Codes) {
		return 0
	}
	if id, ok := a.lexicon.Trie.Find(a.text.Codes[i : i+1]); ok {
		return a.lexicon.Word(id).Groups
	}
	return 0
}

// opensItem reports whether the line at rune i begins with the number of an
// item, a bullet or a title.
func (a *analysis) opensItem(i int) bool {
	runes := a.text.Runes
	switch runes[i] {
	case '。', '【':
		return true
	case '-', '*', '.':
		_, n := a.lexicon.Trie.Longest(a.text.Codes[i:])
		return n < 2 && i+1 < len(runes) && !isLatin(runes[i+1]) && a.sign(i+1)&lexicon.CloseGroup == 0 // not -阴性, (-), BI-RADS
	}
	if runes[i] == '(' {
		i++
	}
	digit := i
	for i < len(runes) && isDigit(runes[i]) {
		i++
	}
	return i > digit && i-digit <= 2 && i < len(runes) && (runes[i] == '.' || runes[i] == '、' || runes[i] == ')')
}

// headingLength is how many characters a heading has at most.
const headingLength = 10

// opensHeading reports whether the line at rune i begins with a heading.
func (a *analysis) opensHeading(i int) bool {
	if id, n := a.lexicon.Trie.Longest(a.text.Codes[i:]); n > 0 {
		if w := a.lexicon.Word(id); w.Head >= 0 || w.Cue != nil || w.Quality { // 偏高: goes on
			return false
		}
	}
	for start, end := i, min(len(a.text.Runes), i+headingLength); i < end; i++ {
		switch g := a.sign(i); {
		case g&lexicon.ColonGroup != 0:
			return i > start
		case g&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0 || a.text.Runes[i] == ' ' || a.text.Runes[i] == '\n':
			return false
		}
	}
	return false
}

// beforeGap returns the finding at rune i that ends at a gap, where the word
// that ends at rune end would tear the word behind the gap: 多囊肝 肾囊肿.
func (a *analysis) beforeGap(i, end int32) (int32, int32, bool) {
	codes := a.text.Codes
	for k := i + 1; k < end; k++ {
		if codes[k] != joint || codes[k-1] == joint {
			continue
		}
		id, n := a.lexicon.Trie.Longest(codes[i:k])
		if n < 2 || n != int(k-i) || a.lexicon.Word(id).Term < 0 {
			continue
		}
		next := k
		for codes[next] == joint {
			next++
		}
		if _, m := a.lexicon.Trie.Longest(codes[next:a.limit]); m > 1 && next+int32(m) > end {
			return id, int32(n), true
		}
	}
	return 0, 0, false
}

// partedAt reports whether a gap at rune i parts two words.
func (a *analysis) partedAt(i int32) bool {
	codes := a.text.Codes
	if i >= a.limit || codes[i] != joint {
		return false
	}
	for codes[i] == joint {
		i++
	}
	_, n := a.lexicon.Trie.Longest(codes[i:])
	return n > 1 || a.sign(int(i)) != 0
}

// spelled is runes[start:end] without gaps.
func (a *analysis) spelled(start, end int32) string {
	runes := a.text.Runes[start:end]
	if !a.gaps {
		return string(runes)
	}
	var b strings.Builder
	for k, r := range runes {
		if a.text.Codes[start+int32(k)] != joint {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isGap reports whether token i is a blank or a wrap.
func (a *analysis) isGap(i int) bool {
	t := a.tokens[i].word
	return t == spaceToken || t == wrapToken
}
