package ruleset

import "slices"

// Slots lists every slot that a derived value looks at, its own steps included.
func (d *Derived) Slots() []int {
	var slots []int
	for _, e := range d.Expressions() {
		slots = append(append(slots, e.Inputs...), e.Asked...)
	}
	for _, a := range d.Assume {
		slots = append(slots, a.Slot)
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
