package console

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/internal/waittest"
	"tijian/server/console/trials"
	"tijian/server/job"
	"tijian/server/store/storetest"
)

// What was not understood is a chart and lists; phrases only where they are kept.
func TestQuality(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("editor")
		page := func(want ...string) {
			t.Helper()
			got := w.get("quality")
			sound(t, "the page", got)
			for _, text := range want {
				if !strings.Contains(got.Body.String(), text) {
					t.Errorf("the page lacks %q", text)
				}
			}
		}
		page("规则 "+live().Last().Version, "等待签字", "发布记录", "改错查出", "还没有。", "rules/table/"+live().Last().Version+"/")
		for _, insert := range []string{
			"unread_days VALUES ('2026-11-19', 'pictures', 3, 40, 4), ('2026-11-20', 'pictures', 1, 10, 5), ('2026-11-20', 'texts', 2, 8, 1), ('2026-10-01', 'texts', 999, 999, 999)",
			"unread_rows VALUES ('2026-11-19', 'hba1c', 4), ('2026-11-20', 'hba1c', 3), ('2026-11-20', '<b>', 2)",
			"unread_phrases VALUES ('a', '<script>', 7, 'x', '2026-11-20')",
		} {
			if _, err := b.DB.Exec(t.Context(), "INSERT INTO "+insert); err != nil {
				t.Fatal(err)
			}
		}
		page("4 张图片，9 行没有读到数值（共 50 行）", "2 段文字，1 处没看懂（共 8 处）", "最高的一天 50.0%", "<title>2026-11-19  10.0% (4/40)</title>",
			`糖化血红蛋白 <span class="soft">7<`, "&lt;b&gt;", "TIJIAN_UNREAD_PHRASES=on")
	})
}

// The suites are run while the page looks on.
func TestSuites(t *testing.T) {
	b := newBench(t)
	b.Release.Suites = t.TempDir()
	suite := func(level string) {
		t.Helper()
		text := `title: 血糖
datetime: "2026-04-01T08:00:00Z"
persons:
  man: {sex: male, born: "1980-05-01"}
cases:
  - {name: 正常, person: man, indicator: fasting_glucose, levels: {5: N0}}
  - {name: 偏高, person: man, signed: "", samples: {fasting_glucose: 6.5}, expect: {level: {fasting_glucose: ` + level + `}}}
`
		if err := os.WriteFile(filepath.Join(b.Release.Suites, "glucose.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := b.as("editor")
	run := func(want ...string) {
		t.Helper()
		wantStatus(t, "the button", w.post("quality/suites", nil), http.StatusSeeOther)
		var events *httptest.ResponseRecorder
		waittest.Until(t, "the events tell the end", func() bool { // whoever watches comes back where a stream ends before
			events = w.get("quality/suites/events")
			return strings.Contains(events.Body.String(), "event: end")
		})
		if kind := events.Header().Get("Content-Type"); kind != "text/event-stream; charset=utf-8" {
			t.Errorf("events: %s", kind)
		}
		waittest.Until(t, "the run has ended", func() bool { return !b.suitesView("zh").Running })
		page := w.get("quality").Body.String()
		w.header = http.Header{"Hx-Request": {"true"}}
		part := w.get("quality/suites").Body.String()
		w.header = nil
		for _, text := range want {
			if !strings.Contains(page, text) || !strings.Contains(part, text) {
				t.Errorf("the page lacks %q:\n%s", text, part)
			}
		}
	}
	suite("N0")
	run("1 项不符（共运行 ", "血糖 · 偏高", "glucose.yaml:7", "分界", "1 例等待医生核对签名", "血糖 · 1 例")
	suite("H1")
	run(" 例全部符合", "用时")
	suite("X9")
	run("用例文件有错误")

	proceed := make(chan struct{})
	defer close(proceed)
	b.runs.Begin(&job.Job[trials.Run]{Version: "x"}, func(func(job.Progress)) (trials.Run, error) { <-proceed; return trials.Run{}, nil })
	w.header = http.Header{"Hx-Request": {"true"}, "X-Csrf-Token": {w.token()}}
	if text := w.do("POST", "quality/suites", "").Body.String(); !strings.Contains(text, "已运行 0 例") || !strings.Contains(text, "data-events=") {
		t.Errorf("while another runs:\n%s", text)
	}
}
