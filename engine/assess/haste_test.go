package assess

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// What is equally grave is told by how fast harm comes, where the rules say so;
// else by the order of organs, as in versions that do not.
func TestHasteOrdersTheEquallyGrave(t *testing.T) {
	both := func() *Request {
		return woman(Sample{Name: "triglycerides", Value: 21}, Sample{Name: "hemoglobin", Value: 90})
	}
	for haste, want := range map[string]string{
		"": "heart blood",
		"  haste: [{title: 一, indicators: [hemoglobin L3]}]\n":                                                                 "blood heart",
		"  haste: [{title: 一, indicators: [hemoglobin L3 B blood]}]\n":                                                         "blood heart",
		"  haste: [{title: 一, indicators: [hemoglobin L4, hemoglobin A, hemoglobin heart], risks: [ascvd 4]}]\n":               "heart blood",
		"  haste: [{title: 一, indicators: [triglycerides]}, {title: 二, indicators: [hemoglobin], risks: [diabetes, ascvd]}]\n": "heart blood",
	} {
		e := engine(t, strings.Replace(summed, "late:\n", haste+"late:\n", 1))
		got, err := e.Assess(both())
		if err != nil {
			t.Fatal(err)
		}
		var organs []string
		for _, entry := range got.Summary.Entries {
			organs = append(organs, entry.Organ)
		}
		if text := strings.Join(organs, " "); text != want {
			t.Errorf("%q: %s, want %s", haste, text, want)
		}
	}
}

// An extreme is a value with alert class A.
type extreme struct {
	Sample
	level string // behind the name
}

// extremes has one of each indicator and level, for a man.
func extremes(t *testing.T, e *Engine) []extreme {
	var all []extreme
	for _, i := range e.base.set.Dictionary.All() {
		var conditions []*expression.Condition
		for _, table := range e.base.set.Tables[i.Name] {
			conditions = append(conditions, table.Conditions()...)
		}
		for _, x := range lattice.New(i, lattice.Side{Set: e.base.set, Conditions: conditions}).Last().Points {
			one := Sample{Name: i.Name, Value: x.(float64)}
			got, err := e.Assess(man(one))
			if err != nil {
				t.Fatal(err)
			}
			s := got.Summary
			if s == nil || len(s.Entries) == 0 || s.Entries[0].Alert != ruleset.AlertA {
				continue
			}
			if first := s.Entries[0].Findings[0]; first.Name != i.Name && !e.patternOf(first.Name, i) {
				continue
			}
			level := i.Name + " " + got.Samples[0].Level
			if !slices.ContainsFunc(all, func(a extreme) bool { return a.level == level }) {
				all = append(all, extreme{one, level})
			}
		}
	}
	return all
}

// patternOf reports whether a finding is a pattern that explains an indicator.
func (e *Engine) patternOf(finding string, i *dictionary.Indicator) bool {
	return slices.ContainsFunc(e.base.set.Risks, func(r *ruleset.Risk) bool { return r.ID == finding && r.Pattern.Has(i) })
}

// Of every two extreme values the one that harms within minutes is told first,
// and of those in the order in which a doctor would act.
func TestFasterHarmIsToldFirst(t *testing.T) {
	steps := []string{
		"spo2 L4, respiratory_rate L4, respiratory_rate H4, po2 L4, pco2 H4",
		"systolic_bp L4, heart_rate L4, heart_rate H4",
		"potassium L4, potassium H4",
		"fasting_glucose L4, random_glucose L4, glucose_1h L4, glucose_2h L4",
		"sodium L4, sodium H4, troponin_i_hs H4, calcium L4, magnesium H4",
		"hemoglobin L4, platelet_count L4, inr H4",
		"nt_probnp H4, d_dimer H4, fasting_glucose H4",
		"creatine_kinase H4, urea H4, systolic_bp H4, diastolic_bp H4, intraocular_pressure H4",
		"heart_rate L3, urine_protein_24h H4",
	}
	step := func(level string) int {
		return slices.IndexFunc(steps, func(list string) bool { return slices.Contains(strings.Split(list, ", "), level) })
	}
	e := newest(t)
	all := extremes(t, e)
	for _, list := range steps {
		for level := range strings.SplitSeq(list, ", ") {
			if !slices.ContainsFunc(all, func(a extreme) bool { return a.level == level }) {
				t.Errorf("%s is not among the values", level)
			}
		}
	}
	unlisted := len(steps) // harms no faster than a loss of blood
	for _, a := range all {
		for _, b := range all {
			first, second := step(a.level), step(b.level)
			if second < 0 && first >= 0 && first < 4 {
				second = unlisted
			}
			if a.Name == b.Name || first < 0 || second <= first {
				continue
			}
			got, err := e.Assess(man(b.Sample, a.Sample))
			if err != nil {
				t.Fatal(err)
			}
			ahead := got.Summary.Entries[0].Findings
			at := func(name string) int {
				return slices.IndexFunc(ahead, func(f Finding) bool { return f.Name == name })
			}
			if mine, other := at(a.Name), at(b.Name); mine < 0 && ahead[0].Sample >= 0 || other >= 0 && (mine < 0 || other < mine) {
				t.Errorf("%s %g and %s %g: %s", a.level, a.Value, b.level, b.Value, got.Summary.Headline)
			}
		}
	}
}

// No value without class A stands before one that has it.
func TestNothingStandsBeforeClassA(t *testing.T) {
	e := newest(t)
	for _, a := range extremes(t, e) {
		got, err := e.Assess(man(Sample{Name: "homocysteine", Value: 105}, a.Sample))
		if err != nil {
			t.Fatal(err)
		}
		if first := got.Summary.Entries[0]; first.Alert != ruleset.AlertA || first.Findings[0].Name == "homocysteine" {
			t.Errorf("homocysteine before %s: %s", a.level, got.Summary.Headline)
		}
	}
}
