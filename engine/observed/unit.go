package observed

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// A Unit is that of a value as it was sent. Code is of UCUM where Foreign is false, or
// of the house's own; a system often writes one of the two where the other belongs.
type Unit struct {
	Whole   string // however it is separated, blank for none
	Code    string
	Printed string
	Foreign bool // a system says that the code is none of UCUM
}

// sent is the unit for people, blank for none.
func (u Unit) sent() string { return cmp.Or(u.Whole, u.Code, u.Printed) }

// UnitOf is the unit of a number as the dictionary has it, blank for the standard one
// where none was sent. It is made clear by the code of LOINC and by the name: the
// nitrogen of urea has a mg/dL of its own. Where it is not known, where code and print
// differ, or where a number without one cannot be in the standard unit because the
// code is of another kind of quantity, why says so.
func (k *Known) UnitOf(u Unit) (unit string, why message.Phrase, ok bool) {
	for _, text := range []*string{&u.Whole, &u.Code, &u.Printed} {
		if how, is := strings.CutPrefix(strings.TrimSpace(*text), "("); is && qualifies(strings.TrimSuffix(how, ")")) {
			*text = "" // (calc)
		}
	}
	if whole, ok := k.clear(u.Whole); ok && u.Whole != "" {
		return whole, why, true
	}
	code, coded := k.FromUCUM(u.Code)
	if !coded || u.Foreign {
		code, coded = k.clear(u.Code)
	}
	printed, printable := k.clear(u.Printed)
	coded, printable = coded && u.Code != "", printable && u.Printed != ""
	switch {
	case coded && printable && !sameScale(k.Indicator, code, printed):
		return "", message.UnitsContrary.With("name", k.Called(), "code", message.Plain(u.Code), "unit", message.Plain(u.Printed)), false
	case coded:
		return code, why, true
	case printable && (u.Code == "" || u.Foreign):
		return printed, why, true
	}
	if sent := u.sent(); sent != "" {
		return "", message.UnitUnknown.With("name", k.Called(), "unit", sent, "known", strings.Join(k.KnownUnits(), ", ")), false
	}
	if k.OfSite != "" {
		return k.OfSite, why, true
	}
	if unit, ok = k.UnitByLOINC(k.Code, ""); !ok {
		why = message.UnitNeeded.With("name", k.Called(), "code", message.Plain(k.Code), "unit", k.Indicator.Unit)
	}
	return unit, why, ok
}

// Measured reports whether the indicator has a unit that a number may lack.
func (k *Known) Measured() bool {
	return k.Indicator.Unit != "" && k.Indicator.Unit != "ratio" && k.Kind != dictionary.Qualitative
}

// clear is a unit as the dictionary has it, and whether it has it.
func (k *Known) clear(sent string) (string, bool) {
	unit, _ := k.UnitByLOINC(k.Code, sent)
	unit = Nitrogen(k.Indicator, unit, k.names()...)
	if _, ok := k.ToStandard(0, unit); ok {
		return unit, true
	}
	if canonical, ok := k.FromUCUM(unit); ok {
		return canonical, true
	}
	if respelled := Respelled(unit); respelled != unit {
		if _, ok := k.ToStandard(0, respelled); ok {
			return respelled, true
		}
	}
	before, _, cut := strings.Cut(unit, "(") // mg/dL (calc)
	before = strings.TrimSpace(before)
	_, ok := k.ToStandard(0, before)
	return before, cut && ok && before != ""
}

// Nitrogen is the unit of an indicator as the dictionary has it, where a name says
// that the nitrogen of urea is meant: 14 mg/dL of BUN are 5 mmol/L of urea, of urea
// itself 2.3.
func Nitrogen(i *dictionary.Indicator, unit string, names ...string) string {
	for _, n := range known().Nitrogen {
		if _, ok := i.ToStandard(0, n.Means); !ok || dictionary.Fold(unit) != n.Unit {
			continue
		}
		for _, name := range names {
			if name = dictionary.Plain(name); slices.ContainsFunc(n.Names, func(word string) bool { return strings.Contains(name, word) }) {
				return n.Means
			}
		}
	}
	return unit
}

// sameScale reports whether a number means the same in two units.
func sameScale(i *dictionary.Indicator, one, other string) bool {
	for _, x := range []float64{1, 100} {
		a, known := i.ToStandard(x, one)
		b, also := i.ToStandard(x, other)
		if known != also || known && a != b {
			return false
		}
	}
	return true
}
