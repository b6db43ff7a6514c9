package match

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"tijian/engine/dictionary"
	"tijian/ocr/evidence"
	"tijian/ocr/table"
	"tijian/ocr/value"
)

// A verdict is what a row says if it is about one indicator.
type verdict struct {
	rivals []rival
	fit    float64 // how unit, kind and range of values speak for the indicator
	unit   string  // evidence.Unit's code
	taken  string  // unit that the numbers are in; "" while it is not known
	doubt  string  // why there is no value
}

// A rival is one value that a row may say.
type rival struct {
	value float64 // in the standard unit
	step  float64 // result.Entry's
	bound string  // result.Entry's Comparator
	basis evidence.Basis
}

// readings gives the numbers of the row for the i-th of n indicators: two
// share a pair, and a pair is nothing for one alone.
func (r *row) readings(i, n int) []value.Reading {
	switch {
	case r.Result == nil || (n > 1) != (r.Result.Look == table.PairLook):
		return nil
	case i > 0:
		return r.Result.Seconds
	}
	return r.Result.Numbers
}

// judge reads the row's value as one of an indicator; readings are the numbers
// that may be it, and named tells that its name or code was read letter by letter.
func (m *Matcher) judge(r *row, indicator *dictionary.Indicator, readings []value.Reading, named bool) verdict {
	var v verdict
	unit, fit := m.unitOf(indicator, r.Units)
	if fit < 0 && named && misprinted(indicator, r.Interval(), r.Units) {
		fit = 0
	}
	v.fit, v.unit = fit, m.unitCode(indicator, fit)
	if r.Result == nil {
		v.doubt = "no part of the row can be told to be the result"
		return v
	}
	if indicator.Kind == dictionary.Qualitative {
		r.judgeGrade(&v)
		return v
	}
	if r.Result.Look == table.GradeLook {
		m.judgeWord(r, indicator, &v)
		if counted(indicator) {
			v.fit += gradeOfCount
		} else {
			v.fit += gradeOfNumber
		}
		return v
	}
	m.judgeNumber(r, indicator, unit, fit, readings, &v)
	return v
}

// judgeNumber reads the number of a row whose unit unitOf found.
func (m *Matcher) judgeNumber(r *row, indicator *dictionary.Indicator, unit string, fit float64, readings []value.Reading, v *verdict) {
	if len(readings) == 0 {
		v.doubt = "no number was read"
		return
	}
	interval := r.Interval()
	if fit > 0 && !indicator.IsStandard(unit) && belies(indicator, interval, unit) && !belies(indicator, interval, "") {
		if !m.nearStandard(indicator, unit) {
			v.doubt, v.fit = "the interval is in no unit of the indicator", v.fit+rangeForeign
			return // cells per µL of urine are none of blood
		}
		unit, fit = "", 0 // IU/mL of what is µIU/mL
	}
	if unit == "" && fit == 0 {
		if least, _, known := offUsual(indicator, interval, ""); known && least >= usualForeign {
			v.fit += rangeForeign // 0-27 is of cells per µL, not per field
		}
		if unit, v.doubt = m.unitNotRead(indicator, interval, readings, r.PageUnits); v.doubt != "" {
			return
		}
	}
	low, high, ok := plausible(indicator, unit)
	if !ok {
		return
	}
	if interval != nil {
		if pointed, ok := interval.Pointed(low, high); ok {
			interval = &pointed
		}
	}
	if interval != nil && (interval.Low > high || interval.High < low) {
		v.fit += rangeForeign // the reference belongs to another indicator or unit
	}
	decimals := -1
	if indicator.IsStandard(unit) {
		decimals = indicator.Decimals
	}
	zero, ok := indicator.ToStandard(0, unit)
	if !ok || fit < 0 {
		v.doubt = "the printed unit is foreign"
		return // the printed unit is none of this indicator's
	}
	v.taken = cmp.Or(unit, indicator.Unit)
	e := value.Evidence{
		Readings: readings, Interval: interval, Mark: r.Mark, Sure: r.Sure, Apart: r.Apart, Marks: r.Marks, Occluded: r.Result.Occluded, Usual: r.Usual,
		Low: low, High: high, Decimals: decimals, Dotted: r.Dotted,
	}
	for _, c := range e.Candidates() {
		standard, _ := indicator.ToStandard(c.Number.Value, unit)
		digit, _ := indicator.ToStandard(math.Pow10(-c.Number.Decimals), unit)
		if r.Result.Look == table.PairLook {
			c.Basis[evidence.Kind] = evidence.Pair
		}
		v.rivals = append(v.rivals, rival{round(standard), math.Abs(digit - zero), bounds[c.Number.Compare], c.Basis})
	}
	if implausible(readings, low, high) {
		v.fit += notPlausible
	}
	if len(v.rivals) == 0 {
		v.doubt = "no reading is plausible"
	}
}

// plausible are the bounds of an indicator's plausible values in a unit.
func plausible(indicator *dictionary.Indicator, unit string) (low, high float64, ok bool) {
	low, okLow := indicator.FromStandard(indicator.Plausible[0], unit)
	high, okHigh := indicator.FromStandard(indicator.Plausible[1], unit)
	return min(low, high), max(low, high), okLow && okHigh
}

// bounds are the comparison signs of numbers as requests write them.
var bounds = map[string]string{"<": "<", "≤": "<=", ">": ">", "≥": ">="}

func implausible(readings []value.Reading, low, high float64) bool {
	return !slices.ContainsFunc(readings, func(r value.Reading) bool { return low <= r.Number.Value && r.Number.Value <= high })
}

// round removes what binary arithmetic adds to a converted value.
func round(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 7, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}
