package match

import (
	"math"

	"tijian/engine/dictionary"
	"tijian/ocr/value"
)

// unitNotRead tells in which unit a row is that prints none, on a page that prints
// others, or why that cannot be told.
func (m *Matcher) unitNotRead(indicator *dictionary.Indicator, interval *value.Interval, readings []value.Reading, printed []string) (unit, doubt string) {
	if unit = inferredUnit(indicator, interval); unit != "" {
		return unit, ""
	}
	unit, ok := unitOfInterval(indicator, interval)
	switch {
	case !ok:
		return "", "the interval is in one of several units"
	case unit != "" || m.parser.Words.Unitless[indicator.Unit] && interval != nil:
		return unit, ""
	case m.otherUnitFits(indicator, interval, readings, printed):
		return "", "the unit was not read and would matter"
	}
	return "", ""
}

// inferredUnit is the unit of a row that prints none: the standard unit,
// except that a percentage whose reference ends below 1 is printed as a
// fraction. One that ends at 1 is a percentage: 0-1 of basophils.
func inferredUnit(indicator *dictionary.Indicator, interval *value.Interval) string {
	const hundredth = 100
	if indicator.Unit != percent || interval == nil || interval.High >= 1 || indicator.Plausible[0] < 1 && indicator.Plausible[1] <= hundredth/10 {
		return ""
	}
	for _, u := range indicator.Units {
		if u.Factor == hundredth && u.Offset == 0 {
			return u.Unit
		}
	}
	return ""
}

// unitOfInterval tells in which unit a row is that prints none, by its
// reference interval: 11.5-15.0 of haemoglobin are g/dL. It reports false
// when the interval fits several other units, or one so near to the standard unit
// that both are possible: 75-250 of vitamin D.
func unitOfInterval(indicator *dictionary.Indicator, interval *value.Interval) (unit string, ok bool) {
	least, _, known := offUsual(indicator, interval, "")
	if !known || least < usualAlike {
		return "", true
	}
	found, factor := "", 0.0
	for _, u := range indicator.Units {
		if _, most, _ := offUsual(indicator, interval, u.Unit); most > usualAlike || u.Factor == factor {
			continue
		}
		if found != "" {
			return "", false
		}
		found, factor = u.Unit, u.Factor
	}
	if found != "" && least < usualForeign {
		return "", false
	}
	return found, true
}

const percent = "%"

// misprinted reports whether a row prints % and an interval that says otherwise:
// laboratories print it beside distribution widths in fL.
func misprinted(indicator *dictionary.Indicator, interval *value.Interval, printed []string) bool {
	_, most, known := offUsual(indicator, interval, "")
	return len(printed) > 0 && printed[0] == percent && known && most <= misprintAlike
}

// offUsual gives the least and the greatest factor, each at least 1, by which
// the limits of an interval printed in unit lie off the usual ones. known is
// false when there is nothing to compare, or when the limits lie off to both
// sides: one of them was misread.
func offUsual(indicator *dictionary.Indicator, interval *value.Interval, unit string) (least, most float64, known bool) {
	if interval == nil {
		return 0, 0, false
	}
	least = math.Inf(1)
	side := 0.0
	for _, limit := range [][2]float64{{interval.Low, indicator.Usual.Low}, {interval.High, indicator.Usual.High}} {
		printed, usual := limit[0], limit[1]
		if printed <= 0 || math.IsInf(printed, 0) || usual == 0 {
			continue
		}
		v, ok := indicator.ToStandard(printed, unit)
		if !ok || v <= 0 {
			return 0, math.Inf(1), false
		}
		off := math.Log(v / usual)
		if known && side*off < 0 {
			return 0, math.Inf(1), false
		}
		side, known = off, true
		least, most = min(least, math.Exp(math.Abs(off))), max(most, math.Exp(math.Abs(off)))
	}
	return least, most, known
}

// isUsual tells that an interval is the usual one of an indicator, at both limits.
func isUsual(indicator *dictionary.Indicator, interval *value.Interval) bool {
	if interval == nil || interval.Low <= 0 || math.IsInf(interval.High, 0) || indicator.Usual.Low <= 0 {
		return false
	}
	near := func(a, b float64) bool { return b > 0 && max(a/b, b/a) <= usualSame }
	return near(interval.Low, indicator.Usual.Low) && near(interval.High, indicator.Usual.High)
}

// belies tells that a reference interval cannot be in a unit: its limits would
// not be plausible values.
func belies(indicator *dictionary.Indicator, interval *value.Interval, unit string) bool {
	if interval == nil {
		return false
	}
	for _, limit := range []float64{interval.Low, interval.High} {
		if math.IsInf(limit, 0) || limit == 0 {
			continue
		}
		if v, ok := indicator.ToStandard(limit, unit); !ok || v < indicator.Plausible[0] || v > indicator.Plausible[1] {
			return true
		}
	}
	return false
}

// otherUnitFits tells that the page prints a unit that would give a reading
// another plausible value.
func (m *Matcher) otherUnitFits(indicator *dictionary.Indicator, interval *value.Interval, readings []value.Reading, printed []string) bool {
	for _, s := range printed {
		if _, ok := indicator.ToStandard(1, s); !ok {
			if s, ok = m.misreadUnit(indicator, s); !ok {
				continue
			}
		}
		if belies(indicator, interval, s) && interval.Low > 0 && interval.High <= narrow*interval.Low {
			continue // unless a limit lost its point: 13-175 may be 13-17.5
		}
		for _, r := range readings {
			v, ok := indicator.ToStandard(r.Number.Value, s)
			if ok && v != r.Number.Value && indicator.Plausible[0] <= v && v <= indicator.Plausible[1] {
				return true
			}
		}
	}
	return false
}
