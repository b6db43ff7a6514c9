package console

import (
	"net/http"
	"net/url"
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
		id := w.done(recognised)
		if n, err := b.DB.Exec(t.Context(), "UPDATE tasks SET person = ? WHERE id = ?", person, id); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		return id
	}
	const offered, male, aged = `name="take"`, `value="male" selected`, `name="age" inputmode="numeric" value="45"`
	her := report(`{"sex":"male","age":45}`)
	answers(t, "the form", w.get("assess?report="+her), offered, "报告上印着：", "男 45 岁", "!"+male, "!"+aged, `name="report" value="`+her+`"`)
	form := func(report string, more ...string) url.Values {
		f := someone([]string{"空腹血糖", "5"})
		for _, name := range []string{"sex", "born"} {
			f.Del(name)
		}
		f.Set("report", report)
		for i := 0; i < len(more); i += 2 {
			f.Set(more[i], more[i+1])
		}
		return f
	}
	answers(t, "more rows", w.post("assess", form(her, "more", "1")), offered, "!"+male, "!"+aged)
	answers(t, "taken", w.post("assess", form(her, "take", "1")), male, aged, "!"+offered, `value="空腹血糖"`)
	got := w.post("assess", form(her))
	wantStatus(t, "not taken", got, http.StatusUnprocessableEntity)
	if page := got.Body.String(); !strings.Contains(page, offered) || !strings.Contains(page, "请选择性别") {
		t.Error("an offer that was not taken is no longer there, or was taken")
	}
	answers(t, "filled in otherwise", w.post("assess", form(her, "sex", "female", "age", "30", "more", "1")), offered, "!"+male, "!"+aged)
	answers(t, "filled in alike", w.post("assess", form(her, "sex", "male", "born", "1981-05-01", "more", "1")), "!"+offered)
	answers(t, "assessed", w.post("assess", form(her, "sex", "male", "age", "45")), "男 45 岁", "!"+offered, "report\t"+her)
	answers(t, "again", w.post("assess", url.Values{"again": {packed(form(her))}}), offered)
	for person, says := range map[string][]string{
		`{"age":0}`:        {offered, "0 岁", "!男"},
		`{"sex":"female"}`: {offered, "<strong>女</strong>"},
		`{"differ":true}`:  {"!" + offered, "不止一种"},
		`{}`:               {"!" + offered, "!报告上印着", "!不止一种"},
		``:                 {"!" + offered, "!报告上印着"},
	} {
		page := w.get("assess?report=" + report(person))
		for i, text := range says { // the choice itself has both
			if text == "!男" {
				says[i] = "!<strong>男"
			}
		}
		answers(t, person, page, says...)
	}
	answers(t, "the report of two", w.get("report/"+report(`{"differ":true}`)), "不止一种")
	answers(t, "the report of one", w.get("report/"+her), "!不止一种", "!45 岁")
	if labels := w.get("report/" + her + "/labels").Body.String(); strings.Contains(labels, `"age"`) || strings.Contains(labels, "male") {
		t.Errorf("the exported lines tell of the person:\n%s", labels)
	}

	other := b.as("editor")
	answers(t, "another's form", other.post("assess", form(her, "take", "1")), "!"+male, "!"+aged, "!"+offered, "!"+her)
	answers(t, "no report", w.post("assess", form("x<b>", "take", "1")), "!"+offered, "!x<b>")

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
