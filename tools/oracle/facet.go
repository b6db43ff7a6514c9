package oracle

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
)

// facets are what the rules know of a sample besides its value, by name;
// unknown ones are there, too.
func facets(s assess.Sample, i *dictionary.Indicator, of assess.Person, x float64) map[string]value {
	exam := of.At
	standard := func(x float64, unit string, at time.Time) value {
		y, ok := i.ToStandard(x, unit)
		if !ok || !plausible(i, ageAt(of, at), y) {
			return value{}
		}
		return number(y)
	}
	known := map[string]value{}
	var low, high, before value
	if s.Reference != nil && i.Steps(s.Unit) == nil {
		low, high = standard(s.Reference.Low, s.Unit, exam), standard(s.Reference.High, s.Unit, exam)
	}
	days := math.NaN()
	earlier := slices.DeleteFunc(slices.Clone(s.Previous), func(p assess.Earlier) bool {
		return !p.At.Before(exam) || standard(p.Value, cmp.Or(p.Unit, s.Unit), p.At).kind == unknown
	})
	slices.SortStableFunc(earlier, func(a, b assess.Earlier) int { return b.At.Compare(a.At) })
	if len(earlier) > 0 {
		before = standard(earlier[0].Value, cmp.Or(earlier[0].Unit, s.Unit), earlier[0].At)
		days = exam.Sub(earlier[0].At).Hours() / 24
	}
	times := func(x float64, of value) value {
		if of.kind == unknown || of.number <= 0 {
			return value{}
		}
		return number(nine(x / of.number))
	}
	known["ref_low"], known["ref_high"] = low, high
	known["times_ref_low"], known["times_ref_high"] = times(x, low), times(x, high)
	known["previous"], known["previous_days"] = before, number(math.Floor(days))
	known["change"], known["change_ratio"], known["change_per_year"] = value{}, value{}, value{}
	if before.kind == isNumber {
		known["change"] = number(nine(x - before.number))
		known["change_ratio"] = times(x-before.number, before)
		known["change_per_year"] = number(nine((x - before.number) * 365.25 / days))
	}
	known["unit_sent"] = value{}
	if strings.TrimSpace(s.Unit) != "" {
		known["unit_sent"] = number(1)
	}
	known["graded"] = value{}
	if s.Unit == "grade" && i.Kind != dictionary.Qualitative && i.Steps("grade") != nil {
		known["graded"] = number(s.Value)
	}
	return known
}

// nine keeps nine decimals.
func nine(x float64) float64 { return math.Round(x*1e9) / 1e9 }
