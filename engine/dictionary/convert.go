package dictionary

import "math"

type conversion struct {
	factor, offset float64
	steps          *[][2]float64 // instead of both; nil for none
}

// ToStandard converts a value from a unit as printed to the standard unit; ""
// is the standard unit. It reports whether the indicator can have that unit.
func (i *Indicator) ToStandard(value float64, unit string) (float64, bool) {
	c, ok := i.conversion(unit)
	switch {
	case !ok:
		return 0, false
	case c.steps != nil:
		x := onStep(*c.steps, value)
		return x, !math.IsNaN(x) || math.IsNaN(value)
	case c == conversion{factor: 1}:
		return value, true
	}
	return exact(value*c.factor + c.offset), true
}

// exact removes what floating point adds: 280 mg/dL is 2.8 g/L, not
// 2.8000000000000003, which would lie above a bound at 2.8.
func exact(x float64) float64 {
	const digits = 12
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	places := digits - 1 - int(math.Floor(math.Log10(math.Abs(x))))
	if places > 300 || places < -300 {
		return x
	}
	if places < 0 {
		scale := math.Pow10(-places)
		return math.Round(x/scale) * scale
	}
	scale := math.Pow10(places)
	return math.Round(x*scale) / scale
}

// onStep is the standard value of the last step that a printed value reaches, of the
// first where it reaches none.
func onStep(steps [][2]float64, value float64) float64 {
	at := steps[0][1]
	for _, s := range steps[1:] {
		if value >= s[0] {
			at = s[1]
		}
	}
	if math.IsNaN(value) {
		return value
	}
	return at
}

// Steps are the printed values at which a unit of steps begins one, with what each
// means in the standard unit: a word beside a number says only on which side of the
// cut-off it is, a number against a cut-off only whether it is positive. NaN is a word
// that says neither. Nil for a unit
// that numbers are converted from.
func (i *Indicator) Steps(unit string) [][2]float64 {
	c, ok := i.conversion(unit)
	if !ok || c.steps == nil {
		return nil
	}
	return *c.steps
}

// FromStandard converts a value from the standard unit to a unit as printed. It
// reports whether the indicator can have that unit and values can be told in it: steps
// lead one way only.
func (i *Indicator) FromStandard(value float64, unit string) (float64, bool) {
	c, ok := i.conversion(unit)
	if !ok || c.steps != nil {
		return 0, false
	}
	return (value - c.offset) / c.factor, true
}

// SameUnit reports whether values in two units as printed are converted alike.
func (i *Indicator) SameUnit(one, other string) bool {
	a, ok := i.conversion(one)
	b, known := i.conversion(other)
	return ok && known && a == b
}

// IsStandard reports whether a printed unit is the standard unit.
func (i *Indicator) IsStandard(unit string) bool {
	c, ok := i.conversion(unit)
	return ok && c == conversion{factor: 1}
}

func (i *Indicator) conversion(unit string) (conversion, bool) {
	if unit == "" || unit == i.Unit {
		return conversion{factor: 1}, true
	}
	if c, ok := i.conversions[unit]; ok {
		return c, true
	}
	// The exact spelling first, then whatever the case may mean here.
	for _, canonical := range i.table.Candidates(unit) {
		if c, ok := i.conversions[canonical]; ok {
			return c, true
		}
	}
	return conversion{}, false
}
