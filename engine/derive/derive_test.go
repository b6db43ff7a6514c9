package derive_test

import (
	"testing"

	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// Working out a value leaves what is known as it was, steps aside; the
// assumptions that it names are needed, and those alone are enough.
func TestAssuming(t *testing.T) {
	set := rulestest.Active(t)
	values := derive.New(set)
	steps := map[int]bool{}
	for _, d := range set.Derived {
		for _, s := range d.Let {
			steps[s.Slot] = true
		}
	}
	in := set.Scope.NewInputs()
	worked, assumed, persons := map[string]bool{}, 0, 0
	for r := range population.Near(1, set) {
		if persons++; persons > 60 {
			break
		}
		in.Reset()
		set.Names.Put(in, &r.Person)
		for _, s := range r.Samples {
			in.SetNumber(set.Names.Indicators[s.Name], s.Value)
		}
		for _, v := range values {
			before := known(set, in)
			x, c, mattered := v.Assuming(in)
			for slot, held := range known(set, in) {
				if !steps[slot] && (held.Known() != before[slot].Known() || held.Known() && held != before[slot]) {
					t.Fatalf("%s changes %s", v.ID, set.Scope.Slot(slot).Name)
				}
			}
			if c == nil {
				continue
			}
			worked[v.ID] = true
			if len(mattered) > 0 {
				assumed++
				if _, c := v.Known(in); c != nil {
					t.Errorf("%s has a value without what it says to assume", v.ID)
				}
				for _, a := range mattered {
					in.Put(a.Slot, a.Value.Value(in))
				}
				if y, c := v.Known(in); c == nil || y != x {
					t.Errorf("%s is %v with its assumptions, not %v", v.ID, y, x)
				}
				for _, a := range mattered {
					in.Unset(a.Slot)
				}
			}
			if !in.Known(v.Slot) {
				in.Put(v.Slot, x)
			}
		}
	}
	if len(worked) < len(values)*2/3 || assumed == 0 {
		t.Errorf("only %d of %d values were worked out, %d with assumptions", len(worked), len(values), assumed)
	}
}

func known(set *ruleset.Set, in *expression.Inputs) []expression.Value {
	held := make([]expression.Value, set.Scope.Len())
	for slot := range held {
		held[slot] = in.Held(slot)
	}
	return held
}
