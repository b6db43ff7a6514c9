package browser

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tijian/engine"
	"tijian/internal/waittest"
)

// chooses picks files in the field of a form, as somebody does in the dialog.
func (w *tab) chooses(field string, pictures ...string) {
	w.t.Helper()
	files := make([]string, len(pictures))
	for i, one := range pictures {
		var err error
		if files[i], err = filepath.Abs(one); err != nil {
			w.t.Fatal(err)
		}
	}
	w.run(chromedp.SetUploadFiles(field, files, chromedp.ByQuery))
}

// A practice's morning: three reports are sent at once, a case each; each is read beside
// its own picture however many came after it, from field to field by Enter; a
// correction says that the answer is void; another report's picture is refused; what is
// signed leads to the next.
func TestPracticeInBrowser(t *testing.T) {
	t.Parallel()
	s := settings(t.TempDir(), engine.Files{})
	s.HTTP.Cases.PictureDays = 0 // the tab alone has them
	base := start(t, s)
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	w.run(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(base+"/console/cases"), chromedp.WaitVisible("input[name=password]"))
	w.login()
	var pictures []string
	for _, name := range []string{"single-clean-11", "single-photographed-15", "double-clean-12"} {
		pictures = append(pictures, filepath.Join(reports, name+".jpg"))
	}
	w.chooses("#picture", pictures...)
	w.shot("practice-chosen")
	w.run(press("#upload .acts button"), chromedp.WaitVisible(".cases-list li:nth-child(3)", chromedp.ByQuery))
	w.settles("all are read", ".counts-line", "待核对")
	var paths []string
	for _, name := range []string{"single-clean-11", "single-photographed-15", "double-clean-12"} {
		var path string
		w.run(chromedp.Evaluate(fmt.Sprintf(`Array.from(document.querySelectorAll(".cases-list li")).find((l) => l.textContent.includes(%q)).querySelector("a").href`, name), &path))
		paths = append(paths, path)
	}
	w.accessible("the list of a morning")

	// Each has its own picture.
	for _, path := range paths {
		w.run(chromedp.Navigate(path), chromedp.WaitVisible(".reading-room[data-ready] .line rect, .reading-room[data-ready] .line"))
	}
	var columns string
	w.run(chromedp.Evaluate(`(() => {
		const boxes = Array.from(document.querySelectorAll("#lines > .line[data-box]"), (l) => l.dataset.box.split(" ").map(Number)), half = Math.max(...boxes.map((b) => b[2])) / 2;
		return boxes.map((b) => b[0] > half ? "r" : "l").join("");
	})()`, &columns))
	if strings.Contains(columns, "rl") || !strings.Contains(columns, "lr") {
		t.Errorf("the lines of two columns stand %s", columns)
	}
	w.shot("practice-columns")

	// By Enter from field to field.
	w.run(chromedp.Navigate(paths[0]), chromedp.WaitVisible(".reading-room[data-ready] .line"))
	field := func() (n int) {
		w.run(chromedp.Evaluate(`Array.from(document.querySelectorAll("#lines > .line")).findIndex((l) => l.querySelector("[name=value]") === document.activeElement)`, &n))
		return n
	}
	w.run(chromedp.Focus("#lines > .line:first-child [name=value]", chromedp.ByQuery), chromedp.KeyEvent("\r"))
	waittest.Until(t, "Enter in a field leads to another", func() bool { return field() >= 1 })
	w.run(chromedp.Evaluate(`document.querySelector("#lines > .line:first-child").focus(); 0`, nil), chromedp.KeyEvent("1"))
	if n := field(); n != 0 {
		t.Errorf("a digit on a line is typed into the field %d", n)
	}
	w.run(chromedp.KeyEvent("71.5\r"))
	w.settles("what was typed is kept", "#lines > .line:first-child", "已改正")
	waittest.Until(t, "Enter after a value leads to another field", func() bool { return field() >= 1 })
	// Another report's picture is refused, its own is taken.
	w.run(chromedp.Evaluate(`sessionStorage.clear(); 0`, nil), chromedp.Reload(), chromedp.WaitVisible("[data-gone]"))
	w.wants("no picture", "要对照，请选原来那张")
	w.chooses("[data-again] input", pictures[1])
	w.settles("it is refused", "[data-strange]", "single-photographed-15.jpg 这张不是这份报告读的那张图片")
	w.chooses("[data-again] input", pictures[0])
	w.run(chromedp.WaitVisible(".reading-room[data-ready] .line"))
	var refused bool
	if w.run(chromedp.Evaluate(`document.querySelector("[data-strange]").hidden`, &refused)); !refused {
		t.Error("its own picture is refused")
	}

	// What is still to check is said to be right; then it is assessed, corrected,
	// assessed again by one button and signed, which leads to the next.
	w.run(chromedp.Focus("#lines > .line:first-child [name=value]", chromedp.ByQuery))
	for left := -1; left != 0; {
		w.run(chromedp.KeyEvent("\r"), chromedp.Sleep(20*time.Millisecond), chromedp.Evaluate(`document.querySelectorAll("#lines .doubtful").length`, &left))
	}
	w.settles("only the empty line is left", "#wanting", "还有 1 项")
	w.run(chromedp.Focus("#lines > .none", chromedp.ByQuery), chromedp.KeyEvent(kb.Delete))
	w.settles("all is checked", "#wanting", "都核对过了")
	w.wants("struck", "恢复去掉的 1 行")
	waittest.Until(t, "the next step has the focus", func() (next bool) {
		w.run(chromedp.Evaluate(`document.activeElement.matches("#wanting .next")`, &next))
		return next
	})
	w.accessible("a report whose empty lines are struck")
	w.click(`main a[href$="/assess"]`)
	w.run(w.fill("sex", 0, "female"), w.fill("age", 0, "31"), w.fill("at", 0, "2026-01-18"))
	w.click("#assess .acts button:not([name])")
	w.click(`main a[href*="/cases/"]:not([href$="/patient"]):not([href$="/assess"])`)
	w.run(chromedp.Focus("#lines > .line:first-child", chromedp.ByQuery), chromedp.KeyEvent("172.5\r"))
	w.settles("the answer is void", "#wanting", "改之前的评估已经作废")
	w.accessible("a report whose answer is void")
	w.shot("practice-void")
	w.click("#wanting button[value=again]")
	w.wants("the new answer", "评估结果", "172.5")
	w.click("main button[value=sign]")
	w.wants("the signed page", "您的体检结果", "下一份")
	var copies int
	if w.run(chromedp.Evaluate(`JSON.parse(sessionStorage.getItem("tijian-pictures") || "[]").length`, &copies)); copies != 0 {
		t.Errorf("%d reports have copies of pictures in the tab", copies)
	}
	w.click(`main a.button[href*="/cases/"]`)
	w.wants("the next", "报告", "补上漏读的项目")
	noted.nothing(t)
}
