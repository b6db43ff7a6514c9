package assess

import (
	"testing"

	"tijian/dictionaries"
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

// A full check-up: sixty indicators that have rules, in the middle of their
// plausible ranges where that is known.
func checkUp(e *Engine, trace bool) *Request {
	r := man()
	r.NoTrace = !trace
	for _, i := range e.base.set.Dictionary.All() {
		tables := e.base.indicators[i.Name].tables
		if len(tables) == 0 || len(r.Samples) == 60 {
			continue
		}
		x := i.Plausible[0]
		if bounds := tables[0].axis.Bounds; len(bounds) > 0 {
			x = bounds[len(bounds)/2]
		}
		r.Samples = append(r.Samples, Sample{i.Name, i.Unit, x})
	}
	return r
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
						if want := plausible(indicator.Indicator, got.Samples[0].Trace.StandardValue); !want && s.Level != implausible {
							t.Errorf("%s %v %s is implausible and got %s", name, value, unit, s.Level)
						}
					}
				}
			}
		}
	}
}

func benchmarkEmbedded(b *testing.B, trace bool) {
	e := embedded(b)
	r := checkUp(e, trace)
	if len(r.Samples) < 40 {
		b.Fatalf("only %d indicators have rules", len(r.Samples))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Assess(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAssessEmbedded(b *testing.B)      { benchmarkEmbedded(b, false) }
func BenchmarkAssessEmbeddedTrace(b *testing.B) { benchmarkEmbedded(b, true) }
