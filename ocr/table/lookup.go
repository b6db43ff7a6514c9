package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/names"
	"tijian/ocr/vocabulary"
)

// nameHits is what the names index says about a cell.
type nameHits struct {
	names, codes []names.Hit
}

// best is the best long name, without similarity where there is none.
func (f nameHits) best() (best names.Hit) {
	if len(f.names) > 0 {
		best = f.names[0]
	}
	return best
}

func (ps *Parser) findNames(c *Cell) nameHits {
	var f nameHits
	chinese := c.Text()
	if c.number || utf8.RuneCountInString(chinese) > longestName {
		return f
	}
	if label, _ := ps.isLabel(chinese); label {
		return f
	}
	long := len(vocabulary.Letters(chinese)) > longText
	for _, h := range ps.Names.Find(chinese) {
		switch {
		case h.Code:
			f.codes = append(f.codes, h)
		case !long || h.From <= nameStart:
			f.names = append(f.names, h)
		}
	}
	f.names = ps.secondReader(c, f.names)
	if !c.han && len(c.read) > 0 && c.read[c.main].sure < codeConfidence {
		f.codes = nil
	}
	for _, r := range c.read {
		if r.reader == block.Eng && r.text != chinese && r.sure >= codeConfidence {
			f.codes = append(f.codes, ps.codesBy(r, c)...)
		}
	}
	return f
}

// codesBy gives the codes that another reader saw in a cell. It spells Chinese in
// letters of its own: only what it is sure of counts there, and what stands in brackets.
func (ps *Parser) codesBy(r reading, c *Cell) (codes []names.Hit) {
	bracket := -1
	if before, _, found := strings.Cut(r.text, "("); found && strings.Contains(c.Text(), "(") {
		bracket = utf8.RuneCountInString(before)
	}
	for _, h := range ps.Names.Find(r.text) {
		trusted := !c.han || bracket >= 0 && h.From > bracket
		if h.Code && (trusted || h.Sim > readExactly && h.Length >= 2 && r.trust > sureReading) {
			if c.han {
				h.From, h.To = 0, 0 // its place is one in another text
			}
			codes = append(codes, h)
		}
	}
	return codes
}

// secondReader adds what another reader of Chinese made of a name that the first one
// did not read well.
func (ps *Parser) secondReader(c *Cell, hits []names.Hit) []names.Hit {
	if (nameHits{names: hits}).best().Sim >= sureName {
		return hits
	}
	for i, r := range c.read {
		if i == c.main || !vocabulary.HasHan(r.text) || len([]rune(r.text)) > longestName {
			continue
		}
		for _, h := range ps.Names.Find(r.text) {
			if h.Code {
				continue
			}
			at := slices.IndexFunc(hits, func(o names.Hit) bool { return o.Item == h.Item })
			switch {
			case at < 0:
				hits = append(hits, h)
			case h.Sim > hits[at].Sim:
				hits[at].Sim = h.Sim
			}
		}
	}
	slices.SortStableFunc(hits, names.Compare)
	return hits
}

// isLabel tells a field of the page's head or foot: 姓名：… bare is true when
// its content must stand in the next cell.
func (ps *Parser) isLabel(text string) (label, bare bool) {
	head, rest, found := CutLabel(text)
	if !found {
		head = text
	}
	label = ps.Words.Labels[ps.NearLabel(vocabulary.Key(head))]
	return label, label && vocabulary.Key(rest) == ""
}

// CutLabel splits a text at the colon behind a label. It reports false where there
// is none.
func CutLabel(text string) (label, rest string, found bool) {
	i := strings.IndexAny(text, ":;")
	if i <= 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

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
	for i := len(text) - 1; i > 0; i-- { // ++偏高, 阴性正常
		if utf8.RuneStart(text[i]) && ps.Words.IsRemark(text[i:]) {
			if _, graded := ps.values.Grade(text[:i]); graded && (strings.HasSuffix(text[:i], "性") || !vocabulary.HasHan(text[:i])) {
				return text[:i] + " " + text[i:]
			}
		}
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
