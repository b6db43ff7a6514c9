package assess

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/compiled"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func embedded(t testing.TB) *Engine {
	t.Helper()
	d, list := dictionary.Load(dictionaries.FS)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return New(set)
}

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
					for _, r := range []*Request{man(Sample{name, unit, value}), woman(Sample{name, unit, value})} {
						got, err := e.Assess(r)
						if err != nil {
							t.Fatalf("%s %v %s: %v", name, value, unit, err)
						}
						s := got.Samples[0]
						if s.Tip == "" || s.Level == "" || s.Level[0] == 'U' != (s.Color == 0) || s.Level[0] == 'U' && len(s.Risks) > 0 {
							t.Errorf("%s %v %s: %+v", name, value, unit, s)
						}
						if want := indicator.plausible(got.Samples[0].Trace.StandardValue); !want && s.Level != implausible {
							t.Errorf("%s %v %s is implausible and got %s", name, value, unit, s.Level)
						}
					}
				}
			}
		}
	}
}

// Where compiled answers differ from expr's the engine says so.
func TestMismatchesAreFound(t *testing.T) {
	b := newBuilder(engine(t, overlay).base.set)
	for name, tables := range b.set.Tables {
		for _, source := range tables {
			x := b.table(source)
			if x.columns == nil {
				t.Fatalf("%s is not worked out ahead", name)
			}
			for _, c := range x.columns {
				for cell := range c.rows {
					right := c.rows[cell]
					c.rows[cell] = right + 1
					if x.agrees(b.probe) {
						t.Errorf("%s: cell %d may say row %d instead of %d", name, cell, right+1, right)
					}
					c.rows[cell] = right
				}
			}
			if !x.agrees(b.probe) {
				t.Errorf("%s does not agree as it was", name)
			}
		}
	}
	tables := b.set.Tables["triglycerides"][0]
	wrong := compiled.NewCondition(tables.Rows[0].When, b.set.Scope)
	if wrong.Source = tables.Rows[1].When; b.probe.condition(wrong) {
		t.Error("one row's condition passes for another's")
	}
	score := b.set.Derived[len(b.set.Derived)-1]
	formula := compiled.NewFormula(score.Cases[0].Formula, score.Type, b.set.Scope)
	if formula.Source = b.set.Derived[0].Cases[0].Formula; b.probe.formula(formula) {
		t.Error("one formula passes for another")
	}
	b.mismatch(tables.At, "value < 1.7")
	if text := b.problems.Err().Error(); !strings.Contains(text, "chemistry.yaml:1:3") || !strings.Contains(text, "value < 1.7") {
		t.Error(text)
	}
}

// An engine that has to leave everything to expr answers the same.
func TestAnswersByExpr(t *testing.T) {
	fast, slow := embedded(t), embedded(t)
	for _, i := range slow.base.indicators {
		for _, x := range i.tables {
			x.columns = nil
			for k, c := range x.when {
				x.when[k] = compiled.ByExpr(c.Source)
			}
		}
	}
	for _, d := range slow.base.derived {
		for k := range d.cases {
			c := &d.cases[k]
			c.formula = *compiled.FormulaByExpr(c.formula.Source, d.Type)
		}
	}
	for name, i := range fast.base.indicators {
		for _, x := range i.tables {
			point := x.axis.Point(x.axis.Len() / 2)
			r := woman(Sample{name, "", point}, Sample{"height", "", 160}, Sample{"weight", "", 60}, Sample{"creatinine", "", 80})
			got, _ := slow.Assess(r)
			want, _ := fast.Assess(r)
			if !reflect.DeepEqual(got.Samples, want.Samples) || !maps.Equal(got.Derived, want.Derived) {
				t.Errorf("%s %v: %+v, want %+v", name, point, got, want)
			}
		}
	}
}
