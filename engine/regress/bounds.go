package regress

import (
	"math"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A Side says where a trial lies, seen from a bound.
type Side int

// One printed step below a bound, at it, one printed step above it.
const (
	Below Side = iota
	At
	Above
)

// point is a value that a laboratory prints beside a bound.
type point struct {
	side  Side
	value float64
}

// beside gives the printed values next to a bound: the last below, the bound
// itself if it can be printed, the first above; only plausible ones. Grades
// have the steps of the dictionary.
func beside(set *ruleset.Set, i *dictionary.Indicator, bound float64) []point {
	candidates := [...]point{{Below, math.Inf(-1)}, {At, bound}, {Above, math.Inf(1)}}
	if i.Kind == dictionary.Qualitative {
		printed := false
		for _, g := range set.Dictionary.Grades().Numbers() {
			switch {
			case g < bound:
				candidates[Below].value = math.Max(candidates[Below].value, g)
			case g > bound:
				candidates[Above].value = math.Min(candidates[Above].value, g)
			default:
				printed = true
			}
		}
		if !printed {
			candidates[At].value = math.NaN()
		}
	} else {
		steps := math.Round(bound * math.Pow10(i.Decimals))
		at := printed(steps, i.Decimals)
		below, above := steps-1, steps+1
		if at != bound {
			candidates[At].value = math.NaN()
			if at < bound {
				below = steps
			} else {
				above = steps
			}
		}
		candidates[Below].value, candidates[Above].value = printed(below, i.Decimals), printed(above, i.Decimals)
	}
	var points []point
	for _, c := range candidates {
		if !math.IsNaN(c.value) && !math.IsInf(c.value, 0) && plausible(i, c.value) {
			points = append(points, c)
		}
	}
	return points
}

// printed is the number of so many steps of the last decimal.
func printed(steps float64, decimals int) float64 {
	return lattice.Printed(steps*math.Pow10(-decimals), decimals)
}

// changes reports whether a condition's answer changes at a bound of one
// variable, everything else being as it is in in. axis holds all the bounds
// that the condition has for it.
func changes(c *expression.Condition, in *expression.Inputs, slot int, axis lattice.Axis, bound float64) bool {
	before := in.Value(slot)
	defer func() { in.Set(slot, before) }()
	cell := axis.Cell(bound)
	var truths [3]expression.Truth
	for k := range truths {
		in.SetNumber(slot, axis.Point(cell-1+k))
		truths[k] = c.Eval(in)
	}
	return truths[0] != truths[1] || truths[1] != truths[2]
}

func plausible(i *dictionary.Indicator, x float64) bool {
	return i.Plausible[0] <= x && x <= i.Plausible[1]
}
