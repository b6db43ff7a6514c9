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
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/ocr/pdf"
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
	if err := chromedp.Run(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
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
	if _, err := chromedp.RunResponse(w.ctx, chromedp.Click(selector, chromedp.ByQuery)); err != nil {
		w.t.Fatal(err)
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
	w.run(w.fill("sex", 0, "male"), w.fill("born", 0, "1966-05-01"), w.fill("at", 0, "2026-11-20"), chromedp.Click("input[name=has_hbp]", chromedp.ByQuery))
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
	w.report(large(t, reports+"single-clean-11.jpg"))
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

// longReport prints a check-up of 30 rows, of which a quarter stands out.
func (w *tab) longReport() {
	w.t.Helper()
	sample := regexp.MustCompile(`(\w+) (\S+)`)
	request := `{"user_identifier": "x", "namespace": "", "datetime": "2026-11-20T08:00:00Z", "profile": {"dob": "1966-05-01", "gender": "male"}, "health_background": {"has_diabetes": false,
		"is_taking_antihypertensive_therapy": false, "has_cvd": false, "has_hbp": true, "smoke_daily_frequency": 0}, "samples": [` + strings.TrimSuffix(sample.ReplaceAllString(`fasting_glucose 7.8 hba1c 6.9
		triglycerides 2.4 total_cholesterol 5.9 ldl_cholesterol 4.0 hdl_cholesterol 1.2 alt 38 ast 30 ggt 78 alp 70 total_protein 72 albumin 45 globulin 27 total_bilirubin 12 direct_bilirubin 3
		creatinine 88 urea 5.2 uric_acid 455 white_blood_cell_count 6.1 red_blood_cell_count 4.9 hemoglobin 150 platelet_count 220 hematocrit 45 mcv 90 mch 30 tsh 2.1 free_t3 4.8 free_t4 15 afp 3 cea 2.1`,
		`{"name": "$1", "value": $2},`), ",") + `]}`
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Navigate(w.base+"/console/assess"), chromedp.WaitVisible("main h1"),
		chromedp.Evaluate(fmt.Sprintf(`document.querySelector("textarea[name=json]").value = %q; 0`, strings.Join(strings.Fields(request), " ")), nil))
	w.click("form[action$=assess] .acts:last-child button")
	w.wants("the long report", "需要注意的项目（7 项）", "理想或可以接受的项目（23 项）")
	w.shot("assess-long")
	if pages := strings.Count(string(w.print()), "/Type /Page\n"); pages < 2 || pages > 3 {
		w.t.Errorf("30 rows are printed on %d pages", pages)
	}
	w.click(`main a[href$="/patient"]`)
	w.shot("patient-long")
	printed := w.print()
	if pages := strings.Count(string(printed), "/Type /Page\n"); pages < 1 || pages > 2 {
		w.t.Errorf("a patient is given %d pages of 30 rows", pages)
	}
	onPaper(w.t, printed, "您的体检结果", "先做什么", "要留意的结果", "名词解释", "过去两三个月血糖的平均水平", "医生签名")
	if dir := os.Getenv("TIJIAN_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "patient.pdf"), printed, 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
}

// onPaper reads a printed page as a person would: the words are there, nothing lies
// beyond the edges, and the scales have their colours.
func onPaper(t *testing.T, printed []byte, says ...string) {
	t.Helper()
	document, err := pdf.Open(printed)
	if err != nil {
		t.Fatal(err)
	}
	defer document.Close()
	var text strings.Builder
	var green, red int
	for n := range document.Pages() {
		sheet, err := document.Page(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range sheet.Glyphs {
			text.WriteRune(g.Char)
			if g.Cell.X0 < 0 || g.Cell.X1 > float64(sheet.Size.X) || g.Cell.Y0 < 0 || g.Cell.Y1 > float64(sheet.Size.Y) {
				t.Errorf("page %d: %q lies beyond the edge: %v", n+1, g.Char, g.Cell)
			}
		}
		drawn, err := sheet.Draw()
		sheet.Close()
		if err != nil {
			t.Fatal(err)
		}
		for y := 0; y < sheet.Size.Y; y += 4 {
			for x := 0; x < sheet.Size.X; x += 4 {
				switch r, g, b, _ := drawn.At(x, y).RGBA(); {
				case g > r+0x3000 && g > b+0x3000:
					green++
				case r > g+0x6000 && r > b+0x6000:
					red++
				}
			}
		}
	}
	if green < 200 || red < 200 {
		t.Errorf("the scales have %d green and %d red points on paper", green, red)
	}
	for _, want := range says {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), ""), want) {
			t.Errorf("the paper does not say %s:\n%s", want, text.String())
		}
	}
}

// print returns the page as the browser would print it.
func (w *tab) print() (pdf []byte) {
	w.t.Helper()
	w.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	return pdf
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
	w.report(reports + "table-clean-13.jpg")
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
	w.run(chromedp.Navigate(w.base+"/console/quality"), chromedp.WaitVisible("main h1"), chromedp.Click("#suites button", chromedp.ByQuery), chromedp.WaitVisible("#suites .success"))
	w.wants("the suites", "1 例全部符合", "分界")
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
		w.run(
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}),
			chromedp.Evaluate(string(script)+";0", nil),
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
	other.run(chromedp.Navigate(address), chromedp.WaitVisible("main h1"))
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

// confirms goes through what is to be checked by the keyboard: Enter on a line says
// that it was read rightly and goes on to the next that needs it, J past one.
func (w *tab) confirms() {
	w.t.Helper()
	w.wants("the report", "共 32 项，其中 7 项需要核对")
	var shown int
	w.run(chromedp.Click("#only", chromedp.ByQuery), chromedp.Evaluate(`Array.from(document.querySelectorAll(".line")).filter((l) => l.offsetParent).length`, &shown),
		chromedp.Click("#only", chromedp.ByQuery))
	if shown != 7 {
		w.t.Errorf("of those to check %d are shown", shown)
	}
	w.tabTo(".line.doubtful")
	for left := 6; left > 0; left-- {
		w.run(chromedp.KeyEvent("\r"))
		w.settles("the next is confirmed", "#wanting", fmt.Sprintf("还有 %d 项", left))
		waittest.Until(w.t, "another line has the focus", func() (next bool) {
			w.run(chromedp.Evaluate(`document.activeElement.matches(".line")`, &next))
			return next
		})
		var unread bool
		if w.run(chromedp.Evaluate(`document.activeElement.matches(".none")`, &unread)); unread {
			w.run(chromedp.KeyEvent("j"))
		}
	}
}

// report sends a picture, looks at what was read, corrects a value, and goes on to
// an assessment, all by the keyboard; only the file is chosen for it.
func (w *tab) report(picture string) {
	w.t.Helper()
	picture, err := filepath.Abs(picture)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.WaitVisible("nav"), chromedp.Evaluate(`document.activeElement.blur(); 0`, nil))
	w.tabTo(`nav a[href$="/cases"]`)
	w.enter()
	w.shot("reports-empty")
	w.tabTo("#picture")
	w.run(chromedp.SetUploadFiles("#picture", []string{picture}, chromedp.ByQuery))
	w.tabTo("#upload .acts button")
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".reading-room[data-ready] .line"))
	w.tabTo(".line:nth-child(3)")
	w.run(chromedp.WaitVisible("[data-lens]"))
	w.wants("the report", "肌酐", "不是这一项", "纸上", "规则")
	w.fits("the report")
	w.accessible("the report")
	w.shot("report")
	var boxes, lines int
	w.run(chromedp.Evaluate(`document.querySelectorAll(".pictures rect").length`, &boxes), chromedp.Evaluate(`document.querySelectorAll(".line").length`, &lines))
	if boxes == 0 || boxes > lines || !w.seen && boxes < lines-2 { // one box for two numbers of a line
		w.t.Errorf("%d boxes for %d lines", boxes, lines)
	}
	if !w.seen {
		w.run(chromedp.EmulateViewport(375, 780, chromedp.EmulateMobile))
		w.fits("the report to check on a phone")
		w.shot("report-check-phone")
		w.run(chromedp.EmulateViewport(1200, 900), chromedp.Focus(".acts a", chromedp.ByQuery))
		w.confirms()
	}
	w.run(chromedp.Focus(".acts a", chromedp.ByQuery))
	other := w.beside()
	w.tabTo(".line:first-child input[name=value]") // which selects what stands there
	w.run(chromedp.KeyEvent("5.5"), chromedp.KeyEvent("\r"))
	w.settles("the correction is shown", ".line:first-child", "已改正")
	// Another tab of the report overwrites nothing.
	other.tabTo(".line:first-child input[name=value]")
	other.run(chromedp.KeyEvent("5.6"), chromedp.KeyEvent("\r"))
	other.settles("the conflict is shown", ".line:first-child [role=alert]", "“5.6”没有保存")
	w.keep(other, "report-conflict")
	w.checks()
	if !w.seen { // the other picture is read for certain
		w.settles("all is checked", "#wanting", "需要核对的都核对过了")
	}
	// A line that is not on the report is struck out, one that was missed is added.
	w.tabTo(`.line:nth-child(2) .not summary`)
	w.run(chromedp.KeyEvent("\r"))
	w.tabTo(`.line:nth-child(2) button[name=strike]`)
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".line.struck", chromedp.ByQuery))
	w.tabTo("#add-name")
	w.run(chromedp.KeyEvent("糖化血红蛋白"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("x"), chromedp.KeyEvent("\r"), chromedp.WaitVisible("#add .fault", chromedp.ByQuery))
	w.shot("report-fault")
	w.tabTo("#add [name=value]")
	w.run(chromedp.KeyEvent("6.6"), chromedp.KeyEvent("\r"), chromedp.WaitVisible("#add .success", chromedp.ByQuery))
	w.wants("the corrected report", "已删去", "手工添加")
	// The pictures are still there after a reload: this tab has kept them, or the service.
	if w.seen {
		w.run(chromedp.Evaluate(`sessionStorage.removeItem("tijian-pictures"); 0`, nil))
	}
	w.run(chromedp.Reload(), chromedp.WaitVisible(".reading-room[data-ready] .line.struck"))
	w.accessible("the corrected report")
	w.run(chromedp.EmulateViewport(375, 780, chromedp.EmulateMobile))
	w.fits("the report on a phone")
	w.shot("report-phone")
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.Evaluate(`document.activeElement.blur(); 0`, nil))
	w.tabTo(`main a[href$="/assess"]`)
	w.enter()
	var first, date string
	w.run(chromedp.Evaluate(`Array.from(document.getElementsByName("value"), (f) => f.value).join(" ")`, &first))
	if !strings.Contains(first, "5.5") || !strings.Contains(first, "6.6") {
		w.t.Errorf("the form to assess has %s", first)
	}
	w.shot("assess-offer")
	if w.seen { // typed
		w.tabTo("[name=sex]")
		w.run(chromedp.KeyEvent("男"), chromedp.Evaluate(`new Intl.DateTimeFormat(navigator.language).formatToParts(new Date(1966, 4, 1)).map((p) => ({year: "1966", month: "05", day: "01"})[p.type] || "").join("")`, &date))
		w.tabTo("[name=born]")
		w.run(chromedp.KeyEvent(date))
	} else { // offered
		w.accessible("the form with an offer")
		w.run(chromedp.EmulateViewport(375, 780, chromedp.EmulateMobile))
		w.fits("the form with an offer on a phone")
		w.shot("assess-offer-phone")
		w.run(chromedp.EmulateViewport(1200, 900))
		w.tabTo("[value=take]")
		w.run(chromedp.KeyEvent("\r"), chromedp.WaitNotPresent(".offer", chromedp.ByQuery))
		w.wants("the form that has taken the offer", "评估指标")
	}
	w.tabTo("form .acts:last-child button") // the rows of the report are folded
	w.enter()
	who := "女 31 岁"
	if w.seen {
		who = "男 "
	}
	w.wants("the assessment", "评估结果", who, "5.5")
	w.handsOut()
	if w.seen {
		return
	}
	w.tabTo(".notable summary")
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".notable details[open] dl", chromedp.ByQuery))
	w.shot("report-why")
	w.run(chromedp.EmulateViewport(375, 780, chromedp.EmulateMobile))
	w.fits("the assessment of a report on a phone")
	w.shot("report-why-phone")
	w.run(chromedp.EmulateViewport(1200, 900))
	if pdf := w.print(); !strings.HasPrefix(string(pdf), "%PDF") {
		w.t.Errorf("printed %d bytes", len(pdf))
	}
	w.run(emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(703, 1017))
	w.shot("report-print")
	w.run(emulation.SetEmulatedMedia().WithMedia(""), chromedp.EmulateViewport(1200, 900))
}

// checks confirms or strikes out what is still to be checked, if anything.
func (w *tab) checks() {
	w.t.Helper()
	waittest.Until(w.t, "all lines are checked", func() (done bool) {
		w.run(chromedp.Evaluate(`(() => {
			if (document.querySelector(".htmx-request")) return false;
			const next = document.querySelector(".line.doubtful .confirm, .line.none [name=strike]");
			if (next) next.click();
			return !next;
		})()`, &done))
		return done
	})
}

// handsOut signs the answer that the tab shows, and looks at the page for the patient.
// Each page of the way is the same after a reload, and is there when somebody goes back.
func (w *tab) handsOut() {
	w.t.Helper()
	again := func(what string, says ...string) {
		w.t.Helper()
		w.run(chromedp.Reload(), chromedp.WaitVisible("main h1"))
		w.wants(what+" after a reload", says...)
	}
	again("the answer", "评估结果", "5.5")
	w.moves("back", "#assess")
	w.has("back from the answer", "[name=value]", "5.5")
	again("the form", "评估指标")
	w.moves("forward", "[value=sign]")
	w.tabTo("[value=sign]")
	w.enter()
	w.wants("the page for the patient", "您的体检结果", "先做什么", "城东体检中心", "医生签名", "5.5")
	w.accessible("the page for the patient")
	w.fits("the page for the patient")
	w.shot("patient")
	if pages := strings.Count(string(w.print()), "/Type /Page\n"); pages < 1 || pages > 2 {
		w.t.Errorf("a patient is given %d pages", pages)
	}
	again("the page for the patient", "您的体检结果", "医生签名")
	if !w.seen {
		w.run(chromedp.EmulateViewport(375, 780, chromedp.EmulateMobile))
		w.fits("the page for the patient on a phone")
		w.shot("patient-phone")
		w.run(chromedp.EmulateViewport(1200, 900))
	}
	w.moves("back", "#summary")
	w.settles("the answer is shown as it is now", "main", "签发，不能再改")
	w.accessible("the signed answer")
	w.byLink()
}

// byLink makes a link for the patient and opens it where nobody is logged in.
func (w *tab) byLink() {
	w.t.Helper()
	var link, answer string
	w.run(chromedp.Location(&answer))
	w.click(`main a[href$="/patient"]`)
	w.click(`form[action$="/link"] button`)
	w.accessible("the link")
	w.fits("the link")
	w.shot("link")
	w.run(chromedp.Value("#link", &link, chromedp.ByQuery))
	ctx, noted := browse(w.t, w.base)
	patient := &tab{t: w.t, ctx: ctx, base: w.base, seen: w.seen}
	patient.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile), chromedp.Navigate(link), chromedp.WaitVisible("main h1"))
	patient.wants("the page by its link", "您的体检结果", "先做什么")
	patient.accessible("the page by its link")
	patient.fits("the page by its link")
	patient.shot("patient-link")
	noted.nothing(w.t)
	w.run(chromedp.Navigate(answer), chromedp.WaitVisible("#summary"))
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

// keep keeps a picture of another tab.
func (w *tab) keep(other *tab, name string) {
	w.t.Helper()
	other.fits(name)
	other.shot(name)
	if err := chromedp.Cancel(other.ctx); err != nil {
		w.t.Fatal(err)
	}
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
