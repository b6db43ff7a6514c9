package assess

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// newest is the version that is being written, or was last, for all tests: none
// changes it.
func newest(t testing.TB) *Engine { return shared(t, rulestest.Newest(t)) }

var engines sync.Map // by set

func shared(t testing.TB, set *ruleset.Set) *Engine {
	t.Helper()
	e, ok := engines.Load(set)
	if !ok {
		e, _ = engines.LoadOrStore(set, New(set))
	}
	return e.(*Engine)
}

// A newborn's result is judged by a table that is for newborns and says so, or
// by none: every indicator, in every cell of its tables, at several days of life.
func TestNewbornsAreJudgedAsNewborns(t *testing.T) {
	e := newest(t)
	set := e.base.set
	newborn, known := set.Scope.Lookup("newborn")
	forNewborns := func(table *ruleset.Table) bool {
		return known && table.For != nil && slices.Contains(table.For.Slots(), newborn.Slot)
	}
	tried := 0
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for _, indicator := range set.Dictionary.All() {
		name, tables := indicator.Name, set.Tables[indicator.Name]
		var conditions []*expression.Condition
		for _, table := range tables {
			conditions = append(conditions, table.Conditions()...)
		}
		values := lattice.New(indicator, lattice.Side{Set: set, Conditions: conditions}).Last().Points
		wrong := map[string]bool{}
		for _, days := range []int{0, 3, 10, 27} {
			for _, sex := range []Sex{ruleset.Male, ruleset.Female} {
				for _, pregnant := range []any{nil, true} {
					for _, x := range values {
						r := &Request{Person: ruleset.Person{At: at, Born: at.AddDate(0, 0, -days), Sex: sex, Arguments: map[string]any{}}}
						if pregnant != nil {
							r.Arguments["profile.is_pregnant"] = pregnant
						} else if name != "beta_hcg" {
							r.Samples = append(r.Samples, Sample{Name: "beta_hcg", Value: 5000})
						}
						r.Samples = append(r.Samples, Sample{Name: name, Value: x.(float64)})
						got, err := e.Assess(r)
						if err != nil {
							t.Fatal(err)
						}
						s := got.Samples[len(got.Samples)-1]
						if s.Level == ruleset.LevelImplausible {
							continue
						}
						i := slices.IndexFunc(tables, func(table *ruleset.Table) bool {
							return s.Trace.Line > 0 && slices.ContainsFunc(table.Rows, func(row *ruleset.Row) bool { return row.At.File == s.Trace.File && row.At.Line == s.Trace.Line })
						})
						tried++
						switch {
						case len(s.Risks) > 0:
							wrong["risks"] = true
						case i >= 0 && !forNewborns(tables[i]):
							wrong[tables[i].At.String()] = true
						case !strings.Contains(s.Tip, "新生儿") && !strings.Contains(s.Tip, "性别"): // of the other sex only
							wrong[s.Tip] = true
						}
					}
				}
			}
		}
		for what := range wrong {
			t.Errorf("%s of a newborn: %s", name, what)
		}
	}
	if tried < 10*len(set.Dictionary.All()) {
		t.Errorf("only %d answers", tried)
	}
}
