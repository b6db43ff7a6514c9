package intake

import (
	"regexp"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// said is the text that says a value, however its type has it; otherwise it has
// said why there is none.
func (b *builder) said(s *segment, value string, i *dictionary.Indicator, at place) (string, bool) {
	whole := strings.TrimSpace(s.plain(value))
	switch {
	case s.component(2, 1) == "SN":
		bound := s.part(value, 1)
		if bound == "" && s.part(value, 3) == "+" && s.part(value, 4) == "" { // ^2^+, as the standard has 2+
			return s.part(value, 2) + "+", true
		}
		if s.part(value, 3) != "" || s.part(value, 2) != "" && strings.ContainsAny(bound, "0123456789") { // a ratio, an interval
			b.issue(*at.value, message.ValueUnread.With("text", whole))
			return "", false
		}
		return bound + s.part(value, 2), true
	case !s.numeric() && powerOfTen.MatchString(whole): // 6.5 x10^9/L, without escapes
		return whole, true
	case !codedTypes[s.component(2, 1)] && isNumber(s.part(value, 1)) && isNumber(s.part(value, 2)):
		b.issue(*at.value, message.TwoValues.With("one", s.part(value, 1), "other", s.part(value, 2)))
		return "", false
	case !s.coded(value):
		return s.part(value, 1), true
	}
	c := wire.Coded{
		Texts: []string{s.part(value, 9), s.part(value, 2), s.part(value, 5)},
		Codes: []wire.Code{{System: s.part(value, 3), Code: s.part(value, 1)}, {System: s.part(value, 6), Code: s.part(value, 4)}},
	}
	word, why, ok := c.Says(i, b.Dictionary.Grades())
	if !ok && !b.absent(i, s.part(value, 1)) {
		b.issue(*at.value, why)
	}
	return word, ok
}

// coded reports whether a value is a code with its texts: its type says so, or it has
// a second component, which a text has not.
func (s *segment) coded(value string) bool {
	kind := s.component(2, 1)
	return codedTypes[kind] || kind != "NM" && s.part(value, 2) != ""
}

// codedTypes are those of codes in OBX-2.
var codedTypes = map[string]bool{"CE": true, "CWE": true, "CNE": true, "CF": true, "IS": true, "ID": true}

// isNumber reports whether a text is a number and nothing else.
func isNumber(text string) bool {
	m, ok := wire.Measure(text)
	return ok && m.Rest == ""
}

// powerOfTen is a number with a unit such as 10^9/L behind it.
var powerOfTen = regexp.MustCompile(`^[<>≤≥]?\s*[\d.]+\s*[x×X*]?\s*10\^\d+/\S+$`)
