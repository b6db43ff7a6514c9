package console

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tijian/server/task"
)

// What a report prints of the person is offered, taken only when somebody says so,
// and seen by nobody else.
func TestOffer(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	report := func(person string) string {
		id := w.report(png)
		b.end(id, task.Done, recognised, "")
		if n, err := b.DB.Exec(t.Context(), "UPDATE tasks SET person = ? WHERE id = ?", person, id); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		return id
	}
	const offered, male, aged = `value="take"`, `value="male" selected`, `name="age" inputmode="numeric" value="45"`
	her := report(`{"sex":"male","age":45}`)
	answers(t, "the form", w.get("cases/"+her+"/assess"), offered, "报告上印着：", "男 45 岁", "!"+male, "!"+aged)
	saved := 0
	form := func(do string, more ...string) *httptest.ResponseRecorder {
		f := someone([]string{"空腹血糖", "5"})
		for _, name := range []string{"sex", "born"} {
			f.Del(name)
		}
		f.Set("do", do)
		f.Set("saved", strconv.Itoa(saved))
		for i := 0; i < len(more); i += 2 {
			f.Set(more[i], more[i+1])
		}
		saved++
		return w.assessIn(her, f)
	}
	answers(t, "more rows", form("more"), offered, "!"+male, "!"+aged)
	answers(t, "taken", form("take"), male, aged, "!"+offered, `value="空腹血糖"`)
	answers(t, "not taken", form(""), offered, "还要填性别")
	answers(t, "filled in otherwise", form("more", "sex", "female", "age", "30"), offered, "!"+male, "!"+aged)
	answers(t, "filled in alike", form("more", "sex", "male", "born", "1981-05-01"), "!"+offered)
	answers(t, "not taken again", form("more", "sex", "", "born", ""), offered)
	answers(t, "taken and assessed", form("taken"), "评估结果", "男 45 岁")
	answers(t, "assessed", form("", "sex", "male", "age", "45"), "男 45 岁", "!"+offered)
	for person, says := range map[string][]string{
		`{"age":0}`:        {offered, "0 岁", "!男"},
		`{"sex":"female"}`: {offered, "<strong>女</strong>"},
		`{"differ":true}`:  {"!" + offered, "不止一种"},
		`{}`:               {"!" + offered, "!报告上印着", "!不止一种"},
		``:                 {"!" + offered, "!报告上印着"},
	} {
		page := w.get("cases/" + report(person) + "/assess")
		for i, text := range says { // the choice itself has both
			if text == "!男" {
				says[i] = "!<strong>男"
			}
		}
		answers(t, person, page, says...)
	}
	answers(t, "the report of two", w.get("cases/"+report(`{"differ":true}`)), "不止一种")
	answers(t, "the report of one", w.get("cases/"+her), "!不止一种", "!45 岁")
	if labels := w.get("cases/" + her + "/labels").Body.String(); strings.Contains(labels, `"age"`) || strings.Contains(labels, "male") {
		t.Errorf("the exported lines tell of the person:\n%s", labels)
	}

	answers(t, "another's form", b.as("editor").get("cases/"+her+"/assess"), "!"+male, "!"+aged, "!"+offered)

	// A task of the API keeps nothing.
	open := "77777777-7777-4777-8777-777777777777"
	if _, err := b.Tasks.Submit(t.Context(), task.Submission{ID: open, SubmittedID: open, ImageURL: "http://example.com/"}); err != nil {
		t.Fatal(err)
	}
	var kept, wanted int
	if err := b.DB.QueryRow(t.Context(), "SELECT count(person), count(*) FROM tasks").Scan(&kept, &wanted); err != nil || kept != wanted-1 {
		t.Errorf("%d of %d tasks keep a person, %v", kept, wanted, err)
	}
}

// Where a report prints sex, age and day, who has checked it assesses it by one press,
// unless the form was begun.
func TestPrinted(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	report := func(confidence string) string {
		id := w.report(png)
		b.told(id, `{"triglycerides":[{"sim":1,"idx":0,"value":1.86,"idx_of_value":1,"coords":[[10,20,60,40]],"name":"甘油三酯","unit":"mmol/L","reference":"0.4-1.7","flag":"H","confidence":`+confidence+`}]}`, immature, `{"sex":"male","age":45}`)
		return id
	}
	id := report("0.999")
	answers(t, "a sure report", w.get("cases/"+id), `value="printed"`, "男 45 岁，检查日期 2026-11-20", "!核对下一项")
	answers(t, "assessed", w.assessIn(id, url.Values{"do": {"printed"}}), "评估结果", "男 45 岁", "检查日期 2026-11-20")
	doubtful := report("0.5")
	answers(t, "a doubtful report", w.get("cases/"+doubtful), "核对下一项（还有 1 项）", `!value="printed"`)
	begun := report("0.999")
	answers(t, "begun", w.assessIn(begun, url.Values{"do": {"more"}, "sex": {"female"}, "age": {"30"}, "at": {"2026-11-20"}}), "评估指标")
	answers(t, "the report of it", w.get("cases/"+begun), `!value="printed"`, "填写受检者，评估")
	wantStatus(t, "from an old window", w.post("cases/"+begun+"/assess", url.Values{"do": {"printed"}, "saved": {"0"}}), http.StatusConflict)
}
