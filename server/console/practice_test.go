package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tijian/server/store/storetest"
)

// do is a form that has a case do something.
func do(what string, more ...string) url.Values {
	f := url.Values{"do": {what}}
	for i := 0; i+1 < len(more); i += 2 {
		f.Set(more[i], more[i+1])
	}
	return f
}

// Lines of which no value was read are struck together, and brought back; what was
// assessed before says that it is void, and is assessed again by one button.
func TestEmptyLines(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	b.end(id, "DONE", `{"triglycerides":[{"sim":1,"idx":0,"value":1.86,"idx_of_value":1,"coords":[[10,20,60,40],[90,20,120,40]],"name":"甘油三酯","unit":"mmol/L","reference":"0.4-1.7","flag":"H","confidence":0.999}],
		"uric_acid":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,50,60,70]],"name":"尿酸","unit":"","reference":"","flag":"","confidence":0}],
		"urea":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,80,60,100]],"name":"尿素","unit":"","reference":"","flag":"","confidence":0}]}`, "")
	answers(t, "the report", w.get(at), "去掉没有读到结果的 2 行（报告上有的先填）", "其中 2 项需要核对", "!原来的评估")
	wantStatus(t, "struck", w.post(at+"/state", do("empty")), http.StatusSeeOther)
	answers(t, "struck", w.get(at), "恢复去掉的 2 行", "!全部删去", "!需要核对。", `value="1.86"`)
	wantStatus(t, "back", w.post(at+"/state", do("unempty")), http.StatusSeeOther)
	answers(t, "back", w.get(at), "去掉没有读到结果的 2 行（报告上有的先填）", "!恢复去掉的")
	wantStatus(t, "struck again", w.post(at+"/state", do("empty")), http.StatusSeeOther)
	answers(t, "assessed", w.assessIn(id, someone()), "签发</button>", "甘油三酯")

	answers(t, "corrected", w.act(at, url.Values{"indicator": {"triglycerides"}, "entry": {"0"}, "value": {"1.5"}}), "改之前的评估已经作废", "按现在的结果重新评估")
	got := w.post(at+"/assess", do("again"))
	if !strings.HasSuffix(got.Header().Get("Location"), at+"/answer") {
		t.Errorf("assessed again: %d, to %s", got.Code, got.Header().Get("Location"))
	}
	answers(t, "assessed again", w.get(at+"/answer"), "<b>1.5</b>")
	answers(t, "no more", w.get(at), "!已经作废")
	answers(t, "a line added", w.act(at, url.Values{"name": {"白蛋白"}, "value": {"40"}}), "改之前的评估已经作废")
}

// Two people under one number are told of, and separated without a change of anything else.
func TestOneNumberOfTwo(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	person := func(name, number, pseudonym, sex, born string) (at string) {
		form := someone([]string{"空腹血糖", "5"})
		for field, value := range map[string]string{"who": name, "number": number, "person": pseudonym, "sex": sex, "born": born} {
			form.Set(field, value)
		}
		id := uuid.NewString()
		w.assessIn(id, form)
		return "cases/" + id
	}
	const told = "另一个人也在用"
	first := person("王小明", "A-77", "P-1", "male", "1970-01-01")
	for what, other := range map[string][]string{"a name": {"李四", "A-77", "", "", ""}, "a sex": {"", "A-77", "", "female", ""}, "a birth": {"王小明", "A-77", "", "male", "1980-01-01"}, "a pseudonym": {"李四", "", "P-1", "male", "1970-01-01"}} {
		at := person(other[0], other[1], other[2], other[3], other[4])
		if other[3] == "" || other[4] == "" { // not assessed: the form says so
			answers(t, what, w.get(at+"/assess"), told, "王小明")
		} else {
			answers(t, what, w.get(at+"/answer"), told, "王小明", "2026-11-20")
		}
		answers(t, what+", seen from the other", w.get(first+"/answer"), told)
		wantStatus(t, what+", separated", w.post(at+"/state", do("separate")), http.StatusSeeOther)
		answers(t, what+", separated", w.get(at+"/assess"), "!"+told, "!A-77", "!P-1", `value="5"`)
	}
	answers(t, "the first", w.get(first+"/answer"), "!"+told)
	for what, other := range map[string][]string{"the same": {"王小明", "A-77", "P-1", "male", "1970-01-01"}, "by an age": {"", "A-77", "", "male", ""}, "a part of the number": {"李四", "A-7", "", "male", "1970-01-01"}} {
		at := person(other[0], other[1], other[2], other[3], other[4])
		answers(t, what, w.get(at+"/assess"), "!"+told)
	}
}

// A case is handed to a colleague, who goes on with it; who handed it over has it no more.
func TestHandedOver(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		id := w.report(png)
		at := "cases/" + id
		wantStatus(t, "while it is read", w.post(at+"/state", do("hand", "to", "editor")), http.StatusConflict)
		b.end(id, "DONE", recognised, "")
		w.get(at)
		for _, nobody := range []string{"nobody", "client", ""} {
			wantStatus(t, "to "+nobody, w.post(at+"/state", do("hand", "to", nobody)), http.StatusConflict)
		}
		answers(t, "the report", w.get(at), "移交</button>")
		wantStatus(t, "handed over", w.post(at+"/state", do("hand", "to", "editor")), http.StatusSeeOther)
		wantStatus(t, "of who gave it", w.get(at), http.StatusNotFound)
		other := b.as("editor")
		answers(t, "of who was given it", other.get("cases"), id, "client 移交")
		answers(t, "it goes on", other.act(at, url.Values{"indicator": {"hba1c"}, "entry": {"0"}, "value": {"6.1"}}), `value="6.1"`)
		wantStatus(t, "back", other.post(at+"/state", do("hand", "to", "client")), http.StatusSeeOther)
		answers(t, "back", w.get(at), `value="6.1"`)
		log := b.as("admin").get("operation/audit?kind=corrections").Body.String()
		if regexp.MustCompile(`<td>移交病例</td><td>client</td>`).FindString(log) == "" || !strings.Contains(log, "<td>editor</td>") {
			t.Errorf("the audit log does not say who handed what to whom")
		}
	})
}

// Doubtful lines are found right together, and that is taken back; a row that is none goes by
// one press, and comes back.
func TestWholeSheet(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := w.report(png)
	at := "cases/" + id
	line := func(name string, value string) string {
		return `"` + name + `":[{"sim":1,"idx":0,"value":` + value + `,"idx_of_value":1,"coords":[[10,20,60,40],[90,20,120,40]],"name":"x","confidence":0.97}]`
	}
	b.told(id, `{`+line("urea", "5")+`,`+line("uric_acid", "300")+`,`+line("potassium", "4.1")+`}`, immature, `{"sex":"male","age":45}`)
	answers(t, "the report", w.get(at), "其余 3 项看过了，都与报告一致", "!撤销核对过的", `class="do quiet" hx-post name="strike" value="1">报告上没有`)
	answers(t, "one corrected", w.act(at, lineForm("urea", "0", "value", "6")), "其余 2 项看过了")
	wantStatus(t, "found right", w.post(at+"/state", do("right")), http.StatusSeeOther)
	answers(t, "found right", w.get(at), "撤销核对过的 2 项", "!看过了", `value="6"`, "需要核对的都核对过了")
	wantStatus(t, "taken back", w.post(at+"/state", do("unright")), http.StatusSeeOther)
	answers(t, "taken back", w.get(at), "其余 2 项看过了", "!撤销核对过的", `value="6"`)

	answers(t, "none", w.act(at, lineForm("", "0", "strike", "1")), "line struck", "网织红细胞", ">恢复</button>")
	answers(t, "back", w.act(at, lineForm("", "0", "restore", "1")), "line other", `value="1.2"`)
}

// The next case is the one that was sent first of those that are read; one that was sent
// before and is still read is told of, and is the next as soon as it is read.
func TestOrderOfCases(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	var ids [3]string
	for i := range ids {
		ids[i] = w.report(png + strconv.Itoa(i))
		b.wait(time.Second)
	}
	first, second, third := ids[0], ids[1], ids[2]
	next := func(id string) string { return `class="button next" href="./cases/` + id + `"` }
	b.end(third, "DONE", recognised, "")
	w.get("cases")
	b.end(second, "DONE", recognised, "")
	answers(t, "one is read", w.get("cases"), next(second), "前面还有 1 份在识别，读完就排回来")
	b.end(first, "DONE", recognised, "")
	answers(t, "all are read", w.get("cases"), next(first), "!份在识别")
	w.act("cases/"+first, lineForm("hba1c", "0", "value", "5"))
	answers(t, "whichever was changed last", w.get("cases"), next(first), "!份在识别")
}
