package lines

import (
	"testing"

	"tijian/engine/message"
	"tijian/internal/rulestest"
)

// Of two values of one indicator the first is assessed; the other is told as it is
// printed, and is not given the first one's verdict.
func TestSeconds(t *testing.T) {
	list := []Line{
		{Indicator: "intraocular_pressure", Name: "右眼眼压", Title: "眼压", Shown: "17.3", Unit: "mmHg"},
		{Indicator: "intraocular_pressure", Entry: 1, Name: "左眼眼压", Title: "眼压", Shown: "21.6", Unit: "mmHg", Flag: "H"},
		{Indicator: "intraocular_pressure", Entry: 2, Name: "眼压（右）", Title: "眼压", Shown: "17.3", Unit: "mmHg"},
		{Indicator: "height", Name: "身高", Title: "身高", Unit: "cm"},
		{Indicator: "height", Entry: 1, Name: "身高", Title: "身高", Shown: "171", Unit: "cm"},
	}
	seconds := Seconds(list)
	for i := range list {
		if seconds[&list[i]] != (i == 1) {
			t.Errorf("%s %s is another's value: %v", list[i].Name, list[i].Shown, seconds[&list[i]])
		}
	}
	if rows := Rows(list); len(rows) != 2 || rows[0].Value != "17.3" || rows[1].Value != "171" {
		t.Errorf("assessed: %+v", rows)
	}
	if rows := Unjudged(list); len(rows) != 1 || rows[0].Name != "左眼眼压" || rows[0].Value != "21.6 ↑" || rows[0].Of == "" {
		t.Errorf("told: %+v", rows)
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
