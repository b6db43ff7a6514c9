package match

import (
	"math"

	"tijian/engine/dictionary"
	"tijian/ocr/value"
)

// Laboratories differ in their reference intervals by less than alike; limits
// that lie foreign times off are in another unit. Factors.
const (
	alike   = 1.6
	foreign = 3.0
)

// unitOfInterval tells in which unit a row is that prints none, by its
// reference interval: 11.5-15.0 of haemoglobin are g/dL. It reports false
// when the interval is not in the standard unit and fits several others.
func unitOfInterval(indicator *dictionary.Indicator, interval *value.Interval) (unit string, ok bool) {
	least, _, known := offUsual(indicator, interval, "")
	if !known || least < foreign {
		return "", true
	}
	found, factor := "", 0.0
	for _, u := range indicator.Units {
		if _, most, _ := offUsual(indicator, interval, u.Unit); most > alike || u.Factor == factor {
			continue
		}
		if found != "" {
			return "", false
		}
		found, factor = u.Unit, u.Factor
	}
	return found, true
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
