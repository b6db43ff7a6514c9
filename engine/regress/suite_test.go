package regress

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"testing/fstest"
	"time"

	"tijian/engine/strictyaml"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
)

const head = "title: t\ndatetime: 2026-11-20T08:00:00.000Z\npersons:\n  男: {sex: male, age: 45}\ncases:\n"

func TestParseReportsFaultsAtTheirPlace(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		code string
		at   string
	}{
		"datetime":     {"title: t\ndatetime: today\npersons: {}\ncases: []\n", "datetime", "s.yaml:2:11"},
		"person":       {head + "  - {name: a, person: 女, samples: {alt: 1}, expect: {level: {alt: N0}}}\n", "person", "s.yaml:6:23"},
		"age":          {"title: t\ndatetime: 2026-11-20T08:00:00Z\npersons:\n  a: {sex: male, age: old}\ncases: []\n", "age", "s.yaml:4:23"},
		"age and born": {"title: t\ndatetime: 2026-11-20T08:00:00Z\npersons:\n  a: {sex: male, age: 1, born: 2000-01-01}\ncases: []\n", "age", "s.yaml:4:6"},
		"born":         {"title: t\ndatetime: 2026-11-20T08:00:00Z\npersons:\n  a: {sex: male, born: 1.5.1980}\ncases: []\n", "born", "s.yaml:4:24"},
		"sex":          {"title: t\ndatetime: 2026-11-20T08:00:00Z\npersons:\n  a: {sex: 男, age: 1}\ncases: []\n", "field", "s.yaml:4:12"},
		"number":       {head + "  - {name: a, person: 男, samples: {alt: high}, expect: {level: {alt: N0}}}\n", "number", "s.yaml:6:41"},
		"tolerance":    {head + "  - {name: a, person: 男, samples: {alt: 1}, expect: {derived: {x: 1 ±y}}}\n", "number", "s.yaml:6:67"},
		"no check":     {head + "  - {name: a, person: 男, samples: {alt: 1}}\n", "no-check", "s.yaml:6:5"},
		"no levels":    {head + "  - {name: a, person: 男, indicator: alt}\n", "no-check", "s.yaml:6:37"},
		"short row":    {head + "  - {name: a, person: 男, columns: [alt, expect.level.alt], rows: [[1]]}\n", "row", "s.yaml:6:68"},
		"column":       {head + "  - {name: a, person: 男, columns: [alt, expect.alt], rows: [[1, N0]]}\n", "column", "s.yaml:6:41"},
		"empty row":    {head + "  - {name: a, person: 男, columns: [alt], rows: [[1]]}\n", "no-check", "s.yaml:6:50"},
		"unknown key":  {head + "  - {name: a, person: 男, expects: {}}\n", "unknown-key", "s.yaml:6:26"},
	} {
		t.Run(name, func(t *testing.T) {
			suite, list := Parse("s.yaml", []byte(test.text))
			if suite != nil || len(list) != 1 {
				t.Fatalf("suite %v, problems %v; want one problem", suite, list)
			}
			if p := list[0]; p.Code != test.code || p.Place.String() != test.at {
				t.Errorf("%s: %s %s; want %s at %s", p.Place, p.Code, p.EN, test.code, test.at)
			}
		})
	}
}

func TestParseBuildsRequests(t *testing.T) {
	suite, list := Parse("s.yaml", []byte(head+`  - name: 表
    person: 男
    samples: {hemoglobin: 12 g/dL}
    columns: [sex, age, smoke_daily_frequency, has_cvd, profile.region, alt, expect.level.alt]
    rows:
      - [female, 30, 5, true, north, 40, N0]
      - [-, -, -, -, -, 41 IU/L, H1]
`))
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	if len(suite.Trials) != 2 {
		t.Fatalf("%d trials", len(suite.Trials))
	}
	first, second := suite.Trials[0].Request, suite.Trials[1].Request
	if first.Sex != assess.Female || first.Age() != 30 || first.SmokeDaily != 5 || !first.HasCVD || first.Arguments["profile.region"] != "north" {
		t.Errorf("first person: %+v", first.Person)
	}
	if second.Sex != assess.Male || second.Age() != 45 || second.HasCVD || len(second.Arguments) != 0 {
		t.Errorf("second person: %+v", second.Person)
	}
	if got := second.Samples; !reflect.DeepEqual(got, []assess.Sample{{Name: "hemoglobin", Unit: "g/dL", Value: 12}, {Name: "alt", Unit: "IU/L", Value: 41}}) {
		t.Errorf("second samples: %+v", got)
	}
	if want := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC); !first.At.Equal(want) {
		t.Errorf("at %v", first.At)
	}
}

func TestLoadReadsYAMLOnlyAndCollectsProblems(t *testing.T) {
	files := fstest.MapFS{
		"README.md": {Data: []byte("not a suite")},
		"b/b.yaml":  {Data: []byte("title: t\n")},
		"a.yaml":    {Data: []byte(head + "  - {name: a, person: x}\n")},
	}
	suites, list := Load(files)
	if suites != nil || len(list) != 4 {
		t.Fatalf("suites %v, problems %v", suites, list)
	}
	if list[0].File != "a.yaml" || list[1].File != "b/b.yaml" {
		t.Errorf("problems out of order: %v", list)
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../../testdata/rules/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(head + "  - {name: a, person: 男, columns: [a.b], rows: [[-]]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		suite, list := Parse("s.yaml", data)
		if (suite == nil) != (len(list) > 0) {
			t.Fatalf("suite %v with problems %v", suite, list)
		}
		if suite == nil {
			return
		}
		for _, trial := range suite.Trials {
			if len(trial.Checks) == 0 {
				t.Errorf("%s checks nothing", trial.At)
			}
			if trial.At == (problem.Place{}) {
				t.Errorf("trial %q has no place", trial.Name)
			}
		}
	})
}

// Whatever is misspelt would be expected in vain; it is found before a trial
// runs.
func TestValidateFindsNamesThatMeanNothing(t *testing.T) {
	set := rulestest.Active(t)
	for name, test := range map[string]struct {
		text string
		want []string // code and place of each problem
	}{
		"sound":      {"  - {name: a, person: 男, samples: {alt: 1}, expect: {level: {alt: N0}, derived: {bmi: none}, risk: {kidney: none}}}\n", nil},
		"deliberate": {"  - {name: a, person: 男, unknown_indicators: [moon], samples: {moon: 1}, expect: {level: {moon: U0}}}\n", nil},
		"derived":    {"  - {name: a, person: 男, samples: {alt: 1}, expect: {derived: {bmmi: none}}}\n", []string{"unknown-name 6:64"}},
		"no text":    {"  - {name: a, person: 男, samples: {alt: 1}, expect: {derived: {bmi: high}}}\n", []string{"want 6:69"}},
		"risk":       {"  - {name: a, person: 男, samples: {alt: 1}, expect: {risk: {cvd: 3, kidney: 7}}}\n", []string{"unknown-name 6:61", "want 6:77"}},
		"level":      {"  - {name: a, person: 男, indicator: alt, levels: {1: X9}}\n", []string{"want 6:54"}},
		"matrix":     {"  - {name: a, person: 男, indicator: 甘油三酯, levels: {1: N0}}\n", []string{"unknown-name 6:37"}},
		"sample":     {"  - {name: a, person: 男, samples: {triglyceride: 1}, expect: {color: {alt: 9}, assumption: {腰围: no}}}\n", []string{"unknown-name 6:36", "want 6:76", "want 6:97"}},
		"column":     {"  - {name: a, person: 男, columns: [alt, smoke_daily, profile.regio, expect.level.altt], rows: [[1, 2, north, N0]]}\n", []string{"unknown-name 6:41", "unknown-name 6:54", "unknown-name 6:69"}},
	} {
		t.Run(name, func(t *testing.T) {
			suite, list := Parse("s.yaml", []byte(head+test.text))
			if suite == nil {
				t.Fatal(list.Err())
			}
			var got []string
			for _, p := range Validate([]Suite{*suite}, set) {
				got = append(got, p.Code+" "+strings.TrimPrefix(p.Place.String(), "s.yaml:"))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// A case holds for the versions that it names, as a suite does; only their names
// are then looked up in a version's rules.
func TestForVersion(t *testing.T) {
	suite, list := Parse("s.yaml", []byte(head+`  - {name: 各版, person: 男, samples: {alt: 1}, expect: {level: {alt: N0}}}
  - {name: 旧版, versions: ["1"], person: 男, samples: {alt: 50}, expect: {level: {alt: N0}}}
  - {name: 新版, versions: ["2"], person: 男, samples: {alt: 50}, expect: {level: {alt: H1}}}
  - {name: 笔误, versions: ["3"], person: 男, samples: {alt: 50}, expect: {level: {alt: H1}}}
`))
	if len(list) > 0 {
		t.Fatal(list)
	}
	hold, list := For([]Suite{*suite}, strictyaml.Alone("2", []string{"1", "2"}))
	if len(list) != 1 || list[0].Place.String() != "s.yaml:9:28" {
		t.Errorf("problems %v; want the unknown version's", list)
	}
	var names []string
	for _, trial := range hold[0].Trials {
		names = append(names, trial.Name)
	}
	if !slices.Equal(names, []string{"各版", "新版"}) || len(hold[0].mentions) != 4 || len(suite.Trials) != 4 {
		t.Errorf("trials %v, %d mentions, %d trials left in the suite", names, len(hold[0].mentions), len(suite.Trials))
	}
}

// A signature is a user's name, which a date may follow; an empty one awaits
// its doctor, and a case written by hand needs none.
func TestSigners(t *testing.T) {
	suite, list := Parse("a.yaml", []byte(`title: a
datetime: "2026-11-20T08:00:00.000Z"
persons: {男: {sex: male, age: 45}}
cases:
  - {name: a, person: 男, signed: zhang 2026-11-20, indicator: alt, levels: {40: N0, 60: H1}}
  - {name: b, person: 男, signed: nobody, indicator: alt, levels: {40: N0, 60: H1}}
  - {name: c, person: 男, signed: "", indicator: alt, levels: {40: N0}}
  - {name: d, person: 男, indicator: alt, levels: {40: N0}}
`))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	found := Signers([]Suite{*suite}, []string{"zhang", "li"})
	if len(found) != 1 || found[0].Line != 6 || !strings.Contains(found[0].ZH, "“nobody”不能签字") || !strings.Contains(found[0].FixZH, "zhang、li") {
		t.Errorf("%+v", found)
	}
}
