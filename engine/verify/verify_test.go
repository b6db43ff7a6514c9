package verify

import (
	"errors"
	"flag"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
	"tijian/rules"
)

// bmi is the table that the cases change.
const bmi = `
- indicator: bmi
  source: [CV]
  rows:
`

func check(t testing.TB, table string) *Report {
	t.Helper()
	r, list := try(t, table)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return r
}

// try gives a nil report when the table does not load.
func try(t testing.TB, table string) (*Report, problem.List) {
	t.Helper()
	tree := rulestest.Small(t)
	tree["rules/2026.1/indicators/chemistry.yaml"] = &fstest.MapFile{Data: []byte(table)}
	set, list := rulestest.Load(tree)
	if set == nil {
		return nil, list
	}
	return Check(set), nil
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, rows string
		want       []string // code line: part of the Chinese text
	}{
		{"in order", `
    - {when: value < 18.5, level: L1, tip: x}
    - {when: 18.5 <= value < 24, level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}`, nil},
		{"gap of one printed step", `
    - {when: value < 18.5, level: L1, tip: x}
    - {when: 18.6 <= value < 24, level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}`, []string{"gap 4: 数值=18.5 时"}},
		{"gap between printed steps", `
    - {when: value <= 18.4, level: L1, tip: x}
    - {when: 18.5 <= value < 24, level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}`, []string{"gap 4: 数值=18.45 时"}},
		{"gap at a bound", `
    - {when: value < 18.5, level: L1, tip: x}
    - {when: 18.5 < value < 24, level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}`, []string{"gap 4: 数值=18.5 时"}},
		{"gap at an end", `
    - {when: 10 < value < 18.5, level: L1, tip: x}
    - {when: value >= 18.5, level: N0, tip: x}`, []string{"gap 1: 数值=8 时"}},
		{"overlap", `
    - {when: value <= 18.5, level: L1, tip: x}
    - {when: 18.5 <= value, level: N0, tip: x}`, []string{"overlap 5: 数值=18.5 时，第 1 行（文件第 4 行）和第 2 行（文件第 5 行）"}},
		{"by sex", `
    - {when: 'value < (sex == "male" ? 24 : 23)', level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}`, []string{"gap 4: 性别=female，数值=23 时"}},
		{"by age, whole years", `
    - {when: value < 24 and age < 65, level: N0, tip: x}
    - {when: value < 25 and age > 64, level: N0, tip: x}
    - {when: value >= 24 and age <= 64, level: H1, tip: x}
    - {when: value >= 25 and age >= 65, level: H1, tip: x}`, nil},
		{"missing input", `
    - {when: value < 24, level: N0, tip: x}
    - {when: value >= 24 and waist_circumference < 90, level: H1, tip: x}
    - {when: value >= 24 and waist_circumference >= 90, level: H2, tip: x}`, []string{"gap 4: 缺少腰围，数值=24 时"}},
		{"missing input covered", `
    - {when: value < 24, level: N0, tip: x}
    - {when: value >= 24 and has(waist_circumference) and waist_circumference >= 90, level: H2, tip: x}
    - {when: value >= 24 and not (has(waist_circumference) and waist_circumference >= 90), level: H1, tip: x}`, nil},
		{"a gap's whole interval", `
    - {when: value < 18.5, level: L1, tip: x}
    - {when: value >= 24, level: N0, tip: x}`, []string{"gap 4: 空着的是 18.5 至 <24.0"}},
		{"unreachable", `
    - {when: value < 24, level: N0, tip: x}
    - {when: value >= 24, level: H1, tip: x}
    - {when: value < 3, level: L1, tip: x}`, []string{"implausible-bound 6: 第 3 行"}},
		{"milder farther away", `
    - {when: value < 24, level: N0, tip: x}
    - {when: 24 <= value < 28, level: H2, tip: x}
    - {when: value >= 28, level: H1, tip: x}`, []string{"severity 6: 第 3 行（H1）反而比第 2 行（H2）轻"}},
		{"wrong side", `
    - {when: value < 18.5, level: H1, tip: x}
    - {when: value >= 18.5, level: N0, tip: x}`, []string{"direction 4: 第 1 行"}},
	} {
		r := check(t, bmi[1:]+c.rows[1:])
		var got []string
		for _, p := range r.Problems {
			got = append(got, p.Code+" "+strconv.Itoa(p.Line)+": "+p.ZH)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			continue
		}
		for i, want := range c.want {
			head, part, _ := strings.Cut(want, ": ")
			line, _ := strconv.Atoi(strings.Fields(head)[1])
			if p := r.Problems[i]; p.Code != strings.Fields(head)[0] || p.Line != line || !strings.Contains(p.ZH, part) || p.EN == "" {
				t.Errorf("%s: got %q, want %q", c.name, got[i], want)
			}
		}
	}
}

func TestGuards(t *testing.T) {
	one := func(guard string) string {
		return "- indicator: bmi\n  for: " + guard + "\n  source: [CV]\n  rows:\n    - {when: true, level: N0, tip: x}\n"
	}
	r := check(t, one("age >= 18")+one("age < 19 and has_cvd"))
	if len(r.Problems) != 1 || r.Problems[0].Code != "guard-overlap" || !strings.Contains(r.Problems[0].ZH, "年龄=18，心血管病=是") {
		t.Errorf("%v", r.Problems)
	}
	if r := check(t, one("age >= 18")+one("age < 18")); len(r.Problems) != 0 {
		t.Errorf("%v", r.Problems)
	}
}

// An overlay that replaces one of two tables takes the assessment away from the
// others' persons, unless it says that it means to.
func TestOverlayLeavesOut(t *testing.T) {
	table := func(guard string) string {
		return "- indicator: hemoglobin\n  for: " + guard + "\n  source: [CV]\n  rows:\n    - {when: true, level: N0, tip: x}\n"
	}
	women, men := table(`age >= 18 and sex == "female"`), table(`age >= 18 and sex == "male"`)
	for _, c := range []struct{ name, tables, settings, want string }{
		{"one of two", women, "", "性别=male，年龄=18"},
		{"both", women + men, "", ""},
		{"all in one", table("age >= 18"), "", ""},
		{"on purpose", women, "fewer_persons: [hemoglobin]\n", ""},
		{"older ones only", table("age >= 60"), "title: 长者\n", "age=18"},
	} {
		files := map[string]string{"indicators/blood.yaml": c.tables}
		if c.settings != "" {
			files["overlay.yaml"] = c.settings
		}
		var got []string
		for _, p := range overlaid(t, files).Problems {
			if p.File != "2026.1/overlays/city/indicators/blood.yaml" {
				continue
			}
			got = append(got, p.Code+" "+p.ZH+" "+p.EN)
		}
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: %q", c.name, got)
		case c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], "overlay-persons") || !strings.Contains(got[0], c.want)):
			t.Errorf("%s: got %q, want %s", c.name, got, c.want)
		}
	}
}

// overlaid proves the sound rule set with an overlay.
func overlaid(t *testing.T, files map[string]string) *Report {
	t.Helper()
	tree := rulestest.Small(t)
	for name, text := range files {
		tree["rules/2026.1/overlays/city/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	set, list := rulestest.Load(tree)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return Check(set)
}

func TestUnprovedIsListed(t *testing.T) {
	r := check(t, bmi[1:]+"    - {when: value < waist_circumference, level: N0, tip: x}\n    - {when: value >= waist_circumference, level: H1, tip: x}\n")
	if len(r.Problems) != 0 || len(r.Unproved) != 1 || !strings.Contains(r.Unproved[0].ZH, "waist_circumference") {
		t.Errorf("%v %v", r.Problems, r.Unproved)
	}
}

// Whatever table loads can be proved or is listed as unproved.
func FuzzCheck(f *testing.F) {
	for _, row := range []string{"value < 3", "value in [1, 2]", "age < 18 and value > height", "has(bmi) ? bmi > 2 : value < 3", "value / 0 < 3", "sex == \"male\" or smoke_daily_frequency > 0"} {
		f.Add("age >= 18", row)
	}
	f.Fuzz(func(t *testing.T, guard, when string) {
		quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
		r, list := try(t, "- indicator: bmi\n  for: "+quote(guard)+"\n  source: [CV]\n  rows:\n    - {when: "+quote(when)+", level: N0, tip: x}\n")
		if (r == nil) != (len(list) > 0) {
			t.Fatalf("report %v with problems %v", r != nil, list)
		}
	})
}

// shipped is what the binary carries, read once, and what was proved of it: a change
// of one file leaves the rest as it was proved.
var shipped = sync.OnceValue(func() (all struct {
	dictionary *dictionary.Dictionary
	files      fstest.MapFS
	proved     *Memory
	err        error
}) {
	var list problem.List
	all.dictionary, list = dictionary.Load(dictionaries.Active())
	all.files, all.proved = fstest.MapFS{}, &Memory{}
	all.err = errors.Join(list.Err(), fs.WalkDir(rules.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(rules.FS, name)
		all.files[name] = &fstest.MapFile{Data: data}
		return err
	}))
	return all
})

// embedded checks the rules that ship, each file changed; nil leaves it out.
func embedded(t testing.TB, change func(name string, data []byte) []byte) (*Report, error) {
	t.Helper()
	all := shipped()
	if all.err != nil {
		t.Fatal(all.err)
	}
	tree := fstest.MapFS{}
	for name, file := range all.files {
		if data := change(name, file.Data); data != nil {
			tree[name] = &fstest.MapFile{Data: data}
		}
	}
	set, list := ruleset.Load(tree, "", all.dictionary)
	if err := list.Err(); err != nil {
		return nil, err
	}
	return all.proved.Check(set), nil
}

var (
	row    = regexp.MustCompile(`(?m)^ {4}- \{?when:.*\n(?: {6}.*\n)*`)
	number = regexp.MustCompile(`value (?:<|<=|>|>=) (\d+(?:\.\d+)?)|(\d+(?:\.\d+)?) (?:<|<=) value`)
)

// Whoever deletes a row of the rules that ship, or moves a bound of value by a
// printed step, is told so in the right file.
func TestEveryChangeOfABoundIsFound(t *testing.T) {
	var files []string
	all, _ := fs.Glob(rules.FS, rules.Active()+"/indicators/*.yaml")
	for _, f := range all {
		data, _ := fs.ReadFile(rules.FS, f)
		if number.Match(data) {
			files = append(files, f)
		}
	}
	// A few through the files and the loader; every change of every row is tried
	// on the compiled rules, in package mutate.
	if err := flag.Set("rapid.checks", "5"); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		file := rapid.SampledFrom(files).Draw(rt, "file")
		data, _ := fs.ReadFile(rules.FS, file)
		lines := row.FindAllIndex(data, -1)
		lines = slices.DeleteFunc(lines, func(at []int) bool { return !number.Match(data[at[0]:at[1]]) })
		at := rapid.SampledFrom(lines).Draw(rt, "row")
		line := string(data[at[0]:at[1]])
		changed := ""
		if rapid.Bool().Draw(rt, "move a bound") {
			bounds := number.FindAllStringSubmatchIndex(line, -1)
			b := rapid.SampledFrom(bounds).Draw(rt, "bound")
			from, to := max(b[2], b[4]), max(b[3], b[5])
			_, fraction, _ := strings.Cut(line[from:to], ".")
			x, _ := strconv.ParseFloat(line[from:to], 64)
			step := 1.0
			for range len(fraction) {
				step /= 10
			}
			changed = line[:from] + strconv.FormatFloat(x+step, 'f', len(fraction), 64) + line[to:]
		}
		report, err := embedded(t, func(name string, content []byte) []byte {
			switch {
			case name == file:
				return slices.Concat(content[:at[0]], []byte(changed), content[at[1]:])
			case path.Base(path.Dir(name)) == "indicators":
				return nil // the others only take time
			}
			return content
		})
		if err != nil {
			return // the loader found it: an empty table
		}
		if !slices.ContainsFunc(report.Problems, func(p problem.Problem) bool { return p.File == file }) {
			rt.Fatalf("%s: %q became %q and nothing was found", file, line, changed)
		}
	})
}

// A printed range and an earlier result are compared with constants only, so
// tables that look at them are proved like any other.
func TestFacetsAreProved(t *testing.T) {
	const low = "{when: 'has(times_ref_high) ? times_ref_high <= 1 : value < 24', level: N0, tip: 正常}"
	for name, c := range map[string]struct{ row, want string }{
		"whole":          {"'has(times_ref_high) ? times_ref_high > 1 : value >= 24'", ""},
		"overlap":        {"'has(times_ref_high) ? times_ref_high >= 1 : value >= 24'", "打印上限的倍数=1"},
		"gap":            {"'has(times_ref_high) ? times_ref_high > 2 : value >= 24'", "打印上限的倍数=1.5"},
		"gap without it": {"'times_ref_high > 1 or value >= 24 and has(change) and not has(times_ref_high)'", "缺少比上次增加"},
	} {
		r := check(t, bmi+"    - "+low+"\n    - {when: "+c.row+", level: H1, tip: 高}\n")
		if len(r.Unproved) > 0 {
			t.Errorf("%s: %v %v", name, r.Unproved, r.Problems)
		}
		var said strings.Builder
		for _, p := range r.Problems {
			said.WriteString(p.ZH + "\n")
		}
		if c.want == "" && said.Len() > 0 || !strings.Contains(said.String(), c.want) {
			t.Errorf("%s: %s, want %q", name, said.String(), c.want)
		}
	}
}
