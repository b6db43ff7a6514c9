package table

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

// splitGlued parts what the dictionary shows to be two things. A number without a
// point stays: CA125 and B12 are names.
func (ps *Parser) splitGlued(text string) string {
	if parts := gluedOrdinal.FindStringSubmatch(text); parts != nil && ps.isCode(parts[2]) && !ps.isCode(text) {
		return parts[1] + " " + parts[2]
	}
	if parts := gluedNumber.FindStringSubmatch(text); parts != nil && ps.isCode(parts[1]) {
		return parts[1] + " " + parts[2]
	}
	return text
}

// isCode reports whether a text is the code of an item, letter by letter, and
// more than one letter.
func (ps *Parser) isCode(text string) bool {
	for _, h := range ps.Names.Find(text) {
		if h.Code && h.Sim == 1 && h.Length > 1 && h.From == 0 && h.To == len([]rune(strings.TrimSpace(text))) {
			return true
		}
	}
	return false
}
