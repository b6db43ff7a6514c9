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
	of := map[int][]*ruleset.Derived{}
	for _, d := range set.Derived {
		of[d.Slot] = append(of[d.Slot], d)
		if d.Supplies != nil {
			of[d.SuppliesSlot] = append(of[d.SuppliesSlot], d)
		}
	}
	for name := range set.Tables {
		w := spreader{set: set, of: of, seen: map[int]bool{}, spread: &spread{ages: []int{anyAge}}}
		w.tables(set.Tables[name])
		for _, o := range set.Overlays {
			w.tables(o.Tables[name])
		}
		slices.Sort(w.spread.ages)
		w.spread.ages = slices.Compact(w.spread.ages)
		byIndicator[name] = w.spread
	}
	return byIndicator
}

type spreader struct {
	set *ruleset.Set
	of  map[int][]*ruleset.Derived // by the slots that they fill
	// seen are the slots that were looked at.
	seen   map[int]bool
	spread *spread
}

func (w *spreader) tables(tables []*ruleset.Table) {
	for _, t := range tables {
		w.condition(t.For)
		for _, row := range t.Rows {
			w.condition(row.When)
		}
	}
}

func (w *spreader) condition(c *expression.Condition) {
	if c != nil {
		w.expression(&c.Expression)
	}
}

func (w *spreader) expression(e *expression.Expression) {
	n := &w.set.Names
	for _, slot := range e.Slots() {
		if slot == n.Age {
			w.ages(e.Bounds(w.set.Scope.Slot(slot)))
		}
		if w.seen[slot] {
			continue
		}
		w.seen[slot] = true
		w.spread.sex = w.spread.sex || slot == n.Sex
		w.spread.smoking = w.spread.smoking || slot == n.SmokeDaily
		if i := slices.Index(n.Backgrounds[:], slot); i >= 0 {
			w.spread.health[i] = true
		}
		for _, d := range w.of[slot] {
			w.condition(d.When)
			for _, a := range d.Assume {
				w.expression(&a.Value.Expression)
			}
			for _, step := range d.Let {
				w.expression(&step.Formula.Expression)
			}
			for _, c := range d.Cases {
				w.condition(c.When)
				w.expression(&c.Formula.Expression)
			}
		}
	}
}

// ages takes both sides of each bound, and ages in between where more than
// comparisons is done with the age.
func (w *spreader) ages(b expression.Bounds) {
	w.spread.ages = append(w.spread.ages, youngest)
	for _, x := range b.Numbers {
		for _, age := range []float64{math.Ceil(x) - 1, math.Ceil(x), math.Floor(x) + 1} {
			if a := int(age); a > youngest && a <= oldest {
				w.spread.ages = append(w.spread.ages, a)
			}
		}
	}
	if !b.Exact {
		w.spread.ages = append(w.spread.ages, 50, 60, 70, 80, 90)
	}
	w.spread.ages = append(w.spread.ages, oldest)
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
