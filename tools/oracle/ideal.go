package oracle

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
)

// Ideals tells the first contradiction between the texts of ideal ranges in an
// answer and the rules, "" when there is none. It tries the constants that the
// indicator is compared with, the bounds in the text, and what lies beside
// them: a plausible value is inside of the text if and only if it has the
// level N0, all else unchanged. A range converted to another unit is rounded
// inwards, so there a value within one printed step of a bound may be N0 and
// yet outside. No text claims that no value is N0 or that all are, unless a table
// calculates with the value: such ranges need not be found.
func (o *Oracle) Ideals(r *assess.Request, got *assess.Result) string {
	e, _, err := o.examine(r)
	if err != nil {
		return ""
	}
	for i, s := range r.Samples {
		indicator, known := o.set.Dictionary.Lookup(s.Name)
		claim := got.Samples[i].Ideal
		if !known || claim == "" && (o.computes(e.Namespace, s.Name) || o.anotherUnit(e.Namespace, s, indicator)+o.slipped(e.Namespace, s, indicator, e.standard[i]) != "") {
			continue
		}
		inside, err := o.parseRange(claim)
		if err != nil {
			return err.Error()
		}
		all := claim == "" && o.allIdeal(e, s, indicator)
		for _, v := range o.probes(indicator, s, inside) {
			standard, _ := indicator.ToStandard(v, s.Unit)
			if !plausible(indicator, e.Age(), standard) {
				continue
			}
			level := o.level(e, s, standard)
			within := all || inside.holds(v)
			if inside.beside(v) && (moves(s) || !indicator.IsStandard(s.Unit) && !within) {
				continue // a bound with too many digits is rounded, into the range
			}
			if within != (level == "N0") {
				return fmt.Sprintf("samples[%d].ideal: %q, but %v %s (%v) has the level %q", i, claim, v, s.Unit, standard, level)
			}
		}
	}
	return ""
}

// allIdeal reports whether both ends of what is plausible are ideal.
func (o *Oracle) allIdeal(e *examination, s assess.Sample, i *dictionary.Indicator) bool {
	return o.level(e, s, i.Plausible[0]) == "N0" && o.level(e, s, i.Plausible[1]) == "N0"
}

// moves reports whether something known of the sample moves its bounds.
func moves(s assess.Sample) bool { return s.Reference != nil || len(s.Previous) > 0 }

// computes reports whether a table of the indicator calculates where it
// compares the value.
func (o *Oracle) computes(namespace, indicator string) (found bool) {
	valueName := o.name(o.set.Names.Value)
	for _, table := range o.tables(namespace, indicator) {
		for _, row := range table.Rows {
			comparisons(o.trees[row.When.Text.Value], func(n *ast.BinaryNode) {
				names, _ := operands(n)
				found = found || slices.Contains(names, valueName) && calculates(n)
			})
		}
	}
	return found
}

// probes are values in the unit that are worth a trial.
func (o *Oracle) probes(i *dictionary.Indicator, s assess.Sample, inside textRange) []float64 {
	unit := s.Unit
	if steps := i.Steps(unit); steps != nil {
		var at []float64
		for _, s := range steps {
			at = append(at, s[0])
		}
		return at
	}
	if i.Kind == dictionary.Qualitative {
		return o.set.Dictionary.Grades().Numbers()
	}
	beside := func(x float64) []float64 {
		return []float64{math.Nextafter(x, math.Inf(-1)), x, math.Nextafter(x, math.Inf(1))}
	}
	if !i.IsStandard(unit) || moves(s) { // factors are written with some twelve digits
		beside = func(x float64) []float64 { return []float64{x * (1 - 1e-8), x * (1 + 1e-8)} }
	}
	var values []float64
	for _, c := range slices.Concat(o.near[i.Name], i.Plausible[:]) {
		x, _ := i.FromStandard(c, unit)
		values = append(values, beside(x)...)
	}
	for _, p := range inside {
		for _, x := range []float64{p.low, p.high} {
			values = append(values, x, x-p.step, x+p.step)
			values = append(values, beside(x)...)
		}
	}
	return values
}

// A textRange is what a text says: any of its parts.
type textRange []part

// A part lies between two numbers, infinite where it is open; one number or
// grade is a part between itself and itself.
type part struct {
	low, high         float64
	lowOpen, highOpen bool
	step              float64 // of the last digit printed
}

var (
	twoNumbers = regexp.MustCompile(`^(-?[\d.]+)[-~](-?[\d.]+)$`)
	oneBound   = regexp.MustCompile(`^([<>≤≥]?)(-?[\d.]+)$`)
)

func (o *Oracle) parseRange(s string) (all textRange, err error) {
	if s == "" {
		return nil, nil
	}
	for alternative := range strings.SplitSeq(s, " 或 ") {
		p := part{low: math.Inf(-1), high: math.Inf(1)}
		if m := twoNumbers.FindStringSubmatch(alternative); m != nil {
			p.bound("≥", m[1])
			p.bound("≤", m[2])
		} else if grade, ok := o.grade(alternative); ok {
			p.low, p.high = grade, grade
		} else {
			for bound := range strings.SplitSeq(alternative, " 且 ") {
				m := oneBound.FindStringSubmatch(bound)
				if m == nil {
					return nil, fmt.Errorf("%q is no range", s)
				}
				p.bound(m[1], m[2])
			}
		}
		all = append(all, p)
	}
	return all, nil
}

func (p *part) bound(sign, printed string) {
	x, _ := strconv.ParseFloat(printed, 64) // the expressions admit numbers only
	_, decimals, _ := strings.Cut(printed, ".")
	p.step = math.Pow10(-len(decimals))
	switch sign {
	case "<", "≤":
		p.high, p.highOpen = x, sign == "<"
	case ">", "≥":
		p.low, p.lowOpen = x, sign == ">"
	default:
		p.low, p.high = x, x
	}
}

func (o *Oracle) grade(word string) (float64, bool) {
	grades := o.set.Dictionary.Grades()
	for _, x := range grades.Numbers() {
		if display, _ := grades.Display(x); display == word {
			return x, true
		}
	}
	return 0, false
}

func (t textRange) holds(v float64) bool {
	for _, p := range t {
		if (v > p.low || v == p.low && !p.lowOpen) && (v < p.high || v == p.high && !p.highOpen) {
			return true
		}
	}
	return false
}

// beside reports whether a value lies within a printed step of a bound.
func (t textRange) beside(v float64) bool {
	for _, p := range t {
		if within := 1.01 * p.step; math.Abs(v-p.low) <= within || math.Abs(v-p.high) <= within {
			return true
		}
	}
	return false
}
