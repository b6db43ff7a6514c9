package mutate

import (
	goflag "flag"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"

	"tijian/engine/diff"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
	"tijian/internal/rulestest"
	"tijian/rules"
)

var (
	collecting sync.Once
	collected  []regress.Suite
)

func released(t testing.TB) (*ruleset.Set, []regress.Suite) {
	t.Helper()
	set := rulestest.Active(t)
	collecting.Do(func() {
		cases, list := regress.Collect(os.DirFS("../../testdata/rules"), rules.FS, set)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		collected = cases.Hold
	})
	return set, collected
}

func BenchmarkReleased(b *testing.B) {
	set, suites := released(b)
	for b.Loop() {
		r := Run(set, suites, Options{})
		b.ReportMetric(float64(r.Total.Mutants), "mutants")
		b.ReportMetric(100*r.Total.Score(), "%score")
		if os.Getenv("SHOW") != "" {
			_ = r.WriteText(os.Stdout, "zh")
		}
	}
}

var everyTable = goflag.Bool("tables", false, "change every row of every table, which takes a minute")

// TestCheckNamesEveryFault proves the proof on the released rules: whatever one
// row of a table loses or gains (a bound moved by one printed step or given to
// the other side in that row alone, the row deleted), rules check finds it,
// unless no answer changes anywhere. Without -tables every third indicator is
// tried, which ones is always the same.
func TestCheckNamesEveryFault(t *testing.T) {
	set, _ := released(t)
	tried, rows := 0, 0
	for i, name := range slices.Sorted(maps.Keys(set.Tables)) {
		if i%3 != 0 && !*everyTable {
			continue
		}
		tables := set.Tables[name]
		for _, table := range tables {
			rows += len(table.Rows)
		}
		for _, m := range rowChanges(set, tables) {
			changed := reduced(set, m.tables)
			report := verify.Check(changed)
			tried++
			if len(report.Problems) > 0 {
				if p := report.Problems[0]; p.File != m.At.File {
					t.Errorf("%s: %s: the fault is named in %s", m.At, m.Kind, p.Place)
				}
				continue
			}
			if len(report.Unproved) == 0 && !diff.Compare(reduced(set, tables), changed).Same() {
				t.Errorf("%s: %s %s → %s: rules check finds nothing, though answers differ", m.At, m.Kind, m.From, m.To)
			}
		}
	}
	if tried < 2*rows {
		t.Errorf("only %d changes of %d rows were tried", tried, rows)
	}
	t.Logf("%d changes of %d rows", tried, rows)
}

// rowChanges are the mutants that change one row of one table.
func rowChanges(set *ruleset.Set, tables []*ruleset.Table) []changed {
	m := &maker{set: set, tables: tables, seen: map[string]bool{}}
	for i, t := range tables {
		for k, row := range t.Rows {
			for _, e := range editsOf(set, row.When, t.Indicator.Name) {
				m.rows(i, e.kind, e, map[int][]edit{k: {e}})
			}
		}
		m.drops(i, t)
	}
	return m.out
}
