package table

import (
	"slices"

	"tijian/ocr/vocabulary"
)

// headerWord returns the role that a word of a header gives its column. A misread
// word that may as well be one of another role has none: 数次结果 is of this time
// or of last time.
func (ps *Parser) headerWord(k string) (vocabulary.Role, bool) {
	near := nearWords(ps, ps.Words.Headers, k)
	if len(near) == 0 {
		return vocabulary.NoRole, false
	}
	role := ps.Words.Headers[near[0]]
	for _, word := range near {
		if ps.Words.Headers[word] != role {
			return vocabulary.NoRole, false
		}
	}
	return role, true
}

// NearLabel returns the label that a text is, perhaps misread, or the text itself.
func (ps *Parser) NearLabel(k string) string {
	if near := nearWords(ps, ps.Words.Labels, k); len(near) > 0 {
		return near[0]
	}
	return k
}

// nearWords returns the words that a text is, or else those that it is with the
// least misreading, in order: one look-alike in two characters is allowed, and one
// wrong character in four.
func nearWords[V any](ps *Parser, words map[string]V, k string) []string {
	if _, ok := words[k]; ok {
		return []string{k}
	}
	text := []rune(k)
	if len(text) < 2 {
		return nil
	}
	least := nearWord
	if len(text) >= longWord {
		least = nearLongWord
	}
	var near []string
	for word := range words {
		runes := []rune(word)
		if len(runes) != len(text) {
			continue
		}
		switch d := ps.Names.Confusions.Distance(runes, text); {
		case d < least:
			near, least = []string{word}, d
		case d == least:
			near = append(near, word)
		}
	}
	slices.Sort(near)
	return near
}
