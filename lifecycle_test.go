package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tijian/internal/waittest"
	"tijian/internal/wordstest"
	"tijian/server/store/storetest"
)

const lifePassword = "a long enough password"

// A life is a folder of rules with the processes that work on it.
type life struct {
	*testing.T
	program, root, base, token string
	env                        []string
	service                    *exec.Cmd
	steps, every               int // of how many answers one is asked for again of the next service
}

// TestLifecycle takes a version from its draft over faults and their mending to
// a release by two people, a canary and a rollback, in front of a running
// service that is killed after each step: it always comes back with a whole
// version, the one it had. That lies in files, whatever the database: on PostgreSQL,
// where users and tokens outlive it elsewhere, it is killed after some of the steps.
func TestLifecycle(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		l := begin(t, dsn)
		for name, role := range map[string]string{"editor": "editor", "approver": "approver"} {
			l.ok("", "user", "add", name, "--role", role)
		}
		l.answers("anybody", "2026.1 H1")
		l.ok("草稿 2026.2", "rules", "draft", "2026.2")
		l.refused("2026.2", "rules", "draft", "2026.2")
		l.answers("anybody", "2026.1 H1")

		propose := []string{"rules", "release", "2026.2", "--user", "editor", "--reason", "指南更新", "--suites", "suites", "--sentences", "", "--min-coverage", "0", "--min-score", "0", "--persons", "50", "--reason-for", "triglycerides=指南放宽"}
		l.edit("rules/2026.2/indicators/lipids.yaml", "value < 1.70", "value < 1.90")
		l.refused("overlap", propose...)
		l.edit("rules/2026.2/indicators/lipids.yaml", "value >= 1.70", "value >= 1.90")
		l.edit("rules/2026.2/indicators/lipids.yaml", "tip: 理想", "tip: 合适")
		l.refused("", "rules", "release", "2026.2", "--approve", "--user", "approver") // nobody has proposed it
		l.ok("已提出发布 2026.2", propose...)
		l.refused("角色", "rules", "release", "2026.2", "--approve", "--user", "editor")
		l.refused("event=release-approved-refused", "rules", "release", "2026.2", "--approve", "--user", "editor")
		l.refused("event=login-failed", "rules", "release", "2026.2", "--approve", "--user", "nobody")
		l.answers("anybody", "2026.1 H1")

		// The canary: one namespace has the draft.
		l.write("rules/current.yaml", "active: \"2026.1\"\nnamespaces: {ward: \"2026.2\"}\n")
		l.answers("ward", "2026.2 N0")
		l.answers("anybody", "2026.1 H1")

		approve := []string{"rules", "release", "2026.2", "--approve", "--user", "approver"}
		signing := append(approve, "--sheet", "sheet.yaml")
		l.refused("还没有由批准的人签", approve...)
		l.ok("rules/2026.2/indicators/lipids.yaml:5 甘油三酯 triglycerides tip\n    - 理想\n    + 合适\n", "rules", "sheet", "2026.2")
		l.ok("2 组改动（变轻的 1 组）写入 sheet.yaml", "rules", "sheet", "2026.2", "--out", "sheet.yaml")
		l.refused("还没有由批准的人签", signing...)
		l.edit("sheet.yaml", `decision: ""`, "decision: rejected")
		l.refused("2 组被退回", signing...)
		l.edit("sheet.yaml", "decision: rejected", "decision: maybe")
		l.refused("maybe", signing...)
		l.edit("sheet.yaml", "decision: maybe", "decision: 同意")
		l.ok("2 组改动", signing...)
		l.ok("；“指南放宽”", "rules", "history", "--changes")
		l.answers("anybody", "2026.2 N0")
		l.refused("已经发布", propose...)
		l.edit("rules/2026.2/indicators/lipids.yaml", "1.90", "1.95")
		l.refused("locked", "rules", "check", "2026.2")
		l.edit("rules/2026.2/indicators/lipids.yaml", "1.95", "1.90")

		// The next canary, behind a release that is live.
		l.ok("草稿 2026.3", "rules", "draft", "2026.3")
		l.edit("rules/2026.3/indicators/lipids.yaml", "1.90", "1.80")
		l.write("rules/current.yaml", "active: \"2026.2\"\nnamespaces: {ward: \"2026.3\"}\n")
		l.answers("ward", "2026.3 H1")
		l.answers("anybody", "2026.2 N0")

		l.ok("2026.2 → 2026.1", "rules", "rollback", "--user", "approver", "--reason", "有误")
		l.answers("anybody", "2026.1 H1")
		l.answers("ward", "2026.3 H1") // what a namespace is pinned to stays
		l.ok("2 条，前后相接", "rules", "history")
		l.edit("rules/history.yaml", "指南更新", "指南修订")
		l.refused("history", "rules", "history")
	})
}

// arrange lays out a folder with the program, a small set of rules, dictionaries
// with few words, and suites.
// A command that does not stop in an order of its own ends at the first signal.
func TestSignalEnds(t *testing.T) {
	l := arrange(t)
	c := exec.Command(l.program, "convert", "-")
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err == nil {
		_, err = in.Write(make([]byte, 1<<20)) // more than a pipe holds: the command runs
	}
	if err == nil {
		err = c.Process.Signal(syscall.SIGTERM)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil || !c.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
		t.Errorf("it ended otherwise: %v", err)
	}
}

func arrange(t *testing.T) *life {
	l := &life{T: t, root: t.TempDir(), env: os.Environ()}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l.program = filepath.Join(l.root, "bin", "tijian") // by this name the test program is the command
	if err := errors.Join(os.Mkdir(filepath.Dir(l.program), 0o755), os.Symlink(self, l.program), wordstest.Copy(filepath.Join(l.root, "dictionaries", "2026.1"))); err != nil {
		t.Fatal(err)
	}
	if err := wordstest.FewRules(filepath.Join(l.root, "rules"), "testdata/script/rules_edit.txtar"); err != nil {
		t.Fatal(err)
	}
	l.write("suites/lipids.yaml", "title: 血脂\ndatetime: 2026-11-20T08:00:00.000Z\npersons: {男: {sex: male, age: 45}}\ncases:\n  - {name: 甘油三酯, person: 男, indicator: triglycerides, levels: {1.0: N0, 2.0: H1}}\n")
	return l
}

func begin(t *testing.T, dsn string) *life {
	l := arrange(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	l.base, l.every = "http://"+address, 1
	if strings.HasPrefix(dsn, "postgres") {
		l.every = 4
	}
	l.env = append(l.env, "TIJIAN_DATA="+filepath.Join(l.root, "data"), "TIJIAN_DATABASE="+dsn, "TIJIAN_RULES=rules", "TIJIAN_DICTIONARIES=dictionaries",
		"TIJIAN_LISTEN="+address, "TIJIAN_WORKERS=0", "TIJIAN_BOOTSTRAP_USER=first", "TIJIAN_BOOTSTRAP_PASSWORD="+lifePassword)
	l.ok("已锁定", "rules", "lock", "2026.1")
	l.start()
	t.Cleanup(l.kill)
	return l
}

func (l *life) write(name, text string) {
	l.Helper()
	name = filepath.Join(l.root, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		l.Fatal(err)
	}
}

func (l *life) edit(name, from, to string) {
	l.Helper()
	text, err := os.ReadFile(filepath.Join(l.root, name))
	if err != nil || !bytes.Contains(text, []byte(from)) {
		l.Fatal(name, from, err)
	}
	l.write(name, strings.ReplaceAll(string(text), from, to))
}

func (l *life) run(args []string) (string, error) {
	c := exec.Command(l.program, args...)
	c.Dir, c.Env, c.Stdin = l.root, l.env, strings.NewReader(lifePassword+"\n")
	out, err := c.CombinedOutput()
	return string(out), err
}

func (l *life) ok(part string, args ...string) {
	l.Helper()
	if out, err := l.run(args); err != nil || !strings.Contains(out, part) {
		l.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (l *life) refused(part string, args ...string) {
	l.Helper()
	if out, err := l.run(args); err == nil || !strings.Contains(out, part) {
		l.Fatalf("%s: %v, wanted a refusal with %q\n%s", strings.Join(args, " "), err, part, out)
	}
}

func (l *life) start() {
	l.Helper()
	l.service = exec.Command(l.program, "serve")
	l.service.Dir, l.service.Env = l.root, l.env
	if err := l.service.Start(); err != nil {
		l.Fatal(err)
	}
	waittest.Until(l, "the service is ready", func() bool {
		resp, err := http.Get(l.base + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	if l.token != "" { // which outlives the process
		return
	}
	var login struct{ Token string }
	if err := json.Unmarshal(l.post("/api/login", `{"username":"first","password":"`+lifePassword+`"}`), &login); err != nil {
		l.Fatal(err)
	}
	l.token = login.Token
}

func (l *life) kill() {
	_ = l.service.Process.Kill()
	_ = l.service.Wait()
}

func (l *life) post(path, body string) []byte {
	l.Helper()
	req, err := http.NewRequestWithContext(context.Background(), "POST", l.base+path, strings.NewReader(body))
	if err != nil {
		l.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if l.token != "" {
		req.Header.Set("Authorization", "JWT "+l.token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		l.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		l.Fatal(resp.Status, string(data), err)
	}
	return data
}

// answers waits until a namespace has an answer, kills the service and asks the
// next one, each time or each few times.
func (l *life) answers(namespace, want string) {
	l.Helper()
	ask := func() string {
		var answer struct {
			Ruleset struct{ Version string }
			Samples []struct{ Level string }
		}
		data := l.post("/api/samples?format=full", `{"user_identifier":"u","namespace":"`+namespace+`","datetime":"2026-11-20T08:00:00.000Z",
			"profile":{"dob":"1970-05-01","gender":"female"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,
			"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},"samples":[{"name":"triglycerides","value":1.80}]}`)
		if err := json.Unmarshal(data, &answer); err != nil || len(answer.Samples) != 1 {
			l.Fatal(string(data), err)
		}
		return answer.Ruleset.Version + " " + answer.Samples[0].Level
	}
	waittest.Until(l, namespace+" has "+want, func() bool { return ask() == want })
	if l.steps++; l.steps%l.every != 0 {
		return
	}
	l.kill()
	l.start()
	if got := ask(); got != want {
		l.Errorf("started again, the service answers %s, not %s", got, want)
	}
}
