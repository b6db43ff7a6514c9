package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/ocr/block"
)

// found is what the names index says about a cell.
type found struct {
	names, codes []hit
}

func (m *Matcher) look(c *cell) found {
	var f found
	chinese := c.chinese()
	if c.number {
		return f
	}
	if label, _ := m.isLabel(chinese); label || len([]rune(chinese)) > 60 {
		return f
	}
	long := len(letters(chinese)) > 20
	for _, h := range m.names.find(chinese) {
		switch {
		case h.code:
			f.codes = append(f.codes, h)
		case !long || h.from <= 3:
			f.names = append(f.names, h)
		}
	}
	f.names = m.witness(c, f.names)
	if !c.han && len(c.read) > 0 && c.read[c.main].sure < heard {
		f.codes = nil
	}
	for _, r := range c.read {
		if r.reader != block.Eng || r.text == chinese || r.sure < heard {
			continue
		}
		// Another reader spells Chinese in letters of its own: only what it is
		// sure of counts there, and what stands in brackets.
		bracket := -1
		if strings.Contains(chinese, "(") {
			bracket = runeIndex(r.text, '(')
		}
		for _, h := range m.names.find(r.text) {
			trusted := !c.han || bracket >= 0 && h.from > bracket
			if h.code && (trusted || h.sim > 0.99 && h.length >= 2 && r.trust > sureReading) {
				if c.han {
					h.from, h.to = 0, 0 // its place is one in another text
				}
				f.codes = append(f.codes, h)
			}
		}
	}
	return f
}

// heard is the least confidence of a reader whose codes count: two letters are
// soon made of the frame of a stamp.
const heard = 0.15

// sureName is the similarity from which a name needs no other reader.
const sureName = 0.95

// witness adds what another reader of Chinese made of a name that the first one
// did not read well.
func (m *Matcher) witness(c *cell, names []hit) []hit {
	if bestSim(names) >= sureName {
		return names
	}
	for i, r := range c.read {
		if i == c.main || !hasHan(r.text) || len([]rune(r.text)) > 60 {
			continue
		}
		for _, h := range m.names.find(r.text) {
			if h.code {
				continue
			}
			at := slices.IndexFunc(names, func(o hit) bool { return o.item == h.item })
			switch {
			case at < 0:
				names = append(names, h)
			case h.sim > names[at].sim:
				names[at].sim = h.sim
			}
		}
	}
	slices.SortStableFunc(names, func(a, b hit) int {
		switch {
		case better(a, b):
			return -1
		case better(b, a):
			return 1
		}
		return 0
	})
	return names
}

// runeIndex is the place of r in s in characters, or -1.
func runeIndex(s string, r rune) int {
	before, _, found := strings.Cut(s, string(r))
	if !found {
		return -1
	}
	return utf8.RuneCountInString(before)
}

// isLabel tells a field of the page's head or foot: 姓名：… bare is true when
// its content must stand in the next cell.
func (m *Matcher) isLabel(text string) (label, bare bool) {
	head, rest, found := cutLabel(text)
	if !found {
		head = text
	}
	label = m.words.labels[m.nearLabel(key(head))]
	return label, label && key(rest) == ""
}

func cutLabel(text string) (label, rest string, found bool) {
	i := strings.IndexAny(text, ":;")
	if i <= 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

// nearLabel gives the label that a text is, one misread character allowed.
func (m *Matcher) nearLabel(k string) string {
	if m.words.labels[k] {
		return k
	}
	runes := []rune(k)
	if len(runes) < 2 {
		return k
	}
	for label := range m.words.labels {
		l := []rune(label)
		limit := 0.3
		if len(l) >= 4 {
			limit = 1
		}
		if len(l) == len(runes) && m.names.confusions.distance(l, runes) <= limit {
			return label
		}
	}
	return k
}
