package console

import (
	"errors"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/engine/draft"
	"tijian/internal/waittest"
	"tijian/server/audit"
)

var failing = regexp.MustCompile(`name="(case\.\d+)" value="([^"]*)"`)

// A bound is moved in a cell, the cases that it breaks are accepted or corrected
// from this version on, one is added at the new bound; another person approves,
// and it goes back. The cases of the version before stay as they were.
func TestCasesFollowAChange(t *testing.T) {
	b, folder := workshop(t)
	if err := errors.Join(os.Remove(filepath.Join(folder, "suites", "2026.2.yaml")), os.WriteFile(filepath.Join(folder, "suites", "2026.1.yaml"), []byte(`title: 血脂
versions: ["2026.1"]
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯, person: 男, indicator: triglycerides, levels: {1.69: N0, 1.70: H1, 1.80: H1, 2.0: H1}}
`), 0o600)); err != nil {
		t.Fatal(err)
	}
	shared, _ := os.ReadFile(filepath.Join(folder, "suites", "2026.1.yaml"))
	editor, other, approver := b.as("editor"), b.as("admin"), b.as("approver")
	const address, cells = "rules/draft/2026.2", "rules/cells/2026.2/triglycerides"
	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	says(t, "it brings its cases", editor.post(address+"/test", nil), http.StatusOK, "4 例全部符合")
	form := formOf(t, editor.get("rules/table/2026.2/triglycerides").Body.String())
	wantStatus(t, "a bound", editor.post(cells, set(form, "when.0", "value < 1.90", "when.1", "value >= 1.90")), http.StatusSeeOther)

	page := editor.post(address+"/test", nil)
	says(t, "what it breaks", page, http.StatusOK, "2 项不符", "不符的用例属于哪些项目", `<text class="label" x="190" y="15">lipids</text><rect x="200" y="3" width="300"`, "血脂 · 甘油三酯 1.70", "甘油三酯的等级：应为 H1，实为 N0", address+"/accept", "/case?indicator=%e7%94%98%e6%b2%b9%e4%b8%89%e9%85%af&amp;value=1.91")
	accept := url.Values{"pick": {"0", "1"}, "now.0": {"N0"}, "now.1": {"N0"}}
	for _, m := range failing.FindAllStringSubmatch(page.Body.String(), -1) {
		accept.Set(m[1], html.UnescapeString(m[2]))
	}
	says(t, "none chosen", editor.post(address+"/accept", url.Values{"reason.triglycerides": {"x"}}), http.StatusOK, "没有选中")
	says(t, "no reason", editor.post(address+"/accept", accept), http.StatusOK, "没有写原因", "triglycerides 2", "2 项不符")
	accept.Set("reason.triglycerides", "指南更新")
	says(t, "milder", editor.post(address+"/accept", accept), http.StatusOK, "变轻了的有 triglycerides 2", `name="milder.triglycerides"`, `value="指南更新"`)
	accept.Set("milder.triglycerides", "放宽了轻度")
	says(t, "no level", editor.post(address+"/accept", set(accept, "now.0", "N9")), http.StatusOK, "N9")
	wantStatus(t, "a client", b.as("client").post(address+"/accept", accept), http.StatusForbidden)
	wantStatus(t, "a broken form", editor.post(address+"/accept", set(accept, "case.0", "{")), http.StatusBadRequest)
	wantStatus(t, "accepted, unsigned", editor.post(address+"/accept", accept), http.StatusSeeOther)
	says(t, "another's, too late", other.post(address+"/accept", accept), http.StatusOK, "用例现在的预期已经不同")
	says(t, "unsigned", editor.post(address+"/test", nil), http.StatusOK, "4 例全部符合", "2 例等待医生核对签名")

	tried := editor.post(address+"/case", url.Values{"sex": {"male"}, "age": {"45"}, "indicator": {"甘油三酯"}, "value": {"1.91"}, "level": {"N0"}, "do": {"try"}})
	says(t, "what the draft answers", tried, http.StatusOK, `草稿现在的回答：H1`, `class="warning"`)
	says(t, "no sample", editor.post(address+"/case", url.Values{"sex": {"male"}, "age": {"old"}}), http.StatusUnprocessableEntity, "年龄要写", "至少")
	says(t, "nothing expected", editor.post(address+"/case", url.Values{"sex": {"male"}, "age": {"45"}, "indicator": {"甘油三酯"}, "value": {"1.91"}, "do": {"save"}}), http.StatusUnprocessableEntity, "没有写预期结果")
	wantStatus(t, "a case", editor.post(address+"/case", url.Values{"sex": {"male"}, "age": {"45"}, "indicator": {"甘油三酯"}, "value": {"1.91"}, "level": {"H1"}, "sign": {"1"}, "do": {"save"}}), http.StatusSeeOther)
	written := func(name string) string {
		data, err := fs.ReadFile(b.Files, "rules/2026.2/cases/"+name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if text := written("added.yaml"); !strings.Contains(text, "signed: editor ") || !strings.Contains(text, "samples: {triglycerides: 1.91}") {
		t.Errorf("added:\n%s", text)
	}
	says(t, "five cases", editor.post(address+"/test", nil), http.StatusOK, "5 例全部符合")

	propose := func() {
		t.Helper()
		wantStatus(t, "propose", editor.post(address+"/propose", editor.reasoned("2026.2", url.Values{"reason": {"指南更新"}})), http.StatusSeeOther)
		waittest.Until(t, "the draft was tried", func() bool { return !b.workView("zh", "2026.2").Running })
	}
	propose() // nobody says why it is milder
	propose()
	says(t, "unsigned cases are not released", editor.get(address), http.StatusOK, "草稿没有通过", "2 例待签字", ">指南更新</textarea>")
	// Signed in the file, as anybody may who reads it.
	const file = "rules/2026.2/cases/otherwise.yaml"
	text := written("otherwise.yaml")
	signed := strings.ReplaceAll(text, `signed: ""`, "signed: admin 2026-11-23")
	says(t, "a slip in the file", other.post("rules/edit/2026.2/check", url.Values{"file": {file}, "text": {strings.Replace(signed, "check:", "chek:", 1)}}), http.StatusOK, "chek", file+":4")
	wantStatus(t, "signed", other.post("rules/edit/2026.2", url.Values{"file": {file}, "seen": {draft.Hash([]byte(text))}, "text": {signed}}), http.StatusSeeOther)
	propose()
	propose()
	approver.sign(t, "2026.2", "agreed")
	wantStatus(t, "approve", approver.post(address+"/approve", nil), http.StatusSeeOther)
	if v := b.Live.Snapshot().Rules.Version; v != "2026.2" {
		t.Fatalf("%s is in force", v)
	}
	wantStatus(t, "locked with its cases", editor.post(address+"/accept", accept), http.StatusConflict)
	wantStatus(t, "roll back", approver.post("rules/rollback", url.Values{"reason": {"有误"}}), http.StatusSeeOther)
	wantStatus(t, "the next draft", editor.post("rules/draft", url.Values{"name": {"2026.3"}, "from": {"2026.2"}}), http.StatusSeeOther)
	says(t, "has them, too", editor.post("rules/draft/2026.3/test", nil), http.StatusOK, "5 例全部符合")
	wantStatus(t, "one beside it", editor.post("rules/draft", url.Values{"name": {"2026.4"}, "from": {"2026.1"}}), http.StatusSeeOther)
	says(t, "has those of the base", editor.post("rules/draft/2026.4/test", nil), http.StatusOK, "4 例全部符合")
	if now, err := os.ReadFile(filepath.Join(folder, "suites", "2026.1.yaml")); err != nil || string(now) != string(shared) {
		t.Errorf("the shared suite was changed: %s, %v", now, err)
	}
	events, err := b.Audit.List(t.Context(), audit.Filter{Kind: audit.Drafts, Most: 50})
	if err != nil || !slices.ContainsFunc(events, func(e audit.Entry) bool { return e.Event == audit.DraftEdited && e.Who == "editor" && e.About == file }) {
		t.Errorf("nobody is said to have accepted: %v, %v", events, err)
	}
}
