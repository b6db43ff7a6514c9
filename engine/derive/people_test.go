package derive_test

import (
	"testing"

	"tijian/engine/derive"
	"tijian/engine/lattice"
	"tijian/engine/population"
	"tijian/internal/rulestest"
)

// Whoever can be is possible in the cells of every indicator's conditions, and
// newborns of 17 years are not.
func TestPeopleCanBe(t *testing.T) {
	set := rulestest.Active(t)
	values := derive.New(set)
	impossible, asked := 0, 0
	for _, name := range []string{"tsh", "systolic_bp", "creatinine", "hemoglobin", "total_bilirubin"} {
		space := lattice.New(set.Tables[name][0].Indicator, lattice.Side{Set: set, Conditions: lattice.Deciding(set, set.Tables[name])})
		people := derive.PeopleOf(set, space)
		in := set.Scope.NewInputs()
		persons := 0
		for r := range population.Near(3, set) {
			if persons++; persons > 150 {
				break
			}
			in.Reset()
			set.Names.Put(in, &r.Person)
			for _, a := range set.Arguments {
				if x, sent := r.Arguments[a.Path]; sent {
					in.Set(a.Slot, x)
				}
			}
			for _, s := range r.Samples {
				in.SetNumber(set.Names.Indicators[s.Name], s.Value)
			}
			for _, v := range values {
				if x, c, _ := v.Assuming(in); c != nil && !in.Known(v.Slot) {
					in.Put(v.Slot, x)
				}
			}
			point, old := make([]int, len(space.Dimensions)), -1
			for i := range space.Dimensions[:len(point)-1] {
				v, _ := set.Scope.Lookup(space.Dimensions[i].Name)
				if point[i] = space.Dimensions[i].At(in.Value(v.Slot)); point[i] < 0 {
					t.Fatalf("%s: no cell of %s for %v", name, v.Name, in.Value(v.Slot))
				}
				if v.Slot == set.Names.AgeDays {
					old = i
				}
			}
			if asked++; !people.Possible(point) {
				t.Errorf("%s: nobody is like %v", name, space.Inputs(point))
			}
			if old >= 0 && r.Age() > 1 {
				point[old] = space.Dimensions[old].At(5.0)
				if !people.Possible(point) {
					impossible++
				}
				if !people.Settle(point) || !people.Possible(point) {
					t.Errorf("%s: not settled: %v", name, space.Inputs(point))
				}
			}
		}
	}
	if asked < 500 || impossible < 50 {
		t.Errorf("%d persons asked about, %d of impossible age", asked, impossible)
	}
}
