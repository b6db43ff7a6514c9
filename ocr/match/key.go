package match

import (
	"strings"
	"unicode"

	"tijian/ocr/value"
)

// A letter is one character of a name as names are compared: half width, lower
// case, without spaces and punctuation.
type letter struct {
	r      rune
	at     int  // place in the normalised text, in characters
	apart  bool // a space, bracket or other mark stands before it
	spaced bool // at least a space stands before it
	hyphen bool // a hyphen ties it to the letter before
	soft   bool // nothing but a space sets it apart
}

// keep lists the marks that tell indicators apart or are misread letters.
const keep = "%#/+|!=$"

// letters gives the comparable characters of a text.
func letters(text string) []letter {
	var out []letter
	apart := true
	var last rune
	space, hyphen := false, false
	for i, r := range []rune(value.Normalise(text)) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(keep, r):
			// Readers put spaces between Chinese characters as they like.
			soft := space && !apart
			if space && !(unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, last)) {
				apart = true
			}
			out = append(out, letter{r: unicode.ToLower(r), at: i, apart: apart, spaced: apart || space, hyphen: hyphen && !space, soft: soft})
			apart, space, hyphen, last = false, false, false, r
		case r == ' ':
			space = true
		default:
			hyphen = r == '-' && last != 0 && !space
			apart, last = true, r
		}
	}
	return out
}

// key gives a text as names are compared.
func key(text string) string {
	var b strings.Builder
	for _, l := range letters(text) {
		b.WriteRune(l.r)
	}
	return b.String()
}
