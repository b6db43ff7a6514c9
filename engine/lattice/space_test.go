package lattice

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

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

// In every cell of its own inputs a condition of a released table is as true as it
// is looked up, whatever the others are: at their first points, their last, and
// at all of them in turn.
func TestTruthIsThatOfTheCondition(t *testing.T) {
	set := rulestest.Active(t)
	env := set.Scope.NewInputs()
	for name, tables := range set.Tables {
		list := conditions(tables)
		g := New(tables[0].Indicator, Side{set, list})
		truths, put, point := g.Truths(set), g.Putter(set), make([]int, len(g.Dimensions))
		others := []func(i, points int) int{
			func(_, _ int) int { return 0 },
			func(_, points int) int { return points - 1 },
			func(i, points int) int { return (point[i] + 1) % points },
		}
		for _, c := range list {
			var own Space
			var at []int // where its dimensions are
			for i, d := range g.Dimensions {
				if v, ok := set.Scope.Lookup(d.Name); ok && slices.Contains(c.Slots(), v.Slot) {
					own.Dimensions, at = append(own.Dimensions, d), append(at, i)
				}
			}
			for _, other := range others {
				own.Each(nil, func(cell []int) bool {
					for i, d := range g.Dimensions {
						point[i] = other(i, len(d.Points))
					}
					for k, i := range at {
						point[i] = cell[k]
					}
					put(env, point)
					if got, want := truths.Of(c).At(point), c.Eval(env); got != want {
						t.Fatalf("%s: %s is %v for %s, looked up %v", name, c.Text.Value, want, g.DescribePoint(point, "en"), got)
					}
					return true
				})
			}
		}
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
