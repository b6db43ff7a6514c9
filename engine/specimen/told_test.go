package specimen

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

// A name tells its specimen where it is not what an indicator of another one is called.
func TestSpecimenOfNames(t *testing.T) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{{"尿钙", "", "urine"}, {"24h尿钙", "blood", "urine"}, {"钙(尿)", "", "urine"}, {"尿酸", "", ""}, {"尿酸酶", "", ""}, {"尿尿酸", "", "urine"}, {"尿素氮", "blood", "blood"}, {"24小时尿素", "", "urine"},
		{"维生素C (Vc)", "urine", "urine"}, {"血清维生素C", "urine", "blood"}, {"大便隐血", "", "stool"}, {"钙", "urine", "urine"}, {"脑脊液蛋白", "", "other"}} {
		if got := Told(dict, c[0], c[1]); got != c[2] {
			t.Errorf("%s on a page of %q is of %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for unit, daily := range map[string]bool{"mmol/24h": true, "g/24 小时": true, "mg/d": true, "mmol/L": false, "/24h": false, "g/dL": false, "次/日": true, "24h": false} {
		if IsDaily(unit) != daily {
			t.Errorf("%s: %v", unit, !daily)
		}
	}
	for _, c := range []struct {
		of, indicator string
		foreign       bool
	}{{"urine", "calcium", true}, {"urine", "urine_ph", false}, {"blood", "urine_ph", true}, {"urine", "systolic_bp", false}, {"body", "calcium", false}, {"", "calcium", false}} {
		if i, _ := dict.Lookup(c.indicator); Foreign(c.of, i.Specimen) != c.foreign {
			t.Errorf("%s on a page of %q: %v", c.indicator, c.of, !c.foreign)
		}
	}
}
