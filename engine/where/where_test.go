package where_test

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"testing"

	"tijian/engine"
	"tijian/engine/regress"
	"tijian/engine/where"
)

// Each kind of place that uses 6.1 of fasting glucose in the released rules is
// found, and so is what has the number of any indicator.
func TestFind(t *testing.T) {
	snapshot, problems := engine.Draft(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, err := fs.Sub(os.DirFS("../.."), "testdata/rules")
	if err != nil {
		t.Fatal(err)
	}
	suites, problems := regress.Load(tree)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	uses := where.Find(snapshot.Rules, suites, 6.1, "fasting_glucose")
	for _, want := range []struct {
		kind where.Kind
		name string
	}{
		{where.Constant, "fpg_impaired"},
		{where.Table, "fasting_glucose"},
		{where.Derived, "mets_cds_count"},
		{where.Derived, "nafld_fibrosis_score"},
		{where.Risk, "diabetes/prediabetes_range"},
		{where.Case, "血糖"},
	} {
		if !slices.ContainsFunc(uses, func(u where.Use) bool {
			return u.Kind == want.kind && u.Name == want.name && u.At.Line > 0 && u.Text != ""
		}) {
			t.Errorf("no %s %s among %v", want.kind, want.name, uses)
		}
	}
	if text := where.Find(snapshot.Rules, nil, 5.6, "fasting_glucose"); !slices.ContainsFunc(text, func(u where.Use) bool { return u.Kind == where.Text }) {
		t.Errorf("the text that says {fpg_watch} is not found: %v", text)
	}
	other := where.Find(snapshot.Rules, suites, 6.1, "hba1c")
	if any := where.Find(snapshot.Rules, suites, 6.1, ""); len(any) <= len(uses) || len(other) >= len(uses) {
		t.Errorf("%d places for glucose, %d for HbA1c, %d for all", len(uses), len(other), len(any))
	}
}

// A number is found however it is spelt.
func TestSpellings(t *testing.T) {
	snapshot, problems := engine.Draft(engine.Files{}, "2026.1")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	count := func(x float64) (n int) {
		for _, u := range where.Find(snapshot.Rules, nil, x, "") {
			if u.Kind == where.Table {
				n++
			}
		}
		return n
	}
	for _, x := range []float64{0.5, 7, 1.7, 100} {
		want := map[string]bool{}
		for name, tables := range snapshot.Rules.Tables {
			for _, table := range tables {
				for _, c := range table.Conditions() {
					for _, token := range c.Tokens() {
						if y, err := strconv.ParseFloat(token.Text, 64); err == nil && y == x {
							want[name+" "+c.Text.At.String()] = true
						}
					}
				}
			}
		}
		if n := count(x); n != len(want) || n == 0 {
			t.Errorf("%v: %d places, want %d", x, n, len(want))
		}
	}
}
