package engine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/intake"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

// A described result is what a laboratory says of one, whatever carries it; blank is what
// it does not say.
type described struct {
	loinc, second       string // codes of LOINC
	name, alias         string // the name, and the name beside another code
	value, again        string // the value, and one that is repeated
	unit, code          string // the unit, and the one that a code says
	span, flag, flagged string // the printed range, and two marks
	specimen, state     string
	absent              string // why there is no value

	born, taken, died string // days
	person, species   string // the name, and what else than a human being it is
	other             string // the sex of another person of the same number
}

// ordinary is a result in which all agree.
var ordinary = described{loinc: "2823-3", name: "钾", value: "4.1", unit: "mmol/L", span: "3.5-5.3", specimen: "血清", born: "1980-05-01", taken: "2026-11-20"}

// with is ordinary but for what is changed.
func with(change func(*described)) described {
	d := ordinary
	change(&d)
	return d
}

// writers write a described result and read it: how many samples came of it, and what is
// said. A format that cannot say a thing reports false.
var writers = map[string]func(*testing.T, *engine.Snapshot, described) (samples int, said string, can bool){
	"HL7": func(t *testing.T, s *engine.Snapshot, d described) (int, string, bool) {
		value, unit := d.value, d.unit
		if d.again != "" {
			value += "~" + d.again
		}
		if d.code != "" {
			unit = d.code + "^" + d.unit
		}
		flags := strings.Trim(d.flag+"~"+d.flagged+"~"+d.absent, "~")
		digits := strings.NewReplacer("-", "").Replace
		pid := `PID|1||A-17||` + d.person + `||` + digits(d.born) + `|M` + strings.Repeat("|", 21) + digits(d.died) + strings.Repeat("|", 6) + d.species
		other := ""
		if d.other != "" {
			other = `PID|1||A-17||X||` + digits(d.born) + `|` + d.other + "\r"
		}
		requests, _, wrong := intake.HL7([]byte(strings.Join([]string{
			`MSH|^~\&|LIS|X|TJ|TJ|20261120093000||ORU^R01|42|P|2.4||||||UNICODE UTF-8`, other + pid,
			`OBR|1|||X|||` + digits(d.taken) + `||||||||` + d.specimen,
			`OBX|1|NM|` + d.loinc + `^` + d.name + `^LN^` + d.second + `^` + d.alias + `^LN||` + value + `|` + unit + `|` + d.span + `|` + flags + `|||` + d.state,
		}, "\r")), options(s))
		if wrong != nil {
			return 0, wrong.In(problem.English), true
		}
		return used(requests[0].Tree()), issues(requests[0]), true
	},
	"a table": func(t *testing.T, s *engine.Snapshot, d described) (int, string, bool) {
		if d.second+d.code+d.again+d.flagged+d.died != "" {
			return 0, "", false
		}
		state := map[string]string{"X": "作废"}[d.state]
		row := []string{"A-17", d.person, d.species, "男", d.born, d.taken, d.loinc, d.name, d.value, d.unit, d.span, d.flag + d.absent, d.specimen, state}
		rows := [][]string{{"编号", "姓名", "物种", "性别", "出生日期", "检查日期", "LOINC", "项目", "结果", "单位", "参考范围", "提示", "标本", "状态"}, row}
		if d.other != "" {
			rows = append(rows, slices.Clone(row))
			rows[2][3], rows[2][7], rows[2][6] = d.other, "钠", "2951-2"
		}
		requests, about, _, wrong := intake.Tables([]intake.Sheet{{Rows: rows}}, options(s))
		if wrong != nil {
			t.Fatal(wrong.In(problem.English))
		}
		if len(requests) == 0 {
			return 0, about[0].In(problem.English), true
		}
		return used(requests[0].Tree()), issues(requests[0]), true
	},
	"FHIR": func(t *testing.T, s *engine.Snapshot, d described) (int, string, bool) {
		coding := func(code, name string) string {
			return fmt.Sprintf(`{"system":"http://loinc.org","code":%q,"display":%q}`, code, name)
		}
		codes := coding(d.loinc, d.name)
		if d.second != "" {
			codes += "," + coding(d.second, d.alias)
		}
		quantity := fmt.Sprintf(`"valueQuantity":{"value":%s,"unit":%q}`, d.value, d.unit)
		if number, less := strings.CutPrefix(d.value, "<"); less {
			quantity = fmt.Sprintf(`"valueQuantity":{"value":%s,"comparator":"<","unit":%q}`, number, d.unit)
		}
		if d.code != "" {
			quantity = fmt.Sprintf(`"valueQuantity":{"value":%s,"unit":%q,"code":%q}`, d.value, d.unit, d.code)
		}
		if d.again != "" {
			quantity += fmt.Sprintf(`,"valueString":%q`, d.again)
		}
		var more string
		for _, flag := range []string{d.flag, d.flagged} {
			more += fmt.Sprintf(`{"coding":[{"code":%q}]},`, flag)
		}
		more = `,"interpretation":[` + strings.TrimSuffix(more, ",") + `]`
		if d.absent != "" {
			more += fmt.Sprintf(`,"dataAbsentReason":{"text":%q}`, d.absent)
		}
		status := map[string]string{"X": "cancelled"}[d.state]
		if status == "" {
			status = "final"
		}
		who, other := `,"identifier":[{"value":"A-17"}]`, ""
		if d.died != "" {
			who += fmt.Sprintf(`,"deceasedDateTime":%q`, d.died)
		}
		if d.species != "" {
			who += fmt.Sprintf(`,"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/patient-animal","extension":[{"url":"species","valueCodeableConcept":{"text":%q}}]}]`, d.species)
		}
		if d.other != "" {
			other = `{"resource":{"resourceType":"Patient","id":"q","gender":"female","birthDate":"1980-05-01","identifier":[{"value":"A-17"}]}},`
		}
		bundle := fmt.Sprintf(`{"resourceType":"Bundle","timestamp":"2026-11-20T09:30:00Z","entry":[{"resource":{"resourceType":"Patient","id":"p","gender":"male","birthDate":%q%s}},%s
{"resource":{"resourceType":"Observation","status":%q,"subject":{"reference":"Patient/p"},"effectiveDateTime":"%sT08:30:00Z","specimen":{"display":%q},"code":{"coding":[%s]},%s,"referenceRange":[{"text":%q}]%s}}]}`, d.born, who, other, status, d.taken, d.specimen, codes, quantity, d.span, more)
		root, err := jsontree.Parse([]byte(bundle))
		if err != nil {
			t.Fatal(err)
		}
		read, errs := fhir.ReadEach(root, s.Dictionary, options(s).Now, problem.English)
		if errs[0] != nil {
			return 0, errs[0].Error(), true
		}
		said, _ := json.Marshal(read[0].Issues)
		return used(read[0].Tree), string(said), true
	},
}

// used is how many samples of a request are assessed: none where it does not tell whose
// they are, or of when.
func used(tree *jsontree.Node) int {
	for _, n := range []*jsontree.Node{tree.Get("datetime"), tree.Get("user_identifier"), tree.Get("profile").Get("gender")} {
		if n == nil || n.Kind == jsontree.Null {
			return 0
		}
	}
	return len(tree.Get("samples").Items)
}

func issues(r intake.Request) string {
	var said []string
	for _, i := range r.Issues {
		said = append(said, i.In(problem.English))
	}
	return strings.Join(said, "\n")
}

// A pair is a result in which two facts agree, and one in which they contradict each other.
type pair struct{ agree, contradict described }

// pairs are tried with every format, by the two facts.
var pairs = map[string]pair{
	"code, code":          {with(func(d *described) { d.second = "6298-4" }), with(func(d *described) { d.second = "2951-2" })},
	"code, name":          {ordinary, with(func(d *described) { d.name = "钠" })},
	"name, name":          {with(func(d *described) { d.second, d.alias = "6298-4", "血钾" }), with(func(d *described) { d.second, d.alias = "6298-4", "钠" })},
	"code, specimen":      {ordinary, with(func(d *described) { d.specimen = "尿液" })},
	"value, value":        {with(func(d *described) { d.again = "4.10" }), with(func(d *described) { d.again = "4.9" })},
	"value, unit":         {ordinary, with(func(d *described) { d.unit = "U/L" })},
	"unit, unit":          {with(func(d *described) { d.code = "mmol/L" }), with(func(d *described) { d.code = "mg/dL" })},
	"unit, range":         {ordinary, with(func(d *described) { d.span = "135-145" })},
	"value, range":        {hemoglobin("141", "g/L", "130-175", ""), hemoglobin("14.1", "g/L", "130-175", "")},
	"value, range, high":  {with(func(d *described) { d.value, d.flag = "5.6", "H" }), with(func(d *described) { d.flag = "H" })},
	"value, range, low":   {with(func(d *described) { d.value, d.flag = "3.1", "L" }), with(func(d *described) { d.flag = "L" })},
	"value, range, other": {with(func(d *described) { d.value, d.flag = "3.1", "L" }), with(func(d *described) { d.value, d.flag = "3.1", "H" })},
	"value, range, N":     {with(func(d *described) { d.flag = "N" }), with(func(d *described) { d.value, d.flag = "5.6", "N" })},
	"value, flag":         {with(func(d *described) { d.span, d.flag = "", "H" }), with(func(d *described) { d.value, d.span, d.flag = "3.1", "", "H" })},
	"flag, flag":          {with(func(d *described) { d.value, d.flag, d.flagged = "5.6", "H", "A" }), with(func(d *described) { d.value, d.flag, d.flagged = "5.6", "H", "L" })},
	"on the end, high":    {with(func(d *described) { d.value, d.flag = "5.3", "H" }), with(func(d *described) { d.value, d.flag = "5.1", "H" })},
	"rounded, N":          {with(func(d *described) { d.value, d.flag = "5.4", "N" }), with(func(d *described) { d.value, d.flag = "5.5", "N" })},
	"another's range":     {with(func(d *described) { d.span, d.flag = "3.5-5.3 (女)", "H" }), with(func(d *described) { d.flag = "HH" })},
	"other flags":         {with(func(d *described) { d.flag = "HX" }), with(func(d *described) { d.flag = "↑" })},
	"value, absent":       {ordinary, with(func(d *described) { d.absent = "not performed" })},
	"value, status":       {ordinary, with(func(d *described) { d.state = "X" })},
	"a word, a mark":      {protein("1", "A"), protein("0", "A")},
	"unit, range, none":   {with(func(d *described) { d.unit = "" }), with(func(d *described) { d.unit, d.span = "", "1.2-2.4" })},
	"percent, fraction":   {neutrophils("41", "40-75"), neutrophils("0.61", "40-75")},
	"comparator, flag":    {with(func(d *described) { *d = marker("<0.6", "") }), with(func(d *described) { *d = marker("<0.6", "H") })},
	"time, now":           {ordinary, with(func(d *described) { d.taken = "2099-11-20" })},
	"time, death":         {with(func(d *described) { d.died = "2026-11-21" }), with(func(d *described) { d.died = "2026-01-01" })},
	"person, species":     {with(func(d *described) { d.species = "Human" }), with(func(d *described) { d.species = "犬" })},
	"number, sex":         {ordinary, with(func(d *described) { d.other = "F" })},
}

// Of what a result carries any two things may contradict each other: whatever brings it,
// a result in which they do is not used, and why is said; one in which they agree is.
func TestContradictions(t *testing.T) {
	s := newest(t)
	for name, p := range pairs {
		for format, write := range writers {
			t.Run(name+"/"+format, func(t *testing.T) {
				if samples, said, can := write(t, s, p.agree); can && samples != 1 {
					t.Errorf("what agrees gives %d samples: %s", samples, said)
				}
				if samples, said, can := write(t, s, p.contradict); can && (samples != 0 || !strings.Contains(said, "not used") && !strings.Contains(said, "assessed")) {
					t.Errorf("what contradicts gives %d samples: %s", samples, said)
				}
			})
		}
	}
}

func hemoglobin(value, unit, span, flag string) described {
	return person(described{loinc: "718-7", name: "血红蛋白", value: value, unit: unit, span: span, flag: flag})
}

func neutrophils(value, span string) described {
	return person(described{loinc: "770-8", name: "中性粒细胞百分比", value: value, unit: "%", span: span})
}

func marker(value, flag string) described {
	return person(described{loinc: "24108-3", name: "糖类抗原19-9", value: value, unit: "U/mL", flag: flag})
}

// person is a result of the ordinary person and day.
func person(d described) described {
	d.born, d.taken = ordinary.born, ordinary.taken
	return d
}

func protein(value, flag string) described {
	return person(described{loinc: "20454-5", name: "尿蛋白", value: value, span: "阴性", flag: flag, specimen: "尿液"})
}

// facts are what a result may carry, or what carries it. Of any two it is known whether
// they can contradict each other.
var facts = []string{
	"code", "name", "value", "comparator", "unit", "range", "flag", "specimen", "absent", "status", // what
	"number", "person", "sex", "birth", "age", "identity", "species", "death", // who
	"time", "now", "report", "message", "order", "method", "count", // when and whence
}

// elsewhere are pairs that other tests try.
var elsewhere = map[string]string{
	"name, specimen":     "intake.TestHL7, urine in the name of a blood's order",
	"name, unit":         "observed.TestNames: a unit chooses among the indicators of a name",
	"value, specimen":    "decided with the name: the specimen makes another item of it",
	"birth, time":        "wire: a birth after the examination is refused",
	"birth, number":      "intake.TestHL7, two sexes: the same rule",
	"person, number":     "intake.TestShapes, TestSheetsTogether: rows of one number and two names",
	"age, birth":         "intake.TestIdentified",
	"age, identity":      "intake.TestIdentified",
	"birth, identity":    "intake.TestIdentified",
	"sex, identity":      "intake.TestIdentified",
	"age, number":        "intake.TestTable, of one day",
	"range, sex":         "another's range is no contradiction: that of another sex judges nothing by its mark",
	"status, status":     "intake/version.go: a later version replaces an earlier one, or neither counts",
	"order, order":       "intake/version.go: results of two orders are two results",
	"specimen, specimen": "intake.ofSpecimens: of two kinds none is known",
	"time, time":         "another day is another examination; a result of its own keeps its time",
	"message, message":   "intake.duplicates: the same control id comes once",
	"message, person":    "MSH-11: what is not of production is of nobody",
	"order, person":      "OBR-15.7, SPM-11: a control's order is of nobody",
	"range, range":       "a range that ends before it begins is none: wire.TestMisprinted",
}

// left are pairs and facts that are not decided, each with the reason: a fact alone stands
// for all its other pairs.
var left = map[string]string{
	"flag, sex":     "marks by sex are those of the range, which may be another's",
	"flag, unit":    "a mark compares numbers, whatever their unit",
	"value, now":    "nothing of a value is of a day",
	"message, time": "the clock of a sender may be wrong and says little: an analyser's begins in 1970",
	"report, time":  "a report may be dated by the day of a re-issue, an order by that of its booking",
	"code":          "of whom and when it is the same item is measured of everybody at any time",
	"name":          "likewise",
	"value":         "what value a person can have is the rules' matter: plausible ends, coherence.yaml, tables by sex and age",
	"comparator":    "it is a part of the value",
	"unit":          "it is of the item, of nobody and no time",
	"range":         "ranges by sex, age and method differ between laboratories",
	"flag":          "without a range the laboratory's own interval is not known: a target of therapy, a child's or a pregnant woman's limit marks what is inside of ours. Only what no method explains is refused",
	"specimen":      "every specimen is taken of anybody at any time",
	"absent":        "a reason that there is no value says nothing of whom",
	"status":        "a state says nothing of whom",
	"number":        "a number is a label",
	"person":        "names are spelled in several ways and tell neither sex nor birth",
	"sex":           "items of one sex are the rules' matter: PSA of a woman has a meaning",
	"birth":         "nothing else tells it",
	"age":           "ages are counted in several ways; only a year and more apart counts",
	"identity":      "the number tells birth and sex only",
	"species":       "an animal is refused whatever else is said",
	"death":         "what was measured in life is true after it",
	"time":          "nothing else tells it",
	"now":           "the time of reading is only compared with times",
	"report":        "it stands for the time where nothing better does",
	"message":       "it stands for the time where nothing better does; names of senders are labels",
	"order":         "panels hold what their laboratory puts into them: an item may be added to any order; placer's and filler's numbers are labels",
	"method":        "methods are not read: a unit or a range that they need is",
	"count":         "a count that says more results than came (BTS-1, Bundle.total) says nothing of those that did",
}

// Every two facts are tried, here or elsewhere, or it is said why not, and never both.
func TestEveryPairIsDecided(t *testing.T) {
	either := func(list map[string]bool, one, other string) bool {
		return list[one+", "+other] || list[other+", "+one]
	}
	tried, reasons := map[string]bool{}, map[string]bool{}
	known := func(fact string) bool { return slices.Contains(facts, fact) }
	for name := range pairs {
		if words := strings.Split(name, ", "); len(words) > 1 && known(words[0]) && known(words[1]) {
			tried[words[0]+", "+words[1]] = true
		}
	}
	for _, list := range []map[string]string{elsewhere, left} {
		for name, why := range list {
			for _, fact := range strings.Split(name, ", ") {
				if !known(fact) || why == "" {
					t.Errorf("%q: no fact, or no reason", name)
				}
			}
		}
	}
	for name := range elsewhere {
		tried[name] = true
	}
	for name := range left {
		reasons[name] = true
	}
	for i, one := range facts {
		for _, other := range facts[i:] {
			switch tried, said := either(tried, one, other), either(reasons, one, other); {
			case tried && said:
				t.Errorf("%s, %s are tried, and left", one, other)
			case !tried && !said && !reasons[one] && !reasons[other]:
				t.Errorf("%s, %s are not decided", one, other)
			}
		}
	}
}
