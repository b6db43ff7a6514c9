package console

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tijian/server/audit"
)

// link opens the page of a signed case by a link, without a login, until its days are
// over; what comes back checks that it is over then for another reason.
func (b *bench) link(w *browser, at string) (over func(why string)) {
	t := b.t.(*testing.T)
	t.Helper()
	wantStatus(t, "a link for a thousand days", w.post(at+"/link", url.Values{"days": {"1000"}}), http.StatusBadRequest)
	page := w.post(at+"/link", url.Values{"days": {"7"}})
	answers(t, "the link", page, "给本人的链接", "/console/given/", `class="qr"`)
	_, rest, _ := strings.Cut(page.Body.String(), "/console/given/")
	address, _, _ := strings.Cut(rest, "<")
	stranger := b.browser()
	given := stranger.get("given/" + address)
	answers(t, "by the link", given, "王小明", "先做什么", "甲状腺结节", "!<nav", "!签发", "!医生看的结果", "!cases/", "!链接有效")
	if given.Header().Get("X-Robots-Tag") != "noindex" {
		t.Errorf("the page may be found by search: %v", given.Header())
	}
	broken := []byte(address)
	broken[len(broken)/2] ^= 1
	over = func(why string) {
		t.Helper()
		says(t, why, stranger.get("given/"+address), http.StatusNotFound, "已经过期")
	}
	for _, other := range []string{string(broken), address[1:], address[:20], "x"} {
		says(t, "a link that was made up", stranger.get("given/"+other), http.StatusNotFound, "已经过期")
	}
	entries, err := b.Audit.List(t.Context(), audit.Filter{Most: 50})
	for event, via := range map[string]string{audit.LinkMade: "console", audit.AnswerRead: "link"} {
		if !slices.ContainsFunc(entries, func(e audit.Entry) bool { return e.Event == event && e.Via == via }) || err != nil {
			t.Errorf("the audit log lacks %s by %s: %+v, %v", event, via, entries, err)
		}
	}
	b.wait(6 * 24 * time.Hour)
	answers(t, "on its last day", stranger.get("given/"+address), "王小明")
	b.wait(25 * time.Hour)
	over("expired")
	b.wait(-7*24*time.Hour - time.Hour)
	return over
}

// workbook reads the answer of a case as Excel gets it.
func (b *bench) workbook(w *browser, at string) {
	b.t.Helper()
	got := w.get(at + "/workbook")
	if got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Disposition"), "attachment") {
		b.t.Fatalf("the workbook: %d %v", got.Code, got.Header())
	}
	book, err := excelize.OpenReader(bytes.NewReader(got.Body.Bytes()))
	if err != nil {
		b.t.Fatal(err)
	}
	defer book.Close()
	var all strings.Builder
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			b.t.Fatal(err)
		}
		all.WriteString(sheet + "\n")
		for _, row := range rows {
			all.WriteString(strings.Join(row, "|") + "\n")
		}
	}
	for _, want := range []string{"检验结果", "王小明 A-77", "|空腹血糖|28|mmol/L|危急偏高|", "先做什么", "内分泌", "检查所见", "甲状腺结节"} {
		if !strings.Contains(all.String(), want) {
			b.t.Errorf("the workbook lacks %s:\n%s", want, all.String())
		}
	}
}
