package dictionary

import (
	"cmp"
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
			return i.Steps(u) != nil || !i.alike(low, i.Usual.Low, u, factor) || !i.alike(high, i.Usual.High, u, factor)
		})
		if len(fit) > 0 {
			return fit
		}
	}
	return nil
}

// ForeignRange reports whether a printed reference interval shows that a number is
// not in the unit that it is taken for, "" being the standard one, and in which it
// seems to be: there it is the usual interval by the first of the factors that any
// unit reaches, and in its own by neither that factor nor patience. Grades have no
// unit.
func (i *Indicator) ForeignRange(unit string, low, high, patience float64, factors ...float64) (like string, foreign bool) {
	own, known := i.conversion(unit)
	graded, _ := i.Graded()
	if !known || i.Kind == Qualitative || len(i.Units) == 0 || unit != "" && unit == graded {
		return "", false
	}
	fit := i.UnitsOf(low, high, i.KnownUnits(), factors...)
	if len(fit) == 0 || slices.ContainsFunc(fit, func(u string) bool { c, _ := i.conversion(u); return c == own }) || len(i.UnitsOf(low, high, []string{unit}, patience)) > 0 {
		return "", false
	}
	worst := func(u string) float64 { return slices.Max(append(i.misfits(low, high, u), 1)) }
	like = slices.MinFunc(fit, func(a, b string) int { return cmp.Compare(worst(a), worst(b)) })
	return like, i.Comparable(like, low, high) > 0
}

// Comparable counts the ends of a printed range, in a unit, that can be held
// against the usual ones.
func (i *Indicator) Comparable(unit string, low, high float64) int {
	return len(i.misfits(low, high, unit))
}

// misfits are how many times the printed ends of a range, in a unit, are the usual
// ones, or those the printed, as far as they can be compared.
func (i *Indicator) misfits(low, high float64, unit string) (times []float64) {
	for _, end := range [][2]float64{{low, i.Usual.Low}, {high, i.Usual.High}} {
		if x, ok := i.ToStandard(end[0], unit); ok && !math.IsNaN(x) && x != 0 && end[1] != 0 {
			times = append(times, max(x/end[1], end[1]/x))
		}
	}
	return times
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

// Rare reports whether hardly anybody has a value, in the standard unit: what nobody has,
// or what has so much (far) of the way from the usual range to the end of what is
// plausible, by ratio, behind it. That is asked of ends within reach times the usual one,
// and only of what the body keeps between two ends: of a marker that is usually low, any
// value occurs.
func (i *Indicator) Rare(x, far, reach float64) bool {
	low, high := i.Plausible[0], i.Plausible[1]
	if x < low || x > high {
		return true
	}
	// behind reports whether most of the way to a limit lies behind the value.
	behind := func(times, limit float64) bool {
		return times > 1 && limit <= reach && math.Log(times) >= far*math.Log(limit)
	}
	return i.Usual.Low > 0 && i.Usual.High > 0 && (behind(x/i.Usual.High, high/i.Usual.High) || x > 0 && low > 0 && behind(i.Usual.Low/x, i.Usual.Low/low))
}

// Rather is another unit in which a number lies within the range that is printed beside
// it, where hardly anybody has it in its own: haemoglobin 14.1 g/L beside 130-175; blank
// for none. Of what may be next to nothing, such as a percentage of cells, that is a
// number further below the range than the range is wide, and more than open times: 0.61 %
// beside 40-75. The ends are in the standard unit.
func (i *Indicator) Rather(x float64, unit string, least, most, far, reach, open float64) string {
	graded, _ := i.Graded()
	own, ok := i.ToStandard(x, unit)
	rare := i.Rare(own, far, reach) || i.Plausible[0] == 0 && own > 0 && least/own > max(open, most/least)
	if i.Kind == Qualitative || graded != "" && unit == graded || !ok || !(own < least || own > most) || math.IsNaN(least+most) || !rare {
		return ""
	}
	for _, other := range i.KnownUnits() {
		if y, ok := i.ToStandard(x, other); ok && other != "" && other != graded && least <= y && y <= most {
			return other
		}
	}
	return ""
}
