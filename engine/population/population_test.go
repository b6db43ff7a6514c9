package population

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
)

func released(t testing.TB) *dictionary.Dictionary { return rulestest.Active(t).Dictionary }

func adultsModel(t testing.TB) *Model {
	t.Helper()
	m, list := Adults(released(t))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

// A series is the values of one indicator by person, NaN where not measured.
func series(requests []*assess.Request, name string) []float64 {
	values := make([]float64, len(requests))
	for i, r := range requests {
		values[i] = math.NaN()
		for _, s := range r.Samples {
			if s.Name == name {
				values[i] = s.Value
			}
		}
	}
	return values
}

func mean(values []float64) float64 {
	sum, n := 0.0, 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			sum, n = sum+x, n+1
		}
	}
	return sum / n
}

func correlation(a, b []float64) float64 {
	var x, y []float64
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

func where(requests []*assess.Request, keep func(r *assess.Request) bool) []*assess.Request {
	return slices.DeleteFunc(slices.Clone(requests), func(r *assess.Request) bool { return !keep(r) })
}

func TestPopulationIsPlausible(t *testing.T) {
	people := slices.Collect(adultsModel(t).Requests(10000, 1))
	men := where(people, func(r *assess.Request) bool { return r.Sex == assess.Male })
	women := where(people, func(r *assess.Request) bool { return r.Sex == assess.Female })
	diabetics := where(people, func(r *assess.Request) bool { return r.HasDiabetes })
	old := where(people, func(r *assess.Request) bool { return r.Age() >= 60 })
	young := where(people, func(r *assess.Request) bool { return r.Age() < 35 })
	share := func(part []*assess.Request) float64 { return float64(len(part)) / float64(len(people)) }
	for _, c := range []struct {
		what           string
		got, low, high float64
	}{
		{"women", share(women), 0.47, 0.51},
		{"60 or over", share(old), 0.10, 0.20},
		{"diabetes known", share(diabetics), 0.02, 0.08},
		{"smoking men", float64(len(where(men, func(r *assess.Request) bool { return r.SmokeDaily > 0 }))) / float64(len(men)), 0.35, 0.5},
		{"height of men", mean(series(men, "height")), 168, 173},
		{"hemoglobin of men", mean(series(men, "hemoglobin")), 150, 158},
		{"hemoglobin of women", mean(series(women, "hemoglobin")), 127, 135},
		{"creatinine, men to women", mean(series(men, "creatinine")) / mean(series(women, "creatinine")), 1.2, 1.45},
		{"systolic pressure, old minus young", mean(series(old, "systolic_bp")) - mean(series(young, "systolic_bp")), 10, 30},
		{"glucose, diabetics minus all", mean(series(diabetics, "fasting_glucose")) - mean(series(people, "fasting_glucose")), 1.2, 4},
		{"cholesterol and LDL", correlation(series(people, "total_cholesterol"), series(people, "ldl_cholesterol")), 0.7, 0.95},
		{"triglycerides and HDL", correlation(series(people, "triglycerides"), series(people, "hdl_cholesterol")), -0.55, -0.2},
		{"glucose and HbA1c", correlation(series(people, "fasting_glucose"), series(people, "hba1c")), 0.6, 0.95},
		{"weight and waist", correlation(series(people, "weight"), series(people, "waist_circumference")), 0.6, 0.9},
		{"urine protein", mean(series(people, "urine_protein")), 0.01, 0.2},
	} {
		if c.got < c.low || c.got > c.high {
			t.Errorf("%s: %.3f, expected %g to %g", c.what, c.got, c.low, c.high)
		}
	}
	for _, r := range people {
		if age := r.Age(); age < 18 || age > 88 {
			t.Fatalf("aged %d", age)
		}
	}
}

// Everybody can be assessed by the released rules, and most values are normal.
func TestReleasedRulesAnswer(t *testing.T) {
	set := rulestest.Active(t)
	engine := assess.New(set)
	values, fine := 0, 0
	for r := range adultsModel(t).Requests(500, 2) {
		result, err := engine.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range result.Samples {
			values++
			if s.Level == "N0" || s.Level == "N1" {
				fine++
			}
			if s.Level == "U1" {
				t.Errorf("%+v is implausible", r.Samples[i])
			}
		}
	}
	if share := float64(fine) / float64(values); share < 0.7 || share > 0.97 {
		t.Errorf("%.3f of %d values are normal", share, values)
	}
}

func TestSeedDecides(t *testing.T) {
	m := adultsModel(t)
	a, b := slices.Collect(m.Requests(50, 7)), slices.Collect(m.Requests(100, 7))
	if !reflect.DeepEqual(a, b[:50]) {
		t.Error("the same seed gives other persons")
	}
	if reflect.DeepEqual(a, slices.Collect(m.Requests(50, 8))) {
		t.Error("another seed gives the same persons")
	}
}

func TestFaultyModels(t *testing.T) {
	const people = "people: {women: 0.5, ages: {18: 1}, oldest: 80}\nfactors: [a]\n"
	for code, text := range map[string]string{
		"unknown-indicator": people + "samples: [{name: no_such, men: {mean: 1, sd: 1}}]",
		"factor":            people + "samples: [{name: height, men: {mean: 170, sd: 6}, load: {b: 0.5}}]",
		"load":              people + "samples: [{name: height, men: {mean: 170, sd: 6}, load: {a: 1.5}}]",
		"spread":            people + "samples: [{name: alt, log: true, men: {mean: 20, sd: 0.5}}]",
		"shape":             people + "samples: [{name: alt}]",
		"condition":         people + "samples: [{name: alt, men: {mean: 20, sd: 2}, shift: {has_cvd: 1}}]",
		"order":             "people: {women: 0.5, ages: {30: 1, 18: 1}, oldest: 80}\nsamples: []",
		"missing-key":       "people: {women: 0.5, oldest: 80}\nsamples: []",
	} {
		m, list := Parse("m.yaml", []byte(text), released(t))
		if m != nil || len(list) != 1 || list[0].Code != code || list[0].Line == 0 {
			t.Errorf("%s: %v", code, list)
		}
	}
}

const request = `{"user_identifier":"u","namespace":"n","datetime":"2026-01-31T08:30:00.000Z","profile":{"dob":"1980-01-01","gender":"male","region":"north"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":true,"smoke_daily_frequency":0,"has_hbp":false},"samples":[{"name":"alt","value":20,"unit":"U/L"}]}`

func TestRead(t *testing.T) {
	set := rulestest.Active(t)
	got, err := Read(strings.NewReader(request+"\n\n"+request+"\r\n"), set.Arguments)
	if err != nil || len(got) != 2 || got[1].Samples[0].Name != "alt" || !got[0].HasCVD || got[0].Arguments["profile.region"] != "north" {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = Read(strings.NewReader(request+"\n{\n"+strings.Replace(request, `"male"`, `"m"`, 1)), set.Arguments)
	if err == nil || !strings.Contains(err.Error(), "line 2: ") || !strings.Contains(err.Error(), "line 3: profile.gender") {
		t.Errorf("%v", err)
	}
	_, err = Read(strings.NewReader(strings.Repeat("{}\n", 100)), set.Arguments)
	if err == nil || strings.Count(err.Error(), "\n") != 19 {
		t.Errorf("not 20 lines: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(request)
	f.Add("{}\n[]\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(strings.NewReader(text), nil)
		if err != nil && got != nil {
			t.Errorf("%d requests and %v", len(got), err)
		}
	})
}

func FuzzParse(f *testing.F) {
	d := released(f)
	f.Add(string(adults))
	f.Add("people: {women: 0.5, ages: {18: 1}, oldest: 80}\nsamples: []")
	f.Fuzz(func(t *testing.T, text string) {
		m, list := Parse("m.yaml", []byte(text), d)
		if (m == nil) != (len(list) > 0) {
			t.Fatalf("model %v with %v", m != nil, list)
		}
		for _, p := range list {
			if p.Text(problem.Chinese) == "" || p.Text(problem.English) == "" {
				t.Errorf("a problem without words: %+v", p)
			}
		}
		if m != nil {
			for r := range m.Requests(3, 1) {
				_ = r.Age()
			}
		}
	})
}

func BenchmarkPerson(b *testing.B) {
	m := adultsModel(b)
	for b.Loop() {
		for range m.Requests(1, 1) {
		}
	}
}
