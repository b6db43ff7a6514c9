package clash

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

const words = `
-- rules/2026.1/contradictions.yaml --
- {organ: blood, reassures: [没有贫血]}
- {organ: body, reassures: [没有贫血]}
-- rules/2026.1/indicators/blood.yaml --
- indicator: hemoglobin
  source: [CV]
  organ: blood
  rows:
    - {when: value < 100, level: L3, tip: 低}
    - {when: 100 <= value < 115, level: L1, tip: 略低}
    - {when: value >= 115, level: N0, tip: 正常}
-- rules/2026.1/indicators/chemistry.yaml --
- indicator: weight
  source: [CV]
  organ: body
  rows:
    - {when: value < 60, level: N0, tip: 合适, hint: 没有贫血的迹象}
    - {when: value >= 60, level: H1, tip: 重}
`

func set(t *testing.T) *ruleset.Set {
	t.Helper()
	a, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range append(a.Files, txtar.Parse([]byte(words)).Files...) {
		if strings.HasSuffix(f.Name, "manifest.yaml") {
			f.Data = slices.Concat(f.Data, []byte("organs:\n  - {id: blood, title: 血液}\n  - {id: body, title: 体重}\nsummary: {from_color: 3, none: 无, one: 有}\n"))
		}
		if strings.Contains(f.Name, "/risks/") {
			continue
		}
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	names, _ := fs.Sub(tree, "dictionaries")
	files, _ := fs.Sub(tree, "rules")
	d, list := dictionary.Load(names)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	s, list := ruleset.Load(files, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheck(t *testing.T) {
	s := set(t)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	person := func(hemoglobin, weight float64) *assess.Request {
		return &assess.Request{Person: assess.Person{At: at, Born: at.AddDate(-50, 0, 0), Sex: assess.Male, HasCVD: true, Arguments: map[string]any{}}, NoTrace: true,
			Samples: []assess.Sample{{Name: "height", Value: 170}, {Name: "weight", Value: weight}, {Name: "hemoglobin", Value: hemoglobin}}}
	}
	for name, c := range map[string]struct {
		persons []*assess.Request
		want    string
	}{
		"both":             {[]*assess.Request{person(120, 50), person(90, 50), person(80, 50)}, "“没有贫血”与血红蛋白的警告同时出现（2 人），如：男，50 岁，体重 50，血红蛋白 90"},
		"not said":         {[]*assess.Request{person(90, 70)}, ""},
		"no alarm":         {[]*assess.Request{person(110, 50)}, ""},
		"of another organ": {[]*assess.Request{person(120, 50)}, ""},
	} {
		var got []string
		for _, p := range Check(s, slices.Values(c.persons)) {
			got = append(got, p.ZH)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
