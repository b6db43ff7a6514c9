package assess_test

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/assess/reference"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func load(t testing.TB, dictFS, rulesFS fs.FS) *ruleset.Set {
	t.Helper()
	d, list := dictionary.Load(dictFS)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rulesFS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

// tree is the small rule set of package ruleset with tables whose rows look at
// more than the value, and an overlay.
func tree(t *testing.T) (dictFS, rulesFS fs.FS) {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"../ruleset/testdata/base.txtar", "testdata/more.txtar"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	dictFS, _ = fs.Sub(files, "dictionaries")
	rulesFS, _ = fs.Sub(files, "rules")
	return dictFS, rulesFS
}

func compare(t *testing.T, set *ruleset.Set, requests int) {
	engine, want := assess.New(set), reference.New(set)
	if err := engine.Problems().Err(); err != nil {
		t.Fatal(err)
	}
	draw := reference.NewDrawer(set, 1)
	answered := 0
	again := &assess.Result{}
	for range requests {
		r := draw.Request()
		a, err := engine.Assess(r)
		b, wantErr := want.Assess(r)
		if difference := reference.Difference(a, err, b, wantErr); difference != "" {
			t.Fatalf("%+v\n%s", r, difference)
		}
		if err := engine.AssessInto(r, again); err == nil {
			if difference := reference.Difference(again, nil, b, wantErr); difference != "" {
				t.Fatalf("%+v into an earlier result\n%s", r, difference)
			}
			answered++
		}
	}
	if answered < requests/2 {
		t.Errorf("only %d of %d requests were answered", answered, requests)
	}
}

// Compiled answers are those of asking every row with expr, traces included.
func TestCompiledAnswersLikeExpr(t *testing.T) {
	compare(t, load(t, dictionaries.FS, rules.FS), 400)
}

func TestCompiledAnswersLikeExprOnOddTables(t *testing.T) {
	dictFS, rulesFS := tree(t)
	compare(t, load(t, dictFS, rulesFS), 3000)
}

func benchmarkCheckUp(b *testing.B, trace bool) {
	set := load(b, dictionaries.FS, rules.FS)
	r := reference.CheckUp(set, 60)
	r.NoTrace = !trace
	engine := assess.New(set)
	result, err := engine.Assess(r)
	if err != nil || len(result.Samples) != 60 {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(result.Derived)), "derived")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Assess(r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckUp(b *testing.B)      { benchmarkCheckUp(b, false) }
func BenchmarkCheckUpTrace(b *testing.B) { benchmarkCheckUp(b, true) }

func BenchmarkCheckUpInto(b *testing.B) {
	set := load(b, dictionaries.FS, rules.FS)
	r := reference.CheckUp(set, 60)
	engine, result := assess.New(set), &assess.Result{}
	b.ReportAllocs()
	for b.Loop() {
		if err := engine.AssessInto(r, result); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	set := load(b, dictionaries.FS, rules.FS)
	for b.Loop() {
		assess.New(set)
	}
}

func BenchmarkReference(b *testing.B) {
	set := load(b, dictionaries.FS, rules.FS)
	r := reference.CheckUp(set, 60)
	engine := reference.New(set)
	for b.Loop() {
		if _, err := engine.Assess(r); err != nil {
			b.Fatal(err)
		}
	}
}
