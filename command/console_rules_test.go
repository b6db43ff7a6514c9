package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tijian/engine"
	"tijian/internal/wordstest"
)

// A doctor copies a version, moves a bound so that a gap is left, is told while
// typing, mends it, saves, and sees whom it affects.
func TestRulesInBrowser(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := engine.Files{Rules: filepath.Join(folder, "rules"), Dictionaries: filepath.Join(folder, "dictionaries")}
	fewRules(t, files.Rules)
	if err := wordstest.Copy(filepath.Join(files.Dictionaries, "2026.1")); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, t.TempDir(), files)
	ctx, noted := browse(t, s.base)
	w := &tab{t, ctx, s.base}
	look := func(what string) {
		t.Helper()
		w.accessible(what)
		w.fits(what)
		w.shot("rules-" + strings.ReplaceAll(what, " ", "-"))
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(s.base+"/console/rules"), chromedp.WaitVisible("input[name=password]"),
		chromedp.KeyEvent(testUser), chromedp.KeyEvent("\t"), chromedp.KeyEvent(testPassword))
	if _, err := chromedp.RunResponse(ctx, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	w.wants("the list", "甘油三酯", "起草新版本")
	look("list")
	w.run(chromedp.Click("details summary", chromedp.ByQuery), chromedp.SendKeys("input[name=name]", "2026.2", chromedp.ByQuery))
	w.click("details form button")
	w.wants("the draft", "草稿 2026.2", "全部")
	look("draft")
	w.run(chromedp.Navigate(s.base + "/console/rules/edit/2026.2?file=rules/2026.2/indicators/lipids.yaml&line=5"))
	w.wants("the editor", "没有发现错误")
	const bound = `(() => { const t = document.querySelector("textarea"); const i = t.value.indexOf("SIGN 1.70") + "SIGN ".length; t.focus(); t.setSelectionRange(i, i + 4); })()`
	at := func(sign string) chromedp.Action {
		return chromedp.Evaluate(strings.ReplaceAll(bound, "SIGN", sign), nil)
	}
	w.run(at("<"), chromedp.KeyEvent("1.60"), chromedp.WaitVisible("#faults .error", chromedp.ByQuery))
	w.wants("the editor with a gap", "没有任何一行适用")
	look("editor with a gap")
	w.run(at(">="), chromedp.KeyEvent("1.60"), chromedp.WaitVisible("#faults .success", chromedp.ByQuery))
	w.click("form.editor button")
	w.wants("the editor after saving", "已保存")
	w.run(chromedp.Navigate(s.base+"/console/rules/draft/2026.2"), chromedp.Click(`form[action$="/impact"] button`, chromedp.ByQuery), chromedp.WaitVisible("#checked table", chromedp.ByQuery))
	w.wants("the impact", "的结果改变", "甘油三酯", "已经改动的")
	look("impact")
	w.run(chromedp.EmulateViewport(360, 780, chromedp.EmulateMobile), chromedp.Navigate(s.base+"/console/rules/table/2026.2/triglycerides"), chromedp.WaitVisible("main h1"))
	w.wants("the table", "1.60", "LIP23")
	look("table on a phone")
	for _, name := range []string{"where?number=1.6", "history", "draft/2026.2/changes"} {
		w.run(chromedp.Navigate(s.base+"/console/rules/"+name), chromedp.WaitVisible("main h1"))
		w.fits(name)
	}
	noted.nothing(t)
}
