package vocabulary

import (
	"strings"
	"unicode"

	"tijian/ocr/value"
)

// A Letter is one character of a name as names are compared: half width, lower
// case, without spaces and punctuation.
type Letter struct {
	R      rune
	At     int  // place in the normalised text, in characters
	Apart  bool // a space, bracket or other mark stands before it
	Spaced bool // at least a space stands before it
	Hyphen bool // a hyphen ties it to the letter before
	Soft   bool // nothing but a space sets it apart
}

// keep lists the marks that tell indicators apart or are misread letters.
const keep = "%#/+|!=$"

// Letters gives the comparable characters of a text.
func Letters(text string) []Letter {
	var out []Letter
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
			out = append(out, Letter{R: unicode.ToLower(r), At: i, Apart: apart, Spaced: apart || space, Hyphen: hyphen && !space, Soft: soft})
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

// Key gives a text as names are compared.
func Key(text string) string {
	var b strings.Builder
	for _, l := range Letters(text) {
		b.WriteRune(l.R)
	}
	return b.String()
}

// Han counts the Chinese characters of a text.
func Han(text string) (n int) {
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// HasHan reports whether a text has a Chinese character.
func HasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
