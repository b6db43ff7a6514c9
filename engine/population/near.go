package population

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Near makes persons whose values lie near the bounds of rules, where the
// answers of two versions are likeliest to differ. It never ends; the same
// sets and seed give the same persons. Every other person begins as one of the
// model of adults, as far as the dictionary has its indicators.
func Near(seed uint64, sets ...*ruleset.Set) iter.Seq[*assess.Request] {
	n := &near{sets: sets, bounds: map[string][]float64{}}
	n.model, _ = Adults(sets[0].Dictionary)
	used := map[string]bool{}
	for _, set := range sets {
		n.read(set, used)
	}
	for _, i := range sets[0].Dictionary.All() {
		if used[i.Name] {
			n.indicators = append(n.indicators, i)
		}
	}
	return n.persons(seed)
}

// About makes persons as Near does, with nothing but what a risk looks at.
func About(seed uint64, set *ruleset.Set, risk *ruleset.Risk) iter.Seq[*assess.Request] {
	n := &near{sets: []*ruleset.Set{set}, bounds: map[string][]float64{}}
	n.read(set, map[string]bool{})
	var slots []int
	for _, c := range risk.Conditions() {
		slots = slices.Concat(slots, c.Inputs, c.Asked)
	}
	for _, d := range set.Behind(slots) {
		slots = append(slots, d.Slots()...)
	}
	for _, i := range set.Dictionary.All() {
		if slices.Contains(slots, set.Names.Indicators[i.Name]) {
			n.indicators = append(n.indicators, i)
		}
	}
	return n.persons(seed)
}

func (n *near) persons(seed uint64) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		for k := uint64(0); ; k++ {
			n.random = rand.New(rand.NewPCG(seed, k))
			if !yield(n.person(seed, k)) {
				return
			}
		}
	}
}

type near struct {
	sets       []*ruleset.Set
	model      *Model // nil for other dictionaries
	indicators []*dictionary.Indicator
	bounds     map[string][]float64 // by indicator
	random     *rand.Rand
}

// read notes which indicators derived values, risks and tables use, and their
// bounds.
func (n *near) read(set *ruleset.Set, used map[string]bool) {
	slots := func(lists ...[]int) {
		for _, slot := range slices.Concat(lists...) {
			used[set.Scope.Slot(slot).Name] = true
		}
	}
	bounds := func(name string, v *expression.Variable, c *expression.Condition) {
		n.bounds[name] = append(n.bounds[name], c.Bounds(v).Numbers...)
	}
	for _, d := range set.Derived {
		slots(d.Slots())
	}
	for _, r := range set.Risks {
		for _, c := range r.Conditions() {
			slots(c.Inputs, c.Asked)
			for _, slot := range c.Inputs {
				v := set.Scope.Slot(slot)
				bounds(v.Name, v, c)
			}
		}
	}
	value := set.Scope.Slot(set.Names.Value)
	for name, tables := range set.Tables {
		used[name] = true
		for _, t := range tables {
			for _, row := range t.Rows {
				bounds(name, value, row.When)
			}
		}
	}
}

func (n *near) yes(share float64) bool { return n.random.Float64() < share }

func (n *near) person(seed, k uint64) *assess.Request {
	r := n.anybody()
	if n.model != nil && k%2 == 0 {
		r = n.model.one(seed, k)
	}
	for _, i := range n.indicators {
		at := slices.IndexFunc(r.Samples, func(s assess.Sample) bool { return s.Name == i.Name })
		switch {
		case at >= 0 && n.yes(0.5): // as it is
		case at >= 0:
			r.Samples[at].Value = n.value(i)
		case n.yes(0.6):
			r.Samples = append(r.Samples, assess.Sample{Name: i.Name, Unit: i.Unit, Value: n.value(i)})
		}
	}
	return r
}

// anybody is a person without samples.
func (n *near) anybody() *assess.Request {
	r := &assess.Request{Person: assess.Person{At: examined, Sex: assess.Male, Born: examined.AddDate(-18-n.random.IntN(73), 0, 0), Arguments: map[string]any{}}, NoTrace: true}
	if n.yes(0.5) {
		r.Sex = assess.Female
	}
	r.HasDiabetes, r.OnAntihypertensives, r.HasCVD, r.HasHypertension = n.yes(0.2), n.yes(0.2), n.yes(0.1), n.yes(0.3)
	if n.yes(0.3) {
		r.SmokeDaily = float64(1 + n.random.IntN(30))
	}
	for _, set := range n.sets {
		for _, a := range set.Arguments {
			switch {
			case n.yes(0.5):
			case a.Type == expression.Boolean:
				r.Arguments[a.Path] = n.yes(0.5)
			case a.Type == expression.String:
				r.Arguments[a.Path] = a.Allowed[n.random.IntN(len(a.Allowed))]
			}
		}
	}
	return r
}

// value lies on or near a bound, else anywhere that is plausible.
func (n *near) value(i *dictionary.Indicator) float64 {
	x := i.Plausible[0] + n.random.Float64()*(i.Plausible[1]-i.Plausible[0])
	if b := n.bounds[i.Name]; len(b) > 0 {
		x = b[n.random.IntN(len(b))]
		if n.yes(0.7) {
			x *= 1 + 0.1*n.random.NormFloat64()
		}
	}
	return lattice.Printed(min(max(x, i.Plausible[0]), i.Plausible[1]), i.Decimals)
}

// Describe writes a person with everything they have for readers.
func Describe(set *ruleset.Set, r *assess.Request, lang string) string {
	english := lang == problem.English
	parts := []string{map[assess.Sex]string{assess.Male: "男", assess.Female: "女"}[r.Sex], strconv.Itoa(r.Age()) + " 岁"}
	separator := "，"
	if english {
		parts = []string{map[assess.Sex]string{assess.Male: "man", assess.Female: "woman"}[r.Sex], "aged " + strconv.Itoa(r.Age())}
		separator = ", "
	}
	label := func(name string) string {
		if v, ok := set.Scope.Lookup(name); ok && v.Title != "" && !english {
			return v.Title
		}
		return name
	}
	for _, b := range ruleset.Backgrounds {
		if *b.Of(&r.Person) {
			parts = append(parts, label(b.Name))
		}
	}
	if r.SmokeDaily > 0 {
		parts = append(parts, fmt.Sprintf("%s %g", label(ruleset.Smoking), r.SmokeDaily))
	}
	if days := r.DaysSince(); days > 0 {
		parts = append(parts, fmt.Sprintf("%s %d", label(ruleset.DaysSinceExam), days))
	}
	for _, a := range set.Arguments {
		if value, ok := r.Arguments[a.Path]; ok {
			parts = append(parts, fmt.Sprintf("%s=%v", label(a.Variable), value))
		}
	}
	for _, s := range r.Samples {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %g %s", label(s.Name), s.Value, s.Unit)))
	}
	return strings.Join(parts, separator)
}

// Varied makes n persons for a set, half of them near its bounds. A third sends
// more than values: printed ranges, earlier results, numbers asked for besides,
// days since the examination. The same set and seed give the same persons.
func (m *Model) Varied(n int, seed uint64, set *ruleset.Set) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		near, stop := iter.Pull(Near(seed, set))
		defer stop()
		for i := range n {
			random := rand.New(rand.NewPCG(^seed, uint64(i)))
			r := m.one(seed, uint64(i))
			if i%2 == 1 {
				r, _ = near()
			}
			if random.IntN(3) == 0 {
				more(r, set, random)
			}
			if !yield(r) {
				return
			}
		}
	}
}

// more gives a person what few people send.
func more(r *assess.Request, set *ruleset.Set, random *rand.Rand) {
	r.SetDaysSince(random.IntN(30))
	for _, a := range set.Arguments {
		if a.Type == expression.Number {
			r.Arguments[a.Path] = float64(random.IntN(42))
		}
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		if random.IntN(4) > 0 {
			continue
		}
		low := s.Value * (0.4 + random.Float64())
		s.Reference = &assess.Reference{Low: low, High: low + math.Abs(low)*(0.5+random.Float64())}
		s.Previous = []assess.Earlier{{Value: s.Value * (0.5 + random.Float64()), At: r.At.AddDate(0, -1-random.IntN(24), 0)}}
	}
}
