package browser

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tijian/engine"
	"tijian/internal/waittest"
)

// gives hands a file of a name to the page as a drop or a paste does; of names other than
// .jpg no type is told, as on systems that know none.
func (w *tab) gives(event, carrier, name, picture string) {
	w.t.Helper()
	data, err := os.ReadFile(picture)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const bytes = Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)), carried = new DataTransfer();
		carried.items.add(new File([bytes], %q, { type: %q }));
		const event = new %s(%q, { bubbles: true, cancelable: true, %s: carried });
		document.querySelector("main").dispatchEvent(event);
	})(); 0`, base64.StdEncoding.EncodeToString(data), name, map[string]string{".jpg": "image/jpeg"}[filepath.Ext(name)],
		map[string]string{"drop": "DragEvent", "paste": "ClipboardEvent"}[event], event, carrier), nil))
}

// A doctor drops a picture anywhere and pastes another, is cut off, goes on when the
// network is back, says that a row is another item, pastes rows, and sees how results
// went since the last examination.
func TestDoctorsDayInBrowser(t *testing.T) {
	t.Parallel()
	base := start(t, settings(t.TempDir(), engine.Files{}))
	ctx, noted := browse(t, base)
	w := &tab{t: t, ctx: ctx, base: base}
	w.run(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(base+"/console/cases"), chromedp.WaitVisible("input[name=password]"))
	w.login()
	picture := filepath.Join(reports, "single-clean-11.jpg")
	w.gives("drop", "dataTransfer", "a.jpg", picture)
	w.gives("paste", "clipboardData", "photo.HEIC", picture)
	w.gives("drop", "dataTransfer", "notes.txt.exe", picture)
	w.settles("both are taken", "#chosen", "a.jpg")
	w.settles("both are taken", "#chosen", "photo.HEIC")
	var chosen int
	if w.run(chromedp.Evaluate(`document.querySelectorAll("#chosen li").length`, &chosen)); chosen != 2 {
		t.Fatalf("%d files are chosen", chosen)
	}
	w.run(press("#chosen li:last-child button"))
	offline := func(off bool) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			return network.EmulateNetworkConditions(off, 0, -1, -1).Do(ctx)
		})
	}
	w.run(offline(true), press("#upload .acts button"))
	w.settles("the loss is said", "#result", "网络断了")
	w.run(offline(false), chromedp.WaitVisible(".reading-room[data-ready] .line"))
	noted.forget() // what was sent while there was no network

	var tall []int
	w.run(chromedp.Evaluate(`Array.from(document.querySelectorAll(".line")).map((l) => l.offsetHeight).filter((h) => h > 36)`, &tall))
	if len(tall) > 0 {
		t.Errorf("lines are %v pixels high", tall)
	}
	const row = ".line:has([name=indicator][value=diastolic_bp])"
	w.run(chromedp.Focus(row, chromedp.ByQuery), chromedp.WaitVisible("[data-lens]"))
	var seen bool
	w.run(chromedp.Evaluate(`(() => {
		const here = document.querySelector("rect.here").getBoundingClientRect(), lens = document.querySelector("[data-lens]").getBoundingClientRect();
		return lens.top >= 0 && lens.bottom <= innerHeight && here.top >= lens.bottom - 1 && here.bottom <= innerHeight;
	})()`, &seen))
	if !seen {
		t.Error("the row is not to be seen in the picture, or the lens is not")
	}
	w.shot("station")
	picks := func(item string) {
		w.run(chromedp.Evaluate(`document.querySelector("`+row+` a").click(); 0`, nil), chromedp.WaitVisible(row+" [name=as]", chromedp.ByQuery), chromedp.Focus(row+" [name=as]", chromedp.ByQuery), chromedp.KeyEvent(item), chromedp.KeyEvent("\r"))
	}
	picks("空腹血糖")
	w.settles("it cannot be", row+" [role=alert]", "不能用单位“mmHg”")
	w.run(press(row+" button[name=restore]"), chromedp.WaitNotPresent(row+" [role=alert]", chromedp.ByQuery))
	picks("眼压")
	w.settles("the row is another", row, "已换项")
	w.run(chromedp.Evaluate(`document.querySelector("#add details").open = true; document.querySelector("[name=rows]").value = "25-羟维生素D\t50\tnmol/L\n没有这项\t3"; 0`, nil), press("#add details button"), chromedp.WaitVisible("#add .fault", chromedp.ByQuery))
	w.wants("the rows", "已添加 1 项", "第 2 行", "25-羟维生素D")
	w.run(press("#add button[name=none]"))
	w.settles("what is no item", "#lines .line.other:last-child", "没有这项")
	w.accessible("the station")
	w.fits("the station")
	w.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	w.fits("the station on a phone")
	w.shot("station-phone")
	w.run(press(`#wanting a[data-settle][href$="/assess"]`), chromedp.WaitVisible(".paper-head canvas"))
	w.fits("the form with the head of the paper on a phone")
	w.accessible("the form with the head of the paper")
	w.shot("assess-phone")
	w.run(chromedp.EmulateViewport(1440, 900))

	// Two examinations of one person.
	for k, value := range []string{"80", "110"} {
		w.run(chromedp.Navigate(base+"/console/assess"), chromedp.WaitVisible("#assess"), w.fill("sex", 0, "male"), w.fill("born", 0, "1966-05-01"), w.fill("at", 0, fmt.Sprintf("202%d-05-01", 4+k)), w.fill("person", 0, "P-7"),
			w.fill("name", 0, "肌酐"), w.fill("value", 0, value), w.fill("reference", 0, "57-97"))
		w.click("form[action$=assess] .acts:last-child button")
	}
	w.click(`main a[href*="people/P-7"]`)
	w.wants("the trends", "P-7 的历次检查", "变化超出变异", "肌酐")
	w.accessible("the trends")
	w.fits("the trends")
	w.shot("trends")
	w.run(chromedp.Evaluate(`document.querySelector(".trends details").open = true; 0`, nil), chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	w.fits("the trends on a phone")
	w.shot("trends-phone")
	w.run(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(base+"/console/cases"), chromedp.WaitVisible(".cases-list img"))
	waittest.Until(t, "the list shows one small picture", func() (one bool) {
		w.run(chromedp.Evaluate(`Array.from(document.querySelectorAll(".cases-list img")).filter((i) => i.complete && i.naturalWidth > 0 && i.naturalHeight <= 128).length === 1`, &one))
		return one
	})
	w.accessible("the list")
	w.shot("list")
	noted.nothing(t)
}
