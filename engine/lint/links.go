package lint

import (
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// WithoutTable warns of indicators that a version adds to those of a dictionary
// and gives no table: they are recognised, and never assessed.
func WithoutTable(before *dictionary.Dictionary, set *ruleset.Set) problem.List {
	var list problem.List
	for _, i := range set.Dictionary.All() {
		if _, known := before.Lookup(i.Name); !known && len(set.Tables[i.Name]) == 0 {
			list.Add(message.WithoutTable.At(i.At, "indicator", i.Called(), "name", i.Name))
		}
	}
	return list
}

// links holds the risks that tables list against what the risks look at: a
// risk should be shown with every indicator that it depends on, unless its
// file says otherwise.
func (c *checker) links(r *ruleset.Risk) {
	called := message.Phrase{ZH: r.Name, EN: r.ID}
	inputs := c.inputs(r)
	if !c.listed[r.ID] {
		c.list.Add(message.RiskNowhere.At(r.At, "name", r.ID))
		return
	}
	if r.Pattern != nil {
		return // its members are those that it is shown with
	}
	for _, name := range inputs {
		hidden := slices.Contains(r.NotShownOn, name)
		listed := false
		for _, t := range c.set.Tables[name] {
			listed = listed || slices.Contains(t.Risks, r.ID)
		}
		indicator, _ := c.set.Dictionary.Lookup(name)
		if hidden && listed {
			c.list.Add(message.ShownAfterAll.At(r.At, "risk", called, "indicator", indicator.Called(), "why", message.ItIsShown))
		}
		for _, t := range c.set.Tables[name] {
			if !hidden && !slices.Contains(t.Risks, r.ID) {
				c.list.Add(message.RiskNotShown.At(t.At, "risk", called, "indicator", indicator.Called(), "id", r.ID, "name", name))
			}
		}
	}
	for _, name := range r.NotShownOn {
		if indicator, ok := c.set.Dictionary.Lookup(name); ok && !slices.Contains(inputs, name) {
			c.list.Add(message.ShownAfterAll.At(r.At, "risk", called, "indicator", indicator.Called(), "why", message.ItIsUnused))
		}
	}
}

// inputs names the indicators that a risk looks at, itself or through derived
// values, sorted.
func (c *checker) inputs(r *ruleset.Risk) []string {
	var slots []int
	for _, condition := range r.Conditions() {
		slots = append(slots, condition.Slots()...)
	}
	for _, d := range c.set.Behind(slots) {
		slots = append(slots, d.Slots()...)
	}
	var names []string
	for name, slot := range c.set.Names.Indicators {
		if slices.Contains(slots, slot) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
