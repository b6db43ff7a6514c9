package console

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/engine/record"
	"tijian/engine/release"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
	"tijian/server/audit"
	"tijian/server/user"
)

func says(t testing.TB, what string, got *httptest.ResponseRecorder, status int, parts ...string) {
	t.Helper()
	wantStatus(t, what, got, status)
	sound(t, what, got)
	for _, part := range parts {
		if !strings.Contains(got.Body.String(), part) {
			t.Errorf("%s does not say %q:\n%s", what, part, got.Body)
		}
	}
}

// The rules in force are there to read, for everybody who can log in.
func TestRulesAreShown(t *testing.T) {
	b := newBench(t)
	w, version := b.as("client"), live().Snapshot().Rules.Version
	says(t, "search", w.get("rules?q=alt"), http.StatusOK, `rules/table/`+version+`/alt"`)
	if strings.Contains(w.get("rules?q=alt").Body.String(), "/hemoglobin\"") {
		t.Error("the search finds everything")
	}
	says(t, "nothing found", w.get("rules?q=%3Cb%3E"), http.StatusOK, "没有名称含", "&lt;b&gt;")
	says(t, "a table", w.get("rules/table/"+version+"/fasting_glucose"), http.StatusOK, "<svg", `class="level c5"`, "value &lt;")
	says(t, "an older one", b.as("client").get("rules/table/2026.1/fasting_glucose?lang=en"), http.StatusOK, "<svg", "Decision tables", "2026.1")
	says(t, "the same in English", w.get("rules?q=alt"), http.StatusOK, `href="?lang=en&amp;q=alt"`)
	says(t, "no such indicator", w.get("rules/table/"+version+"/nothing"), http.StatusNotFound, "没有判定表")
	says(t, "no such version", w.get("rules?version=1999.1"), http.StatusNotFound, "1999.1")
	says(t, "where used", w.get("rules/where?number=6.1&indicator=fasting_glucose"), http.StatusOK, "glycaemia.yaml:")
	says(t, "no number", w.get("rules/where?number=six"), http.StatusOK, "不是数字")
	says(t, "history", w.get("rules/history"), http.StatusOK, "2026.1 → 2026.2", "rules-approver")
	says(t, "an older release", w.get("rules/history?of=2026.19"), http.StatusOK, `id="v2026.19"`, "<details><summary>逐组签过的改动（")
	says(t, "embedded", b.as("editor").post("rules/draft", url.Values{"name": {"2099.1"}}), http.StatusConflict, "程序自带的规则")
}

const suite = `title: 血脂
versions: [VERSION]
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯, person: 男, indicator: triglycerides, levels: {BELOW: N0, 2.0: H1}}
`

// workshop is a bench whose rules lie in folders.
func workshop(t *testing.T) (b *bench, folder string) {
	t.Helper()
	b, folder = newBench(t), t.TempDir()
	in := func(name ...string) string { return filepath.Join(append([]string{folder}, name...)...) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(wordstest.FewRules(in("rules"), "../../testdata/script/rules_edit.txtar"))
	must(wordstest.Copy(in("dictionaries", "2026.1")))
	must(os.Mkdir(in("suites"), 0o700))
	for version, below := range map[string]string{"2026.1": "1.69", "2026.2": "1.89"} {
		text := strings.NewReplacer("VERSION", `"`+version+`"`, "BELOW", below).Replace(suite)
		must(os.WriteFile(in("suites", version+".yaml"), []byte(text), 0o600))
	}
	b.Files = engine.Files{Rules: in("rules"), Dictionaries: in("dictionaries")}
	lock, err := record.NewLock(b.Files.RulesFS(), b.Files.DictionariesFS(), "2026.1")
	must(err)
	must(os.WriteFile(in("rules", "2026.1", record.LockName), lock.Text(), 0o600))
	b.Live, err = openLive(b.Files)
	must(err)
	b.book = draft.NewBook(b.Files, b.Live, nil)
	b.Release = Release{Suites: in("suites"), Demands: release.Demands{Persons: 50}}
	b.Reload = func() { b.Live.Reload() }
	return b, folder
}

var hidden = regexp.MustCompile(`name="seen" value="([^"]+)"`)

var (
	decided = regexp.MustCompile(`name="decision\.([0-9a-f]+)" value="agreed"`)
	milder  = regexp.MustCompile(`name="reason\.([0-9a-f]+)"`)
)

// reasoned adds to the form of a proposal why what its page asks about may be milder.
func (w *browser) reasoned(version string, form url.Values) url.Values {
	for _, m := range milder.FindAllStringSubmatch(w.get("rules/draft/"+version).Body.String(), -1) {
		form.Set("reason."+m[1], "指南放宽")
	}
	return form
}

// sign says the same of every group of a proposal's sheet, and gives how many there are.
func (w *browser) sign(t *testing.T, version, decision string) int {
	t.Helper()
	page := w.get("rules/draft/" + version + "/changes").Body.String()
	seen, groups := hidden.FindStringSubmatch(page), decided.FindAllStringSubmatch(page, -1)
	if len(seen) == 0 || len(groups) == 0 {
		t.Fatalf("nothing to sign: %s", page)
	}
	form := url.Values{"seen": {seen[1]}}
	for _, m := range groups {
		form.Set("decision."+m[1], decision)
		form.Set("comment."+m[1], "逐项看过")
	}
	wantStatus(t, "sign", w.post("rules/draft/"+version+"/sheet", form), http.StatusSeeOther)
	return len(groups)
}

// A version goes from a copy to being in force, and back, by two people who use
// nothing but the pages.
func TestDraftBecomesVersion(t *testing.T) {
	b, folder := workshop(t)
	editor, other, approver := b.as("editor"), b.as("admin"), b.as("approver")
	const file = "rules/2026.2/indicators/lipids.yaml"
	edit := "rules/edit/2026.2?file=" + file
	form := func(seen, text string) url.Values { return url.Values{"file": {file}, "seen": {seen}, "text": {text}} }
	open := func(w *browser) (seen, text string) {
		t.Helper()
		page := w.get(edit)
		says(t, "the editor", page, http.StatusOK, "检查结果")
		if strings.Contains(page.Body.String(), `class="error"`) {
			t.Errorf("the editor shows faults:\n%s", page.Body)
		}
		data, err := fs.ReadFile(b.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		return hidden.FindStringSubmatch(page.Body.String())[1], string(data)
	}

	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	says(t, "the same name", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusConflict, "这个名称已经有了")
	says(t, "a bad name", editor.post("rules/draft", url.Values{"name": {"../x"}}), http.StatusConflict, "只能用字母")
	says(t, "a long name", editor.post("rules/draft", url.Values{"name": {strings.Repeat("9", 300)}}), http.StatusConflict, "名称最多 60 个字符")
	says(t, "the form", editor.get("rules"), http.StatusOK, fmt.Sprintf(`pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,%d}" title="名称最多 %d 个`, release.MaxName-1, release.MaxName))
	says(t, "the draft", editor.get("rules/draft/2026.2"), http.StatusOK, file, "dictionaries/2026.2/cues.yaml")
	says(t, "the released one", editor.get("rules/edit/2026.1?file=rules/2026.1/manifest.yaml"), http.StatusConflict, "锁定")
	says(t, "a file elsewhere", editor.get("rules/edit/2026.2?file=rules/2026.2/../../users.yaml"), http.StatusNotFound, "没有文件")
	says(t, "the other version's file", editor.post("rules/edit/2026.2", url.Values{"file": {"rules/2026.1/manifest.yaml"}, "text": {"x"}}), http.StatusNotFound)

	seen, text := open(editor)
	gap := strings.Replace(text, "value < 1.70", "value < 1.60", 1)
	got := editor.post("rules/edit/2026.2/check", form(seen, gap))
	wantStatus(t, "while typing", got, http.StatusOK)
	if body := got.Body.String(); !strings.Contains(body, file+":5") || !strings.Contains(body, `class="error"`) || strings.Contains(body, "<html") {
		t.Errorf("while typing: %s", body)
	}
	if _, now := open(editor); now != text {
		t.Error("checking a text saves it")
	}
	good := strings.ReplaceAll(text, "1.70", "1.90")
	theirSeen, _ := open(other)
	wantStatus(t, "save", editor.post("rules/edit/2026.2", form(seen, strings.ReplaceAll(good, "\n", "\r\n"))), http.StatusSeeOther)
	if _, now := open(editor); now != good {
		t.Errorf("saved %q", now)
	}
	says(t, "two at one file", other.post("rules/edit/2026.2", form(theirSeen, strings.Replace(text, "保持清淡饮食", "<b>少油</b>", 1))), http.StatusConflict,
		"别人改了这个文件", "&lt;b&gt;少油", "value &lt; 1.90")
	if _, now := open(editor); now != good {
		t.Errorf("overwritten: %q", now)
	}
	says(t, "the altered draft", editor.get("rules/draft/2026.2"), http.StatusOK, "已经改动的", "改动了的指标", `rules/table/2026.2/triglycerides">甘油三酯<`)
	says(t, "the draft's table", editor.get("rules/table/2026.2/triglycerides"), http.StatusOK, "1.90", "rules/edit/2026.2?file=rules/2026.2%2findicators%2flipids.yaml&amp;line=")
	says(t, "changes", editor.get("rules/draft/2026.2/changes"), http.StatusOK, "甘油三酯的回答", "<del>H1 ", "<ins>N0")
	part := func(what, act string, parts ...string) {
		t.Helper()
		got := editor.post("rules/draft/2026.2/"+act, nil)
		for _, want := range parts {
			if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), want) {
				t.Errorf("%s: %d, no %q in %s", what, got.Code, want, got.Body)
			}
		}
	}
	part("the whole check", "check", "没有错误：1 张表")
	part("suites", "test", "4 例全部符合", "覆盖最低的部分", "还没有用例的表行", "甘油三酯 第 ")
	part("impact", "impact", "1000 人中", "男 30–39", "甘油三酯", `class="level c3">H1<`, `<rect class="c1" width="100"`,
		`<rect class="before c3"`, "甘油三酯：改动前后各等级的人次", `<th scope="row">H1 轻度偏高</th>`)

	says(t, "no reason", editor.post("rules/draft/2026.2/propose", url.Values{}), http.StatusConflict, "原因")
	says(t, "nothing proposed", approver.post("rules/draft/2026.2/approve", nil), http.StatusConflict, "还没有人提出")
	propose := func(w *browser) {
		t.Helper()
		wantStatus(t, "propose", w.post("rules/draft/2026.2/propose", w.reasoned("2026.2", url.Values{"reason": {"指南更新"}})), http.StatusSeeOther)
		waittest.Until(t, "the draft was tried", func() bool { return !b.workView("zh", "2026.2").Running })
	}
	b.Release.Demands.Coverage = 100
	propose(editor)
	says(t, "nobody said why it is milder", editor.get("rules/draft/2026.2"), http.StatusOK, "草稿没有通过", "1 组变轻了", "为什么可以变轻——甘油三酯的回答")
	propose(editor)
	says(t, "what is lacking", editor.get("rules/draft/2026.2"), http.StatusOK, "草稿没有通过", "覆盖", "点下面的“运行用例”看")
	b.Release.Demands.Coverage = 0
	b.users.change("editor", func(u *user.User) { u.Role = user.Approver })
	propose(editor)
	says(t, "one's own", editor.get("rules/draft/2026.2"), http.StatusOK, "editor 已提出发布", "请另一位")
	says(t, "approved by oneself", editor.post("rules/draft/2026.2/approve", nil), http.StatusConflict, "不能自己批准")
	says(t, "why acts were refused", b.as("admin").get("operation/audit?kind=releases"), http.StatusOK, "不能自己批准", "用例覆盖：最低的一项", "至少要 100.0%")
	says(t, "the same in English", b.as("admin").get("operation/audit?kind=releases&lang=en"), http.StatusOK, release.ErrSamePerson.EN, "coverage: least")
	says(t, "for approval", approver.get("rules/draft/2026.2"), http.StatusOK, "逐组看改动并签", "还没有签")
	says(t, "the sheet", approver.get("rules/draft/2026.2/changes"), http.StatusOK, "变轻或可能变轻的 1 组在前", "指南放宽", "逐组展开看过")
	says(t, "approved unseen", approver.post("rules/draft/2026.2/approve", nil), http.StatusConflict, "还没有由批准的人签")
	says(t, "an old sheet", approver.post("rules/draft/2026.2/sheet", url.Values{"seen": {"x"}}), http.StatusConflict, "不是现在提出的这一份")
	groups := approver.sign(t, "2026.2", "rejected")
	says(t, "rejected", approver.post("rules/draft/2026.2/approve", nil), http.StatusConflict, "被退回")
	says(t, "back at the proposer", editor.get("rules/draft/2026.2"), http.StatusOK, fmt.Sprintf("退回 %d 组", groups), "逐项看过")
	if page := approver.get("rules/draft/2026.2/changes").Body.String(); strings.Contains(page, "批准并发布") {
		t.Error("what is rejected can be approved")
	}
	if page := editor.get("rules/draft/2026.2/changes").Body.String(); strings.Contains(page, `name="decision.`) {
		t.Error("who proposes can sign")
	}
	approver.sign(t, "2026.2", "agreed")
	says(t, "all agreed", approver.get("rules/draft/2026.2/changes"), http.StatusOK, "批准并发布", "已同意")
	b.ApproverWait = 24 * time.Hour
	b.Audit.Add(t.Context(), audit.Entry{Event: user.RoleChanged, Who: "editor", About: "approver", At: b.Now()})
	says(t, "made by the proposer", approver.post("rules/draft/2026.2/approve", nil), http.StatusConflict, "TIJIAN_APPROVER_WAIT")
	b.ApproverWait = 0
	wantStatus(t, "approve", approver.post("rules/draft/2026.2/approve", nil), http.StatusSeeOther)
	if v := b.Live.Snapshot().Rules.Version; v != "2026.2" {
		t.Errorf("%s is in force", v)
	}
	says(t, "history", approver.get("rules/history"), http.StatusOK, "2026.1 → 2026.2", "approver 批准", "指南更新", "rules/rollback", "逐组签过的改动", "逐项看过")
	says(t, "locked now", editor.get(edit), http.StatusConflict, "锁定")
	wantStatus(t, "roll back", approver.post("rules/rollback", url.Values{"reason": {"有误"}}), http.StatusSeeOther)
	if v := b.Live.Snapshot().Rules.Version; v != "2026.1" {
		t.Errorf("%s is in force", v)
	}
	if leftover, err := filepath.Glob(filepath.Join(folder, "rules", "*", "indicators", ".edit-*")); err != nil || len(leftover) > 0 {
		t.Errorf("left behind: %v, %v", leftover, err)
	}
}

// People read, edit and try drafts at the same time as others.
func TestPagesAtTheSameTime(t *testing.T) {
	b, _ := workshop(t)
	editor := b.as("editor")
	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	wantStatus(t, "propose", editor.post("rules/draft/2026.2/propose", url.Values{"reason": {"试一试"}}), http.StatusSeeOther)
	const file = "rules/2026.2/indicators/lipids.yaml"
	data, err := fs.ReadFile(b.Files, file)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, role := range []string{"client", "editor", "approver", "admin"} {
		w := b.as(role)
		all.Go(func() {
			for _, page := range []string{"rules", "rules/table/2026.2/triglycerides", "rules/history", "cases", "rules/where?number=1.7"} {
				if got := w.get(page); got.Code != http.StatusOK {
					t.Errorf("%s as %s: %d", page, role, got.Code)
				}
			}
			if role != "client" {
				w.get("rules/draft/2026.2")
				w.post("rules/edit/2026.2/check", url.Values{"file": {file}, "text": {string(data)}})
				w.post("rules/edit/2026.2", url.Values{"file": {file}, "seen": {draft.Hash(data)}, "text": {string(data) + "# " + role + "\n"}})
			}
		})
	}
	all.Wait()
	waittest.Until(t, "the draft was tried", func() bool { return !b.workView("zh", "2026.2").Running })
	if now, err := fs.ReadFile(b.Files, file); err != nil || strings.Count(string(now), "\n") != strings.Count(string(data), "\n")+1 {
		t.Errorf("not one of three was saved: %q, %v", now, err)
	}
}

// What a draft has otherwise is named as people know it, whatever file it is in;
// a file that cannot be read, and a table that is as it was, name nothing.
func TestTouched(t *testing.T) {
	b, folder := workshop(t)
	for _, c := range []struct{ file, before, after, want string }{
		{"indicators/x.yaml", "- {indicator: triglycerides, a: 1}\n- {indicator: alt, a: 1}\n", "- {indicator: triglycerides, a: 2}\n- {indicator: alt, a: 1}\n", "triglycerides 甘油三酯 "},
		{"overlays/hall/indicators/x.yaml", "", "- {indicator: triglycerides}\n", "triglycerides 甘油三酯 hall"},
		{"risks/x.yaml", "{id: r, name: 旧}", "{id: r, name: 新}", "r 新 "},
		{"risks/x.yaml", "{id: r, name: 旧}", "{id: r", ""},
		{"derived/x.yaml", "", "- {id: r}", ""},
	} {
		for version, text := range map[string]string{"2026.1": c.before, "2026.2": c.after} {
			name := filepath.Join(folder, "rules", version, filepath.FromSlash(c.file))
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		indicators, risks := b.book.Touched("2026.2", []string{"rules/2026.2/" + c.file})
		var got string
		for _, one := range append(indicators, risks...) {
			got += one.Name + " " + one.Title.ZH + " " + one.Namespace
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.file, c.after, got, c.want)
		}
	}
}
