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

// A case with values that contradict each other is signed once somebody has confirmed each
// against the report, or taken it away; who did is kept and told.
func TestDoubtedValues(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		for _, way := range []string{"confirmed", "removed"} {
			id := uuid.NewString()
			at := "cases/" + id
			form := someone([]string{"总胆红素", "10", "umol/L"}, []string{"直接胆红素", "20", "umol/L"}, []string{"总蛋白", "70"})
			answers(t, way, w.assessIn(id, form), "可疑或互相矛盾的数值", "去掉这个数值", "!签发</button>")
			sign := func(want int, says ...string) {
				t.Helper()
				page := w.post(at+"/state", url.Values{"do": {"sign"}})
				wantStatus(t, way, page, want)
				for _, text := range says {
					if text, absent := strings.CutPrefix(text, "!"); strings.Contains(page.Body.String(), text) == absent {
						t.Errorf("%s: about %q the refusal is wrong", way, text)
					}
				}
			}
			vouch := func(name string) {
				t.Helper()
				wantStatus(t, name, w.post(at+"/state", url.Values{"do": {"doubt"}, "name": {name}}), http.StatusSeeOther)
			}
			sign(http.StatusConflict, "还不能签发", "总胆红素 10", "直接胆红素 20", "对不上")
			answers(t, "the list", w.get("cases?state=check"), id, "2 项可疑待确认")
			vouch("direct_bilirubin")
			vouch("total_protein") // which nobody doubts
			answers(t, "one is confirmed", w.get(at+"/answer"), "client 于", "对照报告确认", "!签发</button>")
			sign(http.StatusConflict, "总胆红素 10", "!直接胆红素 20 umol")
			if way == "confirmed" {
				vouch("total_bilirubin")
			} else {
				wantStatus(t, "removed", w.post(at+"/assess", url.Values{"do": {"doubt"}, "indicator": {"total_bilirubin"}}), http.StatusSeeOther)
				answers(t, "the form", w.get(at+"/assess"), "!总胆红素\" aria", `value="直接胆红素"`)
				wantStatus(t, "what is not there", w.post(at+"/assess", url.Values{"do": {"doubt"}, "indicator": {"urea"}}), http.StatusConflict)
			}
			answers(t, way, w.get(at+"/answer"), "签发</button>", "!还不能签发")
			sign(http.StatusSeeOther)
			answers(t, "signed", w.get(at+"/patient"), "<strong>已签发</strong> 由 client 于")
			answers(t, "in the list", w.get("cases?state=sent"), id, "已签发</span> <span class=\"soft small\">client 20")
		}
		if log := b.as("admin").get("operation/audit?kind=corrections").Body.String(); strings.Count(log, "<td>确认可疑数值</td>") < 3 {
			t.Error("nobody is said to have confirmed")
		}
	})
}

// Whatever the report prints is a line: words, marks and numbers without a unit, too. Only
// what concludes is for the form, and the number of a case leads to the case.
func TestEveryPrintedRow(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	b.told(id, recognised, `{"sheets":[{"image":0,"date":"2026-11-20","values":{"urea":5}}],"warnings":[],"texts":[{"sheet":0,"title":"诊断","text":"待查检验项目:尿常规"},{"sheet":0,"title":"超声诊断","text":"胆囊息肉"},{"sheet":0,"title":"","text":"检验项目 结果 单位 参考"},{"sheet":0,"title":"临床诊断","text":"高血压 床号 3"},
		{"sheet":0,"title":"建议","text":"多饮水"},{"sheet":0,"title":"结论及建议","text":"脂肪肝"}],"unmatched":[
		{"sheet":0,"name":"颜色","value":"淡黄色","unit":"","reference":"","coords":[[10,140,60,149]]},{"sheet":0,"name":"清晰度","value":"微浑","unit":"","reference":"清","flag":"A","coords":[[10,160,60,169]]},
		{"sheet":0,"name":"结晶数目","value":"12","unit":"","reference":"","flag":"H","coords":[[10,180,60,189]]},{"sheet":0,"name":"亮氨酸氨基肽酶","value":"40","unit":"","reference":"","coords":[[10,1,60,9]]}]}`, `{"sex":"male","age":45}`)
	answers(t, "the report", w.get(at), `class="what">颜色`, `value="淡黄色"`, `value="微浑"`, "结晶数目", "↑", "另有 4 行不是这里的项目", "亮氨酸氨基肽酶", `value="40"`)
	answers(t, "the form", w.get(at+"/assess"), "脂肪肝", "胆囊息肉", "!待查", "!检验项目 结果", "!床号", "!多饮水", "data-head data-report=\""+id)
	answers(t, "too much", w.act(at, url.Values{"indicator": {"creatinine"}, "entry": {"0"}, "value": {"999999"}}), "肌酐不会是这个数", `value="999999"`, `aria-invalid="true"`)
	if !regexp.MustCompile(`<a href="./cases/` + id + `">[0-9A-Z]+</a>`).MatchString(w.get("cases").Body.String()) {
		t.Error("the number of the case does not lead to it")
	}
}
