package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tijian/server/console/lines"
)

// sheetOf is a report of one sheet of somebody, with a row that is none of our items.
func sheetOf(person, values string) string {
	return `{"sheets":[{"image":0,` + person + `"values":` + values + `}],"texts":[],"unmatched":[{"sheet":0,"name":"降解产物X","value":"3.1","unit":"mg/L","reference":"","coords":[[10,140,60,149]]}]}`
}

func lineOf(name, value string) string {
	return `"` + name + `":[{"sim":1,"idx":0,"value":` + value + `,"idx_of_value":1,"coords":[[10,20,60,40],[90,20,120,40]],"name":"x","unit":"","reference":"","flag":"","confidence":1}]`
}

// Files that are sent together are a case each; those of one report are joined by a press,
// and taken apart by one, with what was said of their lines.
func TestTogether(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	number := uuid.NewString()
	var ids []string
	for _, place := range []string{"0 of 4", "1 of 4", "2 of 4", "3 of 4"} {
		to := w.sendAs(number+" "+place, png).Header().Get("Location")
		ids = append(ids, to[strings.LastIndex(to, "/")+1:])
	}
	const wang, other = `"sex":"male","age":45,"date":"2026-11-20",`, `"sex":"female","age":45,"date":"2026-11-20",`
	b.told(ids[0], "{"+lineOf("creatinine", "88")+","+lineOf("urea", "5")+"}", sheetOf(wang, `{"creatinine":88,"urea":5}`), `{"sex":"male","age":45}`)
	b.told(ids[1], "{"+lineOf("creatinine", "91")+","+lineOf("uric_acid", "300")+"}", sheetOf(wang, `{"creatinine":91,"uric_acid":300}`), `{"sex":"male","age":45}`)
	b.told(ids[2], "{"+lineOf("creatinine", "60")+"}", sheetOf(other, `{"creatinine":60}`), `{"sex":"female","age":45}`)
	b.told(ids[3], "{"+lineOf("potassium", "4.1")+"}", sheetOf("", `{"potassium":4.1}`), `{}`)
	first, second := "cases/"+ids[0], "cases/"+ids[1]
	answers(t, "the first", w.get(first), "一起上传的 4 个文件", "其中 1 个姓名、号码或检查日期与这一份相同", ids[1], "!"+ids[3], "!"+ids[2])
	answers(t, "of another sex", w.get("cases/"+ids[2]), "纸上看不出别的是同一个人同一天的", "!"+ids[3])
	wantStatus(t, "of nobody and no day", w.post(first+"/state", do("absorb", "other", ids[3])), http.StatusConflict)
	for _, id := range []string{ids[0], ids[3]} {
		w.act("cases/"+id+"/assess", url.Values{"do": {"save"}, "saved": {"0"}, "number": {"A-77"}})
	}
	answers(t, "of one number", w.get(first), "其中 2 个", ids[3])
	wantStatus(t, "strangers", w.post(first+"/state", do("absorb", "other", ids[2])), http.StatusConflict)
	wantStatus(t, "anybody's", w.post(first+"/state", do("absorb", "other", uuid.NewString())), http.StatusNotFound)

	w.act(second, url.Values{"indicator": {"uric_acid"}, "entry": {"0"}, "was": {lines.Untouched}, "value": {"310"}})
	wantStatus(t, "joined", w.post(first+"/state", do("absorb", "other", ids[1])), http.StatusSeeOther)
	wantStatus(t, "the other is no more", w.get(second), http.StatusNotFound)
	answers(t, "joined", w.get(first), "由一起上传的 2 个文件合成", `value="310"`, "已改正", `value="5"`, `!value="88"`, `!value="91"`, "2 项需要核对", `data-picture="1"`, `data-joint="`+ids[1])
	wantStatus(t, "a third", w.post(first+"/state", do("absorb", "other", ids[3])), http.StatusSeeOther)
	answers(t, "of three", w.get(first), "由一起上传的 3 个文件合成", `value="4.1"`, `data-picture="2"`)

	wantStatus(t, "apart", w.post(first+"/state", do("unjoin")), http.StatusSeeOther)
	answers(t, "the first again", w.get(first), "其中 1 个", `value="88"`, `value="5"`, `!value="310"`)
	answers(t, "the second again", w.get(second), `value="91"`, `value="310"`, "已改正", `data-picture="0"`, `!data-picture="1"`)
	answers(t, "the third again", w.get("cases/"+ids[3]), `value="4.1"`, `data-picture="0"`)
}

// Words are typed for what is measured and graded alike, numbers with a unit behind them,
// and both are assessed as they stand.
func TestWordsOfMeasured(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	answers(t, "typed into the form", w.assess(someone([]string{"艾滋病抗体", "阴性"}, []string{"乙肝表面抗原", "阳性"})), "阴性(-)", "阳性(1&#43;)")
	id := w.report(png)
	at := "cases/" + id
	blank := func(name string) string {
		return strings.NewReplacer(`"value":88`, `"value":null`, `"idx_of_value":1`, `"idx_of_value":-1`).Replace(lineOf(name, "88"))
	}
	b.told(id, "{"+strings.Join([]string{blank("hiv_antibody"), blank("hbsag"), blank("syphilis_antibody"), blank("hcv_antibody"), strings.Replace(lineOf("fasting_glucose", "8.3"), `"x"`, `"葡萄糖"`, 1)}, ",")+"}",
		sheetOf(`"sex":"male","age":45,`, "{}"), `{"sex":"male","age":45}`)
	say := func(name, value string) url.Values {
		return url.Values{"indicator": {name}, "entry": {"0"}, "value": {value}}
	}
	for name, one := range map[string][]string{"hiv_antibody": {"阴性", "阴性(-)"}, "hbsag": {"+", "阳性(1+)"}, "syphilis_antibody": {"-", "阴性(-)"}, "hcv_antibody": {"0.08 COI", "0.08"}} {
		answers(t, name, w.act(at, say(name, one[0])), `value="`+strings.ReplaceAll(one[1], "+", "&#43;")+`"`, "已改正", "!<p class=\"fault")
	}
	answers(t, "no result", w.act(at, say("hbsag", "乙")), "看不懂", "aria-invalid")
	answers(t, "the report", w.get(at), "采用报告上印的，再补上没有印的：", "男", "45 岁", "报告上写的是“葡萄糖”，没有写检查条件", `name="instead" value="随机血糖"`, "降解产物X")
	answers(t, "exported", w.get(at+"/labels"), `"indicator":"hbsag"`, `"label":1,`)

	answers(t, "assessed", w.assessIn(id, someone()), "阳性(1&#43;)", "阴性(-)", "降解产物X", "3.1", "没有评估，照报告抄录", "按“空腹血糖”评估")
	answers(t, "the patient's page", w.get(at+"/patient"), "降解产物X", "3.1 mg/L", "阴性(-)")
	english := w.get(at + "/answer?lang=en").Body.String()
	main := regexp.MustCompile(`\(Chinese only\) [^<]*|葡萄糖|降解产物X|<section class="card"><h2>Sources</h2>.*`).ReplaceAllString(english[strings.Index(english, "<main"):strings.Index(english, "</main>")], "")
	if said := regexp.MustCompile(`[^\n]*\p{Han}[^\n]*`).FindString(main); said != "" {
		t.Errorf("the English page has Chinese: %s", said)
	}
	w.get(at + "/answer?lang=zh")
	answers(t, "of another kind", w.act(at, url.Values{"indicator": {"fasting_glucose"}, "entry": {"0"}, "value": {"8.3"}, "instead": {"随机血糖"}, "as": {""}}), "随机血糖", "认作这一项", "!没有写检查条件")
}
