package mutate

import (
	"testing"

	"tijian/engine/regress"
)

// Every factor of the released dictionaries, ten times as large or as small,
// is found by a suite, and by the loader wherever the units or a molar mass
// say what it must be.
func TestReleasedFactors(t *testing.T) {
	set, suites := released(t)
	r := &runner{set: set, trials: newTrials(set, suites), report: &Report{ByKind: map[Kind]*Tally{Factor: {}, Step: {}}}}
	units := 0
	for _, i := range set.Dictionary.All() {
		for _, u := range i.Units {
			if len(u.Steps) == 0 {
				units++
			}
		}
		r.factors(i)
	}
	for _, m := range r.report.Survivors {
		t.Errorf("%s: %s: %s instead of %s is not found", m.At, m.Subject, m.To, m.From)
	}
	if n := r.report.ByKind[Step].Mutants; n < 15 {
		t.Errorf("%d mutants of steps", n)
	}
	if n := r.report.ByKind[Factor].Mutants; units < 300 || n != 2*units {
		t.Errorf("%d mutants of %d units", n, units)
	}
	if n := r.report.ByKind[Factor].Refused; n < 2*units*2/3 {
		t.Errorf("the loader refuses only %d of %d", n, 2*units)
	}
}

// Without a case that says what comes of it, a wrong factor survives, and the
// report says which case would find it.
func TestFactorWithoutCase(t *testing.T) {
	set, _ := released(t)
	suite, list := regress.Parse("few.yaml", []byte(`title: 换算
datetime: "2026-11-20T08:00:00.000Z"
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 收缩压, person: 男, indicator: systolic_bp, levels: {16.5 kPa: N1}}
`))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	r := &runner{set: set, trials: newTrials(set, []regress.Suite{*suite}), report: &Report{Words: "d", ByKind: map[Kind]*Tally{Factor: {}, Step: {}}}}
	for _, name := range []string{"systolic_bp", "diastolic_bp"} {
		i, _ := set.Dictionary.Lookup(name)
		r.factors(i)
	}
	if r.report.Total.Killed != 2 || len(r.report.Survivors) != 2 {
		t.Fatalf("%+v", r.report.Total)
	}
	m := r.report.Survivors[0]
	if got, want := m.caseText("zh"), "能发现它的用例：values: {"; m.Subject != "diastolic_bp" || len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("%s: %s", m.Subject, got)
	}
}
