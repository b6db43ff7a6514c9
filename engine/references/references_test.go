package references_test

import (
	"io/fs"
	"os"
	"slices"
	"strconv"
	"testing"

	"tijian/engine"
	"tijian/engine/references"
	"tijian/engine/regress"
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
	uses := references.Find(snapshot.Rules, suites, 6.1, "fasting_glucose")
	for _, want := range []struct {
		kind references.Kind
		name string
	}{
		{references.Constant, "fpg_impaired"},
		{references.Table, "fasting_glucose"},
		{references.Derived, "mets_cds_count"},
		{references.Derived, "nafld_fibrosis_score"},
		{references.Risk, "diabetes/prediabetes_range"},
		{references.Case, "血糖"},
	} {
		if !slices.ContainsFunc(uses, func(u references.Use) bool {
			return u.Kind == want.kind && u.Name == want.name && u.At.Line > 0 && u.Text != ""
		}) {
			t.Errorf("no %s %s among %v", want.kind, want.name, uses)
		}
	}
	if text := references.Find(snapshot.Rules, nil, 5.6, "fasting_glucose"); !slices.ContainsFunc(text, func(u references.Use) bool { return u.Kind == references.Text }) {
		t.Errorf("the text that says {fpg_watch} is not found: %v", text)
	}
	other := references.Find(snapshot.Rules, suites, 6.1, "hba1c")
	if any := references.Find(snapshot.Rules, suites, 6.1, ""); len(any) <= len(uses) || len(other) >= len(uses) {
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
		for _, u := range references.Find(snapshot.Rules, nil, x, "") {
			if u.Kind == references.Table {
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

// The number in an indicator's name is none.
func TestNamesHaveNoNumbers(t *testing.T) {
	snapshot, problems := engine.Draft(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	set := snapshot.Rules
	for text, want := range map[string]bool{"糖类抗原125 超过 35": false, "CA125 升高": false, "达到 125": true, "125以上": true} {
		if references.Says(set, text, 125) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}
