package assess

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

const whichCanBeMisread = "testdata/misread.txt"

// misreadable runs through values of every indicator in every unit that it has, and
// none: on a fine scale over what is plausible and a good deal more.
func misreadable(e *Engine, each func(i *indicator, unit string, x float64)) {
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range e.base.indicators {
			if !yield(name) {
				return
			}
		}
	})
	for _, name := range names {
		i := e.base.indicators[name]
		if i.Kind == dictionary.Qualitative || len(i.Units) == 0 {
			continue
		}
		for _, unit := range append([]string{""}, i.KnownUnits()...) {
			high, _ := i.FromStandard(i.Plausible[1], unit)
			low := high / 1e6
			if i.Plausible[0] > 0 {
				low, _ = i.FromStandard(i.Plausible[0], unit)
			}
			for x := math.Abs(low) / 300; x < high*300; x *= 1.15 {
				each(i, unit, math.Round(x*1000)/1000)
			}
		}
	}
}

// A number is told to be ordinary in another unit only where nothing vouches for its own: never
// beside a printed range, an earlier result that goes with it, or others that it is to
// others what it must be. What is critical stays so. Which indicators it
// is said of, of which values, is listed.
func TestNumberThatWouldBeOrdinaryInAnotherUnit(t *testing.T) {
	e := newest(t)
	type seen struct{ low, high float64 }
	told := map[string]*seen{}
	var order []string
	misreadable(e, func(i *indicator, unit string, x float64) {
		like, _, found := e.base.set.Likelier(i.Indicator, x, unit)
		standard, _ := i.ToStandard(x, unit)
		answer := func(s Sample) (SampleResult, bool) {
			s.Name, s.Unit, s.Value = i.Name, unit, x
			got, err := e.Assess(man(s))
			if err != nil {
				t.Fatal(err)
			}
			return got.Samples[0], strings.Contains(got.Samples[0].Tip, "同一个数字")
		}
		if !found {
			return // the price of asking for each is high
		}
		got, doubted := answer(Sample{})
		if printed, ok := answer(Sample{Reference: &Reference{Low: x * 2, High: x * 3}}); ok {
			t.Errorf("%s %v %s beside a printed range: %s", i.Name, x, unit, printed.Tip)
		}
		was, _ := i.ToStandard(x*20, unit)
		if before, ok := answer(Sample{Previous: []Earlier{{Value: x * 20, Unit: unit, At: man().At.AddDate(0, -1, 0)}}}); ok && i.plausible(was) {
			t.Errorf("%s %v %s after 20 times as much: %s", i.Name, x, unit, before.Tip)
		}
		if !doubted {
			return
		}
		possible := i.plausible(standard)
		want := "U1"
		switch {
		case possible && got.Level[0] != 'U':
			want = got.Level[:1] + "4"
		case possible:
			want = ruleset.LevelContradicted
		}
		if got.Level != want {
			t.Errorf("%s %v %s: %s, want %s: %s", i.Name, x, unit, got.Level, want, got.Tip)
		}
		if possible {
			key := fmt.Sprintf("%s %s, or %s", i.Name, cmp.Or(unit, "without a unit"), like)
			if told[key] == nil {
				told[key] = &seen{x, x}
				order = append(order, key)
			}
			told[key].high = x
		}
	})
	var list strings.Builder
	for _, key := range order {
		fmt.Fprintf(&list, "%s: %.3g to %.3g\n", key, told[key].low, told[key].high)
	}
	golden, err := os.ReadFile(whichCanBeMisread)
	if err != nil || string(golden) != list.String() {
		t.Errorf("%s is not (%v)\n%s", whichCanBeMisread, err, list.String())
	}
}

// Results that are to each other what they must be vouch for each other's units: of
// every indicator that an identity is about, drawn until it holds.
func TestResultsThatGoTogetherAreNotMisread(t *testing.T) {
	e := newest(t)
	vouched := map[string]bool{}
	misreadable(e, func(i *indicator, unit string, x float64) {
		standard, _ := i.ToStandard(x, unit)
		if _, _, found := e.base.set.Likelier(i.Indicator, x, unit); !found || !i.plausible(standard) {
			return
		}
		for _, identity := range e.base.set.Coherence {
			if !slices.Contains(identity.Indicators, i.Indicator) || len(identity.Indicators) != 2 {
				continue
			}
			other := identity.Indicators[0]
			if other == i.Indicator {
				other = identity.Indicators[1]
			}
			for times := 1e-3; times < 1e3; times *= 1.7 {
				y := standard * times
				in := e.base.set.Scope.NewInputs()
				in.SetNumber(e.base.set.Names.Indicators[i.Name], standard)
				in.SetNumber(e.base.set.Names.Indicators[other.Name], y)
				if !(other.Plausible[0] <= y && y <= other.Plausible[1]) || identity.Holds.Eval(in) != expression.True {
					continue
				}
				got, err := e.Assess(man(Sample{Name: i.Name, Unit: unit, Value: x}, Sample{Name: other.Name, Value: y}))
				if err != nil {
					t.Fatal(err)
				}
				vouched[i.Name] = true
				if strings.Contains(got.Samples[0].Tip, "同一个数字") {
					t.Errorf("%s %v %s with %s %v, which hold %s: %s", i.Name, x, unit, other.Name, y, identity.ID, got.Samples[0].Tip)
				}
			}
		}
	})
	if len(vouched) < 3 {
		t.Errorf("only %v are vouched for", vouched)
	}
}
