package ruleset

import (
	"slices"

	"tijian/engine/expression"
)

// Slots lists every slot that a derived value looks at, its own steps included.
func (d *Derived) Slots() []int {
	var slots []int
	condition := func(c *expression.Condition) {
		if c != nil {
			slots = append(append(slots, c.Inputs...), c.Asked...)
		}
	}
	formula := func(f *expression.Formula) {
		if f != nil {
			slots = append(append(slots, f.Inputs...), f.Asked...)
		}
	}
	condition(d.When)
	for _, a := range d.Assume {
		slots = append(slots, a.Slot)
		formula(a.Value)
	}
	for _, s := range d.Let {
		formula(s.Formula)
	}
	for _, c := range d.Cases {
		condition(c.When)
		formula(c.Formula)
	}
	return slots
}

// Gives reports whether a derived value is what a slot can hold.
func (d *Derived) Gives(slot int) bool {
	return slot == d.Slot || d.Supplies != nil && slot == d.SuppliesSlot
}

// Behind picks, in the order in which they can be worked out, the derived
// values that slots can hold, and those that these need.
func (s *Set) Behind(slots []int) []*Derived {
	wanted := map[int]bool{}
	for _, slot := range slots {
		wanted[slot] = true
	}
	var list []*Derived
	for _, d := range slices.Backward(s.Derived) { // each follows those it needs
		if !wanted[d.Slot] && (d.Supplies == nil || !wanted[d.SuppliesSlot]) {
			continue
		}
		list = append(list, d)
		for _, slot := range d.Slots() {
			wanted[slot] = true
		}
	}
	slices.Reverse(list)
	return list
}
