package lattice

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func released(t testing.TB) *ruleset.Set {
	t.Helper()
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

func conditions(tables []*ruleset.Table) []*expression.Condition {
	var list []*expression.Condition
	for _, t := range tables {
		if t.For != nil {
			list = append(list, t.For)
		}
		for _, r := range t.Rows {
			list = append(list, r.When)
		}
	}
	return list
}

// In every cell of every released table the truth looked up is that of the
// condition evaluated at the cell's point.
func TestTruthIsThatOfTheCondition(t *testing.T) {
	set := released(t)
	env := set.Scope.NewInputs()
	for name, tables := range set.Tables {
		list := conditions(tables)
		g := New(tables[0].Indicator, Side{set, list})
		truths := g.Truths(set)
		check := func(point []int) bool {
			env.Reset()
			for i, d := range g.Dimensions {
				if v, ok := set.Scope.Lookup(d.Name); ok {
					env.Set(v.Slot, d.Points[point[i]])
				}
			}
			for _, c := range list {
				if got, want := truths.Of(c).At(point), c.Eval(env); got != want {
					t.Fatalf("%s: %s is %v for %s, looked up %v", name, c.Text.Value, want, g.DescribePoint(point, "en"), got)
				}
			}
			return true
		}
		g.Each(nil, check)
	}
}

// Regions are exactly the cells that differ, each in one region only.
func TestRegionsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &Space{}
		for range rapid.IntRange(0, 4).Draw(t, "dimensions") {
			g.Dimensions = append(g.Dimensions, Dimension{Points: make([]any, rapid.IntRange(1, 4).Draw(t, "points"))})
		}
		to := make([]int, int(g.Size()))
		for i := range to {
			to[i] = rapid.IntRange(0, 2).Draw(t, "to")
		}
		index := func(point []int) int {
			k := 0
			for i, p := range point {
				k = k*len(g.Dimensions[i].Points) + p
			}
			return k
		}
		regions := Regions(g, func(point []int) (int, int, int) { return 0, to[index(point)], to[index(point)] })
		check := func(point []int) bool {
			var in []int
			for i := range regions {
				if regions[i].Has(point) {
					in = append(in, regions[i].To)
					if !slices.Contains(regions[i].Tags, regions[i].To) {
						t.Fatalf("%v has lost its tag", regions[i])
					}
				}
			}
			want := to[index(point)]
			if want == 0 && len(in) != 0 || want != 0 && !slices.Equal(in, []int{want}) {
				t.Fatalf("%v differs to %d, in regions to %v", point, want, in)
			}
			return true
		}
		g.Each(nil, check)
	})
}
