package values

import (
	"slices"
	"strings"

	"tijian/engine/keywords"
)

// A parser reads one text.
type parser struct {
	*Reader
	text   []rune
	plain  keywords.Plain
	runes  []rune
	item   string // the specimen that the examination tells
	places []place
	found  []Value

	until      int // the end of the last value
	unmeasured int // the end of the last name without a value, -1: none
}

// A place is a name, with what the text before says of its value.
type place struct {
	start, end int
	name       *name
	specimen   string // of the panel it stands in, "" for none
}

// headingLength is how many characters a heading has at most.
const headingLength = 14

// scan finds the names whose values would be this person's of today.
func (p *parser) scan() {
	s := speech{specimen: p.item, panel: p.item, item: p.item, heading: true}
	for i := 0; i < len(p.runes); {
		w, end := p.words.at(p.runes, i)
		if w == nil {
			if end = p.date(i); end > i {
				if s.said != now || i-s.at > 4 { // not 检查日期:2026年
					s.say(earlier, end)
				}
				i = end
				continue
			}
			s.sign(p.runes, i)
			i++
			continue
		}
		switch w.class {
		case named:
			s.heading = false
			if s.said == harmless || s.said == now {
				p.places = append(p.places, place{i, end, w.name, s.specimen})
			}
		case title:
			s.specimen = w.specimen
		case harmless:
		default:
			s.say(w.class, end)
		}
		i = end
	}
}

// date is the end of a date or year that begins at rune i, or i.
func (p *parser) date(i int) int {
	runes := p.runes
	if i > 0 && (digit(runes[i-1]) || runes[i-1] == '.') || !digit(runes[i]) {
		return i
	}
	k := i
	for k < len(runes) && digit(runes[k]) {
		k++
	}
	year := string(runes[i:k])
	for k < len(runes) && (isGap(runes[k]) || runes[k] == '\n') {
		k++
	}
	if len(year) != 4 || !strings.HasPrefix(year, "19") && !strings.HasPrefix(year, "20") || k == len(runes) {
		return i
	}
	switch {
	case runes[k] == '年':
		return k + 1
	case slices.Contains([]rune("-/."), runes[k]) && k+1 < len(runes) && digit(runes[k+1]):
		for k < len(runes) && (digit(runes[k]) || slices.Contains([]rune("-/."), runes[k])) {
			k++
		}
		return k
	}
	return i
}

// A speech is what was said last, while a text is read from its beginning.
type speech struct {
	said     class // harmless: nothing
	at       int   // the end of the word that said it
	line     class // what the line's heading says of all of it
	section  class // what a heading on a line of its own says of those below
	specimen string
	panel    string // what a heading on a line of its own says
	item     string
	begin    int  // of the line
	heading  bool // the line may still turn out to have one
	alone    bool // nothing stands behind the heading so far
}

func (s *speech) say(c class, end int) { s.said, s.at = c, end }

// sign takes note of the sign at rune i: ends of lines, sentences and headings.
func (s *speech) sign(runes []rune, i int) {
	switch r := runes[i]; r {
	case '\n':
		if s.alone {
			s.section, s.panel = s.line, s.specimen
		}
		if i+1 < len(runes) && runes[i+1] == '\n' {
			s.section, s.panel = harmless, s.item
		}
		s.said, s.line, s.begin, s.heading, s.alone = s.section, s.section, i+1, true, false
		s.specimen = s.panel
	case '。', '!', '?':
		s.said, s.alone, s.specimen = s.line, false, s.panel
	case ';':
		if s.said == limit && s.line != limit {
			s.said = s.line
		}
	case ':', '】', ']':
		if s.heading && i-s.begin <= headingLength {
			s.line, s.alone = s.said, true
			s.section, s.panel = harmless, s.item
		}
		s.heading = false
	case ' ', '\u2028', '【', '[':
	default:
		s.alone = false
	}
}

// specimenOf is the specimen that the name of an examination tells.
func (r *Reader) specimenOf(item string) string {
	runes := []rune(r.lexicon.Fold(item))
	for i := range runes {
		if w, _ := r.words.at(runes, i); w != nil && w.class == title {
			return w.specimen
		}
	}
	return ""
}

// fits reports whether an indicator can be meant by a name in its panel: one of
// urine only where the name or the panel says so, one of blood not in the
// panel of another specimen.
func (p *parser) fits(at place, specimen string) bool {
	written := string(p.runes[at.start:at.end])
	holds := func(specimen string) bool {
		return slices.ContainsFunc(p.specimens[specimen], func(w string) bool { return strings.Contains(written, w) })
	}
	switch specimen {
	case "body":
		return true
	case "blood":
		return at.specimen == "" || at.specimen == specimen || at.specimen == "body"
	}
	return at.specimen == specimen || holds(specimen)
}
