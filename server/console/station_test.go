package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tijian/server/store/storetest"
)

// told gives a task its end with what it tells besides values.
func (b *bench) told(id, result, report, person string) {
	b.t.Helper()
	if n, err := b.DB.Exec(b.t.Context(), "UPDATE tasks SET status = 'DONE', result = ?, report = ?, person = ? WHERE id = ?", result, report, person, id); err != nil || n != 1 {
		b.t.Fatal(n, err)
	}
}

const (
	immature = `{"sheets":[{"image":0,"sex":"male","age":45,"date":"2026-11-20","values":{}}],"texts":[],"unmatched":[
		{"sheet":0,"name":"网织红细胞","value":"1.2","unit":"%","reference":"0.5-1.5","coords":[[10,140,60,149]]}]}`
	twoReports = `{"sheets":[{"image":0,"sex":"male","age":45,"date":"2026-11-20","values":{"triglycerides":1.9}},{"image":0,"sex":"female","age":30,"date":"2026-11-21","values":{"triglycerides":0.8,"uric_acid":300},"comparators":{"triglycerides":"<"}}],
		"texts":[{"sheet":1,"title":"小结","text":"甲状腺结节"}],"unmatched":[],"warnings":["MIXED_PERSONS: x","MIXED_DAYS: x"]}`
	cleared = `{"triglycerides":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,20,60,40]],"name":"甘油三酯","unit":"mmol/L","reference":"<1.7","flag":"H","confidence":0},
		{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,220,60,240]],"name":"甘油三酯","unit":"mmol/L","reference":"<1.7","flag":"","confidence":0,"sheet":1}],
		"uric_acid":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,250,60,260]],"name":"尿酸","unit":"umol/L","reference":"","flag":"","confidence":0,"sheet":1}]}`
)

// A row is taken for another indicator and back, one that none was read of for one, and
// rows of a spreadsheet are added, with what is wrong with each.
func TestNotThisItem(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	b.told(id, recognised, immature, `{"sex":"male","age":45}`)
	answers(t, "the report", w.get(at), "网织红细胞", "选项目", "报告上没有", `class="line other"`)
	move := func(form ...string) url.Values {
		f := url.Values{"indicator": {form[0]}, "entry": {"0"}, "value": {form[1]}, "as": {form[2]}}
		if len(form) > 3 {
			f.Set("was", form[3])
		}
		return f
	}
	answers(t, "of nothing", w.act(at, move("", "1.2", "")), "没有对上项目，不参加评估", `value="1.2"`)
	answers(t, "no such item", w.act(at, move("", "1.2", "没有这项")), `role="alert"`, "没有这项", `value="1.2"`)
	answers(t, "one that is there", w.act(at, move("", "1.2", "甘油三酯")), "在列表里已经有一行")
	answers(t, "of another unit", w.act(at, move("", "1.2", "网织红细胞绝对值")), "不能用单位“%”")
	answers(t, "another", w.act(at, move("creatinine", "4.1", "总胆红素")), "认作这一项", "已换项", "总胆红素", `value="4.1"`, "肌酐")
	answers(t, "the other", w.act(at, move("", "1.2", "网织红细胞百分比")), "网织红细胞百分比", "认作这一项")
	form := w.get(at + "/assess").Body.String()
	for _, want := range []string{`<td>总胆红素<td>4.1<td>`, `<td>网织红细胞百分比<td>1.2<td>`} {
		if !strings.Contains(form, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
	if strings.Contains(form, `<td>肌酐<td>`) {
		t.Error("what was taken for another is still what it was read as")
	}
	answers(t, "exported", w.get(at+"/labels"), `"indicator":"total_bilirubin"`, `"label":1.2`, `!"indicator":"creatinine"`)
	answers(t, "corrected", w.act(at, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "value": {"4.2"}}), "总胆红素", `value="4.2"`)
	answers(t, "in two windows", w.act(at, move("creatinine", "4.3", "直接胆红素", "4.1")), "刚在另一个页面里改过")
	answers(t, "back", w.act(at, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "restore": {"1"}}), "肌酐", `value="88"`, "!总胆红素")

	answers(t, "a comma", w.act(at, url.Values{"indicator": {"uric_acid"}, "entry": {"0"}, "value": {"1,234"}}), "是哪一个？", `name="meant" value="1.234"`, `name="meant" value="1234"`)
	answers(t, "that was meant", w.act(at, url.Values{"indicator": {"uric_acid"}, "entry": {"0"}, "value": {"1,234"}, "meant": {"1.234"}}), `value="1.234"`)

	table := "钾\t4.1\tmmol/L\n\n钠\t140\n不是项目\t3\t\t1-2\n氯\tx\n甘油三酯\t1\r\n"
	answers(t, "a spreadsheet", w.act(at, url.Values{"rows": {table}}), "已添加 2 项", "第 3 行", "第 4 行", "第 5 行", "不是项目\t3\t\t1-2\n氯\tx\n甘油三酯\t1")
	answers(t, "the lines of it", w.get(at), "手工添加", `value="4.1"`, `value="140"`)
	wantStatus(t, "without a script", w.post(at, url.Values{"rows": {"镁\t0.9"}}), http.StatusSeeOther)
}

// The paper's mark is held against its own range and against the rules.
func TestMarksAreCompared(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	row := func(name, called, value, unit, reference, flag string) string {
		return `"` + name + `":[{"sim":1,"idx":0,"value":` + value + `,"idx_of_value":1,"coords":[[10,20,60,40]],"name":"` + called + `","unit":"` + unit + `","reference":"` + reference + `","flag":"` + flag + `","confidence":0.999}]`
	}
	b.told(id, "{"+row("triglycerides", "甘油三酯", "1.86", "mmol/L", "0.4-1.7", "")+","+row("fasting_glucose", "葡萄糖", "6.3", "mmol/L", "3.9-6.5", "")+","+
		row("total_protein", "总蛋白", "70", "g/L", "65-85", "")+"}", immature, `{"sex":"male","age":45}`)
	page := w.get("cases/" + id)
	answers(t, "the report", page, "按印的参考范围 0.4-1.7 应为↑ 偏高，纸上印的是没有箭头")
	if n := strings.Count(page.Body.String(), `class="differs`); n != 1 {
		t.Errorf("%d marks contradict", n)
	}
	answers(t, "the report", w.get("cases/"+id+"?at=fasting_glucose+0"), "纸上没有箭头，规则↑ 偏高", `name="as"`)
	answers(t, "shut again", w.get("cases/"+id+"?at=fasting_glucose+0&shut=1"), `!name="as"`)
	wantStatus(t, "of no line", w.get("cases/"+id+"?at=afp+0"), http.StatusNotFound)
	other := w.report(png)
	b.end(other, "DONE", recognised, "")
	answers(t, "of nobody known", w.get("cases/"+other), "!规则↑ 偏高")
}

// A second report among the pictures blocks until it is split off, or said to be none.
func TestTwoReportsInOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		for _, do := range []string{"split", "join"} {
			id := w.report(png)
			at := "cases/" + id
			b.told(id, cleared, twoReports, `{"differ":true}`)
			answers(t, "the report", w.get(at), "图片里好像有不止一份报告", "45 岁", "女", "2026-11-21", "拆成 2 份病例", "!填写受检者，评估")
			form := someone([]string{"总蛋白", "70"})
			form.Set("saved", "0")
			if got := w.post(at+"/assess", form); got.Code != http.StatusSeeOther || !strings.HasSuffix(got.Header().Get("Location"), at) {
				t.Errorf("assessed before: %d %s", got.Code, got.Header().Get("Location"))
			}
			wantStatus(t, "signed before", w.post(at+"/state", url.Values{"do": {"sign"}}), http.StatusConflict)
			wantStatus(t, do, w.post(at+"/state", url.Values{"do": {do}}), http.StatusSeeOther)
			wantStatus(t, do+" again", w.post(at+"/state", url.Values{"do": {do}}), http.StatusSeeOther)
			if do == "join" {
				answers(t, "joined", w.get(at), "!不止一份", "填写受检者，评估", `value="300"`, `!value="1.9"`, `!value="0.8"`)
				continue
			}
			answers(t, "the one", w.get(at), "!不止一份", `value="1.9"`, `!value="0.8"`, `!class="what">尿酸`, "请核对")
			all := regexp.MustCompile(`href="\./cases/([0-9a-f-]{36})"`).FindAllStringSubmatch(w.get("cases").Body.String(), -1)
			for _, m := range all {
				if m[1] != id {
					answers(t, "the other", w.get("cases/"+m[1]), `value="&lt;0.8"`, `value="300"`, `!value="1.9"`, `data-report="`+id, "填写受检者，评估")
					answers(t, "its form", w.get("cases/"+m[1]+"/assess"), "女", "30 岁", `value="2026-11-21"`, "甲状腺结节")
				}
			}
			if n := b.count("cases"); n != 2 {
				t.Errorf("%d cases of two reports", n)
			}
		}
		if log := b.as("admin").get("operation/audit?kind=corrections").Body.String(); !strings.Contains(log, "拆分病例") || !strings.Contains(log, "确认是同一份报告") {
			t.Error("nobody is said to have split or joined")
		}
	})
}

// What a network that lost the answer makes a browser send again is one case.
func TestSentTwice(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	number := uuid.NewString()
	for range 2 {
		got := w.sendAs(number, png)
		if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "./cases/"+number {
			t.Errorf("%d, to %s", got.Code, got.Header().Get("Location"))
		}
	}
	if n, pictures := b.count("cases"), b.count("uploads"); n != 1 || pictures != 1 {
		t.Errorf("%d cases, %d pictures", n, pictures)
	}
	if got := b.as("editor").sendAs(number, png); got.Header().Get("Location") != "./cases/"+number || b.count("cases") != 2 {
		t.Errorf("another's of the same number: %d, %d cases", got.Code, b.count("cases"))
	}
	// The first sending fails while the second is under way: it takes back its own.
	number = uuid.NewString()
	if _, err := b.uploads.Put(t.Context(), "client", number, strings.NewReader(png), 1<<20, b.Now()); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, "a sending that fails", w.sendAs(number, png, "no picture"), http.StatusUnprocessableEntity)
	if n := b.count("uploads"); n != 3 {
		t.Errorf("%d pictures", n)
	}
}
