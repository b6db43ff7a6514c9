package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tijian/server/cases"
	"tijian/server/store/storetest"
)

// assess sends the form of a new case and follows where it leads.
func (w *browser) assess(form url.Values) *httptest.ResponseRecorder {
	w.t.Helper()
	return w.assessIn(uuid.NewString(), form)
}

// assessIn sends the form of a case, as the page has it that nobody has saved unless
// it says otherwise, and follows where it leads.
func (w *browser) assessIn(id string, form url.Values) *httptest.ResponseRecorder {
	w.t.Helper()
	if !form.Has("saved") {
		form.Set("saved", "0")
	}
	got := w.post("cases/"+id+"/assess", form)
	if to, ok := strings.CutPrefix(got.Header().Get("Location"), "../../"); ok && got.Code == http.StatusSeeOther {
		return w.get(to)
	}
	return got
}

// A case goes its way from the pictures to the page for the patient, is found on it,
// and cannot be changed once it is signed.
func TestCase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		seal, err := cases.NewSeal([][]byte{[]byte(strings.Repeat("k", 32))})
		if err != nil {
			t.Fatal(err)
		}
		b.Console.cases.Seal = seal
		w := b.as("client")
		id := w.report(png)
		at := "cases/" + id
		list := func(query string, says ...string) {
			t.Helper()
			answers(t, "the list "+query, w.get("cases"+query), says...)
		}
		list("", "识别中", id)
		wantStatus(t, "deleted while it is read", w.post(at+"/state", url.Values{"do": {"delete"}}), http.StatusConflict)
		b.end(id, "DONE", recognised, "")
		list("?state=check", id, "待核对", "2 项待核对")
		answers(t, "the first page", w.get(""), "等我处理", id)
		form := someone([]string{"空腹血糖", "28", "mmol/L"}, []string{"总蛋白", "70"})
		for name, value := range map[string]string{"who": "王小明", "number": "A-77", "text": "甲状腺右叶结节，考虑轻度脂肪肝。"} {
			form.Set(name, value)
		}
		page := w.assessIn(id, form)
		answers(t, "assessed before it is checked", page, "甘油三酯", "空腹血糖", "甲状腺结节", "还有 2 项读到的结果没有核对", `class="urgent alert-A"`, "!签发</button>")
		wantStatus(t, "signed before it is checked", w.post(at+"/state", url.Values{"do": {"sign"}}), http.StatusConflict)
		for indicator, value := range map[string]string{"creatinine": "88", "hba1c": "6.1"} {
			wantStatus(t, "checked", w.post(at, url.Values{"indicator": {indicator}, "entry": {"0"}, "value": {value}}), http.StatusSeeOther)
		}
		// An answer to other values is none any more; the form is as it was.
		if got := w.get(at + "/answer"); got.Header().Get("Location") != "../../"+at+"/assess" {
			t.Errorf("a stale answer is shown: %d", got.Code)
		}
		answers(t, "the form", w.get(at+"/assess"), `<td>6.1<td>`, "原来的评估不再有效", `value="王小明"`, `value="28"`, "甲状腺右叶结节")
		form.Set("saved", "1")
		answers(t, "assessed again", w.assessIn(id, form), "签发</button>", "糖化血红蛋白", "!没有核对")
		answers(t, "in English", w.get(at+"/answer?lang=en"), "Assessment", "Sign and hand out", `<h2 id="urgent"><span aria-hidden="true">⚠</span> Act: `)
		w.get("?lang=zh")
		answers(t, "not signed", w.get(at+"/patient"), "还没有签发")
		wantStatus(t, "signed", w.post(at+"/state", url.Values{"do": {"sign"}}), http.StatusSeeOther)
		patient := w.get(at + "/patient")
		answers(t, "the page for the patient", patient, "王小明", "A-77", "先做什么", "空腹血糖", "甲状腺结节", "医生签名", "!还没有签发", "!.yaml", "!N0", "!H1", "!H4", "!L2")
		sound(t, "the page for the patient", patient)
		answers(t, "what words mean", patient, "名词解释", "长出来的小疙瘩", `src="../../assets/logo"`)
		end := b.link(w, at)
		b.workbook(w, at)
		list("?q=王小明", id, "已签发")
		list("?q=a-77", id)
		list("?q=小明", id)
		list("?q=77", id)
		list("?q=王明", "!"+id)
		list("?state=sign", "!"+id)
		answers(t, "another's list", b.as("editor").get("cases?q=王小明"), "!"+id)
		for what, form := range map[string]url.Values{"": {"indicator": {"hba1c"}, "entry": {"0"}, "value": {"7"}}, "/assess": {"sex": {"female"}}} {
			wantStatus(t, "changed after it was signed"+what, w.post(at+what, form), http.StatusConflict)
		}
		answers(t, "a line of an older window", w.act(at, url.Values{"indicator": {"hba1c"}, "entry": {"0"}, "value": {"7"}}), "已经签发，不能改", `value="6.1"`)
		answers(t, "a line added in an older window", w.act(at, url.Values{"name": {"白蛋白"}, "value": {"40"}}), "已经签发，不能改")
		answers(t, "the form of an older window", w.act(at+"/assess", url.Values{"do": {"save"}, "sex": {"female"}}), "data-refused", "已经签发")
		answers(t, "the report of a signed case", w.get(at), `<fieldset class="plain" disabled>`)
		var sealed int
		if err := b.DB.QueryRow(t.Context(), "SELECT count(*) FROM tasks WHERE result <> '{}'").Scan(&sealed); err != nil || sealed != 0 {
			t.Errorf("%d tasks keep what was read, %v", sealed, err)
		}
		wantStatus(t, "reopened", w.post(at+"/state", url.Values{"do": {"reopen"}}), http.StatusSeeOther)
		end("reopened")
		answers(t, "reopened", w.get(at+"/answer"), "签发</button>")
		b.Console.cases.Seal = nil
		wantStatus(t, "without its key", w.get(at), http.StatusServiceUnavailable)
		list("", id)
		wantStatus(t, "deleted", w.post(at+"/state", url.Values{"do": {"delete"}}), http.StatusSeeOther)
		for _, table := range []string{"cases", "tasks", "uploads", "corrections"} {
			if n := b.count(table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		wantStatus(t, "a deleted one", w.get(at), http.StatusNotFound)
		log := b.as("admin").get("operation/audit?kind=corrections").Body.String()
		for _, act := range []string{"签发病例", "撤回签发", "删除病例", "改正报告"} {
			if !strings.Contains(log, "<td>"+act+"</td>") {
				t.Errorf("the audit log lacks %s", act)
			}
		}
	})
}

// Two windows with one form: the older one's is refused in words, with what was typed
// in it, and nothing is lost of either.
func TestTwoFormsOfACase(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	id := uuid.NewString()
	form := func(saved, do, value string) url.Values {
		f := someone([]string{"空腹血糖", value})
		f.Set("saved", saved)
		f.Set("do", do)
		return f
	}
	const contested = "刚在另一个窗口里改过"
	answers(t, "nothing yet", w.get("cases/"+id+"/assess"), `name="saved" value="0"`)
	if n := b.count("cases"); n != 0 {
		t.Errorf("%d cases begin with a form that was only looked at", n)
	}
	answers(t, "the first", w.act("cases/"+id+"/assess", form("0", "save", "5")), `data-revision="1"`)
	answers(t, "alike", w.act("cases/"+id+"/assess", form("0", "save", "5")), `data-revision="1"`)
	answers(t, "the second", w.act("cases/"+id+"/assess", form("0", "save", "6")), "data-refused", contested)
	got := w.post("cases/"+id+"/assess", form("0", "", "6"))
	wantStatus(t, "the second, to assess", got, http.StatusConflict)
	if page := got.Body.String(); !strings.Contains(page, contested) || !strings.Contains(page, `value="6"`) || !strings.Contains(page, `name="saved" value="1"`) {
		t.Errorf("what was typed is not shown:\n%s", page)
	}
	answers(t, "the first, unharmed", w.get("cases/"+id+"/assess"), `value="5"`, "!"+contested)
	answers(t, "the second, again", w.assessIn(id, form("1", "", "6")), "<b>6</b>", "!"+contested)
	if n := b.count("cases"); n != 1 {
		t.Errorf("%d cases", n)
	}
}

// What nobody changes is deleted when its time is over, and the list goes on page by
// page with each case once.
func TestManyCases(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		b.CaseDays = 3
		w := b.as("client")
		for i := range 2*mostListed + 3 {
			k := cases.Case{Owner: "client", ID: uuid.NewString(), Person: fmt.Sprintf("P%03d", i), State: cases.Check}
			if err := b.Console.cases.Create(t.Context(), k); err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 { // two of one moment
				b.wait(time.Second)
			}
		}
		seen, pages := map[string]bool{}, 0
		for next := "cases"; next != ""; pages++ {
			page := w.get(next).Body.String()
			for _, part := range strings.Split(page, `<li><a href="./cases/`)[1:] {
				id, _, _ := strings.Cut(part, "/")
				if seen[id] {
					t.Errorf("%s is listed twice", id)
				}
				seen[id] = true
			}
			_, after, _ := strings.Cut(page, `href="./cases?before=`)
			if next, _, _ = strings.Cut(after, `"`); next != "" {
				next = "cases?before=" + strings.ReplaceAll(next, "&#43;", "+")
			}
		}
		if len(seen) != 2*mostListed+3 || pages != 3 {
			t.Errorf("%d cases on %d pages", len(seen), pages)
		}
		answers(t, "by pseudonym", w.get("cases?q=p05"), "P050", "P052", "!P049")
		answers(t, "no pattern", w.get("cases?q=%25"), "没有这样的病例")
		b.wait(3 * 24 * time.Hour)
		if err := b.keeper().Sweep(t.Context()); err != nil || b.count("cases") != 0 {
			t.Errorf("%d cases are left: %v", b.count("cases"), err)
		}
	})
}

// Where no cases are kept they go with the logout.
func TestNothingIsKept(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	answers(t, "the list", w.get("cases"), "退出登录就删除")
	answers(t, "an answer", w.assess(someone([]string{"空腹血糖", "5"})), "评估结果")
	other := b.as("editor")
	answers(t, "another's answer", other.assess(someone([]string{"空腹血糖", "5"})), "评估结果")
	wantStatus(t, "logout", w.post("logout", nil), http.StatusSeeOther)
	var owner string
	if err := b.DB.QueryRow(t.Context(), "SELECT owner FROM cases").Scan(&owner); err != nil || owner != "editor" || b.count("cases") != 1 {
		t.Errorf("%d cases are kept, of %s, %v", b.count("cases"), owner, err)
	}
}
