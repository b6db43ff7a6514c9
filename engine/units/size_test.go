package units

import (
	"math"
	"testing"
)

func TestFactor(t *testing.T) {
	const glucose, creatinine = 180.156, 113.12
	for _, c := range []struct {
		from, to  string
		molarMass float64
		want      float64 // 0: the two cannot be compared
		weighed   bool
	}{
		{"mg/dL", "g/L", 0, 0.01, false},
		{"ug/L", "ng/mL", 0, 1, false},
		{"kg", "g", 0, 1000, false},
		{"cm", "mm", 0, 10, false},
		{"m/s", "cm/s", 0, 100, false},
		{"/uL", "10^9/L", 0, 0.001, false},
		{"10^4/uL", "10^9/L", 0, 10, false},
		{"10^3/uL", "10^9/L", 0, 1, false},
		{"mIU/mL", "IU/L", 0, 1, false},
		{"ug/L FEU", "mg/L FEU", 0, 0.001, false},
		{"fraction", "%", 0, 100, false},
		{"L/L", "%", 0, 100, false},
		{"ug/mg", "mg/g", 0, 1, false},
		{"mg/dL", "mmol/L", glucose, 0.0555074, true},
		{"mmol/L", "mg/dL", glucose, 18.0156, true},
		{"mg/mmol", "mg/g", creatinine, 8.84017, true},
		{"fmol", "pg", 16114, 16.114, true},
		{"mg/dL", "mmol/L", 0, 0, true},
		{"mg/mmol", "mg/g", 0, 0, true},
		{"mg/L DDU", "mg/L FEU", 0, 0, true},
		{"kPa", "mmHg", 0, 0, true},
		{"U/L", "IU/L", 0, 0, true},
		{"mEq/L", "mmol/L", 40, 0, true},
	} {
		factor, weighed, ok := Factor(c.from, c.to, c.molarMass)
		if ok != (c.want != 0) || weighed != c.weighed || math.Abs(factor-c.want) > 1e-5*c.want {
			t.Errorf("Factor(%s, %s, %v) = %v, %v, %v; want %v, %v", c.from, c.to, c.molarMass, factor, weighed, ok, c.want, c.weighed)
		}
	}
}
