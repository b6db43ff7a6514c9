package diff

import (
	"encoding/json"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
	"tijian/rules"
)

// load reads a rule tree with replacements, each "file: old → new"; the file
// is named by its end, and ⏎ ends a line.
func load(t testing.TB, tree fs.FS, dict *dictionary.Dictionary, edits ...string) *ruleset.Set {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		file, change, _ := strings.Cut(e, ": ")
		before, after, ok := strings.Cut(strings.ReplaceAll(change, "⏎", "\n"), " → ")
		done := false
		for name, f := range files {
			if ok && strings.HasSuffix(name, file) && strings.Contains(string(f.Data), before) {
				f.Data, done = []byte(strings.ReplaceAll(string(f.Data), before, after)), true
			}
		}
		if !done {
			t.Fatalf("no place for the edit %q", e)
		}
	}
	set, list := ruleset.Load(files, "", dict)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

// small is the rule set of package ruleset's tests.
func small(t testing.TB) (fs.FS, *dictionary.Dictionary) {
	t.Helper()
	a, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range a.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	names, _ := fs.Sub(tree, "dictionaries")
	d, list := dictionary.Load(names)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	files, _ := fs.Sub(tree, "rules")
	return files, d
}

func released(t testing.TB) *dictionary.Dictionary {
	t.Helper()
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

// Steps that do not use each other may stand in any order, and a case that
// repeats an earlier one is never reached.
func TestSameFormulas(t *testing.T) {
	tree, dict := small(t)
	for from, to := range map[string]string{
		"    - {name: y, formula: x * 2}": "    - {name: z, formula: 1 + 1}\n    - {name: y, formula: x * 2}",
		"    - {when: sex == \"female\"":  "    - {when: sex == \"male\", formula: y}\n    - {when: sex == \"female\"",
	} {
		a := load(t, tree, dict, "body.yaml: "+from+" → "+to)
		swapped := load(t, tree, dict, "body.yaml: "+from+" → "+strings.Replace(to, "    - {name: z, formula: 1 + 1}\n    - {name: y, formula: x * 2}", "    - {name: y, formula: x * 2}\n    - {name: z, formula: 1 + 1}", 1))
		if r := Compare(a, swapped); !r.Same() {
			t.Errorf("%s: %+v", from, r.Derived)
		}
		if added := !strings.Contains(to, "name: z"); added != Compare(load(t, tree, dict), a).Same() {
			t.Errorf("%s → %s", from, to)
		}
	}
}

// Every case of testdata is a list of edits to the small rule set, with the
// report that must come of them in both languages.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	tree, dict := small(t)
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var edits []string
			for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
				if line != "" {
					edits = append(edits, line)
				}
			}
			r := Compare(load(t, tree, dict), load(t, tree, dict, edits...))
			r.Under("rules")
			for i, f := range a.Files {
				var got strings.Builder
				switch f.Name {
				case "zh", "en":
					err = r.WriteText(&got, f.Name)
				case "markdown":
					err = r.WriteMarkdown(&got, problem.Chinese)
				case "texts":
					err = r.WriteTexts(&got, problem.Chinese)
				case "json":
					err = r.WriteJSON(&got)
				default:
					t.Fatalf("what is %s?", f.Name)
				}
				if err != nil {
					t.Fatal(err)
				}
				text := hashes.ReplaceAllString(got.String(), "HASH")
				if text != string(f.Data) {
					if os.Getenv("GOLDEN") == "write" {
						a.Files[i].Data = []byte(text)
						continue
					}
					t.Errorf("%s:\n%s\nwant\n%s", f.Name, text, f.Data)
				}
			}
			if os.Getenv("GOLDEN") == "write" {
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

var hashes = regexp.MustCompile(`\b[0-9a-f]{12}\b`)

// The released rules don't differ from themselves, read twice.
func TestNothingDiffers(t *testing.T) {
	d := released(t)
	r := Compare(load(t, rules.FS, d), load(t, rules.FS, d))
	if !r.Same() || len(r.Texts) > 0 || r.Compared < 100 {
		t.Errorf("%+v", r)
	}
}

// Conditions written otherwise are compared by cells, and don't differ.
func TestOnlyWrittenOtherwise(t *testing.T) {
	tree, dict := small(t)
	r := Compare(load(t, tree, dict), load(t, tree, dict,
		"blood.yaml: 60 <= value < 115 → 'value < 115 and not (value < 60)'",
		`blood.yaml: age >= 18 and sex == "male" → 'sex != "female" and age > 17'`,
		"ascvd.yaml: score >= 11 → not (score < 11)"))
	if !r.Same() || r.Cells == 0 {
		t.Errorf("%+v", r.Levels)
	}
}

// A number of the released rules changed anywhere: the service's answers differ
// exactly for the values and persons that the report names, and as it says.
func TestChangedNumberIsFoundExactly(t *testing.T) {
	base := load(t, rules.FS, released(t))
	type place struct {
		name       string
		table, row int
	}
	var places []place // with a number
	for _, name := range slices.Sorted(maps.Keys(base.Tables)) {
		if told := only(base, name); len(lattice.New(told.Tables[name][0].Indicator, lattice.Side{Set: told, Conditions: lattice.Deciding(told, told.Tables[name])}).Inexact) > 0 {
			other, less := only(base, name), *told.Tables[name][0]
			less.Rows = less.Rows[1:]
			other.Tables[name][0] = &less
			if r := Compare(told, other); len(r.Inexact) == 0 {
				t.Errorf("%s is compared with other values, and the report does not say so", name)
			}
			continue
		}
		for k, table := range base.Tables[name] {
			for i, row := range table.Rows {
				if len(numbers(row.When)) > 0 {
					places = append(places, place{name, k, i})
				}
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		at := rapid.SampledFrom(places).Draw(rt, "place")
		name, k := at.name, at.table
		before := only(base, name)
		after := only(base, name)
		tables := after.Tables[name]
		changed := *tables[k]
		changed.Rows = slices.Clone(changed.Rows)
		row := *changed.Rows[at.row]
		number := rapid.SampledFrom(numbers(row.When)).Draw(rt, "number")
		x, _ := strconv.ParseFloat(number.Text, 64)
		x += rapid.SampledFrom([]float64{-1, -0.5, -0.01, 0.01, 0.5, 1}).Draw(rt, "by")
		row.When = recompile(rt, base, row.When.Text.Value[:number.From]+strconv.FormatFloat(x, 'f', 4, 64)+row.When.Text.Value[number.To:])
		changed.Rows[at.row] = &row
		after.Tables[name] = slices.Replace(slices.Clone(tables), k, k+1, &changed)

		r := Compare(before, after)
		if len(r.Inexact) > 0 {
			rt.Fatalf("not exact: %v", r.Inexact)
		}
		one, two := assess.New(before), assess.New(after)
		ask := func(witness map[string]any) {
			request, possible := requestOf(base, name, witness)
			if !possible {
				return
			}
			a, errA := one.Assess(request)
			b, errB := two.Assess(request)
			if errA != nil || errB != nil {
				rt.Fatal(errA, errB)
			}
			known := suppliedBy(before, a.Derived, request)
			known[ruleset.AgeDays] = float64(request.DaysOld())
			for name, x := range witness {
				if derived, ok := known[name]; ok && derived != x {
					return // nobody is like this
				}
				known[name] = x
			}
			got := [2]change.Grade{{Level: a.Samples[0].Level, Color: a.Samples[0].Color}, {Level: b.Samples[0].Level, Color: b.Samples[0].Color}}
			want := [2]change.Grade{got[0], got[0]}
			if slices.ContainsFunc(slices.Concat(a.Samples, b.Samples), func(s assess.SampleResult) bool { return s.Level == ruleset.LevelContradicted }) {
				return // no table of theirs answers, or none knows what it asks for
			}
			for i := range r.Levels {
				if l := &r.Levels[i]; within(l.Where, known) {
					want = [2]change.Grade{l.From.Grade, l.To.Grade}
				}
			}
			if got != want {
				rt.Errorf("%v: %v, the report says %v", witness, got, want)
			}
		}
		for i := range r.Levels {
			ask(r.Levels[i].Witness)
		}
		plausible := tables[0].Indicator.Plausible
		for range 20 {
			value := lattice.Printed(x+rapid.Float64Range(-3, 3).Draw(rt, "value"), 2)
			ask(map[string]any{
				"value": min(max(value, plausible[0]), plausible[1]), "age": float64(rapid.IntRange(0, 100).Draw(rt, "age")),
				"sex": rapid.SampledFrom([]string{"male", "female"}).Draw(rt, "sex"), "has_cvd": rapid.Bool().Draw(rt, "cvd"), "has_diabetes": rapid.Bool().Draw(rt, "diabetes"),
				"has_hbp": rapid.Bool().Draw(rt, "hbp"), "is_taking_antihypertensive_therapy": rapid.Bool().Draw(rt, "therapy"), "smoke_daily_frequency": 0.0,
			})
		}
	})
}

// suppliedBy is what the rules know of somebody beside what was sent: derived
// values, also under the names of the indicators they stand in for.
func suppliedBy(set *ruleset.Set, derived map[string]any, r *assess.Request) map[string]any {
	known := maps.Clone(derived)
	for _, d := range set.Derived {
		if d.Supplies == nil || slices.ContainsFunc(r.Samples, func(s assess.Sample) bool { return s.Name == d.Supplies.Name }) {
			continue
		}
		if x, ok := derived[d.ID]; ok {
			known[d.Supplies.Name] = x
		}
	}
	return known
}

// only is a set with the tables of one indicator and what they need.
func only(set *ruleset.Set, name string) *ruleset.Set {
	c := *set
	c.Overlays, c.Risks, c.Tables = nil, nil, map[string][]*ruleset.Table{}
	var slots []int
	for _, condition := range lattice.Deciding(set, set.Tables[name]) {
		slots = append(append(slots, condition.Inputs...), condition.Asked...)
	}
	for _, t := range set.Tables[name] {
		plain := *t
		plain.Risks = nil
		c.Tables[name] = append(c.Tables[name], &plain)
	}
	c.Derived = set.Behind(slots)
	for i, d := range c.Derived { // answers list all of them, for whomever
		shown := *d
		shown.Show = nil
		c.Derived[i] = &shown
	}
	return &c
}

func numbers(c *expression.Condition) []expression.Token {
	return slices.DeleteFunc(c.Tokens(), func(t expression.Token) bool { return t.Kind != expression.NumberToken })
}

func recompile(rt *rapid.T, set *ruleset.Set, text string) *expression.Condition {
	var list problem.List
	c := expression.CompileCondition(strictyaml.Text{Value: text}, set.Scope, expression.Options{}, &list)
	if len(list) > 0 && list[0].Code == "inverted-bounds" {
		rt.Skip("never true, and refused for it")
	}
	if err := list.Err(); err != nil {
		rt.Fatal(err)
	}
	return c
}

// within reports whether inputs lie in a region as machines read it.
func within(where []lattice.Where, inputs map[string]any) bool {
	for _, w := range where {
		value := inputs[w.Input]
		x, number := value.(float64)
		ok := value == nil && w.Missing || slices.Contains(w.Values, value)
		for _, r := range w.Ranges {
			above := r.From == nil || x > *r.From || x == *r.From && !r.FromOpen
			below := r.To == nil || x < *r.To || x == *r.To && !r.ToOpen
			ok = ok || number && above && below
		}
		if !ok {
			return false
		}
	}
	return true
}

// requestOf makes a request from a witness; impossible with inputs that are
// derived values.
func requestOf(set *ruleset.Set, indicator string, witness map[string]any) (*assess.Request, bool) {
	at := time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC)
	r := &assess.Request{Person: assess.Person{At: at, Born: at.AddDate(-40, 0, 0), Sex: assess.Female, Arguments: map[string]any{}}}
	for name, value := range witness {
		switch v := value.(type) {
		case nil:
		case bool:
			fields := map[string]*bool{"has_diabetes": &r.HasDiabetes, "is_taking_antihypertensive_therapy": &r.OnAntihypertensives, "has_cvd": &r.HasCVD, "has_hbp": &r.HasHypertension}
			if fields[name] != nil {
				*fields[name] = v
			} else if v || !isDerived(set, name) { // false is what derived truths are of somebody who says nothing
				return nil, false
			}
		case string:
			if name != "sex" {
				return nil, false
			}
			r.Sex = assess.Sex(v)
		case float64:
			switch name {
			case "value":
				r.Samples = append([]assess.Sample{{Name: indicator, Value: v}}, r.Samples...)
			case "age":
				r.Born = at.AddDate(-int(math.Round(v)), 0, 0)
			case ruleset.AgeDays: // below
			case "smoke_daily_frequency":
				r.SmokeDaily = v
			default:
				if _, ok := set.Dictionary.Lookup(name); !ok {
					return nil, false
				}
				r.Samples = append(r.Samples, assess.Sample{Name: name, Value: v})
			}
		}
	}
	if days, ok := witness[ruleset.AgeDays].(float64); ok && r.DaysOld() != int(days) {
		years := r.Age()
		if r.Born = at.AddDate(0, 0, -int(days)); r.Age() != years {
			return nil, false // another day of so many days and years
		}
	}
	return r, true
}

func isDerived(set *ruleset.Set, name string) bool {
	return slices.ContainsFunc(set.Derived, func(d *ruleset.Derived) bool { return d.ID == name })
}

// with adds files to the small rule set.
func with(t testing.TB, tree fs.FS, dict *dictionary.Dictionary, files map[string]string) *ruleset.Set {
	t.Helper()
	all := fstest.MapFS{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return load(t, layered{all, tree}, dict)
}

// layered looks into the upper tree first.
type layered struct{ upper, lower fs.FS }

func (l layered) Open(name string) (fs.File, error) {
	if f, err := l.upper.Open(name); err == nil && name != "." {
		if info, err := f.Stat(); err == nil && !info.IsDir() {
			return f, nil
		}
	}
	return l.lower.Open(name)
}

func (l layered) ReadDir(name string) ([]fs.DirEntry, error) {
	a, errA := fs.ReadDir(l.upper, name)
	b, errB := fs.ReadDir(l.lower, name)
	if errA != nil && errB != nil {
		return nil, errB
	}
	all := append(a, b...)
	slices.SortStableFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}

const overlay = `
- indicator: triglycerides
  source: [LIP23]
  rows:
    - {when: value < 1.50, level: N0, tip: 合适}
    - {when: value >= 1.50, level: H1, tip: 升高}
`

// A namespace's own tables are compared with the base tables that the other
// version has for it, and only those.
func TestNamespaces(t *testing.T) {
	tree, dict := small(t)
	plain := load(t, tree, dict)
	one := with(t, tree, dict, map[string]string{"2026.1/overlays/clinic/indicators/lipids.yaml": overlay})
	r := Compare(plain, one)
	var got []string
	for i := range r.Levels {
		l := &r.Levels[i]
		got = append(got, l.Namespace+" "+l.Indicator+" "+l.Describe("en")+": "+l.From.Level+" → "+l.To.Level)
	}
	want := []string{"clinic triglycerides 1.50 to <1.70 mmol/L: N0 → H1", "clinic triglycerides ≥2.30 mmol/L: H2 → H1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if r := Compare(one, one); !r.Same() {
		t.Errorf("%+v", r)
	}
	var text strings.Builder
	if err := r.WriteText(&text, problem.Chinese); err != nil || !strings.Contains(text.String(), "甘油三酯（triglycerides），命名空间 clinic") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

// A narrower plausible range makes values implausible.
func TestPlausibleRange(t *testing.T) {
	tree, dict := small(t)
	i, _ := dict.Lookup("hemoglobin")
	before := i.Plausible
	a := load(t, tree, dict)
	treeB, dictB := small(t)
	j, _ := dictB.Lookup("hemoglobin")
	j.Plausible[1] = 200
	r := Compare(a, load(t, treeB, dictB))
	if i.Plausible != before || len(r.Levels) != 3 { // children, men, women
		t.Fatalf("%+v", r.Levels)
	}
	for k := range r.Levels {
		if l := &r.Levels[k]; l.To.Level != "U1" || !strings.Contains(l.Describe("en"), ">200") {
			t.Errorf("%s: %v", l.Describe("en"), l.To)
		}
	}
}

func TestJSONIsWellFormed(t *testing.T) {
	tree, dict := small(t)
	r := Compare(load(t, tree, dict), load(t, tree, dict, "blood.yaml: 115 → 120", "ascvd.yaml: score >= 11 → score >= 12", "body.yaml: x * 2 → x * 3"))
	var out strings.Builder
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Same   bool
		Levels []struct {
			Indicator string
			Witness   map[string]any
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Same || len(got.Levels) != 1 || got.Levels[0].Witness["value"] != 115.0 {
		t.Errorf("%+v", got)
	}
}

func BenchmarkCompareReleased(b *testing.B) {
	d := released(b)
	from := load(b, rules.FS, d)
	to := load(b, rules.FS, d)
	for _, tables := range to.Tables { // written otherwise: every cell is compared
		for _, t := range tables {
			t.Rows = append(t.Rows, t.Rows[0])
		}
	}
	for b.Loop() {
		Compare(from, to)
	}
}
