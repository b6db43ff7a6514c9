package table

import (
	"slices"
	"strings"

	"tijian/ocr/vocabulary"
)

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
