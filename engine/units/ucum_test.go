package units

import "testing"

func TestIsUCUM(t *testing.T) {
	for _, c := range []struct {
		code, unit string
		want       bool
	}{
		{"mmol/L", "mmol/L", true},
		{"10*9/L", "10^9/L", true},
		{"[IU]/mL", "IU/mL", true},
		{"mm[Hg]", "mmHg", true},
		{"m[arb'U]/mL", "mAU/mL", true},
		{"[arb'U]/mL", "U/mL", true},
		{"mg/g{creat}", "mg/g", true},
		{"mg/L{FEU}", "mg/L FEU", true},
		{"mL/min/{1.73_m2}", "mL/min/1.73m2", true},
		{"g/(24.h)", "g/24h", true},
		{"{SD}", "SD", true},
		{"{INR}", "ratio", true},
		{"1", "S/CO", true},
		{"[ppth]", "per mille", true},

		{"100*9/L", "10^9/L", false},
		{"10*9/L", "10^12/L", false},
		{"【ppth]", "per mille", false},
		{"11", "ratio", false},
		{"1", "mmol/L", false},
		{"{INR}", "mmol/L", false},
		{"mmol", "mmol/L", false},
		{"[IU]/L", "IU/mL", false},
		{"mg/L{DDU}", "mg/L FEU", false},
		{"mg/L", "mg/L FEU", false},
		{"mL/min/{1.37_m2}", "mL/min/1.73m2", false},
	} {
		if got := IsUCUM(c.code, c.unit); got != c.want {
			t.Errorf("%s for %s: %v", c.code, c.unit, got)
		}
	}
}

// A canonical unit has the code that UCUM gives it, or none.
func TestUCUM(t *testing.T) {
	for canonical, want := range map[string]string{
		"mmol/L": "mmol/L", "10^9/L": "10*9/L", "10^12/L": "10*12/L", "mmHg": "mm[Hg]", "kPa": "kPa", "mIU/mL": "m[IU]/mL", "IU/mL": "[IU]/mL",
		"kU/L": "kU/L", "mAU/mL": "m[arb'U]/mL", "g/24h": "g/(24.h)", "per mille": "[ppth]", "%": "%", "mg/L FEU": "mg/L{FEU}", "/HPF": "/[HPF]",
		"/uL": "/uL", "/min": "/min", "mL/min/1.73m2": "mL/min/{1.73_m2}", "kg/m2": "kg/m2", "um3": "um3", "Cel": "Cel", "cm/s": "cm/s", "mm/h": "mm/h", "dB/m": "dB/m",
		"dpm/mmol": "{dpm}/mmol", "copies/mL": "{copies}/mL", "ratio": "1", "grade": "1", "S/CO": "1", "pH": "[pH]", "ukat/L": "ukat/L", "mEq/L": "meq/L",
		"斤": "", "尺": "", "in": "", "lb": "", "": "", "RU/mL": "", "/mm3": "/mm3",
	} {
		if got, ok := UCUM(canonical); got != want && (ok || want != "") || ok != (want != "") {
			t.Errorf("%s is %q, %v; want %q", canonical, got, ok, want)
		}
	}
}
