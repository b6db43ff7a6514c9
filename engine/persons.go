package engine

import (
	"iter"
	"math"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// A spread is what of a person the answers about an indicator may depend on.
type spread struct {
	ages    []int // of adults, at and around which answers may change
	sex     bool
	smoking bool
	health  [len(ruleset.Backgrounds)]bool
}

const youngest, oldest, anyAge = 18, 100, 40

// spreads finds for each indicator what its tables look at, directly or by way
// of derived values.
func spreads(set *ruleset.Set) map[string]*spread {
	byIndicator := map[string]*spread{}
	for name, tables := range set.Tables {
		all := slices.Clone(tables)
		for _, o := range set.Overlays {
			all = append(all, o.Tables[name]...)
		}
		byIndicator[name] = spreadOf(set, all)
	}
	return byIndicator
}

func spreadOf(set *ruleset.Set, tables []*ruleset.Table) *spread {
	var looked []*expression.Expression
	var slots []int
	for _, c := range ruleset.ConditionsOf(tables) {
		looked, slots = append(looked, &c.Expression), append(slots, c.Slots()...)
	}
	for _, d := range set.Behind(slots) {
		looked = append(looked, d.Expressions()...)
	}
	n := &set.Names
	s := &spread{ages: []int{anyAge}}
	for _, e := range looked {
		for _, slot := range e.Slots() {
			if slot == n.Age {
				s.around(e.Bounds(set.Scope.Slot(slot)))
			}
			s.sex = s.sex || slot == n.Sex
			s.smoking = s.smoking || slot == n.SmokeDaily
			if i := slices.Index(n.Backgrounds[:], slot); i >= 0 {
				s.health[i] = true
			}
		}
	}
	slices.Sort(s.ages)
	s.ages = slices.Compact(s.ages)
	return s
}

// around takes both sides of each bound, and ages in between where more than
// comparisons is done with the age.
func (s *spread) around(b expression.Bounds) {
	s.ages = append(s.ages, youngest, oldest)
	for _, x := range b.Numbers {
		for _, age := range []float64{math.Ceil(x) - 1, math.Ceil(x), math.Floor(x) + 1} {
			if a := int(age); a > youngest && a <= oldest {
				s.ages = append(s.ages, a)
			}
		}
	}
	if !b.Exact {
		s.ages = append(s.ages, 50, 60, 70, 80, 90)
	}
}

// persons are those whom samples of a text may be of: the one that is known, in
// every state of health where that is not; else every adult.
func (s *Snapshot) persons(samples []assess.Sample, known *wire.Person) iter.Seq[*assess.Request] {
	all := spread{}
	for _, sample := range samples {
		if one := s.spreads[sample.Name]; one != nil {
			all.ages = append(all.ages, one.ages...)
			all.sex, all.smoking = all.sex || one.sex, all.smoking || one.smoking
			for i, looked := range one.health {
				all.health[i] = all.health[i] || looked
			}
		}
	}
	slices.Sort(all.ages)
	all.ages = slices.Compact(all.ages)
	return func(yield func(*assess.Request) bool) {
		r := assess.Request{}
		if known != nil {
			r.Person = known.Person
			if known.Background {
				yield(&r)
			} else {
				all.states(r, yield)
			}
			return
		}
		r.At = time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		for _, r.Sex = range sexes[:1+truth(all.sex)] {
			for _, age := range all.ages {
				r.Born = r.At.AddDate(-age, 0, 0)
				if !all.states(r, yield) {
					return
				}
			}
		}
	}
}

var sexes = []assess.Sex{assess.Male, assess.Female}

// states gives a person every state of health that matters.
func (a *spread) states(r assess.Request, yield func(*assess.Request) bool) bool {
	const smoker = 20
	for state := range 1 << len(a.health) {
		own, needed := r, true
		for i, b := range ruleset.Backgrounds {
			*b.Of(&own.Person) = state>>i&1 == 1
			needed = needed && (a.health[i] || state>>i&1 == 0)
		}
		for _, daily := range []float64{0, smoker}[:1+truth(a.smoking)] {
			own.SmokeDaily = daily
			if needed && !yield(&own) {
				return false
			}
		}
	}
	return true
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
