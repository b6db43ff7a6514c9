package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

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
}

// ordinary is a result in which all agree.
var ordinary = described{loinc: "2823-3", name: "钾", value: "4.1", unit: "mmol/L", span: "3.5-5.3", specimen: "血清"}

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
		requests, _, wrong := intake.HL7([]byte(strings.Join([]string{
			`MSH|^~\&|LIS|X|TJ|TJ|20261120093000||ORU^R01|42|P|2.4||||||UNICODE UTF-8`, `PID|1||A-17||X||19800501|M`,
			`OBR|1|||X|||20261120083000||||||||` + d.specimen,
			`OBX|1|NM|` + d.loinc + `^` + d.name + `^LN^` + d.second + `^` + d.alias + `^LN||` + value + `|` + unit + `|` + d.span + `|` + flags + `|||` + d.state,
		}, "\r")), options(s))
		if wrong != nil {
			t.Fatal(wrong.In(problem.English))
		}
		return len(requests[0].Tree().Get("samples").Items), issues(requests[0]), true
	},
	"a table": func(t *testing.T, s *engine.Snapshot, d described) (int, string, bool) {
		if d.second+d.code+d.again+d.flagged != "" {
			return 0, "", false
		}
		state := map[string]string{"X": "作废"}[d.state]
		requests, _, _, wrong := intake.Tables([]intake.Sheet{{Rows: [][]string{
			{"编号", "性别", "出生日期", "检查日期", "LOINC", "项目", "结果", "单位", "参考范围", "提示", "标本", "状态"},
			{"A-17", "男", "1980-05-01", "2026-11-20", d.loinc, d.name, d.value, d.unit, d.span, d.flag + d.absent, d.specimen, state},
		}}}, options(s))
		if wrong != nil {
			t.Fatal(wrong.In(problem.English))
		}
		return len(requests[0].Tree().Get("samples").Items), issues(requests[0]), true
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
		bundle := fmt.Sprintf(`{"resourceType":"Bundle","timestamp":"2026-11-20T09:30:00Z","entry":[{"resource":{"resourceType":"Patient","id":"p","gender":"male","birthDate":"1980-05-01"}},
{"resource":{"resourceType":"Observation","status":%q,"effectiveDateTime":"2026-11-20T08:30:00Z","specimen":{"display":%q},"code":{"coding":[%s]},%s,"referenceRange":[{"text":%q}]%s}}]}`, status, d.specimen, codes, quantity, d.span, more)
		root, err := jsontree.Parse([]byte(bundle))
		if err != nil {
			t.Fatal(err)
		}
		q, err := fhir.Read(root, s.Dictionary, time.Time{}, problem.English)
		if err != nil {
			t.Fatal(err)
		}
		said, _ := json.Marshal(q.Issues)
		return len(q.Tree.Get("samples").Items), string(said), true
	},
}

func issues(r intake.Request) string {
	var said []string
	for _, i := range r.Issues {
		said = append(said, i.In(problem.English))
	}
	return strings.Join(said, "\n")
}

// Of what a result carries any two things may contradict each other: whatever brings it,
// a result in which they do is not used, and why is said; one in which they agree is.
func TestContradictions(t *testing.T) {
	s := newest(t)
	type pair struct{ agree, contradict described }
	for name, p := range map[string]pair{
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
	} {
		for format, write := range writers {
			t.Run(name+"/"+format, func(t *testing.T) {
				if samples, said, can := write(t, s, p.agree); can && samples != 1 {
					t.Errorf("what agrees gives %d samples: %s", samples, said)
				}
				if samples, said, can := write(t, s, p.contradict); can && (samples != 0 || !strings.Contains(said, "not used")) {
					t.Errorf("what contradicts gives %d samples: %s", samples, said)
				}
			})
		}
	}
}

func hemoglobin(value, unit, span, flag string) described {
	return described{loinc: "718-7", name: "血红蛋白", value: value, unit: unit, span: span, flag: flag}
}

func protein(value, flag string) described {
	return described{loinc: "20454-5", name: "尿蛋白", value: value, span: "阴性", flag: flag, specimen: "尿液"}
}
