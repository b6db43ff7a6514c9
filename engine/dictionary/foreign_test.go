package dictionary

import (
	"math"
	"testing"

	"tijian/dictionaries"
)

// Units as analysers and laboratory systems of other countries print them mean
// what they mean: the value in the standard unit is compared, not only the name.
func TestForeignUnits(t *testing.T) {
	d, list := Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		indicators []string
		value      float64
		standard   float64
		units      []string
	}{
		{[]string{"white_blood_cell_count", "platelet_count", "neutrophil_count", "lymphocyte_count", "eosinophil_count", "reticulocyte_count"}, 5.2, 5.2, []string{
			"10^3/uL", "10*3/uL", "x10E3/uL", "x10^3/µL", "10e3/ul", "X10(3)/MCL", "K/uL", "k/mcL", "K/MM3", "K/cumm", "Thousand/uL", "THOU/MCL", "10*3/mm3", "10*9/L", "x10(9)/L", "Giga/L", "G/L", "/nL"}},
		{[]string{"white_blood_cell_count", "platelet_count"}, 5200, 5.2, []string{"/uL", "/mcL", "cells/mcL", "/cumm", "/mm3", "#/uL"}},
		{[]string{"red_blood_cell_count"}, 4.85, 4.85, []string{"10^6/uL", "10*6/uL", "x10E6/uL", "Million/uL", "MILL/MCL", "mil/mm3", "M/uL", "M/cumm", "x10(6)/mcL", "10*12/L", "T/L", "Tera/L", "/pL"}},
		{[]string{"hemoglobin", "mchc", "albumin", "total_protein"}, 13.2, 132, []string{"g/dL", "gm/dL", "GM/DL", "gm%", "g/100mL"}},
		{[]string{"creatinine", "uric_acid", "total_bilirubin"}, 88, 88, []string{"umol/L", "µmol/L", "μmol/L", "mcmol/L", "UMOL/L"}},
		{[]string{"fasting_glucose", "total_cholesterol", "calcium"}, 0, 0, []string{"mg/dL", "MG/DL", "mg%", "mg/100mL"}},
		{[]string{"tsh", "fasting_insulin"}, 2.5, 2.5, []string{"mIU/L", "uIU/mL", "µIU/mL", "UIU/ML", "mcIU/mL", "microIU/mL", "mU/L", "uU/mL", "mcU/mL", "u[IU]/mL", "m[IU]/L"}},
		{[]string{"ferritin", "psa_total", "cea", "afp", "procalcitonin", "thyroglobulin"}, 3, 3, []string{"ng/mL", "NG/ML", "ug/L", "µg/L", "mcg/L"}},
		{[]string{"vitamin_b12", "acth", "nt_probnp", "il6"}, 300, 300, []string{"pg/mL", "ng/L", "PG/ML"}},
		{[]string{"troponin_i_hs", "troponin_t_hs"}, 0.014, 14, []string{"ng/mL", "ug/L", "mcg/L"}},
		{[]string{"crp", "hs_crp"}, 0.8, 8, []string{"mg/dL", "MG/DL"}},
		{[]string{"alt", "ast", "ggt", "ldh"}, 32, 32, []string{"U/L", "u/l", "IU/L", "[IU]/L", "units/L", "Unit/L"}},
		{[]string{"ca125", "ca199"}, 20, 20, []string{"U/mL", "u/mL", "kU/L", "[arb'U]/mL", "units/mL"}},
		{[]string{"lh", "fsh", "beta_hcg"}, 6, 6, []string{"mIU/mL", "IU/L", "mU/mL", "m[IU]/mL"}},
		{[]string{"sodium", "potassium", "chloride", "bicarbonate", "anion_gap"}, 12, 12, []string{"mmol/L", "mEq/L", "meq/L", "MEQ/L"}},
		{[]string{"ionized_calcium"}, 2.4, 1.2, []string{"mEq/L"}},
		{[]string{"egfr"}, 85, 85, []string{"mL/min/1.73m2", "mL/min/1.73 m²", "mL/min/{1.73_m2}", "mL/min/1.73 sq m", "ml/min/1.73sqm", "mL/min/1.73 m(2)"}},
		{[]string{"urine_albumin_creatinine_ratio"}, 25, 25, []string{"mg/g", "mg/g{creat}", "mg/g creat", "mcg/mg creat", "ug/mg", "mg/g creatinine"}},
		{[]string{"d_dimer"}, 450, 0.45, []string{"ng/mL FEU", "ng/mL{FEU}", "ug/L FEU", "FEU ng/mL"}},
		{[]string{"d_dimer"}, 0.45, 0.45, []string{"ug/mL FEU", "mcg/mL FEU", "mg/L{FEU}", "mcg/mL (FEU)"}},
		{[]string{"esr"}, 12, 12, []string{"mm/h", "mm/hr", "mm/1hr", "MM/HR", "mm/1h"}},
		{[]string{"prothrombin_time", "aptt"}, 12, 12, []string{"s", "sec", "seconds", "SEC"}},
		{[]string{"urine_wbc_hpf", "urine_rbc_hpf"}, 3, 3, []string{"/HPF", "/hpf", "/[HPF]", "#/HPF", "cells/hpf", "per hpf"}},
		{[]string{"urine_wbc_count", "urine_rbc_count"}, 3, 3, []string{"/uL", "/mcL", "10*6/L", "cells/uL"}},
		{[]string{"body_temperature"}, 98.6, 37, []string{"degF", "[degF]", "°F", "℉"}},
		{[]string{"weight"}, 154.324, 70, []string{"lb", "lbs", "[lb_av]", "pounds"}},
	} {
		for _, name := range c.indicators {
			i, _ := d.Lookup(name)
			for _, unit := range c.units {
				got, ok := i.ToStandard(c.value, unit)
				if ucum, known := i.FromUCUM(unit); !ok && known {
					got, ok = i.ToStandard(c.value, ucum)
				}
				if !ok || math.Abs(got-c.standard) > 1e-4*c.standard {
					t.Errorf("%v %s of %s is %v %s, %v; want %v", c.value, unit, name, got, i.Unit, ok, c.standard)
				}
			}
		}
	}
	// What differs by a factor is not taken for the same.
	for name, units := range map[string][]string{"tsh": {"mIU/mL", "IU/L"}, "ferritin": {"ng/L", "mg/L"}, "troponin_i_hs": {"mg/L"}, "urea": {"mg/dL"}, "cea": {"ng/dL"}, "white_blood_cell_count": {"10^6/uL", "M/uL"}} {
		i, _ := d.Lookup(name)
		for _, unit := range units {
			if got, ok := i.ToStandard(1, unit); ok {
				t.Errorf("1 %s of %s is taken for %v", unit, name, got)
			}
		}
	}
}
