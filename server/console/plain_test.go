package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/server/console/lines"
)

// ofUrine is a sheet of urine: calcium, which is none of blood's, a row of ours and one that
// nobody knows.
const (
	ofUrine = `{"calcium":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,20,60,40],[90,20,120,40]],"name":"钙","unit":"mmol/L","reference":"2.5-7.5","flag":"","confidence":0,"specimen":"urine"}],
		"phosphate":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,50,60,70]],"name":"磷","unit":"","reference":"","flag":"","confidence":0,"specimen":"urine"}],
		"urine_vitamin_c":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,80,60,99]],"name":"维生素C (Vc)","unit":"mmol/L","reference":"0-0.6","flag":"","confidence":0,"specimen":"urine"}]}`
	besideUrine = `{"sheets":[{"image":0,"sex":"male","age":45,"date":"2026-11-20","values":{}}],"texts":[],"unmatched":[
		{"sheet":0,"name":"钙","value":"5.1","unit":"mmol/L","reference":"2.5-7.5","specimen":"urine","idx":0,"idx_of_value":1,"coords":[[10,20,60,40],[90,20,120,40]]}]}`
)

// lineForm is what the page sends of a line, with fields and their texts in turn.
func lineForm(indicator, entry string, fields ...string) url.Values {
	form := url.Values{"indicator": {indicator}, "entry": {entry}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return form
}

// What a page says of its specimen holds for its rows: an indicator of another specimen is
// neither taken for one nor offered nor accepted, and the row can be kept as it is printed.
func TestSpecimenOfASheet(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	b.told(id, ofUrine, besideUrine, `{"sex":"male","age":45}`)
	page := w.get(at)
	answers(t, "the sheet", page, "共 1 项，其中 1 项需要核对", "另有 2 行", `value="5.1"`, `class="what">磷`, `!name="indicator" value="calcium"`, `!name="indicator" value="phosphate"`, `items?of=urine`)
	answers(t, "what is offered of urine", w.get("items?of=urine"), `!"钙"`, "尿蛋白")
	answers(t, "taken for blood's", w.act(at, lineForm("", "0", "value", "5.1", "as", "钙")), "报告上这一行的标本是尿，“钙”查的是别的标本", `value="钙"`, `class="what">钙`)
	answers(t, "added as blood's", w.act(at, url.Values{"name": {"钙"}, "value": {"5.1"}}), "报告上这一行的标本是尿", "照印添加")
	answers(t, "added as printed", w.act(at, url.Values{"name": {"尿钙肌酐比"}, "value": {"0.2"}, "unit": {"mmol/mmol"}, "reference": {"0-0.6"}, "none": {"1"}}), "已添加 1 项", `name="entry" value="-1"`, "0-0.6")
	answers(t, "of nothing", w.act(at, url.Values{"name": {""}, "value": {"2"}, "none": {"1"}}), "请照报告填上名称和结果")
	answers(t, "without a name", w.act(at, url.Values{"value": {"2"}}), "请照报告填上名称和结果")

	const vitamin = "urine_vitamin_c"
	ours := func(form ...string) url.Values { return lineForm(vitamin, "0", form...) }
	answers(t, "a unit that leads nowhere", w.act(at, ours("value", "0.6 mmol/L")), `role="alert"`, "照印保留")
	answers(t, "kept without a result", w.act(at, ours("none", "1")), "请照报告填上名称和结果")
	answers(t, "kept as printed", w.act(at, ours("none", "1", "value", "0.6")), "没有对上项目，不参加评估", `value="0.6"`, "line other", "共 0 项")
	answers(t, "in two windows", w.act(at, ours("value", "0.7", "was", lines.Untouched)), "刚在另一个页面里改过")
	answers(t, "assessed", w.assessIn(id, someone([]string{"总蛋白", "70"})), "维生素C (Vc)", "0.6 mmol/L", "5.1 mmol/L", "尿钙肌酐比", "0.2 mmol/mmol")
	answers(t, "the patient's page", w.get(at+"/patient"), "维生素C (Vc)", "尿钙肌酐比", "5.1 mmol/L")
	answers(t, "back", w.act(at, ours("restore", "1")), "没有读准", `!value="0.6"`)
}

// Rows of none of the indicators are corrected and removed as others are, read or added; one
// taken for a wrong item, or for none that it can be, is what it was and can be taken for another.
func TestRowsAsPrinted(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	b.told(id, recognised, immature, `{"sex":"male","age":45}`)
	answers(t, "corrected", w.act(at, lineForm("", "0", "value", "1.3", "name", " 网织红细胞\t比 ", "unit", "‰", "reference", "5-15")), `class="what">网织红细胞 比`, `value="1.3"`, "‰", "已改正")
	answers(t, "without a name", w.act(at, lineForm("", "0", "value", "1.4", "name", "", "unit", "‰")), `class="what">网织红细胞 比`, `value="1.4"`)
	answers(t, "as it was", w.act(at, lineForm("", "0", "restore", "1")), `class="what">网织红细胞`, `value="1.2"`, "!已改正")
	answers(t, "the same", w.act(at, lineForm("", "0", "value", "1.2", "name", "网织红细胞", "unit", "%", "reference", "0.5-1.5")), "!已改正")
	answers(t, "removed", w.act(at, lineForm("", "0", "strike", "1")), "已删去", `<s>1.2</s>`)
	answers(t, "removed from the answer", w.assessIn(id, someone([]string{"总蛋白", "70"})), "!网织红细胞")
	answers(t, "taken back", w.act(at, lineForm("", "0", "restore", "1")), `value="1.2"`)

	for _, value := range []string{"7", "8"} {
		wantStatus(t, "added", w.post(at, url.Values{"name": {"不是项目"}, "value": {value}, "none": {"1"}}), http.StatusSeeOther)
	}
	answers(t, "a table", w.act(at, url.Values{"rows": {"没有的甲\t3\tU\t1-2\n没有的乙\t4"}, "none": {"1"}}), "已添加 2 项")
	answers(t, "the second corrected", w.act(at, lineForm("", "-2", "value", "9", "name", "不是项目", "unit", "")), `value="9"`, "手工添加")
	answers(t, "taken for one of ours", w.act(at, lineForm("", "-2", "value", "9", "name", "不是项目", "as", "总胆红素")), `class="what">不是项目`, `!name="as"`)
	answers(t, "the first removed", w.act(at, lineForm("", "-1", "was", "不是项目\t7", "strike", "1")), "!<li")
	answers(t, "changed meanwhile", w.act(at, lineForm("", "-1", "value", "10", "name", "不是项目")), "刚在另一个页面里删去")
	answers(t, "the report", w.get(at), `value="9"`, `!value="7"`, "没有的甲", "没有的乙")

	creatinine := func(form ...string) url.Values { return lineForm("creatinine", "0", form...) }
	answers(t, "for one that it cannot be", w.act(at, creatinine("value", "阳性", "as", "总胆红素")), `class="what">肌酐`, `role="alert"`, `name="as" list="as-creatinine-0" value="总胆红素"`, `<option value="总胆红素">`, "!已换项")
	answers(t, "for a wrong one", w.act(at, creatinine("value", "88", "as", "总胆红素")), `class="what">总胆红素`, "已换项")
	answers(t, "for another", w.act(at, creatinine("value", "88", "as", "直接胆红素", "was", "88")), `class="what">直接胆红素`, "已换项")
	answers(t, "for none", w.act(at, creatinine("value", "88", "none", "1", "was", "88")), `class="what">肌酐`, "line other", "umol/L")
	answers(t, "for one again", w.act(at, creatinine("value", "88", "as", "直接胆红素", "name", "肌酐", "unit", "umol/L", "reference", "57-97")), `class="what">直接胆红素`, "已换项")
	moved := lineForm("", "0", "value", "1.2", "as", "网织红细胞百分比")
	answers(t, "the other", w.act(at, moved), `class="what">网织红细胞百分比`, "已换项")
	moved.Set("none", "1")
	answers(t, "the other for none again", w.act(at, moved), `class="what">网织红细胞`, "line other", `value="1.2"`)
	answers(t, "for what it was", w.act(at, creatinine("value", "88", "as", "肌酐", "was", "88")), `class="what">肌酐`, "!已换项", `value="88"`)
}

// What a report says in words and no finding is made of, and marks at what is fine, are told.
func TestNothingOfThePaperIsLost(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	marked := strings.NewReplacer(`"reference":""`, `"reference":"3.9-5.0"`, `"flag":""`, `"flag":"H"`).Replace(lineOf("fasting_glucose", "5.2"))
	b.told(id, "{"+marked+"}", sheetOf(`"sex":"male","age":45,"date":"2026-11-20",`, "{}"), `{"sex":"male","age":45}`)
	form := someone()
	form.Set("text", "甲状腺右叶结节，建议复查。\n请携带本报告到门诊就诊；")
	answers(t, "the doctor's page", w.assessIn(id, form), "报告标了↑ 偏高（参考范围 3.9–5），按理想范围", "是“理想”", "报告上还写着：请携带本报告到门诊就诊；", "!还写着：甲状腺")
	answers(t, "the patient's page", w.get("cases/"+id+"/patient"), "报告上这一项标了↑ 偏高，按适合您的理想范围看是“理想”", "请携带本报告到门诊就诊", "甲状腺结节")
	answers(t, "in English", w.get("cases/"+id+"/answer?lang=en"), "The report marks it ↑ high (reference 3.9–5)", "The report also says: 请携带")
}
