package match

import (
	"regexp"
	"strings"
)

// What is printed without a gap: an ordinal before a code, 22RDW-CV, and a
// number behind one, HCT0.322.
var (
	gluedOrdinal = regexp.MustCompile(`^([1-9]\d?)([A-Za-z].*)$`)
	gluedNumber  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9#%-]*[A-Za-z#%])(\d+\.\d.*)$`)
)

// unglue parts what the dictionary shows to be two things. A number without a
// point stays: CA125 and B12 are names.
func (m *Matcher) unglue(text string) string {
	if parts := gluedOrdinal.FindStringSubmatch(text); parts != nil && m.isCode(parts[2]) && !m.isCode(text) {
		return parts[1] + " " + parts[2]
	}
	if parts := gluedNumber.FindStringSubmatch(text); parts != nil && m.isCode(parts[1]) {
		return parts[1] + " " + parts[2]
	}
	return text
}

// isCode reports whether a text is the code of an item, letter by letter, and
// more than one letter.
func (m *Matcher) isCode(text string) bool {
	for _, h := range m.names.find(text) {
		if h.code && h.sim == 1 && h.length > 1 && h.from == 0 && h.to == len([]rune(strings.TrimSpace(text))) {
			return true
		}
	}
	return false
}
