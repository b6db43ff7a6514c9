package table

import (
	"slices"
	"strings"
	"unicode/utf8"

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
		if utf8.RuneCountInString(word) != len(text) {
			continue
		}
		switch d := ps.Names.Confusions.Distance([]rune(word), text, least); {
		case d < least:
			near, least = []string{word}, d
		case d == least:
			near = append(near, word)
		}
	}
	slices.Sort(near)
	return near
}

// HeadingOf gives the panel that a line is the heading of.
func (ps *Parser) HeadingOf(cells []Cell) *vocabulary.Panel {
	if len(cells) > 2 {
		return nil
	}
	for i := range cells {
		if cells[i].look != textLook {
			return nil // 血糖 5.1 is a result
		}
	}
	for i := range cells {
		if p := ps.panelOf(cells[i].Text()); p != nil {
			return p
		}
	}
	return nil
}

// panelOf gives the panel that a text names. Of several, as in 血脂+血糖, it is
// one of their common specimen with the categories of all.
func (ps *Parser) panelOf(text string) *vocabulary.Panel {
	var joined *vocabulary.Panel
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("+、,，/&和", r) }) {
		p := ps.onePanel(name)
		switch {
		case p == nil:
			return ps.onePanel(text)
		case joined == nil:
			both := *p
			joined = &both
		default:
			if joined.Specimen != p.Specimen {
				joined.Specimen = ""
			}
			joined.Categories = slices.Concat(joined.Categories, p.Categories)
		}
	}
	return joined
}

func (ps *Parser) onePanel(text string) *vocabulary.Panel {
	k := strings.TrimLeft(vocabulary.Key(text), "0123456789")
	if p, ok := ps.Words.Panels[k]; ok {
		return p
	}
	for _, affix := range ps.Words.Affixes {
		if rest, ok := strings.CutSuffix(k, string(affix)); ok {
			if p, ok := ps.Words.Panels[rest]; ok {
				return p
			}
		}
	}
	return nil
}
