package console

import (
	"net/url"
	"strings"
	"testing"

	"tijian/server/console/lines"
)

// A unit and a range that were misread are typed in the line; what a person types wins,
// with what is typed behind the number.
func TestWhatIsPrintedIsTypedInTheLine(t *testing.T) {
	w := newBench(t).as("client")
	const entry = `[{"sim":1,"idx":0,"value":%v,"idx_of_value":0,"coords":[[1,1,2,2]],"name":"x","unit":"%u","reference":"%r","flag":"","confidence":1}]`
	read := func(value, unit, reference string) string {
		return strings.NewReplacer("%v", value, "%u", unit, "%r", reference).Replace(entry)
	}
	id := w.done(`{"height":` + read("null", "m", "") + `,"creatinine":` + read("88", "umol/L", "") + `,"uric_acid":` + read("300", "umol/L", "20-42") + `,"fasting_glucose":` + read("5.2", "mmol/L", "3.9-6.1") + `}`)
	for _, c := range []struct {
		what, indicator, value, unit, reference, was string
		want                                         []string
	}{
		{"as it is shown", "creatinine", "88", "umol/L", "", lines.Untouched, []string{"!已改正"}},
		{"implausible so", "height", "169.9", "m", "", lines.Untouched, []string{"身高不会是这个数"}},
		{"its unit behind", "height", "169.9 cm", "m", "", lines.Untouched, []string{`value="169.9"`, `name="unit" value="cm"`, "已改正"}},
		{"in the field", "height", "1.7", "m", "", "169.9\tcm", []string{`value="1.7"`, `name="unit" value="m"`, "合 170 cm"}},
		{"a range", "creatinine", "88", "umol/L", "57-97", lines.Untouched, []string{`value="88"`, `name="reference" value="57-97"`}},
		{"and then a value", "creatinine", "89", "umol/L", "57-97", "88\t\t57-97", []string{`value="89"`, `name="reference" value="57-97"`}},
		{"no range", "uric_acid", "300", "umol/L", "", lines.Untouched, []string{`name="reference" value=""`}},
		{"another unit, as it is read", "fasting_glucose", "5.2", "mg/dL", "3.9-6.1", lines.Untouched, []string{"空腹血糖不会是这个数"}},
		{"no unit of it", "fasting_glucose", "5.2", "kg", "3.9-6.1", lines.Untouched, []string{`role="alert"`, "kg"}},
	} {
		answers(t, c.what, w.act("cases/"+id, url.Values{"indicator": {c.indicator}, "entry": {"0"}, "value": {c.value}, "unit": {c.unit}, "reference": {c.reference}, "was": {c.was}}), c.want...)
	}
	answers(t, "added", w.act("cases/"+id, url.Values{"name": {"尿素"}, "value": {"5"}, "unit": {"mmol/L"}, "reference": {"3.1-8.0"}}), "已添加", `name="reference" value="3.1-8.0"`)
	answers(t, "the form", w.get("cases/"+id+"/assess"), "<td>1.7<td>m", "<td>89<td>umol/L", `value="57-97"`, `value="3.1-8.0"`, "!20-42")
	answers(t, "kept as printed", w.act("cases/"+id, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "value": {"89"}, "unit": {"U/L"}, "reference": {"57-97"}, "was": {"89\t\t57-97"}, "none": {"1"}}), "没有对上项目", "<i>U/L</i>")
}

// What is no result of its item is kept as printed by one press, and both outputs say so.
func TestKeptAsPrinted(t *testing.T) {
	w := newBench(t).as("client")
	id := w.done(recognised)
	for _, text := range []string{"0-2", "15-20", "1+", "未检出"} {
		form := url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "value": {text}, "was": {lines.Untouched}}
		shown := strings.ReplaceAll(text, "+", "&#43;")
		answers(t, text, w.act("cases/"+id, form), "报告上就写“"+shown+"”？", `name="none"`, `role="alert"`)
		form.Set("none", "1")
		answers(t, text+" as printed", w.act("cases/"+id, form), "没有对上项目", `value="`+shown+`"`, "!role=\"alert\"")
		w.act("cases/"+id, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "was": {"肌酐\t" + text + "\tumol/L\t57-97"}, "restore": {"1"}})
	}
	w.act("cases/"+id, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "value": {"0-2"}, "was": {lines.Untouched}, "none": {"1"}})
	wantStatus(t, "assessed", w.assessIn(id, someone()), 200)
	for _, page := range []string{"answer", "patient"} {
		answers(t, page, w.get("cases/"+id+"/"+page), "0-2", "没有评估，照报告抄录")
	}
}

// A line that could not be added stays beside the next one; an item that is there already
// leads to its line.
func TestRefusedLinesStay(t *testing.T) {
	w := newBench(t).as("client")
	at := "cases/" + w.done(recognised)
	row := func(name, value, refused, rows string) url.Values {
		return url.Values{"name": {name}, "value": {value}, "refused": {refused}, "rows": {rows}}
	}
	answers(t, "none of the items", w.act(at, row("不是项目", "1", "", "")), "role=\"alert\"", `name="refused" value="不是项目`+"\t"+`1"`, "data-unsaved")
	answers(t, "mended", w.act(at, row("钾", "4.1", "钾\tx", "")), "已添加 1 项", "!留在下面")
	answers(t, "another", w.act(at, row("钠", "140", "不是项目\t1", "")), "已添加 1 项", "“不是项目”还没有添加上", ">不是项目\t1\n</textarea>")
	answers(t, "both", w.act(at, row("氯", "101", "", "不是项目\t1")), "已添加 1 项", "第 1 行", ">不是项目\t1\n</textarea>")
	answers(t, "as printed, alone", w.act(at, url.Values{"name": {"某项"}, "value": {"2"}, "rows": {"不是项目\t1"}, "none": {"1"}}), "已添加 1 项", ">不是项目\t1\n</textarea>")
	for _, value := range []string{"90", "x", ""} {
		answers(t, "there already", w.act(at, row("肌酐", value, "", "")), "在列表里已经有一行", `data-there="creatinine"`, "!data-unsaved")
	}
}

// A word that means what was read is seen to be taken.
func TestSynonymsAreTaken(t *testing.T) {
	w := newBench(t).as("client")
	at := "cases/" + w.done("{"+lineOf("urine_urobilinogen", "0")+"}")
	form := func(value, was string) url.Values {
		return url.Values{"indicator": {"urine_urobilinogen"}, "entry": {"0"}, "value": {value}, "was": {was}}
	}
	answers(t, "the word itself", w.act(at, form("阴性(-)", lines.Untouched)), `value="阴性(-)"`, "!就是", "!已核对")
	answers(t, "a synonym", w.act(at, form("正常", lines.Untouched)), "填的“正常”就是“阴性(-)”", "已核对")
	answers(t, "another grade", w.act(at, form("+", "0")), "填的“&#43;”就是“阳性(1&#43;)”", "已改正")
}
