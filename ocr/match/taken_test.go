package match

import "testing"

// An entry says in which unit a row's numbers were taken where that is not the
// printed one, and whether its value is only a limit.
func TestTaken(t *testing.T) {
	m := load(t)
	for _, test := range []struct {
		line, indicator string
		value           float64
		comparator      string
		unit, taken     string
	}{
		{"间接胆红素 | 9.5 | umol/L | 0--18", "indirect_bilirubin", 9.5, "", "umol/L", ""},
		{"间接胆红素 | 9.5 | pmol/L | 0--18", "indirect_bilirubin", 9.5, "", "pmol/L", "umol/L"},
		{"间接胆红素 | 9.5 | umoI/L | 0--18", "indirect_bilirubin", 9.5, "", "umoI/L", "umol/L"},
		{"间接胆红素 | 9.5 | | 0--18", "indirect_bilirubin", 9.5, "", "", ""},
		{"血红蛋白 | 13.6 | g/dL | 11.5--15.0", "hemoglobin", 136, "", "g/dL", ""},
		{"血红蛋白 | 13.6 | | 11.5--15.0", "hemoglobin", 136, "", "", "g/dL"},
		{"促甲状腺激素 | 2.10 | IU/mL | 0.27--4.2", "tsh", 2.1, "", "IU/mL", "mIU/L"},
		{"C反应蛋白 | <0.5 | mg/L | 0--10", "crp", 0.5, "<", "mg/L", ""},
		{"C反应蛋白 | ≤0.5 | mg/L | 0--10", "crp", 0.5, "<=", "mg/L", ""},
		{"总胆固醇 | >5.0 | mmol/L | 3.1--5.2", "total_cholesterol", 5, ">", "mmol/L", ""},
		{"尿蛋白 | 阴性 | | 阴性", "urine_protein", 0, "", "", ""},
	} {
		entries := m.Page(draw(test.line))[test.indicator]
		if len(entries) != 1 || entries[0].Value == nil {
			t.Errorf("%s: %+v", test.line, entries)
			continue
		}
		if e := entries[0]; *e.Value != test.value || e.Comparator != test.comparator || e.Unit != test.unit || e.UnitTaken != test.taken {
			t.Errorf("%s: %s%v, %q taken as %q; want %+v", test.line, e.Comparator, *e.Value, e.Unit, e.UnitTaken, test)
		}
	}
}
