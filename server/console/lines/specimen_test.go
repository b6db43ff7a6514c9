package lines

import (
	"testing"

	"tijian/engine/message"
	"tijian/internal/rulestest"
)

// A name tells its specimen where it is not what an indicator of another one is called.
func TestSpecimenOfNames(t *testing.T) {
	dict := rulestest.Active(t).Dictionary
	for _, c := range [][3]string{{"尿钙", "", "urine"}, {"24h尿钙", "blood", "urine"}, {"钙(尿)", "", "urine"}, {"尿酸", "", ""}, {"尿酸酶", "", ""}, {"尿尿酸", "", "urine"}, {"尿素氮", "blood", "blood"}, {"24小时尿素", "", "urine"},
		{"维生素C (Vc)", "urine", "urine"}, {"血清维生素C", "urine", "blood"}, {"大便隐血", "", "stool"}, {"钙", "urine", "urine"}, {"脑脊液蛋白", "", "other"}} {
		if got := specimenOf(dict, c[0], c[1]); got != c[2] {
			t.Errorf("%s on a page of %q is of %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for _, c := range []struct {
		of, indicator string
		foreign       bool
	}{{"urine", "calcium", true}, {"urine", "urine_ph", false}, {"blood", "urine_ph", true}, {"urine", "systolic_bp", false}, {"body", "calcium", false}, {"", "calcium", false}} {
		if i, _ := dict.Lookup(c.indicator); foreign(c.of, i) != c.foreign {
			t.Errorf("%s on a page of %q: %v", c.indicator, c.of, !c.foreign)
		}
	}
}

// What cannot be read of any indicator has a sentence why, in both languages.
func TestWhyIsSaid(t *testing.T) {
	dict := rulestest.Active(t).Dictionary
	for _, i := range dict.All() {
		for _, unit := range []string{"", i.Unit, "mmol/L", "kg<b>", "COI"} {
			for _, text := range []string{"", "-", "：", "阴性", "+", "0.6", "x", "1,234", "未见", "1e400", "±", "3.1 mg/L", "-5"} {
				m, why := Read(text, unit, i, dict)
				if (why == message.Phrase{}) == (m.Value == "") || why != (message.Phrase{}) && (why.In("zh") == "" || why.In("en") == "") {
					t.Errorf("%s %q %q: %q, %q", i.Name, text, unit, m.Value, why)
				}
			}
		}
	}
}
