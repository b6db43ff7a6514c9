package derive

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Personal knows the derived values that follow from the person alone, such as
// whether it is a newborn. They cannot be chosen freely beside the age. It asks
// of inputs that somebody may have what People asks of the cells of a space.
type Personal struct {
	set     *ruleset.Set
	derived []*ruleset.Derived
}

// PersonalOf finds the values of a set that follow from the person alone.
func PersonalOf(set *ruleset.Set) Personal {
	p, fixed := Personal{set: set}, set.Names.Person()
	for _, d := range set.Derived {
		free := func(slot int) bool { return !slices.Contains(fixed, slot) }
		if d.When == nil && len(d.Let)+len(d.Assume) == 0 && len(d.Cases) == 1 && d.Cases[0].When == nil && !slices.ContainsFunc(d.Slots(), free) {
			p.derived = append(p.derived, d)
		}
	}
	return p
}

// Possible reports whether somebody can be so: nobody of 17 years is a newborn.
func (p Personal) Possible(in *expression.Inputs) bool {
	slot, days := p.set.Names.AgeDays, p.days(in)
	defer in.Put(slot, in.Held(slot))
	for _, d := range p.derived {
		said := in.Value(d.Slot)
		if said != nil && !slices.ContainsFunc(days, func(old int) bool {
			in.SetNumber(slot, float64(old))
			return in.Decode(d.Cases[0].Formula.Value(in), d.Type) == said
		}) {
			return false
		}
	}
	return true
}

// days are those that the person may be old: before the first birthday all of
// them unless they are known, later one will do.
func (p Personal) days(in *expression.Inputs) []int {
	years := in.Value(p.set.Names.Age)
	if age, ok := years.(float64); ok && age > 0 {
		return []int{int(age * 365.25)}
	}
	if days, ok := in.Value(p.set.Names.AgeDays).(float64); ok && days < 366 {
		return []int{int(days)}
	}
	return firstYear
}

var firstYear = func() []int {
	days := make([]int, 365)
	for i := range days {
		days[i] = i
	}
	return days
}()
