package compact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Sensible puts what reports print for what only looks like it. It tells the
// letter O from the digit 0 where only their neighbours do, since many fonts draw
// them alike: 0GTT is OGTT, FOLATE has no zero, and (O-2) is (0-2). A word of
// letters has no lone zero, and a number no letter O; O2 is left, and so is
// whatever mixes other digits with letters.
func Sensible(text string) string {
	text = signs.Replace(text)
	text = arrows.ReplaceAllString(text, "$1↑↑$2")
	text = dash.ReplaceAllString(text, "$1-")
	if !strings.ContainsAny(text, "0O") {
		return text
	}
	out := []rune(text)
	for from := 0; from < len(out); {
		to := from
		letters, zeros, digits, os := 0, 0, 0, 0
		for ; to < len(out) && (isLatin(out[to]) || isDigit(out[to]) || out[to] == '.' && to > from); to++ {
			switch r := out[to]; {
			case r == '0':
				zeros++
			case r == 'O':
				os++
			case isDigit(r):
				digits++
			case isLatin(r):
				letters++
			}
		}
		switch {
		case zeros > 0 && digits == 0 && letters+os >= 2 && out[from+1] != '.': // 0.0HH has marks
			letter := 'O'
			if slices.ContainsFunc(out[from:to], unicode.IsLower) { // Ap0 is Apo
				letter = 'o'
			}
			swap(out[from:to], '0', letter)
		case os > 0 && letters == 0 && (digits+zeros > 1 || to-from == 1 && besideNumber(out, from, to)):
			swap(out[from:to], 'O', '0')
		}
		from = to + 1
	}
	return string(out)
}

// Fill puts another reader's characters in the places of unknown ones, if the
// two texts agree in everything else, spaces aside; otherwise it returns text as
// it is.
func Fill(text, witness string) string {
	spare := []rune(strings.ReplaceAll(witness, " ", ""))
	out := []rune(text)
	at := 0
	for i, r := range out {
		switch {
		case r == ' ':
			continue
		case at >= len(spare) || r != Unknown && r != spare[at] || r == Unknown && !unicode.Is(unicode.Han, spare[at]):
			return text
		}
		out[i] = spare[at]
		at++
	}
	if at < len(spare) || strings.Count(text, string(Unknown)) == len(spare) {
		return text
	}
	return string(out)
}

var dash = regexp.MustCompile(`([A-Za-zα-ω])一`)

// One 个 may be the unit; two stand nowhere.
var arrows = regexp.MustCompile(`(^|[0-9] ?)(?:个个|个↑|↑个)($| ?[0-9])`)

// signs are characters that reports do not print, and those that are meant.
var signs = strings.NewReplacer("〈", "<", "〉", ">", "-~", "~", "~-", "~")

// besideNumber tells that a lone sign is one end of an interval: (O-2), O~5.
func besideNumber(text []rune, from, to int) bool {
	after := to+1 < len(text) && strings.ContainsRune("-~—", text[to]) && isDigit(text[to+1])
	alone := from == 0 || strings.ContainsRune("( <", text[from-1])
	return after && alone
}

func swap(text []rune, old, new rune) {
	for i, r := range text {
		if r == old {
			text[i] = new
		}
	}
}

func isLatin(r rune) bool { return r < 0x250 && unicode.IsLetter(r) }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
