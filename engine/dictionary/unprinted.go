package dictionary

import (
	"math"
	"slices"
)

// UnitsOf returns those of the units in which a printed reference interval is
// close to the usual one of adults, but for a factor: the first of the factors
// that any unit reaches decides. An end that is NaN is open and, like a usual end
// that is not known, says nothing.
func (i *Indicator) UnitsOf(low, high float64, units []string, factors ...float64) []string {
	for _, factor := range factors {
		fit := slices.DeleteFunc(slices.Clone(units), func(u string) bool {
			return !i.alike(low, i.Usual.Low, u, factor) || !i.alike(high, i.Usual.High, u, factor)
		})
		if len(fit) > 0 {
			return fit
		}
	}
	return nil
}

// ForeignRange reports whether a printed reference interval shows that a number
// without a unit is not in the standard one: in another unit it is the usual
// interval, in the standard one it is not. Grades have no unit.
func (i *Indicator) ForeignRange(low, high float64, factors ...float64) bool {
	if i.Kind == Qualitative || len(i.Units) == 0 {
		return false
	}
	fit := i.UnitsOf(low, high, i.KnownUnits(), factors...)
	return len(fit) > 0 && !slices.ContainsFunc(fit, func(u string) bool {
		one, _ := i.ToStandard(1, u)
		return one == 1 // the standard unit, or one that is as large
	})
}

// alike reports whether the printed end of a range, in a unit, is the usual one
// but for a factor.
func (i *Indicator) alike(printed, usual float64, unit string, factor float64) bool {
	x, ok := i.ToStandard(printed, unit)
	if !ok || math.IsNaN(x) || usual == 0 || x == 0 {
		return true
	}
	return x <= usual*factor && usual <= x*factor
}
