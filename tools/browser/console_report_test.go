package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tijian/internal/waittest"
)

// plainSheet draws results beside which neither unit nor reference stands, so that each is
// to be checked, and gives the path of the picture.
func (w *tab) plainSheet() string {
	w.t.Helper()
	const rows = `["谷丙转氨酶 23","谷草转氨酶 19","总胆红素 12.3","尿素 5.1","肌酐 71","尿酸 302","葡萄糖 5.2","总胆固醇 4.31","甘油三酯 1.02","高密度脂蛋白胆固醇 1.31"]`
	var png []byte
	w.run(chromedp.EmulateViewport(1000, 1400, chromedp.EmulateScale(2)), chromedp.Navigate("about:blank"), chromedp.Evaluate(`document.body.innerHTML = "<h1>检验结果</h1><table style='font: 32px/2.2 sans-serif'>" +
		`+rows+`.map((row) => "<tr><td style='width: 600px'>" + row.replace(" ", "<td>")).join("") + "</table>"; 0`, nil),
		chromedp.CaptureScreenshot(&png), chromedp.EmulateViewport(1200, 900))
	path := filepath.Join(w.t.TempDir(), "plain.png")
	if err := os.WriteFile(path, png, 0o644); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// sends has a picture read, by the keyboard from the page of cases.
func (w *tab) sends(picture string) {
	w.t.Helper()
	w.tabTo("#picture")
	w.run(chromedp.SetUploadFiles("#picture", []string{picture}, chromedp.ByQuery))
	w.tabTo("#upload .acts button")
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".reading-room[data-ready] .line"))
}

// confirms goes through what is to be checked of a picture by the keyboard: Enter on a line
// says that it was read rightly and goes on to the next that needs it.
func (w *tab) confirms(picture string) {
	w.t.Helper()
	w.run(chromedp.Navigate(w.base+"/console/cases"), chromedp.WaitVisible("#picture"))
	w.sends(picture)
	var counts string
	var all, wanting, shown int
	w.run(chromedp.Text("#wanting", &counts, chromedp.ByQuery))
	if _, err := fmt.Sscanf(strings.TrimSpace(counts), "共 %d 项，其中 %d 项需要核对", &all, &wanting); err != nil || wanting < 3 {
		w.t.Fatalf("%q: few are to be checked, %v", counts, err)
	}
	w.run(press("#only"), chromedp.Evaluate(`Array.from(document.querySelectorAll(".line")).filter((l) => l.offsetParent).length`, &shown),
		press("#only"))
	if shown != wanting {
		w.t.Errorf("of %d to check %d are shown", wanting, shown)
	}
	w.tabTo(".line.doubtful")
	for left := wanting - 1; left > 0; left-- {
		w.run(chromedp.KeyEvent("\r"))
		w.settles("the next is confirmed", "#wanting", fmt.Sprintf("还有 %d 项", left))
		waittest.Until(w.t, "another line has the focus", func() (next bool) {
			w.run(chromedp.Evaluate(`document.activeElement.matches(".line.doubtful")`, &next))
			return next
		})
	}
	w.run(chromedp.KeyEvent("\r"))
	w.settles("all is checked", "#wanting", "需要核对的都核对过了")
}

// report sends a picture, looks at what was read, corrects the first value to what can be
// right there, while another tab takes it for a conflicting one, and goes on to an
// assessment, all by the keyboard; only the file is chosen for it.
func (w *tab) report(picture, right, conflicting string) {
	w.t.Helper()
	picture, err := filepath.Abs(picture)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(chromedp.EmulateViewport(1200, 900), chromedp.WaitVisible("nav"), chromedp.Evaluate(`document.activeElement.blur(); 0`, nil))
	w.tabTo(`nav a[href$="/cases"]`)
	w.enter()
	w.shot("reports-empty")
	w.sends(picture)
	w.tabTo(".line:nth-child(3)")
	w.run(chromedp.WaitVisible("[data-lens]"))
	w.wants("the report", "肌酐", "不是这一项")
	w.run(chromedp.WaitReady(`.line [role=img][aria-label^="纸上"]`), chromedp.WaitReady(`.line [role=img][aria-label^="规则"]`))
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
		w.run(chromedp.EmulateViewport(1200, 900))
	}
	w.run(chromedp.Focus(".acts a", chromedp.ByQuery))
	other := w.beside()
	w.tabTo(".line:first-child input[name=value]") // which selects what stands there
	w.run(chromedp.KeyEvent(right), chromedp.KeyEvent("\r"))
	w.settles("the correction is shown", ".line:first-child", "已改正")
	// Another tab of the report overwrites nothing.
	other.tabTo(".line:first-child input[name=value]")
	other.run(chromedp.KeyEvent(conflicting), chromedp.KeyEvent("\r"))
	other.settles("the conflict is shown", ".line:first-child [role=alert]", "“"+conflicting+"”没有保存")
	w.keep(other, "report-conflict")
	w.checks()
	if !w.seen { // the other picture is read for certain
		w.settles("all is checked", "#wanting", "需要核对的都核对过了")
	}
	// A line that is not on the report is struck out, one that was missed is added.
	w.tabTo(`.line:first-child ~ .line:not(.struck) form > a`)
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".line .open", chromedp.ByQuery))
	w.tabTo(`.open button[name=strike]`)
	w.run(chromedp.KeyEvent("\r"), chromedp.WaitVisible(".line.struck", chromedp.ByQuery))
	w.tabTo("#add-name")
	w.run(chromedp.KeyEvent("糖化血红蛋白"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("x"), chromedp.KeyEvent("\r"), chromedp.WaitVisible("#add .fault", chromedp.ByQuery))
	w.shot("report-fault")
	w.tabTo("#add [name=value]")
	w.run(chromedp.KeyEvent("6.6"), chromedp.KeyEvent("\r"), chromedp.WaitVisible("#add .success", chromedp.ByQuery))
	w.wants("the corrected report", "已删去", "手工添加")
	// The pictures are still there after a reload: this tab has kept them, or the service.
	if w.seen {
		w.run(chromedp.Evaluate(`sessionStorage.clear(); 0`, nil))
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
	w.run(chromedp.Evaluate(`document.querySelector(".rows").textContent`, &first))
	if !strings.Contains(first, right) || !strings.Contains(first, "6.6") {
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
	w.wants("the assessment", "评估结果", who, right)
	w.handsOut(right)
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

// handsOut signs the answer to a value that the tab shows, and looks at the page for the patient.
// Each page of the way is the same after a reload, and is there when somebody goes back.
func (w *tab) handsOut(right string) {
	w.t.Helper()
	again := func(what string, says ...string) {
		w.t.Helper()
		w.run(chromedp.Reload(), chromedp.WaitVisible("main h1"))
		w.wants(what+" after a reload", says...)
	}
	again("the answer", "评估结果", right)
	w.moves("back", "#assess")
	w.settles("back from the answer the form has it", "#assess .rows", right)
	again("the form", "评估指标")
	w.moves("forward", "[value=sign]")
	w.tabTo("[value=sign]")
	w.enter()
	w.wants("the page for the patient", "您的体检结果", "先做什么", "城东体检中心", "医生签名", right)
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

// keep keeps a picture of another tab.
func (w *tab) keep(other *tab, name string) {
	w.t.Helper()
	other.fits(name)
	other.shot(name)
	if err := chromedp.Cancel(other.ctx); err != nil {
		w.t.Fatal(err)
	}
}
