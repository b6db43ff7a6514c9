package specimen

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text  string
		coded bool
		want  Kind
	}{
		{"尿常规", false, "urine"}, {"Urine specimen", true, "urine"}, {"UR", true, "urine"}, {"UR", false, ""}, {"122575003", true, "urine"},
		{"Venous blood specimen", true, Venous}, {"静脉血", false, Venous}, {"静脉血清", false, Venous}, {"静脉血和尿液", false, ""}, {"血清", false, Blood}, {"脑脊液生化", false, Other}, {"CSF Cerebral spinal fluid", true, Other},
		{"粪便", true, "stool"}, {"动脉血", true, Blood}, {"EDTA抗凝血", true, Blood}, {"指血", true, Blood}, {"血气分析", false, Blood}, {"脐动脉血", true, Other}, {"Umbilical cord blood", false, Other}, {"Left upper arm", true, ""}, {"", true, ""}, {"血清和尿液", false, ""},
	} {
		if got := Of(c.text, c.coded); got != c.want {
			t.Errorf("%q, coded %v: %q, want %q", c.text, c.coded, got, c.want)
		}
	}
}

// What an order is called says less than what a result names itself: 生化 of
// blood may hold a urine's protein, a specimen of blood may not.
func TestHolds(t *testing.T) {
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[Kind][2]bool{ // measures, holds
		"creatinine":    {Blood: {true, true}, "urine": {false, false}, Other: {false, false}, "": {true, true}},
		"urine_protein": {Blood: {true, false}, "urine": {true, true}, Other: {false, false}, "": {true, true}},
		"po2":           {Blood: {true, true}, Venous: {false, false}, "urine": {false, false}, "": {true, true}},
		"lactate":       {Blood: {true, true}, Venous: {true, true}},
		"spo2":          {Blood: {true, true}, Venous: {false, false}},
		"systolic_bp":   {Blood: {true, false}, "urine": {true, false}, Other: {true, false}, "": {true, true}},
	} {
		i, _ := d.Lookup(name)
		for kind, want := range want {
			if got := [2]bool{kind.Measures(i), kind.Holds(i)}; got != want {
				t.Errorf("%s of %q: %v, want %v", name, kind, got, want)
			}
		}
	}
	for _, c := range []struct {
		name, indicator string
		of              Kind
		want            bool
	}{
		{"pH", "urine_ph", "", true}, {"PH", "urine_ph", Blood, true}, {"pH", "urine_ph", "urine", false}, {"尿pH", "urine_ph", "", false}, {"酸碱度(PH)", "urine_ph", "", true},
		{"白细胞", "white_blood_cell_count", "", false}, {"亚硝酸盐", "urine_nitrite", "", false}, {"隐血试验", "fecal_occult_blood", "", true}, {"蛋白(尿)", "urine_protein", "", false},
	} {
		if i, _ := d.Lookup(c.indicator); c.of.Unsaid(i, c.name) != c.want {
			t.Errorf("%s of %q as %s: want %v", c.name, c.of, c.indicator, c.want)
		}
	}
	for _, c := range []struct {
		of                    Kind
		name, unit, indicator string
	}{
		{"urine", "白细胞", "/uL", "urine_wbc_count"}, {"urine", "pH", "", "urine_ph"}, {Blood, "pH", "", "blood_ph"}, {Blood, "酸碱度", "", "blood_ph"}, {Blood, "糖", "mmol/L", "fasting_glucose"},
	} {
		if i, ok := c.of.Named(d, c.name, c.unit, d.Named); !ok || i.Name != c.indicator {
			t.Errorf("%s of %s is %v, %v", c.name, c.of, i, ok)
		}
	}
	if i, _ := Venous.Named(d, "pH", "", d.Named); !Venous.Unsaid(i, "pH") {
		t.Errorf("pH of venous blood is %s", i.Name)
	}
}
