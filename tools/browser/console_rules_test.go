package browser

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tijian/engine"
	"tijian/internal/waittest"
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
	// What looks abnormal in a text and is not understood.
	modifiers := filepath.Join(files.Dictionaries, "2026.1", "modifiers.yaml")
	if text, err := os.ReadFile(modifiers); err != nil || os.WriteFile(modifiers, append(text, "abnormal: [增厚]\n"...), 0o600) != nil {
		t.Fatal(err)
	}
	suites := filepath.Join(folder, "suites")
	if err := errors.Join(os.Mkdir(suites, 0o700), os.WriteFile(filepath.Join(suites, "lipids.yaml"), []byte(`title: 血脂
versions: ["2026.1"]
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯（mmol/L），成年男性，空腹十二小时以上, person: 男, indicator: triglycerides, levels: {1.0: N0, 1.65: N0, 1.69: N0}}
`), 0o600)); err != nil {
		t.Fatal(err)
	}
	c := settings(t.TempDir(), files)
	c.Suites = suites
	base := start(t, c)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	look := func(what string) {
		t.Helper()
		w.accessible(what)
		w.fits(what)
		w.shot("rules-" + strings.ReplaceAll(what, " ", "-"))
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/rules"), chromedp.WaitVisible("input[name=password]"),
		chromedp.KeyEvent(testUser), chromedp.KeyEvent("\t"), chromedp.KeyEvent(testPassword))
	if _, err := chromedp.RunResponse(ctx, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	w.wants("the list", "甘油三酯", "起草新版本")
	look("list")
	w.run(press("details summary"), chromedp.SendKeys("input[name=name]", "2026.2", chromedp.ByQuery))
	w.click("details form button")
	w.wants("the draft", "草稿 2026.2", "全部")
	look("draft")
	w.run(chromedp.Navigate(base + "/console/rules/edit/2026.2?file=rules/2026.2/indicators/lipids.yaml&line=5"))
	w.wants("the editor", "没有发现错误")
	const bound = `(() => { const t = document.querySelector("textarea"); const i = t.value.indexOf("SIGN 1.70") + "SIGN ".length; t.focus(); t.setSelectionRange(i, i + 4); })()`
	at := func(sign string) chromedp.Action {
		return chromedp.Evaluate(strings.ReplaceAll(bound, "SIGN", sign), nil)
	}
	w.run(at("<"), chromedp.KeyEvent("1.60"), chromedp.WaitVisible("#faults .error", chromedp.ByQuery))
	w.wants("the editor with a gap", "没有任何一行适用")
	look("editor with a gap")
	w.run(at(">="), chromedp.KeyEvent("1.60"), chromedp.WaitNotPresent("#faults .error", chromedp.ByQuery))
	w.click("form.editor button")
	w.wants("the editor after saving", "已保存")
	w.run(chromedp.Navigate(base+"/console/rules/draft/2026.2"), press(`form[action$="/impact"] button`), chromedp.WaitVisible("#checked table", chromedp.ByQuery))
	w.wants("the impact", "的结果改变", "甘油三酯", "已经改动的")
	look("impact")
	w.run(press(`form[action$="/test"] button`), chromedp.WaitVisible("#checked .cases", chromedp.ByQuery))
	w.wants("the cases", "2 项不符", "甘油三酯的等级：应为 N0，实为 H1")
	look("failing cases")
	w.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("failing cases on a phone")
	w.run(chromedp.EmulateViewport(1280, 900), press("[data-all]"), chromedp.SendKeys(`#checked [name="reason.triglycerides"]`, "指南更新", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible("#checked [role=status]", chromedp.ByQuery))
	w.wants("the cases accepted", "2 项预期已写下", "3 例全部符合", "2 例等待医生核对签名")
	w.run(chromedp.Navigate(base+"/console/rules/draft/2026.2/case?indicator=甘油三酯&value=1.6"), chromedp.SetValue("select[name=sex]", "male", chromedp.ByQuery), chromedp.SetValue("select[name=level]", "N0", chromedp.ByQuery), press("[value=try]"), chromedp.WaitVisible(".caserow .warning", chromedp.ByQuery))
	w.wants("a new case", "草稿现在的回答：H1")
	look("new case")
	w.cells(base+"/console/rules/table/2026.2/triglycerides", filepath.Join(files.Rules, "2026.2", "indicators", "lipids.yaml"), look)
	w.again(base + "/console/rules/table/2026.2/triglycerides")
	w.words(look)
	w.newItems(look)
	w.token(look)
	for _, name := range []string{"where?number=1.6", "history", "draft/2026.2/changes"} {
		w.run(chromedp.Navigate(base+"/console/rules/"+name), chromedp.WaitVisible("main h1"))
		w.fits(name)
	}
	noted.nothing(t)
}

// cells changes a table where it stands, by keyboard: stopped by a gap, mended,
// and at the same time as somebody else.
func (w *tab) cells(address, file string, look func(string)) {
	w.t.Helper()
	saved := func() chromedp.Action { return chromedp.WaitVisible(".cells > .acts .success", chromedp.ByQuery) }
	// write types over a part of a field.
	write := func(name, old, text string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			const begin = `(() => { const named = document.getElementsByName("NAME")[0], f = named.checkVisibility() ? named : named.closest(".cell").querySelector(".plain-range input:not([hidden])"), i = f.value.indexOf("OLD"); f.focus(); f.setSelectionRange(i, i + "OLD".length); })()`
			if err := chromedp.Evaluate(strings.NewReplacer("NAME", name, "OLD", old).Replace(begin), nil).Do(ctx); err != nil {
				return err
			}
			return chromedp.KeyEvent(text).Do(ctx)
		})
	}
	w.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address), chromedp.WaitVisible(".cells"))
	w.run(write("when.0", "1.60", "1.50"), chromedp.WaitVisible("#t0-0-when-f .error", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(".cells > .acts .fault", chromedp.ByQuery))
	w.wants("the cells with a gap", "没有保存", "没有任何一行适用")
	look("cells with a gap")
	w.run(write("when.1", "1.60", "1.50"), chromedp.WaitNotPresent(".cellfault .error", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter), saved())
	data, err := os.ReadFile(file)
	if err != nil || strings.Count(string(data), "1.50") != 2 {
		w.t.Fatalf("saved %q, %v", data, err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), "hint: 保持清淡饮食", "hint: 少盐", 1)), 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.run(write("hint.0", "保持清淡饮食", "少油"), chromedp.KeyEvent("\t"), write("when.0", "1.50", "1.50"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(".cellfault .warning", chromedp.ByQuery))
	w.wants("the conflict", "别人改了这张表", "别人写的是：", "少盐")
	w.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("conflict on a phone")
	w.run(press(".cells > .acts button"), saved())
	if data, err = os.ReadFile(file); err != nil || !strings.Contains(string(data), "hint: 少油") {
		w.t.Fatalf("saved %q, %v", data, err)
	}
	w.wants("the table", "1.50", "已保存")
	w.sharedNumber(address, file, write, look)
}

// sharedNumber moves a bound that a risk shares by its name: the page tells of the
// risk, and one press moves the number for both.
func (w *tab) sharedNumber(address, file string, write func(name, old, text string) chromedp.Action, look func(string)) {
	w.t.Helper()
	version := filepath.Dir(filepath.Dir(file))
	data, err := os.ReadFile(file)
	err = errors.Join(err, os.WriteFile(file, []byte(strings.ReplaceAll(string(data), "1.50", "tg_high")), 0o600), os.MkdirAll(filepath.Join(version, "risks"), 0o700),
		os.WriteFile(filepath.Join(version, "constants.yaml"), []byte("tg_high: {value: 1.50, unit: mmol/L, indicator: triglycerides, zh: 甘油三酯升高的起点, source: [LIP23]}\n"), 0o600),
		os.WriteFile(filepath.Join(version, "risks", "lipids.yaml"), []byte("id: lipids\nname: 血脂异常\nsource: [LIP23]\nrules:\n  - {id: high, when: triglycerides >= tg_high, rows: [{when: \"true\", flag: 2}]}\n"), 0o600))
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address), chromedp.WaitVisible(".cells"),
		write("when.0", "1.50", "1.40"), chromedp.WaitVisible(".left", chromedp.ByQuery), write("when.1", "1.50", "1.40"), chromedp.WaitNotPresent(".cellfault .error", chromedp.ByQuery))
	w.wants("the bound that is left", "还有 2 处使用甘油三酯的同一界值，仍为 1.50（这里改成了 1.40）", "血脂异常")
	look("bound left elsewhere")
	w.run(press(`[value="shared:tg_high:1.40"]`), chromedp.WaitVisible(".cells > .acts .success", chromedp.ByQuery), chromedp.WaitNotPresent("[value^=shared]", chromedp.ByQuery))
	// The number by its own field, then the handle on the line: it writes both rows.
	w.run(chromedp.SetValue(`[name="number.tg_high"]`, "1.45", chromedp.ByQuery), press(`[value="number:tg_high"]`), chromedp.WaitVisible(`[data-number="1.45"]`, chromedp.ByQuery),
		chromedp.SetValue(`[name="number.tg_high"]`, "1.40", chromedp.ByQuery), press(`[value="number:tg_high"]`), chromedp.WaitVisible(`[data-number="1.40"]`, chromedp.ByQuery))
	var moved, back string
	rows := func(into *string) chromedp.Action {
		return chromedp.Evaluate(`[...document.querySelectorAll('[name^="when."]')].map(e => e.value).join("; ")`, into)
	}
	w.run(chromedp.Focus("[role=slider]", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), rows(&moved), chromedp.KeyEvent(kb.ArrowLeft), rows(&back))
	if moved != "value < 1.42; value >= 1.42" || back != "value < 1.41; value >= 1.41" {
		w.t.Errorf("the handle wrote %q, then %q", moved, back)
	}
	look("handle on the line")
	w.run(chromedp.Evaluate(`document.querySelectorAll("form.cells").forEach(f => f.reset())`, nil), chromedp.Navigate(address), chromedp.WaitVisible(".cells"))
	number, err := os.ReadFile(filepath.Join(version, "constants.yaml"))
	if data, errTable := os.ReadFile(file); err != nil || errTable != nil || !strings.Contains(string(number), "value: 1.40,") || strings.Count(string(data), "tg_high") != 2 {
		w.t.Errorf("saved %q, %q, %v, %v", number, data, err, errTable)
	}
}

// again has the session end while a table, then a form, is filled in: whoever logs
// in again has what was typed, and nobody else.
func (w *tab) again(address string) {
	w.t.Helper()
	login := func(name, password string) {
		w.t.Helper()
		w.run(chromedp.WaitVisible(".kept-login"))
		w.wants("the login", "刚才填写的内容还没有提交")
		w.run(chromedp.SendKeys("input[name=name]", name, chromedp.ByQuery), chromedp.SendKeys("input[name=password]", password, chromedp.ByQuery), chromedp.KeyEvent(kb.Enter))
	}
	w.run(chromedp.Navigate(w.base+"/console/operation/users"), chromedp.WaitVisible("main h1"), w.fill("name", 0, "other"), w.fill("password", 0, testPassword), w.fill("role", 0, "client"))
	w.click("form.card button")
	var when, hint string
	field := func(name string, into *string) chromedp.Action {
		return chromedp.Evaluate(`document.getElementsByName("`+name+`")[0]?.value ?? ""`, into)
	}
	// While typing: the check finds that nobody is logged in.
	w.run(chromedp.Navigate(address), chromedp.WaitVisible(".cells"), chromedp.Evaluate(`document.querySelector("[value='add:1']").scrollIntoView({block: "center"})`, nil), press("[value=\"add:1\"]"), chromedp.WaitVisible(`[name="when.n0"]`, chromedp.ByQuery), network.ClearBrowserCookies(),
		// at once: on a slow machine the check would come between two letters, and the login page take the last
		chromedp.Evaluate(`(() => { const hint = document.getElementsByName("hint.0")[0]; hint.value = "多走路"; hint.dispatchEvent(new Event("input", { bubbles: true })); })()`, nil))
	login(testUser, testPassword)
	w.run(chromedp.WaitVisible(".kept-back"), chromedp.WaitVisible(`[name="when.n0"]`, chromedp.ByQuery), field("hint.0", &hint))
	if !strings.Contains(hint, "多走路") {
		w.t.Errorf("the table has %q", hint)
	}
	// A form that is sent; the password is nowhere.
	w.run(chromedp.Navigate(w.base+"/console/rules/draft/2026.2/case"), chromedp.SetValue("select[name=sex]", "female", chromedp.ByQuery), chromedp.SendKeys("input[name=name]", "没有送出", chromedp.ByQuery),
		press("input[name=has_hbp]"), network.ClearBrowserCookies(), press("[value=try]"))
	login(testUser, testPassword)
	var checked bool
	w.run(chromedp.WaitVisible(".kept-back"), field("name", &when), chromedp.Evaluate(`document.getElementsByName("has_hbp")[0].checked`, &checked))
	w.wants("the form", "已经放回")
	if when != "没有送出" || !checked {
		w.t.Errorf("the form has %q, %v", when, checked)
	}
	// Somebody else finds nothing, and the tab forgets it.
	w.run(network.ClearBrowserCookies(), press("[value=try]"))
	login("other", testPassword)
	w.run(chromedp.WaitVisible(".who .name"))
	waittest.Until(w.t, "the tab has forgotten it", func() (forgotten bool) {
		w.run(chromedp.Evaluate(`location.pathname === "/console/" && !sessionStorage.getItem("tijian-form")`, &forgotten))
		return forgotten
	})
	w.click(".who button")
	w.run(chromedp.WaitVisible("input[name=password]"), chromedp.SendKeys("input[name=name]", testUser, chromedp.ByQuery), chromedp.SendKeys("input[name=password]", testPassword, chromedp.ByQuery))
	w.enter()
}

// newItems adds an indicator with its table, unit and cases, then a risk that names it.
func (w *tab) newItems(look func(string)) {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/rules/draft/2026.2/indicator"), chromedp.WaitVisible("main h1"))
	look("a new indicator")
	set := func(name, text string) chromedp.Action {
		return chromedp.SetValue(`[name="`+name+`"]`, text, chromedp.ByQuery)
	}
	w.run(set("title", "琥珀素"), set("name", "serum_amber"), set("neighbour", "triglycerides"), set("for", "age >= 18"), set("unit", "mmol/L"), set("units", "mg/dL x 0.02"), set("low", "0.1"), set("high", "50"), set("source", "LIP23"),
		set("below.N0", "5"), set("tip.N0", "琥珀素正常"), set("hint.N0", "保持"), set("tip.H1", "琥珀素偏高，三个月内复查"), set("hint.H1", "吃得多"))
	w.click(`[value="try"]`)
	w.wants("the indicator, tried", "没有发现错误")
	w.click(`form [value="save"]`)
	w.wants("its table", "琥珀素", "成人", "已保存")
	w.run(chromedp.WaitVisible(".bounds [role=slider]", chromedp.ByQuery))
	look("the new table")
	w.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("the new table on a phone")
	w.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(w.base+"/console/rules/draft/2026.2/risk"), chromedp.WaitVisible("main h1"))
	w.run(set("name", "琥珀素过高"), set("id", "amber_high"), set("source", "LIP23"), set("when", "serum_amber >= 5"), set("tip", "琥珀素过高，一个月内就诊"))
	look("a new risk")
	w.click(`form [value="save"]`)
	w.wants("a case of it", "琥珀素过高")
	// A word from what is selected of a text.
	w.run(chromedp.Navigate(w.base+"/console/findings"), chromedp.SendKeys("textarea", "肝包膜模糊。", chromedp.ByQuery))
	w.click("form .acts button")
	w.run(chromedp.Evaluate(`(() => { const r = document.createRange(); r.selectNodeContents(document.getElementById("marked")); const s = getSelection(); s.removeAllRanges(); s.addRange(r); })()`, nil), chromedp.WaitVisible("[data-selected] button", chromedp.ByQuery))
	w.click("[data-selected] button")
	w.has("the selected word", "input[name=word]", "肝包膜模糊。")
}

// token makes a user for a system and a token for it.
func (w *tab) token(look func(string)) {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/operation/users"), chromedp.WaitVisible("main h1"), w.fill("name", 0, "lis"), w.fill("password", 0, testPassword), w.fill("role", 0, "client"))
	w.click("form.card button")
	w.run(chromedp.SendKeys("[name=use]", "检验科 LIS", chromedp.ByQuery))
	look("a system")
	w.click(`form[action$="/token"] button`)
	w.wants("its token", "只显示这一次", "检验科 LIS")
	look("its token")
	var token string
	w.run(chromedp.Value("#token", &token, chromedp.ByQuery))
	var status int
	w.run(chromedp.Evaluate(`fetch("/api/keywords", {method: "POST", headers: {"Content-Type": "application/json", "Authorization": "JWT `+token+`"}, body: '{"text": "脂肪肝"}'}).then(r => r.status)`, &status, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if status != 200 {
		w.t.Errorf("the token is answered %d", status)
	}
}

// words adds a word that was not understood, then a finding, to the draft.
func (w *tab) words(look func(string)) {
	w.t.Helper()
	const text = "肝包膜增厚。考虑肝豆状核变性。"
	w.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(w.base+"/console/findings"), chromedp.SendKeys("textarea", text, chromedp.ByQuery))
	w.click("form .acts button")
	w.wants("the text", "肝包膜增厚")
	w.click(`form.inline[action$="findings/term"] button`)
	look("a word")
	w.run(chromedp.SetValue("input[name=word]", "肝包膜增厚", chromedp.ByQuery), chromedp.SendKeys("input[name=of]", "脂肪肝", chromedp.ByQuery), chromedp.SetValue("select[name=draft]", "2026.2", chromedp.ByQuery))
	w.click(`form[action$="findings/term"] .acts button`)
	w.wants("the word", "已经加到草稿 2026.2", "使用中的 2026.1")
	look("a word added")
	w.run(chromedp.Navigate(w.base+"/console/findings/new?text=肝豆状核变性"), chromedp.SetValue("select[name=draft]", "2026.2", chromedp.ByQuery), chromedp.SetValue("textarea[name=text]", text, chromedp.ByQuery),
		chromedp.SendKeys("input[name=site]", "月亮", chromedp.ByQuery), chromedp.WaitVisible("#found .error", chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("input[name=site]").value = ""`, nil), chromedp.SendKeys("input[name=site]", "肝", chromedp.ByQuery),
		chromedp.WaitVisible("#found .marked mark", chromedp.ByQuery))
	w.wants("the finding, tried", "没有发现错误", "- {term: 肝豆状核变性, site: 肝}")
	look("a finding")
	w.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	look("a finding on a phone")
	w.click(`form[action$="findings/new"] .acts button`)
	w.wants("the finding", "“肝豆状核变性”已经加到草稿 2026.2")
	w.run(chromedp.EmulateViewport(1280, 900))
}
