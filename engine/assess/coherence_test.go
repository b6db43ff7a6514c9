package assess_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/internal/drawn"
)

// No identity doubts a person whose values belong together, each rounded as it is
// printed. Only values that identities are about are sent.
func TestNoIdentityDoubtsPeopleWhoAreConsistent(t *testing.T) {
	set := newest(t)
	model, list := population.Adults(set.Dictionary)
	if len(list) > 0 {
		t.Fatal(list)
	}
	judged := map[string]bool{}
	for _, identity := range set.Coherence {
		for _, i := range identity.Indicators {
			judged[i.Name] = true
		}
	}
	e, asked := assess.New(set), 0
	for r := range model.Requests(10_000, 32) {
		r.Samples = slices.DeleteFunc(r.Samples, func(s assess.Sample) bool { return !judged[s.Name] })
		if asked += len(r.Samples); !drawn.One(len(r.Samples)+asked, 3) {
			continue
		}
		r.NoDerived = true
		got, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(got.Samples, func(s assess.SampleResult) bool { return s.Level == ruleset.LevelContradicted }) {
			continue
		}
		r.NoTrace = false // doubts come with it
		if got, err = e.Assess(r); err != nil {
			t.Fatal(err)
		}
		for _, d := range got.Doubts {
			var values []any
			for _, i := range d.Samples {
				values = append(values, r.Samples[i].Name, r.Samples[i].Value)
			}
			t.Errorf("%s: %v", d.Rule, values)
		}
	}
	if asked < 100_000 {
		t.Errorf("%d values only", asked)
	}
}

// contradictions are values that cannot be of one person: for each identity one set.
var contradictions = map[string]map[string]float64{
	"ldl_of_total": {"ldl_cholesterol": 5.6, "total_cholesterol": 4.1}, "hdl_of_total": {"hdl_cholesterol": 4.3, "total_cholesterol": 3.6},
	"parts_of_cholesterol": {"ldl_cholesterol": 3.8, "hdl_cholesterol": 1.9, "total_cholesterol": 4.2}, "non_hdl": {"non_hdl_cholesterol": 2.2, "total_cholesterol": 5.4, "hdl_cholesterol": 1.3},
	"friedewald":          {"triglycerides": 1.0, "ldl_cholesterol": 1.1, "total_cholesterol": 6.4, "hdl_cholesterol": 1.4},
	"direct_of_bilirubin": {"direct_bilirubin": 24, "total_bilirubin": 13}, "indirect_of_bilirubin": {"indirect_bilirubin": 31, "total_bilirubin": 17},
	"bilirubins": {"total_bilirubin": 40, "direct_bilirubin": 5, "indirect_bilirubin": 12}, "albumin_of_protein": {"albumin": 66, "total_protein": 52},
	"proteins": {"total_protein": 70, "albumin": 44, "globulin": 38}, "albumin_globulin": {"albumin": 44, "globulin": 29, "albumin_globulin_ratio": 0.7},
	"ast_alt": {"ast": 30, "alt": 20, "ast_alt_ratio": 0.5}, "neutrophils_of_white": {"neutrophil_count": 8.2, "white_blood_cell_count": 5.1},
	"lymphocytes_of_white": {"lymphocyte_count": 7, "white_blood_cell_count": 4.4}, "monocytes_of_white": {"monocyte_count": 5, "white_blood_cell_count": 4.1},
	"eosinophils_of_white": {"eosinophil_count": 6, "white_blood_cell_count": 4.5}, "neutrophil_share": {"neutrophil_count": 1.1, "white_blood_cell_count": 6, "neutrophil_percentage": 60},
	"lymphocyte_share": {"lymphocyte_count": 0.4, "white_blood_cell_count": 6, "lymphocyte_percentage": 32}, "monocyte_share": {"monocyte_count": 1.6, "white_blood_cell_count": 6, "monocyte_percentage": 6},
	"eosinophil_share": {"eosinophil_count": 2.1, "white_blood_cell_count": 6, "eosinophil_percentage": 3}, "basophil_share": {"basophil_count": 0.6, "white_blood_cell_count": 6, "basophil_percentage": 0.5},
	"shares_of_white":     {"neutrophil_percentage": 66, "lymphocyte_percentage": 33, "monocyte_percentage": 8, "eosinophil_percentage": 4, "basophil_percentage": 1},
	"two_shares_of_white": {"neutrophil_percentage": 71, "lymphocyte_percentage": 41}, "mcv": {"mcv": 71, "hematocrit": 45, "red_blood_cell_count": 4.8},
	"mch": {"mch": 21, "hemoglobin": 150, "red_blood_cell_count": 4.9}, "mchc": {"mchc": 281, "hemoglobin": 150, "hematocrit": 44}, "mean_cells": {"mchc": 330, "mch": 22, "mcv": 91},
	"hemoglobin_in_cells": {"hemoglobin": 82, "hematocrit": 44}, "plateletcrit": {"plateletcrit": 0.52, "platelet_count": 190, "mpv": 10},
	"psa": {"psa_free": 2.6, "psa_total": 1.4}, "psa_share": {"psa_free_ratio": 0.62, "psa_free": 0.5, "psa_total": 2.5}, "pepsinogens": {"pepsinogen_ratio": 2, "pepsinogen_i": 120, "pepsinogen_ii": 9},
	"homa": {"homa_ir": 7, "fasting_glucose": 5.1, "fasting_insulin": 8}, "transferrin": {"transferrin_saturation": 61, "serum_iron": 14, "tibc": 58},
	"iron_binding": {"uibc": 12, "tibc": 60, "serum_iron": 15}, "calcium": {"ionized_calcium": 2.2, "calcium": 2.1}, "anion_gap": {"anion_gap": 31, "sodium": 140, "chloride": 104, "bicarbonate": 25},
	"blood_pressure": {"systolic_bp": 78, "diastolic_bp": 121}, "pulse_pressure": {"pulse_pressure": 70, "systolic_bp": 121, "diastolic_bp": 79},
	"bmi": {"bmi": 31, "weight": 61, "height": 171}, "waist_hip": {"waist_hip_ratio": 1.1, "waist_circumference": 81, "hip_circumference": 99},
	"ldl_of_non_hdl": {"ldl_cholesterol": 4.4, "non_hdl_cholesterol": 3.1}, "globulin_of_protein": {"globulin": 58, "total_protein": 61},
	"basophils_of_white": {"basophil_count": 4.9, "white_blood_cell_count": 3.2}, "two_counts_of_white": {"neutrophil_count": 4.1, "lymphocyte_count": 3.6, "white_blood_cell_count": 6.2},
	"reticulocyte_share": {"reticulocyte_count": 150, "red_blood_cell_count": 4.5, "reticulocyte_percentage": 1.1}, "iron_of_binding": {"serum_iron": 71, "tibc": 52},
	"uibc_of_binding": {"uibc": 66, "tibc": 48}, "ck_mb": {"ck_mb_activity": 120, "creatine_kinase": 64}, "hbdh": {"hbdh": 330, "ldh": 170}, "crp": {"hs_crp": 2.1, "crp": 61},
	"free_light_chains": {"free_light_chain_ratio": 2.4, "kappa_free": 16, "lambda_free": 15}, "urine_albumin_of_protein": {"urine_albumin_creatinine_ratio": 310, "urine_protein_creatinine_ratio": 90},
	"hbsag_hbeag": {"hbsag": 0.01, "hbeag": 22}, "hbsag_hbv_dna": {"hbsag": 0.02, "hbv_dna": 51000}, "waist_height": {"waist_height_ratio": 0.66, "waist_circumference": 84, "height": 172},
	"egfr_men": {"egfr": 14, "creatinine": 66}, "egfr_women": {"egfr": 104, "creatinine": 310},
}

// Values that contradict each other are not judged: each names the others, bears no
// risk, and stands in the doubts.
func TestWhatContradictsIsNotJudged(t *testing.T) {
	set := newest(t)
	e := assess.New(set)
	for _, identity := range set.Coherence {
		values := contradictions[identity.ID]
		if len(values) != len(identity.Indicators) {
			t.Errorf("%s: %d values to contradict it, of %d indicators", identity.ID, len(values), len(identity.Indicators))
			continue
		}
		var samples []assess.Sample
		for _, i := range identity.Indicators {
			samples = append(samples, assess.Sample{Name: i.Name, Value: values[i.Name]})
		}
		sex := ruleset.Sex(ruleset.Male)
		if strings.HasSuffix(identity.ID, "_women") {
			sex = ruleset.Female
		}
		got := answer(t, e, sex, samples...)
		at := slices.IndexFunc(got.Doubts, func(d assess.Doubt) bool { return d.Rule == identity.ID })
		if at < 0 {
			t.Errorf("%s: %v is not doubted", identity.ID, values)
			continue
		}
		if d := got.Doubts[at]; len(d.Samples) != len(samples) || d.Message != identity.Why {
			t.Errorf("%s: %+v", identity.ID, d)
		}
		for k, s := range got.Samples {
			if s.Level != ruleset.LevelContradicted || s.Color != 0 || len(s.Risks) > 0 || !strings.Contains(s.Tip, identity.Why) {
				t.Errorf("%s: %s is %+v", identity.ID, samples[k].Name, s)
			}
			for _, other := range identity.Indicators {
				if !strings.Contains(s.Tip, other.Title) {
					t.Errorf("%s: %q does not name %s", identity.ID, s.Tip, other.Title)
				}
			}
		}
		// A limit is no value, and what was not sent contradicts nothing.
		samples[0].Bound = "<"
		for _, d := range answer(t, e, sex, samples...).Doubts {
			if d.Rule == identity.ID {
				t.Errorf("%s: a limit is doubted", identity.ID)
			}
		}
		if d := answer(t, e, sex, samples[1:]...).Doubts; slices.ContainsFunc(d, func(d assess.Doubt) bool { return d.Rule == identity.ID }) {
			t.Errorf("%s: %v without %s", identity.ID, d, samples[0].Name)
		}
	}
}

// What contradicts and would be severe if it is right asks to look at once, and is
// told by the summary; days later it does not.
func TestSevereContradictionIsUrgent(t *testing.T) {
	e := assess.New(newest(t))
	got := answer(t, e, ruleset.Male, assess.Sample{Name: "hemoglobin", Value: 41}, assess.Sample{Name: "hematocrit", Value: 44})
	s := got.Samples[0]
	if s.Level != "U2" || s.Act != "today" || !strings.Contains(s.Tip, "立即就医") || got.Summary == nil || !strings.Contains(got.Summary.Headline, "血红蛋白") {
		t.Errorf("%+v\n%+v", s, got.Summary)
	}
	if plain := got.Samples[1]; plain.Level != "U2" || strings.Contains(plain.Tip, "立即") || plain.Act != "routine" {
		t.Errorf("%+v", plain)
	}
	on := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	late, err := e.Assess(&assess.Request{Person: ruleset.Person{At: on, Answered: on.AddDate(0, 0, 20), Born: on.AddDate(-34, 0, 0), Sex: ruleset.Male},
		Samples: []assess.Sample{{Name: "hemoglobin", Value: 41}, {Name: "hematocrit", Value: 44}}})
	if err != nil || strings.Contains(late.Samples[0].Tip, "马上") {
		t.Errorf("%v, %v", late, err)
	}
}
