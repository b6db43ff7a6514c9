package reference

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Drawer draws random requests that lie on, and just beside, the bounds of
// every condition more often than elsewhere: there answers change.
type Drawer struct {
	set        *ruleset.Set
	random     *rand.Rand
	indicators []*dictionary.Indicator
	used       []*dictionary.Indicator // by derived values and risks
	bounds     map[string][]float64    // by variable
	namespaces []string
	mentioned  map[int]bool // slots in conditions and formulas
}

// NewDrawer draws for a rule set; equal seeds draw equal requests.
func NewDrawer(set *ruleset.Set, seed uint64) *Drawer {
	d := &Drawer{set: set, random: rand.New(rand.NewPCG(seed, 0)), indicators: set.Dictionary.All(), bounds: map[string][]float64{}, namespaces: []string{""}, mentioned: map[int]bool{}}
	for name, o := range set.Overlays {
		d.namespaces = append(d.namespaces, name)
		d.tables(o.Tables)
	}
	slices.Sort(d.namespaces)
	d.tables(set.Tables)
	for _, v := range set.Derived {
		d.collect(v.When, "")
		for _, s := range v.Let {
			d.formula(s.Formula)
		}
		for _, c := range v.Cases {
			d.collect(c.When, "")
			d.formula(c.Formula)
		}
	}
	for _, r := range set.Risks {
		for _, rule := range r.Rules {
			d.collect(rule.When, "")
			for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
				d.collect(row.When, "")
			}
		}
	}
	for name, numbers := range d.bounds {
		slices.Sort(numbers)
		d.bounds[name] = slices.Compact(numbers)
	}
	for _, i := range d.indicators {
		if d.mentioned[d.set.Names.Indicators[i.Name]] {
			d.used = append(d.used, i)
		}
	}
	return d
}

func (d *Drawer) tables(all map[string][]*ruleset.Table) {
	for name, tables := range all {
		for _, t := range tables {
			d.collect(t.For, "")
			for _, r := range t.Rows {
				d.collect(r.When, name)
			}
		}
	}
}

// collect takes the constants that variables are compared with; value is the
// name of the indicator that the variable value stands for.
func (d *Drawer) collect(c *expression.Condition, value string) {
	if c == nil {
		return
	}
	for _, slot := range c.Inputs {
		v := d.set.Scope.Slot(slot)
		d.mentioned[slot] = true
		name := v.Name
		if slot == d.set.Names.Value {
			name = value
		}
		d.bounds[name] = append(d.bounds[name], c.Bounds(v).Numbers...)
	}
}

func (d *Drawer) formula(f *expression.Formula) {
	for _, slot := range f.Inputs {
		v := d.set.Scope.Slot(slot)
		d.mentioned[slot] = true
		d.bounds[v.Name] = append(d.bounds[v.Name], f.Bounds(v).Numbers...)
	}
}

func (d *Drawer) chance(oneIn int) bool { return d.random.IntN(oneIn) == 0 }

func pick[T any](d *Drawer, from []T) T { return from[d.random.IntN(len(from))] }

// Request draws a person with samples: mostly some twenty, at times sixty, few
// of them unknown, repeated, implausible or faulty.
func (d *Drawer) Request() *assess.Request {
	r := &assess.Request{NoTrace: !d.chance(4)}
	r.Namespace = pick(d, d.namespaces)
	r.At = time.Date(2026, time.Month(1+d.random.IntN(12)), 1+d.random.IntN(28), 8, 0, 0, 0, time.UTC)
	r.Born = time.Date(2026-d.age(), r.At.Month(), r.At.Day(), 0, 0, 0, 0, time.UTC).AddDate(0, 0, -d.random.IntN(3))
	r.Sex = pick(d, []assess.Sex{assess.Male, assess.Female})
	r.HasDiabetes, r.OnAntihypertensives, r.HasCVD, r.HasHypertension = d.chance(4), d.chance(4), d.chance(4), d.chance(3)
	if d.chance(3) {
		r.SmokeDaily = float64(d.random.IntN(30))
	}
	r.Arguments = map[string]any{}
	for _, a := range d.set.Arguments {
		if !d.chance(3) {
			r.Arguments[a.Path] = d.argument(a)
		}
	}
	count := d.random.IntN(24)
	if d.chance(20) {
		count = 60
	}
	if d.chance(400) {
		r.Sex = "other"
	}
	for range count {
		r.Samples = append(r.Samples, d.sample())
	}
	return r
}

func (d *Drawer) age() int {
	if bounds := d.bounds["age"]; len(bounds) > 0 && d.chance(3) {
		return int(pick(d, bounds)) + d.random.IntN(3) - 1
	}
	return d.random.IntN(100)
}

func (d *Drawer) argument(a *ruleset.Argument) any {
	switch {
	case d.chance(400):
		return nil // no value of any type
	case a.Type == expression.Boolean:
		return d.chance(2)
	case a.Type == expression.String:
		return pick(d, a.Allowed)
	default:
		return float64(d.random.IntN(100))
	}
}

func (d *Drawer) sample() assess.Sample {
	if d.chance(100) {
		return assess.Sample{Name: "no_such_indicator", Unit: "g", Value: d.random.Float64()}
	}
	i := pick(d, d.indicators)
	if len(d.used) > 0 && !d.chance(3) {
		i = pick(d, d.used)
	}
	s := assess.Sample{Name: i.Name, Unit: i.Unit, Value: d.value(i)}
	switch {
	case d.chance(3000):
		s.Unit = "furlong"
	case d.chance(3000):
		s.Value = math.NaN()
	case d.chance(10):
		s.Unit = ""
	case d.chance(4):
		s.Unit = pick(d, i.KnownUnits())
		s.Value, _ = i.FromStandard(s.Value, s.Unit)
	}
	return s
}

// value draws a value in the standard unit.
func (d *Drawer) value(i *dictionary.Indicator) float64 {
	low, high := i.Plausible[0], i.Plausible[1]
	bounds := d.bounds[i.Name]
	switch n := d.random.IntN(20); {
	case n == 0:
		return pick(d, []float64{0, low, high, low - 1, high * 2})
	case n < 7 && len(bounds) > 0:
		return pick(d, bounds)
	case n < 10 && len(bounds) > 0:
		return math.Nextafter(pick(d, bounds), pick(d, []float64{math.Inf(-1), math.Inf(1)}))
	case n < 15 && len(bounds) > 0:
		return pick(d, bounds) * (0.8 + 0.4*d.random.Float64())
	}
	x := low + (high-low)*d.random.Float64()*d.random.Float64()
	scale := math.Pow10(i.Decimals)
	return math.Round(x*scale) / scale
}

// Difference tells the first thing in which two answers to a request differ;
// "" when they are equal.
func Difference(got *assess.Result, gotErr error, want *assess.Result, wantErr error) string {
	if gotErr != nil || wantErr != nil {
		if !reflect.DeepEqual(gotErr, wantErr) {
			return fmt.Sprintf("errors: %v, want %v", gotErr, wantErr)
		}
		return ""
	}
	for i := range want.Samples {
		if !reflect.DeepEqual(got.Samples[i], want.Samples[i]) {
			return fmt.Sprintf("sample %d: %+v, want %+v", i, got.Samples[i], want.Samples[i])
		}
	}
	if len(got.Samples) != len(want.Samples) || got.Version != want.Version || got.Hash != want.Hash ||
		!maps.Equal(got.Derived, want.Derived) || !slices.Equal(got.Assumptions, want.Assumptions) {
		return fmt.Sprintf("%s %v %v, want %s %v %v", got.Hash, got.Derived, got.Assumptions, want.Hash, want.Derived, want.Assumptions)
	}
	return ""
}
