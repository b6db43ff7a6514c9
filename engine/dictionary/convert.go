package dictionary

import "math"

type conversion struct{ factor, offset float64 }

// ToStandard converts a value from a unit as printed to the standard unit; ""
// is the standard unit. It reports whether the indicator can have that unit.
func (i *Indicator) ToStandard(value float64, unit string) (float64, bool) {
	c, ok := i.conversion(unit)
	if !ok {
		return 0, false
	}
	if (c == conversion{factor: 1}) {
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

// FromStandard converts a value from the standard unit to a unit as printed. It
// reports whether the indicator can have that unit.
func (i *Indicator) FromStandard(value float64, unit string) (float64, bool) {
	c, ok := i.conversion(unit)
	if !ok {
		return 0, false
	}
	return (value - c.offset) / c.factor, true
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
