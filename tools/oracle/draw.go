package oracle

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Drawer draws requests whose values lie on, just beside and between the
// constants of the rules more often than elsewhere.
type Drawer struct {
	set        *ruleset.Set
	constants  constants
	useful     []*dictionary.Indicator // that derived values, risks and other tables look at
	all        []*dictionary.Indicator
	namespaces []string
	ages       []float64
	*rand.Rand
	source *rand.PCG
}

// NewDrawer makes a drawer; the same set and seed give the same requests.
func NewDrawer(set *ruleset.Set, seed uint64) *Drawer {
	d := &Drawer{set: set, constants: findConstants(set), all: set.Dictionary.All(), source: rand.NewPCG(seed, 0)}
	d.Rand = rand.New(d.source)
	for _, i := range d.all {
		if d.constants.used[i.Name] > 0 {
			d.useful = append(d.useful, i)
		}
	}
	d.namespaces = append([]string{"", "nobody"}, slices.Sorted(maps.Keys(set.Overlays))...)
	d.ages = d.constants.near[set.Scope.Slot(set.Names.Age).Name]
	return d
}

// Seed makes the next request the first one of a seed.
func (d *Drawer) Seed(seed uint64) { d.source.Seed(seed, 0) }

func (d *Drawer) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d *Drawer, from []T) T { return from[d.IntN(len(from))] }

// Request draws a request. One in twelve may hold what is refused.
func (d *Drawer) Request() *assess.Request {
	faulty := d.chance(8)
	r := &assess.Request{Person: d.person(faulty), NoTrace: d.chance(50)}
	for range pick(d, []int{0, 1, 2, 4, 8, 16, 32, 32, 64}) {
		r.Samples = append(r.Samples, d.sample(faulty))
	}
	for range d.IntN(3) { // sent twice
		if len(r.Samples) > 0 {
			again := pick(d, r.Samples)
			if i, ok := d.set.Dictionary.Lookup(again.Name); ok {
				again.Value, again.Unit = d.value(i), ""
			}
			r.Samples = append(r.Samples, again)
		}
	}
	if d.chance(30) { // most of what derived values need
		for _, i := range d.useful {
			if d.chance(85) {
				r.Samples = append(r.Samples, assess.Sample{Name: i.Name, Value: d.value(i)})
			}
		}
	}
	return r
}

func (d *Drawer) person(faulty bool) assess.Person {
	p := assess.Person{
		Namespace:           pick(d, d.namespaces),
		At:                  time.Date(2024+d.IntN(4), time.Month(1+d.IntN(12)), 1+d.IntN(31), d.IntN(24), 0, 0, 0, time.FixedZone("", 3600*(d.IntN(25)-12))),
		Sex:                 pick(d, []assess.Sex{assess.Male, assess.Female}),
		HasDiabetes:         d.chance(20),
		OnAntihypertensives: d.chance(20),
		HasCVD:              d.chance(15),
		HasHypertension:     d.chance(25),
		SmokeDaily:          pick(d, []float64{0, 0, 0, 0.5, 1, 20}),
		Arguments:           map[string]any{},
	}
	if d.chance(50) {
		p.Answered = p.At.Add(time.Duration(d.IntN(120)-12) * time.Hour)
	}
	age := d.IntN(ruleset.MaxAge + 1)
	switch {
	case len(d.ages) > 0 && d.chance(50):
		age = min(int(pick(d, d.ages))+d.IntN(3)-1, ruleset.MaxAge)
	case d.chance(50):
		age = 18 + d.IntN(70)
	}
	// Around the birthday the age changes.
	p.Born = time.Date(p.At.Year()-age, p.At.Month(), p.At.Day()+pick(d, []int{-200, -1, 0, 0, 1, 150}), 0, 0, 0, 0, p.At.Location())
	if d.chance(8) { // newborns, whose age is counted in days
		p.Born = p.At.AddDate(0, 0, -d.IntN(32))
	}
	for p.Age() < 0 {
		p.Born = p.Born.AddDate(-1, 0, 0)
	}
	for p.Age() > ruleset.MaxAge {
		p.Born = p.Born.AddDate(1, 0, 0)
	}
	for _, a := range d.set.Arguments {
		if d.chance(55) {
			p.Arguments[a.Path] = d.argument(a)
		}
	}
	if faulty {
		d.spoil(&p)
	}
	return p
}

func (d *Drawer) argument(a *ruleset.Argument) any {
	switch a.Type {
	case expression.Boolean:
		return d.chance(50)
	case expression.String:
		return pick(d, a.Allowed)
	}
	x := float64(d.IntN(100))
	if near := d.constants.near[a.Variable]; len(near) > 0 {
		x = d.beside(pick(d, near), 1)
	}
	if a.Range != nil && !d.chance(5) { // one beyond it is refused
		x = min(max(x, a.Range[0]), a.Range[1])
	}
	return x
}

// spoil may make a person one that is refused.
func (d *Drawer) spoil(p *assess.Person) {
	switch d.IntN(6) {
	case 0:
		p.Sex = pick(d, []assess.Sex{"", "other", "Male"})
	case 1:
		p.Born = p.At.AddDate(0, 0, 1+d.IntN(400))
	case 2:
		p.SmokeDaily = pick(d, []float64{math.NaN(), math.Inf(1)})
	case 3:
		if len(d.set.Arguments) > 0 {
			p.Arguments[pick(d, d.set.Arguments).Path] = pick(d, []any{1.0, true, "elsewhere", "", math.NaN()})
		}
	case 4:
		p.Arguments["profile.nickname"] = "unknown to the rules"
	}
}

func (d *Drawer) sample(faulty bool) assess.Sample {
	from := d.all
	if d.chance(60) && len(d.useful) > 0 {
		from = d.useful
	}
	i := pick(d, from)
	s := assess.Sample{Name: i.Name, Value: d.value(i)}
	switch d.IntN(20) {
	case 0:
		s.Unit = i.Unit
	case 1, 2, 3:
		s.Unit = pick(d, i.KnownUnits())
		if converted, ok := i.FromStandard(s.Value, s.Unit); ok {
			s.Value = converted
		}
	case 4:
		s.Name, s.Unit = "no_such_indicator", pick(d, []string{"", "furlong"})
	}
	if d.chance(30) {
		d.known(&s, i, faulty)
	}
	if faulty && d.chance(10) {
		s.Unit = pick(d, []string{"furlong", "mmol/L", "%"})
	}
	if faulty && d.chance(5) {
		s.Value = pick(d, []float64{math.NaN(), math.Inf(-1), math.Inf(1)})
	}
	return s
}

// known draws a printed range and earlier results.
func (d *Drawer) known(s *assess.Sample, i *dictionary.Indicator, faulty bool) {
	near := func() float64 {
		x := pick(d, []float64{d.value(i), s.Value})
		return pick(d, []float64{x, x, x / 2, x / 2.5, x / 0.8, x + 20, x * 0.9, -x, 0})
	}
	if d.chance(60) {
		s.Reference = &assess.Reference{Low: pick(d, []float64{near(), math.NaN()}), High: pick(d, []float64{near(), math.NaN()})}
	}
	if d.chance(20) { // the usual one, in any of its units
		unit := pick(d, i.KnownUnits())
		low, _ := i.FromStandard(i.Usual.Low, unit)
		high, _ := i.FromStandard(i.Usual.High, unit)
		part := pick(d, []float64{1, 1, 0.95, 1.3})
		s.Reference = &assess.Reference{Low: pick(d, []float64{low * part, math.NaN()}), High: pick(d, []float64{high / part, high * part})}
	}
	for range d.IntN(4) {
		e := assess.Earlier{Value: near(), Unit: pick(d, append(i.KnownUnits(), "", "", "")), At: time.Date(2023+d.IntN(5), time.Month(1+d.IntN(12)), 1, 0, 0, 0, 0, time.UTC)}
		if faulty && d.chance(10) {
			e.Unit = "furlong"
		}
		s.Previous = append(s.Previous, e)
	}
}

// value draws one in the standard unit.
func (d *Drawer) value(i *dictionary.Indicator) float64 {
	low, high := i.Plausible[0], i.Plausible[1]
	step := math.Pow10(-i.Decimals)
	var inside []float64
	for _, c := range d.constants.near[i.Name] {
		if low <= c && c <= high {
			inside = append(inside, c)
		}
	}
	switch n := d.IntN(40); {
	case n == 0:
		return d.beside(pick(d, i.Plausible[:]), step)
	case n == 1:
		return pick(d, []float64{0, math.Copysign(0, -1), low - 1 - math.Abs(low), high*2 + 1, 1e300, -1e300})
	case n < 6 || len(inside) == 0:
		return low + d.Float64()*(high-low)
	case n < 24:
		return d.beside(pick(d, inside), step)
	}
	k := d.IntN(len(inside)) // between two constants, as printed
	if k > 0 {
		low = inside[k-1]
	}
	return math.Round((low+d.Float64()*(inside[k]-low))/step) * step
}

// beside gives a number or one next to it: by one step or the least possible.
func (d *Drawer) beside(x, step float64) float64 {
	switch d.IntN(6) {
	case 0:
		return x - step
	case 1:
		return x + step
	case 2:
		return math.Nextafter(x, math.Inf(-1))
	case 3:
		return math.Nextafter(x, math.Inf(1))
	}
	return x
}
