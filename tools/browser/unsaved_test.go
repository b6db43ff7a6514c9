package browser

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

// has reads a field of the page by a script: a node that was looked up may be gone when
// it is asked, with a page that the browser is still putting back.
func (w *tab) has(what, selector, want string) {
	w.t.Helper()
	var value *string
	waittest.Until(w.t, what+" has "+selector, func() bool {
		w.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)?.value ?? null`, selector), &value))
		return value != nil
	})
	if *value != want {
		w.t.Errorf("%s: %s has %q, want %q", what, selector, *value, want)
	}
}

// values of all fields of a name, and of the report's rows in the form of an assessment.
func (w *tab) values(name string) (all []string) {
	w.t.Helper()
	w.run(chromedp.Evaluate(`Array.from(document.querySelectorAll('[name="`+name+`"], .rows td:nth-child(2)'), (f) => f.value ?? f.textContent)`, &all))
	return all
}

// types puts a text into a field as a person does.
func types(selector, text string) chromedp.Action {
	return chromedp.Tasks{chromedp.Evaluate(`document.querySelector('`+selector+`').select()`, nil), chromedp.Focus(selector, chromedp.ByQuery), chromedp.KeyEvent(kb.Backspace), chromedp.SendKeys(selector, text, chromedp.ByQuery)}
}

// What is typed on the page of a report and not saved goes along to the assessment,
// or stops it with a word: never is another value assessed than the page shows.
func TestTypedResultsGoAlong(t *testing.T) {
	t.Parallel()
	base := start(t, settings(t.TempDir(), engine.Files{}))
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	picture, err := filepath.Abs(reports + "table-clean-13.jpg")
	if err != nil {
		t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/cases"), chromedp.WaitVisible("input[name=password]"))
	w.login()
	w.run(chromedp.SetUploadFiles("#picture", []string{picture}, chromedp.ByQuery), press("#upload .acts button"), chromedp.WaitVisible(".reading-room .line"))
	var report string
	w.run(chromedp.Location(&report))
	const first, second, third, assess = ".line:nth-child(1) [name=value]", ".line:nth-child(2) [name=value]", ".line:nth-child(3) [name=value]", `main a[href$="/assess"]`

	// What cannot be read stops the step, and so does a blank.
	for _, wrong := range [][2]string{{"viel", "没有保存上"}, {" ", "结果空着"}} {
		w.run(types(first, wrong[0]), press(assess), chromedp.WaitVisible("#stopped", chromedp.ByQuery))
		w.settles("the step is stopped", "#stopped", wrong[1])
		var leads bool
		w.run(chromedp.Focus("#main", chromedp.ByQuery), press("#stopped a"), chromedp.Evaluate(`document.activeElement === document.querySelector("`+first+`") && document.querySelector("#stopped a").textContent === document.querySelector(".line:nth-child(1) .what").firstChild.textContent`, &leads))
		if !leads {
			t.Errorf("after %q: the message does not lead to its line", wrong[0])
		}
		w.accessible("the report that waits")
		w.fits("the report that waits")
		var here string
		if w.run(chromedp.Location(&here)); here != report {
			t.Fatalf("after %q: %s", wrong[0], here)
		}
	}
	// A line to add that is none of the items stops it, too, until it is emptied again.
	w.run(types(first, "15.45"), types("#add-name", "尿的颜色"), types("#add [name=value]", "1"), press(assess), chromedp.WaitVisible("#add [role=alert]", chromedp.ByQuery))
	w.run(types("#add-name", " "), types("#add [name=value]", " "))
	w.click(assess)
	w.moves("back", ".reading-room .line")
	// Two lines and one to add, none of them saved.
	w.run(types(first, "16.45"), types(second, "17.45"), types("#add-name", "糖化血红蛋白"), types("#add [name=value]", "6.65"))
	w.click(assess)
	all := strings.Join(w.values("value"), " ")
	for _, typed := range []string{"16.45", "17.45", "6.65"} {
		if !strings.Contains(all, typed) {
			t.Errorf("%s was typed, the form to assess has %s", typed, all)
		}
	}
	// Back shows what was assessed; so does a reload.
	w.moves("back", ".reading-room .line")
	all = strings.Join(w.values("value"), " ")
	if !strings.Contains(all, "16.45") || !strings.Contains(all, "6.65") {
		t.Errorf("after going back the report has %s", all)
	}
	// By the keyboard: a line that Enter has saved, and one that it has not.
	w.run(types(third, "18.45"), chromedp.KeyEvent(kb.Enter))
	w.settles("the line is saved", ".line:nth-child(3)", "已改正")
	w.run(types(second, "19.45"), chromedp.Focus(assess, chromedp.ByQuery))
	w.enter()
	if all = strings.Join(w.values("value"), " "); !strings.Contains(all, "18.45") || !strings.Contains(all, "19.45") || strings.Contains(all, "17.45") {
		t.Errorf("by the keyboard: the form has %s", all)
	}
	if asked := noted.asked(false); len(asked) > 0 {
		t.Errorf("asked %q although all went along", asked)
	}
	// Elsewhere, too, after what was typed is saved; what cannot be saved is asked about.
	w.run(chromedp.Navigate(report), chromedp.WaitVisible(".reading-room .line"), types(first, "20.45"))
	w.click(`nav a[href$="/rules"]`)
	if asked := noted.asked(true); len(asked) > 0 {
		t.Errorf("asked %q although it was saved", asked)
	}
	w.moves("back", ".reading-room .line")
	w.has("back on the report", first, "20.45")
	// Who goes to another line has saved the one before.
	w.run(types(first, "21.45"), chromedp.Focus(third, chromedp.ByQuery))
	// 已改正 stands there since before: the service's own answer has the new value.
	w.run(chromedp.WaitVisible(`.line:nth-child(1) [name=value][value="21.45"]`, chromedp.ByQuery))
	w.run(chromedp.Reload(), chromedp.WaitVisible(".reading-room .line"))
	w.has("after a reload", first, "21.45")
	// What is refused meanwhile takes nothing from under the hands of who types elsewhere.
	var stays bool
	w.run(types(first, "viel"), chromedp.Focus(third, chromedp.ByQuery), chromedp.WaitVisible(".line:nth-child(1) [role=alert]", chromedp.ByQuery))
	if w.run(chromedp.Evaluate(`document.activeElement === document.querySelector("`+third+`")`, &stays)); !stays {
		t.Error("a refusal took the focus to its own line")
	}
	// Nor does it keep another line from being opened.
	w.run(press(".line:nth-child(4) form > a"), chromedp.WaitVisible(".line:nth-child(4) .open", chromedp.ByQuery))
	w.has("still refused", first, "viel")
	if asked := noted.asked(true); len(asked) > 0 {
		t.Errorf("asked %q although only another line was opened", asked)
	}
	// What is there already leads to its line.
	w.run(types("#add-name", "糖化血红蛋白"), types("#add [name=value]", "6.7"), press("#add .fields button"), chromedp.WaitVisible("#lines > .line > p.fault:not([role])", chromedp.ByQuery),
		chromedp.Evaluate(`document.activeElement.closest(".line").querySelector("[name=indicator]").value === "hba1c"`, &stays))
	if !stays {
		t.Error("an item that is there already does not lead to its line")
	}
	w.run(types(first, "22.45"), chromedp.Focus(third, chromedp.ByQuery), chromedp.WaitVisible(`.line:nth-child(1) [name=value][value="22.45"]`, chromedp.ByQuery))
	w.run(types(first, "viel"), press(`nav a[href$="/rules"]`))
	w.settlesAsked(noted)
	w.has("after a no", first, "viel")
	w.click(`nav a[href$="/rules"]`)
	noted.asked(false)
	noted.nothing(t)
}

// On every page with a form somebody who goes elsewhere is asked before what was
// typed is lost, and nobody else is.
func TestTypedIsNotLostWithoutAWord(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := engine.Files{Rules: filepath.Join(folder, "rules"), Dictionaries: filepath.Join(folder, "dictionaries")}
	fewRules(t, files.Rules)
	if err := wordstest.Copy(filepath.Join(files.Dictionaries, "2026.1")); err != nil {
		t.Fatal(err)
	}
	suites := filepath.Join(folder, "suites")
	if err := errors.Join(os.Mkdir(suites, 0o700), os.WriteFile(filepath.Join(suites, "lipids.yaml"), []byte(`title: 血脂
versions: ["2026.1"]
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 一例不符, person: 男, indicator: triglycerides, levels: {1.0: H1}}
`), 0o600)); err != nil {
		t.Fatal(err)
	}
	c := settings(t.TempDir(), files)
	c.Suites = suites
	base := start(t, c)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base, seen: true}
	open := func(page string) { w.run(chromedp.Navigate(base+"/console/"+page), chromedp.WaitVisible("main h1")) }
	asks := func(what string) {
		t.Helper()
		if asked := noted.asked(false); len(asked) != 1 {
			t.Errorf("%s: asked %q, want one question", what, asked)
		}
	}
	quiet := func(what string) {
		t.Helper()
		if asked := noted.asked(false); len(asked) != 0 {
			t.Errorf("%s: asked %q", what, asked)
		}
	}
	// stays refuses to leave by what is pressed.
	stays := func(what, selector, field, typed string) {
		t.Helper()
		noted.asked(true)
		w.run(press(selector))
		w.has(what, field, typed)
		asks(what)
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/rules"), chromedp.WaitVisible("input[name=password]"))
	w.login()
	w.run(press("details summary"), chromedp.SendKeys("input[name=name]", "2026.2", chromedp.ByQuery))
	w.click("details form button")
	quiet("a form that is sent")

	// The form to assess saves itself: whoever goes elsewhere, back or to another day
	// finds it as it was.
	open("assess")
	const name, value = "[name=name]", "[name=value]"
	w.run(types(name, "甘油三酯"), types(value, "2.45"))
	w.click(`nav a[href$="/findings"]`)
	quiet("a link")
	w.moves("back", "#assess")
	w.has("back on the form", value, "2.45")
	w.run(press("[value=more]"), chromedp.WaitVisible("tbody tr:nth-child(11)", chromedp.ByQuery))
	w.has("more rows", value, "2.45")
	quiet("more rows")
	w.run(types(value, "2.55"))
	w.settles("the form is saved", "[data-saved]", "已保存")
	w.run(chromedp.Reload(), chromedp.WaitVisible("tbody tr:nth-child(11)", chromedp.ByQuery))
	w.has("after a reload", value, "2.55")
	other := w.beside()
	w.run(chromedp.SetValue("[name=sex]", "male", chromedp.ByQuery), types("[name=age]", "45"))
	w.run(chromedp.Focus(value, chromedp.ByQuery), chromedp.KeyEvent(kb.End))
	w.enter()
	w.wants("the answer", "评估结果", "2.55")
	quiet("the answer")
	// The older window is told, and keeps what was typed in it.
	other.run(types(value, "9.95"))
	other.settles("the older window is told", "[data-saved]", "刚在另一个窗口里改过")
	other.has("the older window", value, "9.95")
	other.accessible("the older window")
	other.run(chromedp.Evaluate(`document.getElementById("assess").reset()`, nil)) // a window that is closed asks, too
	w.keep(other, "assess-contested")
	w.run(chromedp.Reload(), chromedp.WaitVisible("main h1"))
	w.wants("the answer after a reload", "评估结果", "2.55")
	w.moves("back", "#assess")
	w.has("back from the answer", value, "2.55")
	w.has("back from the answer", "[name=age]", "45")
	// A session that has ended loses nothing.
	w.run(types(value, "2.65"), network.ClearBrowserCookies())
	w.run(chromedp.Focus(value, chromedp.ByQuery))
	w.settles("nothing is saved without a session", "[data-saved]", "还没有保存上")
	w.click(`#assess .acts:last-child button:not(.second)`)
	w.run(chromedp.WaitVisible("input[name=password]"))
	w.login()
	w.run(chromedp.WaitVisible("#assess"))
	w.has("after a new login", value, "2.65")
	w.settles("it is saved", "[data-saved]", "已保存")
	noted.asked(false)

	// Cells of a draft: typed, and rows that were added.
	open("rules/table/2026.2/triglycerides")
	noted.asked(false)
	w.run(types(`[name="hint.0"]`, "多走路"))
	stays("a cell", "main p.screen a", `[name="hint.0"]`, "多走路")
	w.run(press(`[value="add:1"]`), chromedp.WaitVisible(`[name="when.n0"]`, chromedp.ByQuery))
	quiet("a row is added")
	stays("a row that was added", "main p.screen a", `[name="hint.0"]`, "多走路")
	w.run(press(`[value="remove:n0"]`), chromedp.WaitNotPresent(`[name="when.n0"]`, chromedp.ByQuery),
		press(".cells > .acts button"), chromedp.WaitVisible(".cells > .acts .success", chromedp.ByQuery))
	w.click("main p.screen a")
	quiet("saved cells")

	// A draft: its cases are not replaced, its reason is not lost.
	open("rules/draft/2026.2")
	w.run(press(`form[action$="/test"] button`), chromedp.WaitVisible("#checked .cases", chromedp.ByQuery), types(`#checked [name="reason.triglycerides"]`, "指南更新"))
	stays("another act", `form[action$="/check"] button`, `#checked [name="reason.triglycerides"]`, "指南更新")
	open("rules/draft/2026.2")
	asks("another page")
	w.run(types("form[action$=propose] textarea", "指南更新"))
	stays("a link beside", ".files a, main p.screen a", "form[action$=propose] textarea", "指南更新")

	// A file, and a word: the way to a new finding takes what was typed along.
	open("rules/edit/2026.2?file=rules/2026.2/indicators/lipids.yaml")
	noted.asked(false)
	w.run(chromedp.Focus("textarea", chromedp.ByQuery), chromedp.KeyEvent("# "))
	noted.asked(true)
	w.run(press("main p.screen a"))
	asks("a file")
	open("findings/term")
	noted.asked(false)
	w.run(types("[name=word]", "肝包膜增厚"))
	w.click("[formaction]")
	quiet("to a new finding")
	w.has("a new finding", "[name=term]", "肝包膜增厚")
	open("findings")
	w.run(types("textarea", "肝囊肿。"))
	stays("a text", ".who button", "textarea", "肝囊肿。")
	w.click("form .acts button")
	quiet("a text that is read")
	open("assess")
	quiet("a text that was read")

	// Who is asked and says yes goes, and Back asks as well.
	open("findings")
	w.run(types("textarea", "肝囊肿。"))
	w.click(`nav a[href$="/cases"]`)
	asks("a yes")
	w.run(chromedp.Navigate(base+"/console/findings"), chromedp.WaitVisible("textarea"), types("textarea", "肾囊肿。"))
	noted.asked(true)
	w.run(chromedp.Evaluate(`history.back()`, nil))
	w.settlesAsked(noted)
	w.has("back", "textarea", "肾囊肿。")
	noted.nothing(t)
}

// settlesAsked waits for a question and forgets it.
func (w *tab) settlesAsked(n *noted) {
	w.t.Helper()
	waittest.Until(w.t, "the page asks", func() bool { return len(n.asked(true)) == 1 })
	n.asked(false)
}
