package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// A difference between a fact and what the service has.
type difference struct {
	Indicator string
	What      string // such as "alias TC", "reference male high 175", "threshold >=7"
	Fact, Own string
}

func (d difference) String() string {
	return fmt.Sprintf("%s: %s: the facts have %s, the rule set has %s", d.Indicator, d.What, d.Fact, d.Own)
}

type comparer struct {
	set    *ruleset.Set
	engine *assess.Engine
	list   []difference
}

// compare lists every difference, in the order of the facts.
func compare(set *ruleset.Set, facts []fact) []difference {
	c := &comparer{set: set, engine: assess.New(set)}
	known := map[string]bool{}
	for _, f := range facts {
		known[f.Name] = true
		i, ok := set.Dictionary.Lookup(f.Name)
		if !ok {
			c.add(f.Name, "name", f.Name, "no such indicator")
			continue
		}
		c.names(f, i)
		c.units(f, i)
		c.references(f, i)
		for _, t := range f.Thresholds {
			c.threshold(t, f, i)
		}
		if i.Kind == dictionary.Quantitative {
			c.bounds(f, i)
		}
	}
	for _, name := range set.Dictionary.Names() {
		if !known[name] {
			c.add(name, "name", "no such indicator", name)
		}
	}
	return c.list
}

func (c *comparer) add(indicator, what string, theirs, own any) {
	c.list = append(c.list, difference{indicator, what, fmt.Sprint(theirs), fmt.Sprint(own)})
}

func (c *comparer) names(f fact, i *dictionary.Indicator) {
	for _, field := range []struct{ what, theirs, own string }{
		{"title", f.Title, i.Title}, {"category", f.Category, i.Category}, {"kind", f.Kind, string(i.Kind)},
		{"loinc", f.LOINC, i.LOINC}, {"unit", f.Unit, i.Unit}, {"ucum", f.UCUM, i.UCUM},
	} {
		if field.theirs != field.own {
			c.add(f.Name, field.what, field.theirs, field.own)
		}
	}
	known := map[string]bool{}
	for _, word := range slices.Concat([]string{i.Title, i.Name}, i.Aliases, i.Abbreviations) {
		known[folded(word)] = true
	}
	for _, alias := range f.Aliases {
		if !known[folded(alias)] {
			c.add(f.Name, "alias "+alias, alias, "no such name")
		}
	}
	if len(f.Plausible) == 2 && (f.Plausible[0] != i.Plausible[0] || f.Plausible[1] != i.Plausible[1]) {
		c.add(f.Name, "plausible", f.Plausible, i.Plausible)
	}
}

func folded(word string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(word)), ""))
}

func (c *comparer) units(f fact, i *dictionary.Indicator) {
	for _, u := range f.OtherUnits {
		zero, ok := i.ToStandard(0, u.Unit)
		one, _ := i.ToStandard(1, u.Unit)
		switch {
		case !ok:
			c.add(f.Name, "unit "+u.Unit, u.Factor, "no such unit")
		case !near(one-zero, u.Factor) || !near(zero, u.Offset):
			c.add(f.Name, "factor "+u.Unit, fmt.Sprintf("%v, offset %v", u.Factor, u.Offset), fmt.Sprintf("%v, offset %v", one-zero, zero))
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// references wants the ends of each interval to be ends of the tables' rows:
// what is within is not abnormal, what is outside is no longer ideal.
func (c *comparer) references(f fact, i *dictionary.Indicator) {
	banded := map[string]bool{}
	for _, band := range f.Reference.AgeBands {
		banded[band.Sex] = true
		c.interval(f, i, assess.Sex(band.Sex), (max(band.Age[0], 18)+band.Age[1])/2, fmt.Sprintf("%s %d-%d", band.Sex, band.Age[0], band.Age[1]), band.Range)
	}
	if !banded["male"] {
		c.interval(f, i, assess.Male, 40, "male", f.Reference.Male)
	}
	if !banded["female"] {
		c.interval(f, i, assess.Female, 40, "female", f.Reference.Female)
	}
}

func (c *comparer) interval(f fact, i *dictionary.Indicator, sex assess.Sex, age int, who string, ends []*float64) {
	for k, side := range []string{"low", "high"} {
		if k >= len(ends) || ends[k] == nil {
			continue
		}
		inner, outer := c.ends(f, i, side, *ends[k])
		if outer < i.Plausible[0] || outer > i.Plausible[1] {
			continue
		}
		what := fmt.Sprintf("reference %s %s %v", who, side, *ends[k])
		within, without := c.level(i, sex, age, false, inner), c.level(i, sex, age, false, outer)
		switch {
		case within == nil || without == nil:
			c.add(i.Name, what, "an interval", "no row")
		case within.severity > 0:
			c.add(i.Name, what, fmt.Sprintf("%v within", inner), within.level)
		case without.line == within.line || without.level == "N0":
			c.add(i.Name, what, fmt.Sprintf("%v outside", outer), without.level)
		}
	}
}

// ends are the last value within an interval and the first without, as they
// are printed. An end at which a threshold already holds is not within.
func (c *comparer) ends(f fact, i *dictionary.Indicator, side string, at float64) (inner, outer float64) {
	direction, exclusive := 1.0, "ge"
	if side == "low" {
		direction, exclusive = -1, "le"
	}
	if i.Kind == dictionary.Qualitative {
		numbers := c.set.Dictionary.Grades().Numbers()
		k := slices.Index(numbers, at) + int(direction)
		if k < 0 || k >= len(numbers) {
			return at, math.Inf(int(direction))
		}
		return at, numbers[k]
	}
	_, fraction, _ := strings.Cut(strconv.FormatFloat(at, 'f', -1, 64), ".")
	digits := min(i.Decimals, max(1, len(fraction)))
	step := direction * math.Pow10(-digits)
	if slices.ContainsFunc(f.Thresholds, func(t threshold) bool {
		x, ok := t.value("", f)
		return ok && x == at && t.Op == exclusive
	}) {
		return round(at-step, digits), at
	}
	return at, round(at+step, digits)
}

func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}

// threshold wants another row to begin there, for somebody.
func (c *comparer) threshold(t threshold, f fact, i *dictionary.Indicator) {
	worst := -1
	for _, sex := range []assess.Sex{assess.Male, assess.Female} {
		if t.Sex != "" && t.Sex != string(sex) {
			continue
		}
		at, ok := t.value(string(sex), f)
		if !ok {
			continue
		}
		inside, outside := neighbours(t.Op, at, i.Decimals)
		if i.Kind == dictionary.Qualitative { // the next lower grade
			inside, outside = at, at/2
		}
		for _, age := range []int{25, 40, 52, 57, 65, 72, 80} {
			for _, hypertensive := range []bool{false, true} {
				a, b := c.level(i, sex, age, hypertensive, inside), c.level(i, sex, age, hypertensive, outside)
				if a != nil && b != nil && a.line != b.line {
					worst = max(worst, a.severity)
				}
			}
		}
	}
	switch {
	case worst < 0:
		c.add(i.Name, "threshold "+t.String(), "a bound", "none there")
	case t.Critical && worst < 4:
		c.add(i.Name, "critical "+t.String(), "a critical value", fmt.Sprintf("severity %d", worst))
	}
}

// neighbours are the printed values on either side of a threshold.
func neighbours(op string, at float64, decimals int) (inside, outside float64) {
	step := math.Pow10(-decimals)
	switch op {
	case "lt":
		return round(at-step, decimals), at
	case "gt":
		return round(at+step, decimals), at
	case "le":
		return at, round(at+step, decimals)
	default:
		return at, round(at-step, decimals)
	}
}

// ownStep is the source of gradations that are the rule set's own.
const ownStep = "STEP"

// ofChildren are the sources of children's tables, of whom the facts have none.
var ofChildren = []string{"CHILD779", "CHILD780"}

// bounds wants every bound of the tables to be in the facts, unless a row that
// it limits says that the gradation is the rule set's own.
func (c *comparer) bounds(f fact, i *dictionary.Indicator) {
	known := f.numbers()
	value := c.set.Scope.Slot(c.set.Names.Value)
	own, foreign := map[float64]bool{}, map[float64]bool{}
	for _, t := range c.set.Tables[i.Name] {
		for _, r := range t.Rows {
			isOwn := slices.ContainsFunc(r.Sources, func(s ruleset.Citation) bool { return s.Key == ownStep || slices.Contains(ofChildren, s.Key) })
			for _, x := range r.When.Bounds(value).Numbers {
				own[x] = own[x] || isOwn
				foreign[x] = !slices.ContainsFunc(known, func(k float64) bool { return near(k, x) })
			}
		}
	}
	for _, x := range slices.Sorted(maps.Keys(foreign)) {
		if foreign[x] && !own[x] {
			c.add(i.Name, fmt.Sprintf("bound %v", x), "no such number", "a bound")
		}
	}
}

type standing struct {
	level    string
	severity int
	line     int
}

// companions are sent along, for tables that look at another indicator: a
// free/total ratio counts in the grey zone of the total only.
var companions = []assess.Sample{{Name: "psa_total", Value: 6}}

var examination = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)

// level assesses one value of one person; nil when no row applies.
func (c *comparer) level(i *dictionary.Indicator, sex assess.Sex, age int, hypertensive bool, value float64) *standing {
	result, err := c.engine.Assess(&assess.Request{
		Person:  assess.Person{At: examination, Born: examination.AddDate(-age, 0, 0), Sex: sex, HasHypertension: hypertensive},
		Samples: append(slices.Clone(companions), assess.Sample{Name: i.Name, Value: value}),
	})
	if err != nil {
		return nil
	}
	s := result.Samples[len(companions)]
	if s.Trace.Line == 0 {
		return nil
	}
	return &standing{s.Level, c.set.Level(s.Level).Severity, s.Trace.Line}
}
