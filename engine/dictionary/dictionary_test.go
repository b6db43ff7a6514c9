package dictionary

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tijian/engine/problem"
)

const (
	unitsYAML = "mmol/L: []\nmg/dL: []\nU/L: [IU/L]\n\"10^9/L\": [G/L]\ng/L: []\nCel: [℃]\n\"[degF]\": [℉]\n"
	gradeYAML = `
- {value: 0, display: 阴性(-), words: [阴性, "-", (-), neg]}
- {value: 0.5, display: ±, words: ["±", "+-", 弱阳性]}
- {value: 1, display: 阳性(+), words: [阳性, "+", 1+]}
- {value: 2, display: ++, words: ["++", 2+]}
`
	indicatorYAML = `
- {name: glucose, zh: 血糖, aliases: [葡萄糖], abbreviations: [GLU], category: glucose, specimen: blood, kind: quantitative,
   loinc: 14771-0, unit: mmol/L, units: [{unit: mg/dL, factor: 0.0555}], decimals: 2, plausible: [0.5, 60]}
- {name: temperature, zh: 体温, category: vital, specimen: body, kind: quantitative, unit: Cel,
   units: [{unit: "[degF]", factor: 0.5555555555555556, offset: -17.77777777777778}], decimals: 1, plausible: [30, 45]}
- {name: hemoglobin, zh: 血红蛋白, category: blood, specimen: blood, kind: quantitative, unit: g/L, plausible: [20, 260]}
- {name: urine_glucose, zh: 尿糖, aliases: [葡萄糖], abbreviations: [GLU], category: urine, specimen: urine, kind: qualitative, plausible: [0, 4]}
`
)

func fixture(indicators string) fstest.MapFS {
	return fstest.MapFS{
		"units.yaml": {Data: []byte(unitsYAML)}, "grades.yaml": {Data: []byte(gradeYAML)},
		"indicators/a.yaml": {Data: []byte(indicators)},
	}
}

func load(t testing.TB) *Dictionary {
	d, list := Load(fixture(indicatorYAML))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestConvert(t *testing.T) {
	d := load(t)
	for _, c := range []struct {
		name, unit  string
		value, want float64
		ok          bool
	}{
		{"glucose", "", 5, 5, true},
		{"glucose", "mmol/l", 5, 5, true},
		{"glucose", "MG/DL", 100, 5.55, true},
		{"glucose", "U/L", 5, 0, false},
		{"temperature", "℉", 98.6, 37, true},
		{"hemoglobin", "G/L", 130, 130, true}, // capitals: only g/L fits this indicator
		{"urine_glucose", "", 2, 2, true},
		{"urine_glucose", "mmol/L", 2, 0, false},
	} {
		i, found := d.Lookup(c.name)
		if !found {
			t.Fatal(c.name)
		}
		got, ok := i.ToStandard(c.value, c.unit)
		if ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s %v %q = %v, %v; want %v, %v", c.name, c.value, c.unit, got, ok, c.want, c.ok)
		}
	}
}

func TestConversionRoundTrip(t *testing.T) {
	d := load(t)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.SampledFrom(d.All()).Draw(t, "indicator")
		unit := rapid.SampledFrom(i.KnownUnits()).Draw(t, "unit")
		x := rapid.Float64Range(-1e6, 1e6).Draw(t, "value")
		standard, ok := i.ToStandard(x, unit)
		back, ok2 := i.FromStandard(standard, unit)
		if !ok || !ok2 || math.Abs(back-x) > 1e-9*max(1, math.Abs(x)) {
			t.Fatalf("%s %v %s -> %v -> %v", i.Name, x, unit, standard, back)
		}
	})
}

func TestGrades(t *testing.T) {
	g := load(t).Grades()
	for word, want := range map[string]float64{
		"阴性": 0, "-": 0, "(-)": 0, "（－）": 0, " － ": 0, "—": 0, "阴性(-)": 0, "阴性（-）": 0, "NEG": 0, "±": 0.5, "+-": 0.5, "＋－": 0.5, "弱阳性": 0.5,
		"+": 1, "(+)": 1, "１＋": 1, "阳性": 1, "++": 2, "＋＋": 2, "2+": 2, "【2+】": 2,
	} {
		if got, ok := g.Value(word); !ok || got != want {
			t.Errorf("Value(%q) = %v, %v; want %v", word, got, ok, want)
		}
	}
	if _, ok := g.Value("不详"); ok {
		t.Error("an unknown word has a grade")
	}
	if s, _ := g.Display(0.5); s != "±" {
		t.Errorf("Display(0.5) = %q", s)
	}
}

// What is in no proportion to another unit of its kind is refused where the standard unit
// is of another kind, and so is a spelling that says another unit.
func TestFellowUnits(t *testing.T) {
	for units, want := range map[string]int{ // how many are refused: one of two that disagree is wrong, nobody can tell which
		`[{unit: mg/L DDU, factor: 2}, {unit: ug/L DDU, factor: 0.002}]`:                                   0,
		`[{unit: mg/L DDU, factor: 2}, {unit: ug/L DDU, factor: 2}]`:                                       2,
		`[{unit: mg/L DDU, factor: 1}, {unit: ug/L DDU, factor: 0.002}, {unit: ng/mL DDU, factor: 0.002}]`: 1,
		`[{unit: mg/L DDU, factor: 2}, {unit: U/L, factor: 7}]`:                                            0,
		`[{unit: U/L, factor: 7}, {unit: mg/L DDU, factor: 2}, {unit: ug/L DDU, factor: 0.2}]`:             2,
	} {
		_, list := Load(fstest.MapFS{
			"units.yaml":        {Data: []byte("mg/L FEU: []\nmg/L DDU: []\nug/L DDU: []\nng/mL DDU: []\nU/L: [单位/升]\n")},
			"grades.yaml":       {Data: []byte(gradeYAML)},
			"indicators/a.yaml": {Data: []byte("- {name: d_dimer, zh: D二聚体, aliases: [D二聚体], category: coagulation, specimen: blood, kind: quantitative, unit: mg/L FEU, units: " + units + ", decimals: 2, plausible: [0, 60]}\n")},
		})
		faults := list.Of(problem.Error)
		if len(faults) != want || want > 0 && faults[0].Code != "factor" {
			t.Errorf("%s: %v, want %d", units, faults, want)
		}
	}
	tree := fixture(indicatorYAML)
	tree["units.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(unitsYAML, "\ng/L: []", "\ng/L: [毫克/升]", 1))}
	if _, list := Load(tree); len(list) != 1 || list[0].Code != "unit-spelling" || list[0].Line == 0 {
		t.Errorf("%v", list)
	}
}

// What is plausible goes by age: the first row that is for it, else what adults have.
func TestPlausibleByAge(t *testing.T) {
	tree := fixture(indicatorYAML)
	tree["plausible.yaml"] = &fstest.MapFile{Data: []byte("- {indicator: temperature, years: [0, 1], range: [28, 43], source: s}\n- {indicator: temperature, years: [1, 3], range: [30, 44], source: s}\n")}
	d, list := Load(tree)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	i, _ := d.Lookup("temperature")
	for years, want := range map[int][2]float64{0: {28, 43}, 1: {30, 44}, 2: {30, 44}, 3: {30, 45}, 40: {30, 45}} {
		if got := i.PlausibleAt(years); got != want {
			t.Errorf("at %d: %v, not %v", years, got, want)
		}
	}
	if got := i.PlausibleOnce(); got != [2]float64{28, 45} {
		t.Errorf("at some age: %v", got)
	}
	for faulty, code := range map[string]string{
		"- {indicator: nothing, years: [0, 1], range: [1, 2], source: s}":                                                                  "plausible-of",
		"- {indicator: glucose, years: [1, 1], range: [1, 2], source: s}":                                                                  "plausible-years",
		"- {indicator: glucose, years: [0, 1], range: [2, 2], source: s}":                                                                  "plausible",
		"- {indicator: glucose, years: [0, 2], range: [1, 2], source: s}\n- {indicator: glucose, years: [1, 3], range: [1, 2], source: s}": "plausible-twice",
	} {
		tree["plausible.yaml"] = &fstest.MapFile{Data: []byte(faulty)}
		if _, list := Load(tree); len(list) != 1 || list[0].Code != code {
			t.Errorf("%s: %v", faulty, list)
		}
	}
}
