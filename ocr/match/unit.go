package match

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/ocr/evidence"
	"tijian/ocr/table"
)

// unitCode puts what unitOf found as a fact.
func (m *Matcher) unitCode(indicator *dictionary.Indicator, fit float64) string {
	switch {
	case fit >= unitFits:
		return evidence.Printed
	case fit > 0:
		return evidence.Misread
	case m.parser.Words.Unitless[indicator.Unit]:
		return evidence.None
	}
	return evidence.Absent
}

// unitOf finds the printed unit of a row for an indicator: the exact one, one
// with misread characters, or none. fit is negative when a well-known unit of
// other indicators stands there.
func (m *Matcher) unitOf(indicator *dictionary.Indicator, printed []string) (unit string, fit float64) {
	for _, s := range printed {
		if _, ok := indicator.ToStandard(1, s); ok && s != "" {
			return s, unitFits
		}
	}
	for _, s := range printed {
		if u, ok := m.misreadUnit(indicator, s); ok {
			return u, unitNear
		}
	}
	for _, s := range printed {
		part := slices.ContainsFunc(indicator.KnownUnits(), func(u string) bool { return len(u) > len(s) && (strings.HasPrefix(u, s) || strings.HasSuffix(u, s)) })
		if m.parser.IsUnit(s) && !part { // g of g/L or g/dL tells nothing
			return "", unitForeign
		}
	}
	return "", 0
}

// misreadUnit finds the one unit of an indicator that a text is a misreading
// of. µ is often read as a Latin letter with a descender or a bow.
func (m *Matcher) misreadUnit(indicator *dictionary.Indicator, text string) (string, bool) {
	const likeMicro = "pPyYhHjJvV"
	if text != "" && strings.ContainsRune(likeMicro, rune(text[0])) {
		if s := "u" + text[1:]; m.parser.IsUnit(s) {
			if _, ok := indicator.ToStandard(1, s); ok {
				return s, true
			}
		}
	}
	if u, ok := cutUnit(indicator, text); ok {
		return u, true
	}
	if m.parser.IsUnit(text) {
		return "", false
	}
	k := []rune(table.UnitKey(text))
	if len(k) < unitShortest {
		return "", false
	}
	found, least, tie := "", unitMisread*float64(len(k)), false
	for _, u := range indicator.KnownUnits() {
		if u == "" {
			continue
		}
		d := m.parser.Names.Confusions.Distance([]rune(table.UnitKey(u)), k, least)
		switch {
		case d < least:
			found, least, tie = u, d, false
		case d == least && found != "":
			tie = true
		}
	}
	return found, found != "" && !tie
}

// cutUnit finds the one unit of an indicator that begins with a text: g where
// the column's edge cut g/L off.
func cutUnit(indicator *dictionary.Indicator, text string) (string, bool) {
	found := ""
	for _, u := range indicator.KnownUnits() {
		if text == "" || text == u || !strings.HasPrefix(u, text) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = u
	}
	return found, found != ""
}

// nearStandard reports whether a unit is an indicator's standard one but for a
// letter, which a reader may have lost or taken for another.
func (m *Matcher) nearStandard(indicator *dictionary.Indicator, unit string) bool {
	return m.parser.Names.Confusions.Distance([]rune(table.UnitKey(indicator.Unit)), []rune(table.UnitKey(unit)), standardNear) <= standardNear
}
