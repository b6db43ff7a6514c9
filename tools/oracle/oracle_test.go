package oracle_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/internal/drawn"
	"tijian/rules"
	"tijian/tools/oracle"
)

var (
	requests  = flag.Int("requests", 0, "requests that each rule set answers beside the oracle; 0 for few")
	firstSeed = flag.Uint64("first-seed", 1, "seed of the first of them; each has its own")
)

// The engine answers as the oracle does, which shares nothing with it but the
// sources of the rules. The sealed versions are much alike: make test tries each fourth,
// by fewer requests.
func TestOracleOfTheReleasedRules(t *testing.T) {
	versions := ruleset.Versions(rules.FS)
	older := slices.Index(versions, rules.Active())
	for i, version := range versions {
		few := 250
		if i < older {
			if !drawn.One(i, 4) {
				continue
			}
			few = 50
		}
		answerAlike(t, ruleSet(t, sub(t, dictionaries.FS, version), rules.FS, version), few)
	}
}

func TestOracleOfOddRules(t *testing.T) {
	dictFS, rulesFS := oddRules(t)
	answerAlike(t, ruleSet(t, dictFS, rulesFS, ""), 3000)
}

func answerAlike(t *testing.T, set *ruleset.Set, few int) {
	count := uint64(few)
	if *requests > 0 {
		count = uint64(*requests)
	}
	engine, want := assess.New(set), oracle.New(set)
	var next, answered atomic.Uint64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			drawer := oracle.NewDrawer(set, 0)
			for n := next.Add(1) - 1; n < count && !t.Failed(); n = next.Add(1) - 1 {
				seed := *firstSeed + n
				drawer.Seed(seed)
				r := drawer.Request()
				got, err := engine.Assess(r)
				expected, wantErr := want.Assess(r)
				difference := oracle.Difference(got, err, expected, wantErr)
				if difference == "" && err == nil && seed%4 == 0 { // many values each
					difference = want.Ideals(r, got)
				}
				if difference != "" {
					t.Errorf("seed %d: %+v\n%s", seed, *r, difference)
				}
				if err == nil {
					answered.Add(1)
					bare(t, engine, r, got)
				}
			}
		})
	}
	workers.Wait()
	if n := answered.Load(); n < count*3/4 && !t.Failed() {
		t.Errorf("only %d of %d requests were answered", n, count)
	}
}

// bare asks for nothing but the samples' answers, which must be the same.
func bare(t *testing.T, engine *assess.Engine, r *assess.Request, whole *assess.Result) {
	t.Helper()
	only := *r
	only.NoTrace, only.NoDerived = true, true
	got, err := engine.Assess(&only)
	if err != nil {
		t.Error(err)
		return
	}
	for i := range whole.Samples {
		want := whole.Samples[i]
		want.Trace, want.Trend = nil, ""
		if !reflect.DeepEqual(got.Samples[i], want) {
			t.Errorf("%+v: without derived values %s is %+v, want %+v", *r, r.Samples[i].Name, got.Samples[i], want)
		}
	}
}

func ruleSet(t testing.TB, dictFS, rulesFS fs.FS, version string) *ruleset.Set {
	t.Helper()
	d, list := dictionary.Load(dictFS)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rulesFS, version, d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

// oddRules use the language in every way, with an overlay.
func oddRules(t *testing.T) (dictFS, rulesFS fs.FS) {
	t.Helper()
	const late = "\nlate:\n  - {days: 1, severity: 1, tip: \"{days} 天前，{zh} {value} {unit}：{tip}\"}\n  - {days: 3, severity: 2, tip: \"{days} 天前\", hint: 以新的为准}"
	const number = "  - {path: profile.steps, variable: steps_daily, type: number, title: 每日步数}\n"
	const others = "unassessed:\n  - {when: heavy, text: '{zh} {value} 另有范围'}\ntexts:\n  implausible_urgent: '{zh} {value} 若属实请就医'\n"
	files := fstest.MapFS{}
	for _, name := range []string{"../../engine/ruleset/testdata/base.txtar", "../../engine/assess/testdata/more.txtar", "testdata/odder.txtar"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			f.Data = bytes.Replace(f.Data, []byte("\narguments:\n"), []byte(late+"\narguments:\n"+number), 1)
			f.Data = bytes.Replace(f.Data, []byte("\ntexts:\n"), []byte("\n"+others), 1)
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return sub(t, files, "dictionaries"), sub(t, files, "rules")
}

func sub(t *testing.T, files fs.FS, folder string) fs.FS {
	t.Helper()
	inside, err := fs.Sub(files, folder)
	if err != nil {
		t.Fatal(err)
	}
	return inside
}
