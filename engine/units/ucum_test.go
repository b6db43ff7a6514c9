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
