package browser

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/engine/release"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

// Two people in two windows: one proposes a draft and says why what gets milder may be
// so; the other finds it in the inbox, sees the scales before and after, unfolds each
// group of the change sheet, rejects one with a note at a change, which the first one
// reads, then agrees to all, releases it, and takes it back.
func TestReleaseInBrowser(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := engine.Files{Rules: filepath.Join(folder, "rules"), Dictionaries: filepath.Join(folder, "dictionaries")}
	fewRules(t, files.Rules)
	const draft = "2026.2"
	suites := filepath.Join(folder, "suites")
	if err := errors.Join(wordstest.Copy(filepath.Join(files.Dictionaries, "2026.1")), (&release.Releaser{Files: files}).Draft(draft, "2026.1"), os.Mkdir(suites, 0o700),
		os.WriteFile(filepath.Join(suites, "lipids.yaml"), []byte(`title: 血脂
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯, person: 男, indicator: triglycerides, levels: {1.0: N0, 1.69: N0, 1.70: H1, 1.71: H1, 2.0: H1}}
  - {name: 换算, person: 男, indicator: triglycerides, values: {74.84 mg/dL: 0.8449, 0.7484 g/L: 0.8449}}
`), 0o600)); err != nil {
		t.Fatal(err)
	}
	edit := func(name, from, to string) {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), from) || os.WriteFile(name, []byte(strings.Replace(string(text), from, to, 1)), 0o600) != nil {
			t.Fatal(name, from, err)
		}
	}
	edit(filepath.Join(files.Rules, draft, "indicators", "lipids.yaml"), "tip: 升高", "tip: 甘油三酯升高")
	edit(filepath.Join(files.Dictionaries, draft, "indicators", "lipids.yaml"), "三酰甘油, ", "")
	c := settings(t.TempDir(), files)
	c.Suites = suites
	base := start(t, c)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	page := base + "/console/rules/draft/" + draft
	login := func(name, to string) {
		t.Helper()
		w.run(network.ClearBrowserCookies(), chromedp.Navigate(to), chromedp.WaitVisible("input[name=password]"), chromedp.SendKeys("input[name=name]", name, chromedp.ByQuery), chromedp.SendKeys("input[name=password]", testPassword, chromedp.ByQuery))
		w.enter()
	}
	tried := func(sign string) {
		t.Helper()
		waittest.Until(t, sign, func() bool {
			if chromedp.Run(w.ctx, chromedp.Navigate(page), chromedp.WaitVisible("main h1")) != nil {
				return false // the page went on by itself meanwhile
			}
			text := w.text()
			if strings.Contains(text, "草稿没有通过") && !strings.Contains(text, sign) {
				t.Fatalf("%s: %s", sign, text)
			}
			return strings.Contains(text, sign)
		})
	}
	w.run(chromedp.EmulateViewport(1200, 900))
	login(testUser, base+"/console/operation/users")
	w.run(w.fill("name", 0, "主任"), w.fill("password", 0, testPassword), w.fill("role", 0, "approver"))
	w.click("form.card button")
	w.run(chromedp.Navigate(page), chromedp.WaitVisible("form[action$=propose]"), types("form[action$=propose] textarea", "改写提示"))
	w.click("form[action$=propose] button")
	tried("变轻了")
	w.accessible("why it may be milder")
	w.fits("why it may be milder")
	w.run(types(`form[action$=propose] [name^="reason."]`, "这个写法报告上不用"))
	w.click("form[action$=propose] button")
	tried("已提出发布")

	first := w
	ctx, others := browse(t, base)
	w = &tab{t: t, ctx: ctx, base: base}
	w.run(chromedp.EmulateViewport(1200, 900))
	login("主任", base+"/console/rules")
	w.wants("the inbox", "等待批准的草稿", draft, "改写提示", "您还要看")
	w.accessible("the inbox")
	w.run(chromedp.WaitVisible("nav .badge"))
	w.click(`#inbox a`)
	w.run(press(`form[action$="/impact"] button`), chromedp.WaitVisible("#checked h3", chromedp.ByQuery))
	var shown bool
	w.run(chromedp.Evaluate(`[...document.querySelectorAll("[name^='decision.']")].some(e => e.checkVisibility())`, &shown))
	if shown {
		t.Error("a group can be signed without being unfolded")
	}
	sign := func(last string) {
		t.Helper()
		w.run(chromedp.Evaluate(`document.querySelectorAll("details.card:not([open]) > summary").forEach(s => s.click());
			[...document.querySelectorAll("details.card")].forEach((d, i, all) => d.querySelector("input[value=" + (i + 1 < all.length ? "agreed" : "`+last+`") + "]").click())`, nil))
		if last == "rejected" {
			w.run(chromedp.Evaluate(`[...document.querySelectorAll("[data-note]")].at(-1).click()`, nil), chromedp.KeyEvent("请写明依据"))
		}
		w.accessible("the sheet")
		w.fits("the sheet")
		w.shot("rules-sheet-" + last)
		w.click("form[action$='/sheet'] > .acts button")
	}
	sign("rejected")
	w.wants("one rejected", "退回 1 组", "已退回")
	first.run(chromedp.Navigate(base+"/console/rules"), chromedp.WaitVisible("#inbox"))
	first.wants("what was said", "退回 1 组")
	first.run(chromedp.Navigate(page+"/changes"), chromedp.WaitVisible("main h1"), chromedp.Evaluate(`document.querySelectorAll("details.card:not([open]) > summary").forEach(s => s.click())`, nil))
	first.wants("the note", "请写明依据", "主任")
	sign("agreed")
	w.wants("all agreed", "退回 0 组，还没有签 0 组")
	w.click("form[action$='/approve'] button")
	w.wants("the history", "2026.1 → 2026.2", "逐组签过的改动")
	w.accessible("the history")
	w.run(press("details.card summary"), types(`form[action$="/rollback"] [name=reason]`, "写法不妥"))
	w.click(`form[action$="/rollback"] button`)
	w.wants("taken back", "写法不妥", "2026.2 → 2026.1")
	noted.nothing(t)
	others.nothing(t)
}
