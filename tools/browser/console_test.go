package browser

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/server/store/storetest"
)

// A tab is a window that walks through the console.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string
	seen bool // the pages were looked at elsewhere
}

func (w *tab) run(actions ...chromedp.Action) {
	w.t.Helper()
	for _, action := range actions {
		if wait, ok := action.(*chromedp.Selector); ok {
			chromedp.RetryInterval(pause)(wait) // each look takes three processes some work
		}
		err := chromedp.Run(w.ctx, action)
		for err != nil && replaced(err) {
			time.Sleep(pause)
			err = chromedp.Run(w.ctx, action)
		}
		if err != nil {
			w.t.Fatalf("%v, on the page:\n%s", err, w.stuck())
		}
	}
}

// stuck is the page on which a walk got no further, though its own time is up.
func (w *tab) stuck() (page string) {
	ctx, end := context.WithTimeout(context.WithoutCancel(w.ctx), 10*time.Second)
	defer end()
	if err := chromedp.Run(ctx, chromedp.Evaluate(`location.href + "\n" + document.activeElement.outerHTML + "\n" + document.body.innerText`, &page)); err != nil {
		return err.Error()
	}
	return page
}

// shot keeps a picture of the whole page where TIJIAN_SCREENSHOTS names a
// folder (make screenshots).
func (w *tab) shot(name string) {
	w.t.Helper()
	dir := os.Getenv("TIJIAN_SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	w.run(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// fits demands that nothing sticks out of the window.
func (w *tab) fits(what string) {
	w.t.Helper()
	var over int64
	w.run(chromedp.Evaluate("document.documentElement.scrollWidth - window.innerWidth", &over))
	if over > 0 {
		w.t.Errorf("%s: %d pixels stick out", what, over)
	}
}

func (w *tab) text() string {
	w.t.Helper()
	var text string
	w.run(chromedp.Text("body", &text, chromedp.ByQuery))
	return text
}

func (w *tab) wants(what string, all ...string) {
	w.t.Helper()
	text := w.text()
	for _, one := range all {
		if !strings.Contains(text, one) {
			w.t.Errorf("%s does not say %q", what, one)
		}
	}
}

// click presses what leads to another page and waits for it.
func (w *tab) click(selector string) {
	w.t.Helper()
	if _, err := chromedp.RunResponse(w.ctx, press(selector)); err != nil {
		w.t.Fatalf("%v, on the page:\n%s", err, w.stuck())
	}
}

// fill puts a value into the n-th field of a name.
func (w *tab) fill(name string, n int, value string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return chromedp.Evaluate(`(() => { const f = document.getElementsByName("`+name+`")[`+string(rune('0'+n))+`]; f.value = "`+value+`"; f.dispatchEvent(new Event("change", {bubbles: true})); })()`, nil).Do(ctx)
	})
}

const oneSuite = `title: 血糖
datetime: "2026-04-01T08:00:00Z"
persons:
  man: {sex: male, born: "1980-05-01"}
cases:
  - {name: 正常, person: man, indicator: fasting_glucose, levels: {5: N0}}
`

// A doctor logs in by keyboard, assesses values, prints them, and does the same
// on a phone.
func TestConsoleInBrowser(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir(), engine.Files{})
	c.Suites = t.TempDir()
	if err := os.WriteFile(filepath.Join(c.Suites, "one.yaml"), []byte(oneSuite), 0o644); err != nil {
		t.Fatal(err)
	}
	base := start(t, c)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/assess"), chromedp.WaitVisible("input[name=password]"))
	w.accessible("the login")
	w.shot("login")
	w.login()
	w.wants("the page after the login", "评估指标")
	w.accessible("the empty form")
	w.shot("assess-empty")
	w.run(w.fill("sex", 0, "male"), w.fill("born", 0, "1966-05-01"), w.fill("at", 0, "2026-11-20"), press("input[name=has_hbp]"))
	for i, r := range [][]string{{"空腹血糖", "7.8", "mmol/L", "3.9-6.1"}, {"甘油三酯", "1.9", "mmol/L"}, {"LDL-C", "4.3", ""}, {"肌酐", "1.3", "mg/dL"}, {"尿蛋白", "++", ""}} {
		for k, value := range r {
			w.run(w.fill([]string{"name", "value", "unit", "reference"}[k], i, value))
		}
	}
	w.run(w.fill("before", 0, "6.2"), w.fill("before_at", 0, "2025-10-08"))
	w.click("form[action$=assess] .acts:last-child button")
	w.wants("the answer", "评估结果", "空腹血糖", "7.8", "复查", "糖尿病", "较 2025-10-08")
	w.fits("the answer")
	w.accessible("the answer")
	w.shot("assess-answer")
	for name, media := range map[string]*emulation.SetEmulatedMediaParams{
		"assess-dark":  emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}),
		"assess-print": emulation.SetEmulatedMedia().WithMedia("print"),
	} {
		w.run(media)
		w.fits(name)
		w.shot(name)
	}
	w.run(emulation.SetEmulatedMedia().WithMedia(""))
	// On paper all is open that is behind what asks for attention, and no page
	// begins within a row.
	var broken []string
	w.run(chromedp.Evaluate(`window.shut = -1; window.addEventListener("beforeprint", () => { window.shut = document.querySelectorAll(".notable details:not([open]), .risks > .risk > details:not([open], .fold *)").length; }); 0`, nil),
		emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(703, 1017), // A4 without its margins
		chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => { d.open = true; });
			Array.from(document.querySelectorAll("article, .risk, .row, .summary li, .sources li")).filter((e) => getComputedStyle(e).breakInside !== "avoid" || e.offsetHeight > 1017).map((e) => e.textContent)`, &broken),
		chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => { d.open = false; }); 0`, nil),
		emulation.SetEmulatedMedia().WithMedia(""), chromedp.EmulateViewport(1200, 900))
	if len(broken) > 0 {
		t.Errorf("can be cut in two: %q", broken)
	}
	var shut, left int
	pdf := w.print()
	w.run(chromedp.Evaluate("window.shut", &shut), chromedp.Evaluate(`document.querySelectorAll("details[open]").length`, &left))
	if shut != 0 || left != 0 {
		t.Errorf("%d parts are shut on paper, %d stay open afterwards", shut, left)
	}
	if !strings.HasPrefix(string(pdf), "%PDF") || !strings.Contains(string(pdf), "/MediaBox [0 0 594.95996 841.91998]") {
		t.Errorf("printed %d bytes, not on A4", len(pdf))
	}
	if dir := os.Getenv("TIJIAN_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "assess.pdf"), pdf, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w.run(chromedp.EmulateViewport(360, 780, chromedp.EmulateMobile))
	w.fits("the answer on a phone")
	w.shot("assess-phone")
	w.longReport()
	w.run(chromedp.Navigate(base+"/console/?lang=en"), chromedp.WaitVisible("main"))
	w.wants("the first page in English", "What would you like to do?")
	w.fits("the first page on a phone")
	w.shot("home-phone")
	w.run(chromedp.Navigate(base + "/console/?lang=zh"))
	w.report(large(t, reports+"single-clean-11.jpg"), "165.5", "166")
	w.confirms(w.plainSheet())
	w.findings()
	w.users()
	w.suites()
	for _, name := range []string{"cases", "operation", "operation/users", "operation/user", "operation/audit", "quality", ""} {
		w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/"+name), chromedp.WaitVisible("main h1"))
		w.accessible("the page " + name)
		w.fits("the page " + name)
		w.shot("page-" + strings.ReplaceAll(name, "/", "-"))
		w.run(chromedp.EmulateViewport(390, 780, chromedp.EmulateMobile))
		w.fits("the page " + name + " on a phone")
		w.shot("page-" + strings.ReplaceAll(name, "/", "-") + "-phone")
	}
	noted.nothing(t)
}

// What is stored is the same on PostgreSQL: sessions, reports, corrections, users
// and what is known of them.
func TestConsoleInBrowserOnPostgres(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir(), engine.Files{})
	c.Database = storetest.Postgres(t)
	base := start(t, c)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base, seen: true}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(base+"/console/cases"), chromedp.WaitVisible("input[name=password]"))
	w.login()
	w.report(reports+"table-clean-13.jpg", "5.5", "5.6")
	w.users()
	refused(t, base)
	w.run(chromedp.Navigate(base+"/console/operation/audit"), chromedp.WaitVisible("main h1"))
	w.wants("the audit log", "改正报告", "已添加用户", "已停用", "登录被拒绝", "接口 127.0.0.1", "首次启动")
	w.run(chromedp.Navigate(base+"/console/quality"), chromedp.WaitVisible("main h1"))
	noted.nothing(t)
}

func (w *tab) login() {
	w.t.Helper()
	w.run(chromedp.KeyEvent(testUser), chromedp.KeyEvent("\t"), chromedp.KeyEvent(testPassword))
	w.enter()
}

// enter presses the key on what leads to another page.
func (w *tab) enter() {
	w.t.Helper()
	if _, err := chromedp.RunResponse(w.ctx, chromedp.KeyEvent("\r")); err != nil {
		w.t.Fatal(err)
	}
}

// tabTo goes on by the keyboard until an element has the focus.
func (w *tab) tabTo(selector string) {
	w.t.Helper()
	for range 300 {
		var there bool
		w.run(chromedp.KeyEvent("\t"), chromedp.Evaluate(`!!document.activeElement && document.activeElement.matches('`+selector+`')`, &there))
		if there {
			return
		}
	}
	w.t.Fatalf("%s cannot be reached by the keyboard", selector)
}

// users adds a user and shuts it out.
func (w *tab) users() {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/operation/users"), chromedp.WaitVisible("main h1"))
	w.run(w.fill("name", 0, "王医生"), w.fill("password", 0, "a password long enough"), w.fill("role", 0, "editor"))
	w.click("form.card button")
	w.wants("the new user", "王医生", "已添加用户", "编辑")
	w.click(`form[action$="/state"] button`)
	w.wants("the user", "已停用", "恢复")
}

// suites runs the suites of the rules in force and waits for what came of it.
func (w *tab) suites() {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/quality"), chromedp.WaitVisible("main h1"), press("#suites button"), chromedp.WaitVisible("#suites .success"))
	w.wants("the suites", " 例全部符合", "分界")
}

// accessible has axe-core look for what keeps people from using a page; in the
// dark only the colours are others.
func (w *tab) accessible(what string) {
	w.t.Helper()
	if w.seen {
		return
	}
	script, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, scheme := range []string{"dark", "light"} { // which the pictures are taken in
		only := ""
		if scheme == "dark" {
			only = `runOnly: ["color-contrast"], `
		}
		var faults []string
		var missing bool // from the page
		w.run(
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}),
			chromedp.Evaluate("!window.axe", &missing),
		)
		if missing {
			w.run(chromedp.Evaluate(string(script)+";0", nil))
		}
		w.run(
			chromedp.Evaluate(`axe.run({`+only+`resultTypes: ["violations"]}).then((r) => r.violations.filter((v) => v.impact === "serious" || v.impact === "critical")
				.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html + " " + n.failureSummary).join("; ")))`, &faults,
				func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
		)
		if len(faults) > 0 {
			w.t.Errorf("%s, %s: %s", what, scheme, strings.Join(faults, "\n"))
		}
	}
}

// findings has a summary marked, and looks at what decided a mention.
func (w *tab) findings() {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/findings"), chromedp.WaitVisible("textarea"),
		chromedp.SetValue("textarea", "甲状腺右叶见低回声结节，大小约0.8×0.6cm，TI-RADS 3类。考虑轻度脂肪肝，胆囊未见结石。既往有阑尾切除术史，母亲患糖尿病。建议复查肝功能，警惕胃溃疡。肝脏可见异常强回声晕征。", chromedp.ByQuery))
	w.click("form .acts button")
	w.run(chromedp.Focus("mark.possible[tabindex]", chromedp.ByQuery), chromedp.WaitVisible("mark.possible:focus .cue"))
	w.wants("the marked text", "甲状腺结节", "由“考虑”决定", "脂肪肝")
	w.accessible("the marked text")
	w.fits("the marked text")
	w.shot("findings")
}

// large is a picture of a committed one that is as large a file as some scanners
// make: 16 bits a colour, not compressed.
func large(t *testing.T, picture string) string {
	t.Helper()
	data, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	small, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	deep := image.NewRGBA64(small.Bounds())
	draw.Draw(deep, deep.Rect, small, small.Bounds().Min, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, deep); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "large.png")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil || b.Len() < 12_000_000 {
		t.Fatalf("%d bytes, %v", b.Len(), err)
	}
	return path
}

// beside opens the page once more, in another tab of the same window.
func (w *tab) beside() *tab {
	w.t.Helper()
	var id target.ID
	var address string
	w.run(chromedp.Location(&address), chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err == nil {
			id, err = target.CreateTarget("about:blank").WithBrowserContextID(info.BrowserContextID).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		}
		return err
	}))
	ctx, end := chromedp.NewContext(w.ctx, chromedp.WithTargetID(id))
	w.t.Cleanup(end)
	other := &tab{t: w.t, ctx: ctx, base: w.base, seen: true}
	other.run(hasFocus, chromedp.Navigate(address), chromedp.WaitVisible("main h1"))
	return other
}

// settles waits until a part of the page says something.
func (w *tab) settles(what, selector, text string) {
	w.t.Helper()
	waittest.Until(w.t, what, func() (said bool) {
		w.run(chromedp.Evaluate(fmt.Sprintf(`Array.from(document.querySelectorAll(%q)).some((e) => e.textContent.includes(%q))`, selector, text), &said))
		return said
	})
}

// moves goes back or forward in the browser's history, until an element is there.
func (w *tab) moves(where, selector string) {
	w.t.Helper()
	w.run(chromedp.Evaluate(`history.`+where+`()`, nil))
	waittest.Until(w.t, where+" to "+selector, func() (there bool) {
		_ = chromedp.Run(w.ctx, chromedp.Evaluate(fmt.Sprintf(`document.readyState === "complete" && !!document.querySelector(%q)`, selector), &there)) // a page that goes has no context
		return there
	})
}

// refused tries to log in with a wrong password.
func refused(t *testing.T, base string) {
	t.Helper()
	resp, err := http.Post(base+"/api/login", "application/json", strings.NewReader(`{"username": "`+testUser+`", "password": "wrong"}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest {
		t.Fatalf("a wrong password: %s", resp.Status)
	}
}
