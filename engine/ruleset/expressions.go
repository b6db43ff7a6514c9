package ruleset

import (
	"iter"
	"maps"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
)

// AllTables lists the tables by indicator of the base rules, then those of
// every overlay, in the order of their namespaces.
func (s *Set) AllTables() []map[string][]*Table {
	all := []map[string][]*Table{s.Tables}
	for _, namespace := range slices.Sorted(maps.Keys(s.Overlays)) {
		all = append(all, s.Overlays[namespace].Tables)
	}
	return all
}

// EveryTable yields all of AllTables one by one, those of one indicator together.
func (s *Set) EveryTable() iter.Seq[*Table] {
	return func(yield func(*Table) bool) {
		for _, byName := range s.AllTables() {
			for _, tables := range byName {
				for _, t := range tables {
					if !yield(t) {
						return
					}
				}
			}
		}
	}
}

// EveryRiskRow yields the rows and floors of all risks, each with its risk.
func (s *Set) EveryRiskRow() iter.Seq2[*Risk, *RiskRow] {
	return func(yield func(*Risk, *RiskRow) bool) {
		for _, r := range s.Risks {
			for _, rule := range r.Rules {
				for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
					if !yield(r, row) {
						return
					}
				}
			}
		}
	}
}

// Guard is whom a table is for, spelled in one way; "" for everybody.
func (t *Table) Guard() string {
	if t.For == nil {
		return ""
	}
	return t.For.Canonical()
}

// Conditions lists every condition of a table: its guard and its rows'.
func (t *Table) Conditions() []*expression.Condition {
	var list []*expression.Condition
	if t.For != nil {
		list = append(list, t.For)
	}
	for _, r := range t.Rows {
		list = append(list, r.When)
	}
	return list
}

// Conditions lists every condition of a rule: its own, its rows' and its
// floors'.
func (r *RiskRule) Conditions() []*expression.Condition {
	var list []*expression.Condition
	if r.When != nil {
		list = append(list, r.When)
	}
	for _, row := range slices.Concat(r.Rows, r.AtLeast) {
		list = append(list, row.When)
	}
	return list
}

// Conditions lists every condition of a risk's rules.
func (r *Risk) Conditions() []*expression.Condition {
	var list []*expression.Condition
	for _, rule := range r.Rules {
		list = append(list, rule.Conditions()...)
	}
	return list
}

// ConditionsOf lists every condition of some tables.
func ConditionsOf(tables []*Table) []*expression.Condition {
	var list []*expression.Condition
	for _, t := range tables {
		list = append(list, t.Conditions()...)
	}
	return list
}

// Guards lists the guards of some tables; those that admit everybody have none.
func Guards(tables []*Table) []*expression.Condition {
	var list []*expression.Condition
	for _, t := range tables {
		if t.For != nil {
			list = append(list, t.For)
		}
	}
	return list
}

// Expressions lists every condition and formula of a derived value, in the order in
// which they are asked. While it is loaded, those with faults are missing.
func (d *Derived) Expressions() []*expression.Expression {
	var list []*expression.Expression
	condition := func(c *expression.Condition) {
		if c != nil {
			list = append(list, &c.Expression)
		}
	}
	formula := func(f *expression.Formula) {
		if f != nil {
			list = append(list, &f.Expression)
		}
	}
	condition(d.When)
	for _, a := range d.Assume {
		formula(a.Value)
	}
	for _, step := range d.Let {
		formula(step.Formula)
	}
	for _, c := range d.Cases {
		condition(c.When)
		formula(c.Formula)
	}
	return list
}

// Expressions lists every condition and formula of the tables, derived values
// and risks.
func (s *Set) Expressions() []*expression.Expression {
	var list []*expression.Expression
	for t := range s.EveryTable() {
		for _, c := range t.Conditions() {
			list = append(list, &c.Expression)
		}
	}
	for _, d := range s.Derived {
		list = append(list, d.Expressions()...)
	}
	for _, r := range s.Risks {
		for _, c := range r.Conditions() {
			list = append(list, &c.Expression)
		}
	}
	return list
}

// Used lists the indicators that the rules look at: in a table of their own or
// in any expression.
func (s *Set) Used() []*dictionary.Indicator {
	used := map[string]bool{}
	for _, byName := range s.AllTables() {
		for name := range byName {
			used[name] = true
		}
	}
	for _, e := range s.Expressions() {
		for _, slot := range e.Slots() {
			used[s.Scope.Slot(slot).Name] = true
		}
	}
	return slices.DeleteFunc(s.Dictionary.All(), func(i *dictionary.Indicator) bool { return !used[i.Name] })
}

// Compared returns the numbers that an expression compares indicators with, by
// the indicators' names. own is the indicator that value stands for.
func (s *Set) Compared(e *expression.Expression, own string) map[string][]float64 {
	numbers := map[string][]float64{}
	for _, slot := range e.Slots() {
		v := s.Scope.Slot(slot)
		name := v.Name
		if slot == s.Names.Value {
			name = own
		}
		if _, indicator := s.Dictionary.Lookup(name); indicator && v.Type == expression.Number {
			numbers[name] = append(numbers[name], e.Bounds(v).Numbers...)
		}
	}
	return numbers
}

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
