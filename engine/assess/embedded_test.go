package assess

import (
	"maps"
	"reflect"
	"testing"

	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// embedded is the version in force, for all tests.
func embedded(t testing.TB) *Engine { return shared(t, rulestest.Active(t)) }

// Every indicator with rules gets a level for an adult, at every bound of
// every table, in every unit it has.
func TestEmbeddedRulesAnswer(t *testing.T) {
	e := embedded(t)
	for name, indicator := range e.base.indicators {
		for _, table := range indicator.tables {
			for cell := range table.axis.Len() {
				x := table.axis.Point(cell)
				for _, unit := range indicator.KnownUnits() {
					value, _ := indicator.FromStandard(x, unit)
					for _, r := range []*Request{man(Sample{Name: name, Unit: unit, Value: value}), woman(Sample{Name: name, Unit: unit, Value: value})} {
						got, err := e.Assess(r)
						if err != nil {
							t.Fatalf("%s %v %s: %v", name, value, unit, err)
						}
						s := got.Samples[0]
						if s.Tip == "" || s.Level == "" || s.Level[0] == 'U' != (s.Color == 0) || s.Level[0] == 'U' && len(s.Risks) > 0 {
							t.Errorf("%s %v %s: %+v", name, value, unit, s)
						}
						if want := indicator.plausible(got.Samples[0].Trace.StandardValue); !want && s.Level != ruleset.LevelImplausible {
							t.Errorf("%s %v %s is implausible and got %s", name, value, unit, s.Level)
						}
					}
				}
			}
		}
	}
}

// Tables that were not laid out ahead answer the same, row by row.
func TestTablesAskedRowByRow(t *testing.T) {
	fast := embedded(t)
	slow := New(fast.base.set)
	for _, i := range slow.base.indicators {
		for _, x := range i.tables {
			x.columns = nil
		}
	}
	for name, i := range fast.base.indicators {
		for _, x := range i.tables {
			point := x.axis.Point(x.axis.Len() / 2)
			r := woman(Sample{Name: name, Value: point}, Sample{Name: "height", Value: 160}, Sample{Name: "weight", Value: 60}, Sample{Name: "creatinine", Value: 80})
			got, _ := slow.Assess(r)
			want, _ := fast.Assess(r)
			if !reflect.DeepEqual(got.Samples, want.Samples) || !maps.Equal(got.Derived, want.Derived) {
				t.Errorf("%s %v: %+v, want %+v", name, point, got, want)
			}
		}
	}
}

// plausible reports whether a value is plausible of the adults of tests.
func (i *indicator) plausible(x float64) bool {
	ends := i.PlausibleAt(man().Age())
	return ends[0] <= x && x <= ends[1]
}
