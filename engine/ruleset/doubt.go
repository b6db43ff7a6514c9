package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// A UnitDoubt says what becomes of a number whose printed range is the usual one
// in another unit than its own: it is not assessed. Without Named that is only
// asked of numbers without a unit, which are taken to be in the standard one.
type UnitDoubt struct {
	Near  float64    `yaml:"near,required"` // times that a printed end is the usual one, for certain
	Wide  float64    `yaml:"wide,required"` // at most
	Text  string     `yaml:"text,required"` // with the placeholders of Texts, and {like}
	Named *NameDoubt `yaml:"named"`         // nil: a unit that is named is believed
	// Number is for numbers that hardly anybody has; nil: they are believed.
	Number *NumberDoubt `yaml:"number"`
	At     problem.Place
}

// A NameDoubt says how far a printed range may lie from the usual one for the unit
// that is named to be believed all the same. Of one end that is more than of both:
// limits differ by method, and a single one may come near the usual one of another
// unit by chance.
type NameDoubt struct {
	Both float64 `yaml:"both,required"` // times that either of two ends is the usual one
	One  float64 `yaml:"one,required"`  // likewise of one end alone
	Text string  `yaml:"text,required"`
}

// A NumberDoubt is for a number that hardly anybody has in the unit it is taken to be
// in, and that is ordinary in another unit of its indicator: haemoglobin 15.2, g/L.
type NumberDoubt struct {
	// Far is how much of the way from the usual range to the end of what is plausible,
	// by ratio, lies behind a number that hardly anybody has; 0 to 1.
	Far  float64 `yaml:"far,required"`
	Near float64 `yaml:"near,required"` // times that an ordinary number lies outside of the usual range, at most
	Open float64 `yaml:"open,required"` // likewise inside of it where it has one end: times that end
	// Severity is that of the level of an ordinary number, at most.
	Severity int `yaml:"severity"`
	// Reach is how many times the usual range's end what is plausible may reach, for an
	// end to be one that the body keeps to: enzymes may rise a hundredfold.
	Reach  float64           `yaml:"reach,required"`
	Called map[string]string `yaml:"called"`        // names for people of units that are no words
	Text   string            `yaml:"text,required"` // behind the {tip}; {like} is the other unit
	// Beside is for a number that goes with the range printed beside it in {like} only;
	// "": the range vouches for it.
	Beside string `yaml:"beside"`
}

func (l *loader) numberDoubt(d *NumberDoubt, at problem.Place) {
	if !(0 < d.Far && d.Far <= 1 && d.Reach > 1 && 1 <= d.Near && d.Near*d.Near < d.Open) {
		l.list.Add(message.NumberTimes.At(at))
	}
}

// Ordinary reports whether a value, in the standard unit, is like those that the usual
// range of an indicator is about; false where it has none.
func (d *NumberDoubt) Ordinary(i *dictionary.Indicator, x float64) bool {
	low, high := i.Usual.Low, i.Usual.High
	switch {
	case low <= 0 && high <= 0:
		return false
	case low <= 0:
		low = high / d.Open * d.Near
	case high <= 0:
		high = low * d.Open / d.Near
	}
	return low/d.Near <= x && x <= high*d.Near
}

// Likelier finds a unit in which a number would be ordinary while it is rare in its
// own, "" for the standard one, and what the value would be then, in the standard unit.
func (s *Set) Likelier(i *dictionary.Indicator, number float64, unit string) (like string, x float64, found bool) {
	if s.UnitDoubt == nil || s.UnitDoubt.Number == nil || i.Kind == dictionary.Qualitative {
		return "", 0, false
	}
	d := s.UnitDoubt.Number
	own, ok := i.ToStandard(number, unit)
	graded, _ := i.Graded()
	if !ok || graded != "" && unit == graded || !i.Rare(own, d.Far, d.Reach) {
		return "", 0, false
	}
	for _, other := range i.KnownUnits() {
		if x, _ := i.ToStandard(number, other); other != "" && other != graded && d.Ordinary(i, x) {
			return other, x, true
		}
	}
	return "", 0, false
}

// Doubts reports whether a number is left alone because of the printed range
// beside it, whose ends are NaN where they are open, and in which unit that range
// seems to be. Tables that are Unitless judge one without a unit all the same.
func (s *Set) Doubts(i *dictionary.Indicator, unitless bool, unit string, low, high float64) (like string, doubted bool) {
	doubt, patience := s.UnitDoubt, 0.0
	unit = strings.TrimSpace(unit)
	switch {
	case doubt == nil:
		return "", false
	case unit == "":
		if unitless {
			return "", false
		}
	case doubt.Named == nil:
		return "", false
	case i.Comparable(unit, low, high) > 1:
		patience = doubt.Named.Both
	default:
		patience = doubt.Named.One
	}
	return i.ForeignRange(unit, low, high, patience, doubt.Near, doubt.Wide)
}

// Slipped is the unit in which a number goes with the range printed beside it, where it
// does not in its own; blank for none.
func (s *Set) Slipped(i *dictionary.Indicator, unitless bool, number float64, unit string, low, high float64) string {
	unit = strings.TrimSpace(unit)
	if s.UnitDoubt == nil || s.UnitDoubt.Number == nil || s.UnitDoubt.Number.Beside == "" || unitless && unit == "" {
		return ""
	}
	least, _ := i.ToStandard(low, unit)
	most, _ := i.ToStandard(high, unit)
	d := s.UnitDoubt.Number
	return i.Rather(number, unit, least, most, d.Far, d.Reach, d.Open)
}

// Unitless reports whether rows judge a number whose unit they need not know: by
// multiples of the printed range, or by whether it has a unit.
func (s *Set) Unitless(tables []*Table) bool {
	for _, f := range []Facet{UnitSent, TimesRefLow, TimesRefHigh} {
		slot := s.Names.Facets[f]
		for _, t := range tables {
			if slices.ContainsFunc(t.Rows, func(r *Row) bool { return slices.Contains(r.When.Slots(), slot) }) {
				return true
			}
		}
	}
	return false
}
