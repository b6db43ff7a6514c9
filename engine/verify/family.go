package verify

import (
	"fmt"
	"math"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// apart is by how many steps of severity two tables disagree.
const apart = 2

// maxAnswers is how many answers are worked out for one pair at most.
const maxAnswers = 2e6

// Families proves that the tables of indicators which tell of the same thing do
// not disagree about a person by two steps of severity or more. Overlays are
// left out.
func Families(set *ruleset.Set) problem.List { return (*Memory)(nil).Families(set) }

// Families is the function of that name, with every proof kept for the next
// time. It is called after Check.
func (m *Memory) Families(set *ruleset.Set) problem.List {
	var list problem.List
	prove := func(of func() key, proof func(*problem.List)) {
		list = append(list, m.recall(of, func() *outcome {
			o := &outcome{}
			proof(&o.problems)
			return o
		}).problems...)
	}
	pairOf := func(f *ruleset.Family, a, b *dictionary.Indicator, derived string) {
		prove(func() key { return ofPair(set, f, a, b, derived) }, func(list *problem.List) {
			p := newPair(set, f, a, b, derived)
			if m != nil {
				p.roots, p.key = m.roots, ofDerived(set, a, b, derived)
			}
			p.prove(list)
		})
	}
	for _, f := range set.Families {
		for i, a := range f.Same {
			for _, b := range f.Same[i+1:] {
				pairOf(f, a, b, "")
			}
		}
		if f.NeverMilder != nil {
			for _, i := range guardedBy(set, f.NeverMilder) {
				prove(func() key { return ofComparison(set, f, i) }, func(list *problem.List) { newComparison(set, f, i, set.Tables[i.Name]).prove(list) })
			}
		}
		if f.For != nil {
			for _, i := range set.Dictionary.All() {
				if f.Covers(i) && len(set.Tables[i.Name]) > 0 {
					prove(func() key { return ofSaying(set, f, i) }, func(list *problem.List) { newComparison(set, f, i, set.Tables[i.Name]).proveSaid(list) })
				}
			}
		}
		if f.From != nil {
			for _, d := range set.Derived {
				if d.Supplies == f.To {
					pairOf(f, f.From, f.To, d.ID)
				}
			}
		}
	}
	list.Sort()
	return list
}

// A pair is two indicators of a family.
type pair struct {
	set     *ruleset.Set // only what the two need
	engine  *assess.Engine
	family  *ruleset.Family
	a, b    *dictionary.Indicator
	derived string // gives b from a; "" where both have the same value
	space   *lattice.Space
	bounds  [2][]float64 // of the values, in the units of each
	result  assess.Result
	said    map[[2]problem.Place]bool
	roots   map[root]found // that are known; nil for none
	key     key            // of what gives them
	who     string         // whom they are asked for
}

func newPair(set *ruleset.Set, f *ruleset.Family, a, b *dictionary.Indicator, derived string) *pair {
	p := &pair{family: f, a: a, b: b, derived: derived, said: map[[2]problem.Place]bool{}}
	conditions := ruleset.ConditionsOf(slices.Concat(set.Tables[a.Name], set.Tables[b.Name]))
	value := set.Scope.Slot(set.Names.Value)
	for k, i := range []*dictionary.Indicator{a, b} {
		for _, t := range set.Tables[i.Name] {
			for _, r := range t.Rows {
				p.bounds[k] = append(p.bounds[k], r.When.Bounds(value).Numbers...)
			}
		}
		p.bounds[k] = append(p.bounds[k], i.Plausible[:]...)
	}
	p.reduce(set, conditions)
	p.space = lattice.New(a, lattice.Side{Set: set, Conditions: conditions})
	p.space.Dimensions = p.space.Dimensions[:len(p.space.Dimensions)-1] // the value goes its own way
	p.narrow()
	return p
}

// reduce keeps of a set only the two indicators' tables and the derived values
// that they need.
func (p *pair) reduce(set *ruleset.Set, conditions []*expression.Condition) {
	c := *set
	c.Overlays, c.Risks, c.Summary, c.Late = nil, nil, nil, nil
	c.Tables = map[string][]*ruleset.Table{p.a.Name: set.Tables[p.a.Name], p.b.Name: set.Tables[p.b.Name]}
	var slots []int
	for _, condition := range conditions {
		slots = append(slots, condition.Slots()...)
	}
	if p.derived != "" {
		slots = append(slots, set.Names.Indicators[p.b.Name])
	}
	c.Derived = set.Behind(slots)
	c.Arguments = nil
	for _, a := range set.Arguments {
		free := *a
		free.Required = nil
		c.Arguments = append(c.Arguments, &free)
	}
	p.set, p.engine = &c, assess.New(&c)
}

// narrow leaves out what is worked out from the rest, and what belongs to one
// sample; where a formula calculates with the age, every age has its turn.
func (p *pair) narrow() {
	p.space.Dimensions = slices.DeleteFunc(p.space.Dimensions, func(d lattice.Dimension) bool {
		v, ok := p.set.Scope.Lookup(d.Name)
		derived := func(k *ruleset.Derived) bool { return k.Gives(v.Slot) }
		return d.Name == p.a.Name || d.Name == p.b.Name || ok && (p.set.Names.IsFacet(v.Slot) || slices.ContainsFunc(p.set.Derived, derived))
	})
	if p.derived != "" {
		p.space.Dimensions = append(slices.DeleteFunc(p.space.Dimensions, func(d lattice.Dimension) bool { return d.Name == "age" || d.Name == "sex" }), everyAge(), sexes())
	}
}

func everyAge() lattice.Dimension {
	d := lattice.Dimension{Name: "age", Type: expression.Number}
	for age := range ruleset.MaxAge + 1 {
		d.Points = append(d.Points, float64(age))
	}
	return d
}

func sexes() lattice.Dimension {
	return lattice.Dimension{Name: "sex", Type: expression.String, Points: []any{string(ruleset.Male), string(ruleset.Female)}}
}

// prove asks for the answers about every kind of person, at and between the
// values where either table can change its own.
func (p *pair) prove(list *problem.List) {
	if size := p.space.Size() * float64(2*len(p.bounds[0])+2*len(p.bounds[1])); size > maxAnswers {
		list.Add(message.Unproved.At(p.family.At, "reason", message.TooManyCases.With("cells", int(size))))
		return
	}
	p.space.Each(nil, func(point []int) bool {
		person := population.Put(p.set, &assess.Request{Person: usual, NoTrace: true}, p.space.Inputs(point))
		person.NoTrace = true
		p.who = fmt.Sprint(p.space.Inputs(point))
		for _, x := range p.values(person) {
			p.compare(list, person, x)
		}
		return true
	})
}

// values are where an answer can change, and one between each two of them.
func (p *pair) values(person *assess.Request) []float64 {
	low, high := p.a.Plausible[0], p.a.Plausible[1]
	cuts := slices.Clone(p.bounds[0])
	if p.derived == "" {
		for _, y := range p.bounds[1] {
			if x, ok := p.a.ToStandard(y, p.b.Unit); ok {
				cuts = append(cuts, x)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if p.derived != "" {
		cuts = p.passes(person, cuts)
	}
	var all []float64
	for i, x := range cuts {
		all = append(all, x)
		if i > 0 {
			all = append(all, cuts[i-1]+(x-cuts[i-1])/2)
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(x float64) bool { return x < low || x > high })
}

// passes adds where the derived value passes a bound of the other table: between
// two cuts it only rises or only falls.
func (p *pair) passes(person *assess.Request, cuts []float64) []float64 {
	all := slices.Clone(cuts)
	for i := 1; i < len(cuts); i++ {
		from, to := p.derive(person, cuts[i-1]), p.derive(person, cuts[i])
		for _, y := range p.bounds[1] {
			if (from < y) == (to < y) {
				continue
			}
			low, high := p.root(person, cuts[i-1], cuts[i], y, from < y)
			all = append(all, low, high)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// root finds the numbers on either side of where the derived value passes y.
func (p *pair) root(person *assess.Request, low, high, y float64, below bool) (float64, float64) {
	of := root{p.key, p.who, low, high, y}
	if f, known := p.roots[of]; known {
		return f.low, f.high
	}
	low, high = passing(low, high, func(x float64) float64 { return p.derive(person, x) - y }, below)
	if p.roots != nil {
		p.roots[of] = found{low, high}
	}
	return low, high
}

// ask answers a person's samples; false for one that is refused.
func (p *pair) ask(person *assess.Request, samples ...assess.Sample) bool {
	r := *person
	r.Samples = slices.Concat(person.Samples, samples)
	return p.engine.AssessInto(&r, &p.result) == nil
}

// derive works the second value out; NaN when there is none.
func (p *pair) derive(person *assess.Request, x float64) float64 {
	if p.ask(person, assess.Sample{Name: p.a.Name, Unit: p.a.Unit, Value: x}) {
		if y, ok := p.result.Derived[p.derived].(float64); ok {
			return y
		}
	}
	return math.NaN()
}

func (p *pair) compare(list *problem.List, person *assess.Request, x float64) {
	first := assess.Sample{Name: p.a.Name, Unit: p.a.Unit, Value: x}
	second := assess.Sample{Name: p.b.Name, Unit: p.a.Unit, Value: x}
	if p.derived != "" {
		second.Unit, second.Value = p.b.Unit, p.derive(person, x)
	}
	if math.IsNaN(second.Value) || !p.ask(person, first, second) {
		return
	}
	n := len(person.Samples)
	a, b := p.result.Samples[n], p.result.Samples[n+1]
	if a.Level[0] == 'U' || b.Level[0] == 'U' || math.Abs(p.grave(&a)-p.grave(&b)) < apart {
		return
	}
	r := *person
	r.NoTrace, r.Samples = false, append(slices.Clone(person.Samples), first, second)
	told, err := p.engine.Assess(&r)
	if err != nil {
		return
	}
	at := func(s *assess.SampleResult) problem.Place {
		return problem.Place{File: s.Trace.File, Line: s.Trace.Line}
	}
	key := [2]problem.Place{at(&told.Samples[n]), at(&told.Samples[n+1])}
	if p.said[key] || p.excepted(&r, x) {
		return
	}
	p.said[key] = true
	witness := message.Phrase{ZH: population.Describe(p.set, &r, problem.Chinese), EN: population.Describe(p.set, &r, problem.English)}
	list.Add(message.FamilyApart.At(key[0], "first", p.a.Called(), "firstlevel", a.Level, "second", p.b.Called(), "secondlevel", b.Level, "other", key[1], "witness", witness))
}

// grave is how grave an answer is: its level's severity, or its colour's where
// that is graver. Of one analyte low and high are opposites.
func (p *pair) grave(s *assess.SampleResult) float64 {
	g := float64(max(p.set.Level(s.Level).Severity, s.Color-2, 0))
	if p.derived == "" && s.Level[0] == 'L' {
		return -g
	}
	return g
}

// excepted reports whether the rules mean the disagreement.
func (p *pair) excepted(r *assess.Request, x float64) bool {
	if len(p.family.Except) == 0 {
		return false
	}
	in := p.set.Scope.NewInputs()
	p.set.Names.Put(in, &r.Person)
	for _, a := range p.set.Arguments {
		if v, ok := r.Arguments[a.Path]; ok {
			in.Set(a.Slot, v)
		}
	}
	for _, s := range r.Samples {
		in.SetNumber(p.set.Names.Indicators[s.Name], s.Value)
	}
	in.SetNumber(p.set.Names.Value, x)
	return slices.ContainsFunc(p.family.Except, func(e *ruleset.Exception) bool { return e.When.Eval(in) == expression.True })
}

// passing finds the two neighbouring numbers between which a function that only
// rises or only falls passes 0: it is below 0 up to the first, where below says
// so, else from the second on. What is no number counts as not below.
//
// A guess where the line through both ends passes 0 (regula falsi, Illinois
// variant: Dowell and Jarratt, BIT 11, 1971, 168) is near after a few steps,
// where halving takes fifty; once three steps took away less than half each,
// halving has its turn.
func passing(low, high float64, f func(float64) float64, below bool) (float64, float64) {
	atLow, atHigh := f(low), f(high)
	slow, rose := 0, false // steps that took little away, in a row; whether low was moved
	for first := true; ; first = false {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return low, high
		}
		guess := low + (high-low)*(atLow/(atLow-atHigh))
		if slow > 2 || math.IsNaN(guess) {
			guess = middle
		}
		guess = max(math.Nextafter(low, high), min(guess, math.Nextafter(high, low)))
		width, y := high-low, f(guess)
		rises := (y < 0) == below
		weight := 1.0 // of the end that stays: less, when it stayed before
		if !first && rises == rose {
			weight = 0.5
		}
		if rose = rises; rises {
			low, atLow, atHigh = guess, y, atHigh*weight
		} else {
			high, atHigh, atLow = guess, y, atLow*weight
		}
		if slow++; high-low <= width/2 {
			slow = 0
		}
	}
}
