package console

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/engine/release"
	"tijian/internal/waittest"
	"tijian/server/console/trials"
	"tijian/server/job"
)

// What takes long tells how far it has come, goes on when the page is left, is
// found again by it, and is not begun twice.
func TestJobs(t *testing.T) {
	b, folder := workshop(t)
	editor := b.as("editor")
	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	const page = "rules/draft/2026.2"
	if body := editor.get(page).Body.String(); strings.Contains(body, "/job/") {
		t.Error("a page goes on with what nobody began")
	}
	proceed := make(chan struct{})
	begin := func() *job.Job[shower] {
		return b.begin("2026.2", "test", func(told func(run, of int)) (shower, error) {
			told(3, 10)
			<-proceed
			return func(v *requestContext) error {
				return v.part(http.StatusOK, "draft", "tried", suitesPage{Draft: trials.Draft{View: trials.View{Trials: 7}}})
			}, nil
		})
	}
	j := begin()
	waittest.Until(t, "it has told", func() bool { return j.State().Run == 3 })
	if begin() != j {
		t.Error("begun twice")
	}
	scripted := b.as("editor")
	scripted.header.Set("HX-Request", "true")
	says(t, "progress", scripted.get(page+"/job/test"), http.StatusOK, "正在运行用例", `<progress max="10" value="3"`, "3 / 10", page+"/job/test", "load delay")
	says(t, "the page, opened again", editor.get(page), http.StatusOK, `hx-get="../../rules/draft/2026.2/job/test" hx-trigger="load"`)
	close(proceed)
	<-j.Ended
	says(t, "the outcome", scripted.get(page+"/job/test"), http.StatusOK, "7 例全部符合")
	says(t, "the page with it", editor.get(page), http.StatusOK, "/job/test")
	if err := os.WriteFile(filepath.Join(folder, "rules", "2026.2", "sources.yaml"), []byte("LIP23: {title: 新}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if body := editor.get(page).Body.String(); strings.Contains(body, "/job/") {
		t.Error("an outcome of other files is shown")
	}
	b.begin("2026.2", "check", func(func(int, int)) (shower, error) { panic("oh") })
	wantStatus(t, "a panic", editor.get(page+"/job/check"), http.StatusInternalServerError)
	wantStatus(t, "nothing", editor.get(page+"/job/impact"), http.StatusSeeOther)
	if b.jobs.Find("2026.2", "test") != nil {
		t.Error("more than the last outcome is kept")
	}
}

// While a draft is tried its page tells how far that is, with what was typed; and
// another draft's says what it waits for.
func TestTryingIsShown(t *testing.T) {
	b, _ := workshop(t)
	editor := b.as("editor")
	for _, name := range []string{"2026.2", "2026.3"} {
		wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {name}, "from": {"2026.1"}}), http.StatusSeeOther)
	}
	at := make(chan struct{})
	begun := b.try("2026.2", proposing{Reason: "指南更新", Day: "2027-01-01", Reasons: map[string]string{"a": "可以"}}, func(told func(job.Progress)) error {
		told(job.Progress{Stage: string(release.Affecting), Run: 40, Of: 100})
		<-at
		return errors.New("broken")
	})
	if !begun || b.try("2026.3", proposing{}, nil) {
		t.Fatal("not one is tried at a time")
	}
	waittest.Until(t, "it has told", func() bool { return b.workView("zh", "2026.2").At == 5 })
	says(t, "the page", editor.get("rules/draft/2026.2"), http.StatusOK, `<li class="done">逐格比较两个版本`, `aria-current="step">模拟人群的影响 <progress max="100" value="40"`,
		`<fieldset class="plain" disabled>`, "指南更新</textarea>", `value="2027-01-01"`)
	says(t, "another draft's", editor.get("rules/draft/2026.3"), http.StatusOK, "正在检验草稿 2026.2", `<fieldset class="plain" disabled>`)
	close(at)
	<-b.work.Find("2026.2", "").Ended
	says(t, "afterwards", editor.get("rules/draft/2026.2"), http.StatusOK, "检验没有完成", `<fieldset class="plain"><label>`, "指南更新</textarea>")
}
