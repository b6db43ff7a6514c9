package names

import (
	"unicode"

	"tijian/ocr/vocabulary"
)

// A word is a run of Latin letters, or several that follow each other: CA 19-9
// and Lp(a) fall apart at their marks.
type word struct {
	from, to int
	tied     float64
	within   bool // another word stands beside it, with nothing but a space between
}

// numbered is how many letters a code has at most that begins with none, such as
// 25-OH-VitD3.
const numbered = 16

// wordsOf are the words of a text with as many letters as a code may have, one
// more than long.
func wordsOf(text []vocabulary.Letter, long int) []word {
	han := make([]bool, len(text))
	for i, l := range text {
		han[i] = unicode.Is(unicode.Han, l.R)
	}
	end := func(at int) int { // of the run whose first letter stands before at
		for at < len(text) && !text[at].Apart && !han[at] {
			at++
		}
		return at
	}
	var out []word
	for from := 0; from < len(text); {
		if han[from] {
			from++
			continue
		}
		first := end(from + 1)
		most := long // of an English name of several words; what begins otherwise is none
		if first := text[from].R; first < 'a' || first > 'z' {
			most = min(most, numbered)
		}
		for to := first; to-from <= most+1; to = end(to + 1) {
			out = append(out, word{from, to, tied(text, from, to), within(text, from, to)})
			if to >= len(text) || han[to] {
				break
			}
		}
		from = first
	}
	return out
}

// findCode compares a short form with a word as a whole; signs are the text's.
func (n *Index) findCode(name *name, text []vocabulary.Letter, signs []sign, w word) (Hit, bool) {
	if w.within && name.word {
		return Hit{}, false
	}
	sim, ok := n.codeSim(name.signs, signs[w.from:w.to])
	return Hit{Item: name.item, Sim: sim * w.tied, From: text[w.from].At, To: text[w.to-1].At + 1, Length: len(name.key), Code: true, Context: name.context, name: name}, ok
}

// letters is how many Latin letters a text begins with.
func letters(text string) int {
	for i, r := range text {
		if r < 'a' || r > 'z' {
			return i
		}
	}
	return len(text)
}

// within tells that a word of a longer phrase stands beside text[from:to].
func within(text []vocabulary.Letter, from, to int) bool {
	latin := func(at, step int) bool {
		n := 0
		for i := at; i >= 0 && i < len(text) && n < phraseWord && text[i].R >= 'a' && text[i].R <= 'z'; i += step {
			if n++; n < phraseWord && step > 0 && i+1 < len(text) && text[i+1].Apart || step < 0 && text[i].Apart {
				break
			}
		}
		return n >= phraseWord
	}
	return from > 0 && text[from].Spaced && latin(from-1, -1) || to < len(text) && text[to].Spaced && latin(to, +1)
}

// tied lowers the similarity of a short form that is part of a longer word: HDL
// in non-HDL, PSA in 游离PSA.
func tied(text []vocabulary.Letter, from, to int) float64 {
	factor := 1.0
	if from > 0 && (text[from].Hyphen || !text[from].Apart && unicode.Is(unicode.Han, text[from-1].R)) {
		factor *= partOfWord
	}
	if to < len(text) && (text[to].Hyphen || !text[to].Apart && unicode.Is(unicode.Han, text[to].R)) {
		factor *= partOfWord
	}
	return factor
}

func (n *Index) codeSim(name, text []sign) (float64, bool) {
	if d := len(text) - len(name); d < -1 || d > 1 || len(name) < unevenCode && d != 0 {
		return 0, false
	}
	limit, cost := longCodeCost, 0.0
	if len(name) < len(shortCodeCost) {
		limit = shortCodeCost[len(name)]
	}
	if len(name) != len(text) {
		cost = distance(name, text, n.Confusions.insteadAlike, limit)
	} else { // a letter lost and another gained would cost more than any limit
		for i := 0; i < len(name) && cost <= limit; i++ {
			cost += n.Confusions.insteadAlike(name[i], text[i])
		}
	}
	return 1 - cost/float64(len(name)), cost <= limit
}
