package observed

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/specimen"
	"tijian/engine/wire"
	"tijian/internal/rulestest"
)

// reader reads by the newest dictionary, a draft's too.
func reader(t *testing.T) Reader {
	t.Helper()
	return Reader{rulestest.Newest(t).Dictionary}
}

const ln = "http://loinc.org"

// The outcome of a result is the same whatever it came in: a sample, or the reason why
// there is none.
func TestOutcomes(t *testing.T) {
	r := reader(t)
	name := func(text string) Item { return Item{Texts: []string{text}} }
	loinc := func(code, text string) Item { return Item{Codes: []Code{{ln, code, text}}} }
	coded := func(code, text string) Item { return Item{Codes: []Code{{"L", code, text}}} }
	whole := func(unit string) Unit { return Unit{Whole: unit} }
	for what, c := range map[string]struct {
		item Item
		text string
		of   Beside
		want string // within the sample or the reason
	}{
		"a name":                    {name("★钾"), "4.1", Beside{Unit: whole("mmol/L")}, `{"name":"potassium","unit":"mmol/L","value":4.1`},
		"its abbreviation":          {name("丙氨酸氨基转移酶(ALT)"), "30", Beside{Unit: whole("U/L")}, `{"name":"alt"`},
		"its method":                {name("低密度脂蛋白胆固醇(直接法)"), "2.9", Beside{Unit: whole("mmol/L")}, `{"name":"ldl_cholesterol"`},
		"its group":                 {name("【血常规】血红蛋白"), "150", Beside{Unit: whole("g/L")}, `{"name":"hemoglobin"`},
		"another in brackets":       {name("钾(钠)"), "4.1", Beside{}, "not understood"},
		"what it is for":            {name("葡萄糖(餐后三小时)"), "4.1", Beside{}, "not understood"},
		"its kind behind":           {name("乙肝表面抗体定量"), "120", Beside{Unit: whole("mIU/mL")}, `{"name":"hbsab"`},
		"more than its code":        {coded("CREA", "肌酐(基线值)"), "70", Beside{}, "says more than creatinine"},
		"a time of a code":          {coded("INS", "胰岛素(90分钟)"), "80", Beside{}, "says more than fasting_insulin"},
		"no time after a load":      {coded("INS", "胰岛素(0min)"), "8", Beside{Unit: whole("mIU/L")}, `{"name":"fasting_insulin"`},
		"how it is measured":        {coded("CREA", "肌酐(肌氨酸氧化酶法)"), "70", Beside{Unit: whole("umol/L")}, `{"name":"creatinine"`},
		"of somebody else":          {coded("FER", "母亲铁蛋白"), "80", Beside{}, "is of somebody else"},
		"of another time, LOINC":    {loinc("2823-3", "Potassium (previous)"), "4.1", Beside{}, "of another time"},
		"a mean of its own":         {loinc("787-2", "Mean corpuscular volume"), "90", Beside{Unit: whole("fL")}, `{"name":"mcv"`},
		"its other side":            {loinc("10886-0", "PSA, Total"), "5", Beside{}, "the name PSA, Total is psa_total"},
		"its other side, repeated":  {loinc("14629-0", "Total Bilirubin (rerun)"), "5", Beside{}, "is total_bilirubin"},
		"its side in brackets":      {loinc("3024-7", "Thyroxine (T4) free [Mass/volume]"), "1.2", Beside{Unit: whole("ng/dL")}, `{"name":"free_t4"`},
		"an entitic mean":           {loinc("787-2", "MCV [Entitic mean volume] in Red Blood Cells by Automated count"), "90", Beside{Unit: whole("fL")}, `{"name":"mcv"`},
		"of a reagent":              {Item{Codes: []Code{{"99ROC", "781", "TRIGL"}}}, "1.2", Beside{Unit: whole("mmol/L")}, `{"name":"triglycerides"`},
		"a code and a bare name":    {loinc("2339-0", "Glucose"), "98", Beside{Unit: whole("mg/dL")}, `{"name":"random_glucose"`},
		"a code and a bare pH":      {loinc("2744-1", "PH"), "7.38", Beside{}, `{"name":"blood_ph"`},
		"how it is worked out":      {name("白球比"), "1.6", Beside{Unit: whole("(calc)")}, `{"name":"albumin_globulin_ratio"`},
		"an unknown bracket":        {name("白球比"), "1.6", Beside{Unit: whole("(kg)")}, "cannot convert"},
		"the usual method":          {coded("FIB", "Fibrinogen (Clauss)"), "3.1", Beside{Unit: whole("g/L")}, `{"name":"fibrinogen"`},
		"a twin by its unit":        {Item{Texts: []string{"LYMPH"}, Unit: "%"}, "28", Beside{Unit: whole("%")}, `{"name":"lymphocyte_percentage"`},
		"LOINC":                     {loinc("2823-3", "K"), "4.1", Beside{Unit: whole("mmol/L")}, `{"name":"potassium"`},
		"LOINC by its OID":          {Item{Codes: []Code{{"2.16.840.1.113883.6.1", "2823-3", ""}}}, "4.1", Beside{Unit: whole("mmol/L")}, `{"name":"potassium"`},
		"LOINC of no system":        {Item{Codes: []Code{{"", "2823-3", ""}}}, "4.1", Beside{}, "not understood"},
		"unknown LOINC":             {loinc("1-8", "钾"), "4.1", Beside{}, "not understood"},
		"a code and another name":   {loinc("2823-3", "总钙"), "2.35", Beside{Unit: whole("mmol/L")}, "the code 2823-3 is potassium, but the name 总钙 is calcium"},
		"a code and a kin's name":   {loinc("2345-7", "空腹血糖"), "5.35", Beside{Unit: whole("mmol/L")}, `{"name":"random_glucose"`},
		"of its specimen":           {Item{Texts: []string{"葡萄糖"}, Specimen: "urine", Itself: true}, "2+", Beside{}, `{"name":"urine_glucose"`},
		"of another specimen":       {Item{Codes: []Code{{ln, "2823-3", ""}}, Specimen: "urine", Itself: true}, "4.1", Beside{}, "the specimen is urine"},
		"a unit by UCUM":            {name("白细胞计数"), "6.5", Beside{Unit: Unit{Code: "10*9/L"}}, `{"name":"white_blood_cell_count","unit":"10^9/L"`},
		"two spellings":             {name("白细胞计数"), "6.5", Beside{Unit: Unit{Code: "10*9/L", Printed: "G/L"}}, `{"name":"white_blood_cell_count","unit":"10^9/L"`},
		"code against print":        {name("空腹血糖"), "95", Beside{Unit: Unit{Code: "mmol/L", Printed: "mg/dL"}}, "two units that differ"},
		"a code of the house":       {name("空腹血糖"), "95", Beside{Unit: Unit{Code: "U17", Printed: "mg/dL", Foreign: true}}, `"unit":"mg/dL"`},
		"a unit behind":             {name("钾"), "4.1 mmol/L", Beside{}, `"unit":"mmol/L","value":4.1`},
		"the same behind":           {name("糖化血红蛋白"), "5.9％", Beside{Unit: whole("%")}, `"unit":"%","value":5.9`},
		"another behind":            {name("空腹血糖"), "95 mg/dL", Beside{Unit: whole("mmol/L")}, "two units that differ"},
		"none that is known":        {name("空腹血糖"), "95 kg", Beside{}, "neither a number nor a grade"},
		"an unknown unit":           {name("空腹血糖"), "95", Beside{Unit: whole("kg")}, "cannot convert the unit"},
		"no unit, a mass":           {loinc("2339-0", ""), "95", Beside{}, "not of the kind of quantity"},
		"nitrogen by name":          {name("尿素氮"), "14", Beside{Unit: whole("mg/dL")}, `"unit":"mg/dL BUN"`},
		"nitrogen by code":          {loinc("3094-0", ""), "14", Beside{Unit: whole("mg/dL")}, `"unit":"mg/dL BUN"`},
		"a bound":                   {name("钾"), "＜3.5", Beside{Unit: whole("mmol/L")}, `"value":3.5,"comparator":"<"}`},
		"a power":                   {name("甲胎蛋白"), "3.28×10⁴", Beside{Unit: whole("ng/mL")}, `"value":3.28e4}`},
		"a power of the unit":       {name("白细胞计数"), "6.5×10⁹/L", Beside{Unit: whole("10^9/L")}, `"unit":"10^9/L","value":6.5}`},
		"a power of either":         {name("白细胞计数"), "6.5×10^9", Beside{Unit: whole("10^9/L")}, "neither a number"},
		"a grade":                   {name("尿蛋白"), "2+", Beside{}, `{"name":"urine_protein","unit":"","value":2}`},
		"two ways to read":          {name("血小板计数"), "1,234", Beside{}, "can be read as"},
		"a range of another unit":   {name("空腹血糖"), "95", Beside{Reference: span("70-100")}, `"unit":"mg/dL","value":95`},
		"a range that says it":      {name("尿酸"), "0.45", Beside{Unit: whole("mmol/L"), Reference: span("208-428 μmol/L")}, `"value":0.45,"reference":{"low":0.208,"high":0.428}`},
		"a range of thousands":      {name("白细胞计数"), "6900", Beside{Unit: whole("/uL"), Reference: span("4.0-10.0 K/uL")}, `"reference":{"low":4000,"high":10000}`},
		"an end of another unit":    {name("空腹血糖"), "5.2", Beside{Unit: whole("mmol/L"), Reference: span("<110 mg/dL")}, `"reference":{"high":6.11111111111}`},
		"a range without a way":     {name("前白蛋白"), "260", Beside{Unit: whole("mg/L"), Reference: span("3-7 U/L")}, `"value":260}`},
		"the unit of its range":     {name("肌酐"), "88", Beside{Reference: span("57-97 umol/L")}, `"unit":"umol/L","value":88`},
		"a range for somebody":      {name("肌酐"), "88", Beside{Unit: whole("umol/L"), Reference: span("57-97 成年男性")}, `"text":"57-97 成年男性"`},
		"kin of its code":           {loinc("1959-6", "Standard bicarbonate"), "23", Beside{Unit: whole("mmol/L")}, "says more than bicarbonate"},
		"kin of a house's code":     {coded("HCO3", "HCO3 std"), "23", Beside{Unit: whole("mmol/L")}, "says more than bicarbonate"},
		"kin in Chinese":            {loinc("17861-6", "校正总钙"), "2.3", Beside{Unit: whole("mmol/L")}, "says more than calcium"},
		"a code that is mistyped":   {loinc("2823-4", "钾"), "4.1", Beside{Unit: whole("mmol/L")}, `{"name":"potassium"`},
		"a unit of elsewhere":       {name("促甲状腺激素"), "2.1", Beside{Unit: whole("mIE/l")}, `"unit":"mIU/l"`},
		"a count of elsewhere":      {name("红细胞计数"), "4.9", Beside{Unit: whole("Mio./µl")}, `"unit":"10^6/µl"`},
		"a word of elsewhere":       {name("乙肝表面抗原"), "Négative", Beside{}, `{"name":"hbsag","unit":"grade","value":0`},
		"urea and no nitrogen":      {coded("HST", "Harnstoff"), "35", Beside{Unit: whole("mg/dl")}, `"unit":"mg/dL urea"`},
		"a range of a fraction":     {name("中性粒细胞百分比"), "0.620", Beside{Reference: span("0.500-0.700")}, `"unit":"fraction","value":0.620`},
		"a range of something":      {name("钾"), "95", Beside{Reference: span("70-100")}, "cannot have the reference range"},
		"a flag against its value":  {name("钾"), "3.0", Beside{Reference: span("3.5-5.3"), Flags: []string{"↑↑"}}, "contradicts its flag"},
		"a mark against its value":  {name("钾"), "3.0 ↑", Beside{Reference: span("3.5-5.3")}, "contradicts its flag"},
		"a mark behind its unit":    {name("钾"), "6.0mmol/L ↑", Beside{Reference: span("3.5-5.3")}, `"unit":"mmol/L","value":6.0`},
		"a mark of the other side":  {name("钾"), "3.0mmol/L ↑", Beside{Reference: span("3.5-5.3")}, "contradicts its flag"},
		"a packed volume":           {name("红细胞压积"), "42", Beside{Unit: whole("%PCV")}, `"unit":"%"`},
		"a mark before it":          {name("钾"), "↑ 6.0", Beside{Reference: span("3.5-5.3")}, `"value":6.0`},
		"a mark before a bound":     {name("铁蛋白"), "↑>1500", Beside{Unit: whole("ng/mL")}, `"value":1500,"comparator":">"`},
		"a mark in brackets":        {name("钾"), "6.0（↑）", Beside{Reference: span("3.5-5.3")}, `"value":6.0`},
		"two marks":                 {name("钾"), "↑3.0 L", Beside{Unit: whole("mmol/L")}, "neither a number nor a grade"},
		"a mark against its range":  {name("钾"), "↓6.0", Beside{Reference: span("3.5-5.3")}, "contradicts its flag"},
		"a grade and its amount":    {name("尿蛋白"), "3+ (3.0 g/L)", Beside{}, `"name":"urine_protein","unit":"","value":3`},
		"none and its amount":       {name("尿糖"), "阴性(0 mmol/L)", Beside{}, `"name":"urine_glucose","unit":"","value":0`},
		"a grade and more":          {name("尿蛋白"), "3+ (3 days)", Beside{}, "neither a number nor a grade"},
		"a value denied":            {name("钾"), "0", Beside{Unit: whole("mmol/L"), Absent: "not performed"}, "a reason why there is none (not performed)"},
		"a grade denied":            {name("尿蛋白"), "阴性", Beside{Absent: "拒检"}, "a reason why there is none (拒检)"},
		"a thousandfold":            {name("尿比重"), "1018", Beside{Reference: span("1005-1030")}, `"value":1.018,"reference":{"low":1.005,"high":1.03}`},
		"a thousandfold, open":      {name("尿比重"), "<1005", Beside{Reference: span("≥1003")}, `"value":1.005,"comparator":"<","reference":{"low":1.003}`},
		"a range of thousands only": {name("尿比重"), "1.018", Beside{Reference: span("1005-1030")}, "cannot have the reference range"},
		"thousands without a range": {name("尿比重"), "1018", Beside{}, `"value":1018}`},
		"of the body, a serum":      {Item{Texts: []string{"体重"}, Specimen: specimen.Blood, Itself: true, Ordered: true}, "61", Beside{Unit: whole("kg")}, `"name":"weight"`},
		"an analyser's own":         {Item{Texts: []string{"体温"}, Specimen: specimen.Blood, Itself: true, Ordered: true}, "37", Beside{Unit: whole("℃")}, "the specimen is blood"},
		"of the body, itself":       {Item{Texts: []string{"体重"}, Specimen: specimen.Blood, Itself: true}, "61", Beside{Unit: whole("kg")}, "the specimen is blood"},
		"a mark that fits":          {name("钾"), "6.0 ↑", Beside{Reference: span("3.5-5.3"), Flags: []string{"高"}}, `"value":6.0`},
	} {
		t.Run(what, func(t *testing.T) {
			k, why := r.Know(c.item)
			var got Result
			if k.Indicator != nil {
				got, why = r.Text(&k, c.text, c.of)
			}
			said := why.EN
			if got.Sample != nil {
				said = string(got.Sample.Append(nil))
			}
			if !strings.Contains(said, c.want) {
				t.Errorf("%s, want %s", said, c.want)
			}
		})
	}
}

// said are words of a result, by the grade that they are.
var said = map[string]string{
	"阴性": "0", "-": "0", "(-)": "0", "阴性(-)": "0", "Negative": "0", "非反应性": "0", "non-reactive": "0",
	"弱阳性": "0.5", "±": "0.5", "+-": "0.5",
	"阳性": "1", "+": "1", "(+)": "1", "阳性(+)": "1", "Positive": "1", "reactive": "1", "反应性": "1",
}

// Every indicator of infection that laboratories give as a number against a cut-off or
// as a word takes both; a number with a word beside it is the number, and one that the
// word contradicts is nothing.
func TestWordsAndNumbersOfSerology(t *testing.T) {
	r := reader(t)
	count := 0
	for _, i := range r.All() {
		against := slices.Contains(i.KnownUnits(), "S/CO")
		if !against {
			continue
		}
		count++
		k := Known{Indicator: i}
		read := func(text, unit string) string {
			got, why := r.Text(&k, text, Beside{Unit: Unit{Whole: unit}, Reference: span("<1.0")})
			if got.Sample == nil {
				return why.EN
			}
			return string(got.Sample.Append(nil))
		}
		graded, _ := i.Graded()
		for word, grade := range said {
			for _, unit := range []string{"", "S/CO"} {
				if got, want := read(word, unit), `"unit":"`+graded+`","value":`+grade; !strings.Contains(got, want) || i.InWords(graded) && strings.Contains(got, "reference") {
					t.Errorf("%s %s %s: %s, want %s", i.Name, word, unit, got, want)
				}
			}
		}
		for _, unit := range []string{"S/CO", "COI", "s/co"} {
			for _, number := range []string{"0.21", "12.6"} {
				if got, want := read(number, unit), `"value":`+number; !strings.Contains(got, want) || strings.Contains(got, `"unit":"`+graded+`"`) {
					t.Errorf("%s %s %s: %s", i.Name, number, unit, got)
				}
			}
		}
		if graded == "" {
			continue
		}
		low, high := "阴性", "阳性"
		if _, both := i.ToStandard(1, graded); !both {
			continue
		}
		if x, _ := i.ToStandard(0, graded); x > i.Usual.Low && i.Usual.Low > 0 { // competitive
			low, high = high, low
		}
		for text, want := range map[string]string{
			low + "(0.05)": `"value":0.05`, "0.05 S/CO " + low: `"value":0.05`, high + " 65.30": `"value":65.30`, "65.30 " + high + "。": "not understood", "65.3(" + high + ")": `"value":65.3`,
			high + "(0.05)": "contradict", low + " 65.30": "contradict",
		} {
			if got := read(text, "S/CO"); !strings.Contains(got, want) {
				t.Errorf("%s %s: %s, want %s", i.Name, text, got, want)
			}
		}
	}
	if count < 9 {
		t.Errorf("only %d indicators", count)
	}
}

func span(text string) func(*jsontree.Node) {
	return func(s *jsontree.Node) {
		range_ := jsontree.NewObject()
		range_.Set("text", jsontree.NewString(text))
		s.Set("reference", range_)
	}
}

// Every unit of every indicator is read alike as a whole, as a code of UCUM and as
// printed, and no two that differ are read together.
func TestUnits(t *testing.T) {
	r := reader(t)
	for _, i := range r.All() {
		k := Known{Indicator: i}
		for _, unit := range i.KnownUnits() {
			for _, u := range []Unit{{Whole: unit}, {Printed: unit}, {Code: unit, Foreign: true}} {
				if got, why, ok := k.UnitOf(u); !ok || !sameScale(i, got, unit) {
					t.Errorf("%s in %+v: %q, %s", i.Name, u, got, why.EN)
				}
			}
			for _, other := range i.KnownUnits() {
				_, why, ok := k.UnitOf(Unit{Code: unit, Printed: other, Foreign: true})
				if same := sameScale(i, unit, other); ok != same {
					t.Errorf("%s in %s and %s: %v, %s", i.Name, unit, other, ok, why.EN)
				}
			}
		}
	}
}

// A name of the dictionary is its indicator's with every mark, group and method around it.
func TestNames(t *testing.T) {
	r := reader(t)
	for _, i := range r.All() {
		if found, ok := r.Named(i.Title, "", ""); !ok || found != i || strings.ContainsAny(i.Title, "()（）") {
			continue
		}
		for _, name := range []string{"★" + i.Title, "【检验】" + i.Title, "* " + i.Title, i.Title + "(酶法)", i.Title + "（化学发光法）", i.Title + "[定量]"} {
			if found, ok := r.Named(name, "", ""); !ok || found != i {
				t.Errorf("%s is %v", name, found)
			}
		}
	}
}

// A word says no more than the number of its indicator; one that the number contradicts
// makes both unsure, in whichever order they come.
func TestTogether(t *testing.T) {
	r := reader(t)
	for _, c := range []struct {
		name, unit, number, grade string
		said                      []string // of the number, then of the word
	}{
		{"hcv_antibody", "S/CO", "12.6", "1", []string{"", "counts once"}}, {"hcv_antibody", "S/CO", "12.6", "0", []string{"contradict", "contradict"}},
		{"hcv_antibody", "S/CO", "0.2", "0.5", []string{"contradict", "contradict"}}, {"hbsag", "COI", "0.3", "0", []string{"", "counts once"}},
		{"hbeab", "S/CO", "0.02", "1", []string{"", "counts once"}}, {"hbeab", "S/CO", "0.02", "0", []string{"contradict", "contradict"}}, {"hbsab", "mIU/mL", "356", "1", []string{"", "counts once"}},
	} {
		sample := func(unit, value string) *jsontree.Node {
			n, err := jsontree.Parse([]byte(`{"name":"` + c.name + `","unit":"` + unit + `","value":` + value + `}`))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		other := sample("S/CO", "0.1")
		other.Set("name", jsontree.NewString("syphilis_antibody"))
		for _, at := range [][2]int{{0, 1}, {1, 0}} {
			samples := []*jsontree.Node{2: other}
			samples[at[0]], samples[at[1]] = sample(c.unit, c.number), sample("grade", c.grade)
			got := r.Together(samples)
			for i, want := range c.said {
				if said := got[at[i]].EN; (said == "") != (want == "") || !strings.Contains(said, want) || got[2].EN != "" {
					t.Errorf("%+v: %v", c, got)
				}
			}
		}
	}
}

// first is what is measured an hour after a load, of what is measured after two.
func first(second string) string { return strings.Replace(second, "2h", "1h", 1) }

// Glucose one or two hours after a load is told however test, time and glucose are written;
// at any other time, and of anything else, it is not.
func TestAfterLoad(t *testing.T) {
	r := reader(t)
	for _, c := range []struct{ before, behind, is string }{{"葡萄糖(", ")", "glucose_2h"}, {"糖耐量", "血糖", "glucose_2h"}, {"OGTT ", "", "glucose_2h"}, {"血糖（服糖后", "）", "glucose_2h"}, {"GLU-", "", "glucose_2h"}, {"餐后", "血糖", "glucose_2h"}, {"葡萄糖(75g糖负荷后", ")", "glucose_2h"}, {"胰岛素(", ")", ""}, {"C肽（服糖后", "）", ""}, {"尿糖", "", ""}} {
		for at, is := range map[string]string{"2小时": c.is, "两小时": c.is, "120分钟": c.is, "2h": c.is, "120min": c.is, "1小时": first(c.is), "60分钟": first(c.is), "30min": "", "3h": "", "12小时": "", "1.2小时": ""} {
			name := c.before + at + c.behind
			if i, ok := r.Named(name, "", ""); ok != (is != "") || ok && i.Name != is {
				t.Errorf("%s is %v, want %q", name, i, is)
			}
		}
	}
}

// Grades and numbers are told apart before units are looked at.
func TestGradesHaveNoUnit(t *testing.T) {
	r := reader(t)
	k, _ := r.Know(Item{Texts: []string{"尿蛋白"}, Specimen: specimen.Kind("urine")})
	v := Value{Measured: wire.Measured{Number: jsontree.NewFloat(1)}, Graded: true}
	if got, why := r.Result(&k, v, Beside{Unit: Unit{Whole: "g/L"}}); got.Sample == nil || why != (message.Phrase{}) {
		t.Error(why)
	}
}

// What LOINC itself calls a code contradicts none.
func TestNamesOfLOINC(t *testing.T) {
	data, err := os.ReadFile("../dictionary/loinc.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var codes map[string]map[string]string
	if err := yaml.Unmarshal(data, &codes); err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for indicator, names := range codes {
		for code, name := range names {
			short, _, _ := strings.Cut(name, " in ")
			for _, text := range []string{name, short} {
				if k, why := r.Know(Item{Codes: []Code{{ln, code, text}}}); k.Indicator == nil || k.Name != indicator {
					t.Errorf("%s %s: %s", code, text, why.EN)
				}
			}
		}
	}
}

// Which numbers hardly anybody has is said in the rules, too, of what a person sends: both
// say the same.
func TestRareAsInTheRules(t *testing.T) {
	if said, rare := rulestest.Newest(t).UnitDoubt.Number, known().Rare; rare.Far != said.Far || rare.Reach != said.Reach || rare.Open != said.Open {
		t.Errorf("%v, and in the rules %v and %v", rare, said.Far, said.Reach)
	}
}
