package command

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

// TestReload changes the rules of a service under load: a new version comes
// into force, a broken one doesn't, an earlier one comes back by its name; no
// request fails, and none is answered by two versions.
func TestReload(t *testing.T) {
	folder := t.TempDir()
	fewRules(t, folder)
	// 2026.2 differs in one bound.
	words := t.TempDir()
	for _, version := range []string{"2026.1", "2026.2"} {
		if err := wordstest.Copy(filepath.Join(words, version)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(folder, "2026.2"), os.DirFS(filepath.Join(folder, "2026.1"))); err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(folder, "2026.2", "manifest.yaml"), `version: "2026.1"`, `version: "2026.2"`)
	lipids := filepath.Join(folder, "2026.2", "indicators", "lipids.yaml")
	edit(t, lipids, "value < 1.70", "value < 1.90")
	edit(t, lipids, "value >= 1.70", "value >= 1.90")

	s := startWith(t, t.TempDir(), engine.Files{Rules: folder, Dictionaries: words})
	token := s.login()
	var stop atomic.Bool
	var clients sync.WaitGroup
	defer clients.Wait()
	defer stop.Store(true)
	seen := newVersions()
	for range 4 {
		clients.Go(func() {
			for !stop.Load() {
				seen.add(assessTwice(t, s, token))
				time.Sleep(5 * time.Millisecond) // the rules are to be loaded beside it
			}
		})
	}
	seen.await(t, "2026.1 H1")

	current := filepath.Join(folder, "current.yaml")
	edit(t, current, "2026.1", "2026.2")
	seen.await(t, "2026.2 N0")

	edit(t, lipids, "value < 1.90", "value < 1.85") // a gap
	waittest.Until(t, "a broken change is refused", func() bool {
		return metric(t, s, "tijian_ruleset_last_reload_successful") == "0"
	})
	seen.forget()
	seen.await(t, "2026.2 N0")

	edit(t, lipids, "value < 1.85", "value < 1.90")
	edit(t, current, "2026.2", "2026.1")
	seen.forget()
	seen.await(t, "2026.1 H1")
	for answer := range seen.all() {
		if answer != "2026.1 H1" && answer != "2026.2 N0" {
			t.Errorf("an answer that no version gives: %s", answer)
		}
	}
}

// fewRules writes rules of one indicator into a folder.
func fewRules(t *testing.T, folder string) {
	t.Helper()
	if err := wordstest.FewRules(folder, "../testdata/script/rules_edit.txtar"); err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, file, from, to string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(from)) {
		t.Fatalf("%s has no %q", file, from)
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(data, []byte(from), []byte(to)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// assessTwice sends one value as two samples and returns version and level;
// header, body and both samples must agree.
func assessTwice(t *testing.T, s *service, token string) string {
	const body = `{"user_identifier":"u","namespace":"n","datetime":"2026-11-20T08:00:00.000Z",
		"profile":{"dob":"1970-05-01","gender":"female"},"health_background":{"has_diabetes":false,
		"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},
		"samples":[{"name":"triglycerides","value":1.80},{"name":"triglycerides","value":1.80}]}`
	req, err := http.NewRequest("POST", s.base+"/api/samples?format=full", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return ""
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "JWT "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	var answer struct {
		Ruleset struct{ Version string }
		Samples []struct{ Level string }
	}
	if err != nil || resp.StatusCode != 200 || json.Unmarshal(data, &answer) != nil || len(answer.Samples) != 2 {
		t.Errorf("%s %v: %s", resp.Status, err, data)
		return ""
	}
	if v := resp.Header.Get("X-Ruleset-Version"); v != answer.Ruleset.Version || answer.Samples[0] != answer.Samples[1] {
		t.Errorf("header %s, body %+v", v, answer)
	}
	return answer.Ruleset.Version + " " + answer.Samples[0].Level
}

func metric(t *testing.T, s *service, name string) string {
	t.Helper()
	resp, err := http.Get(s.base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("no metric %s", name)
	return ""
}

// versions collects the answers that clients saw.
type versions struct {
	mu     sync.Mutex
	recent map[string]bool
	ever   map[string]bool
}

func newVersions() *versions { return &versions{recent: map[string]bool{}, ever: map[string]bool{}} }

func (v *versions) add(answer string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.recent[answer], v.ever[answer] = true, true
}

func (v *versions) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	clear(v.recent)
}

func (v *versions) all() map[string]bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return maps.Clone(v.ever)
}

func (v *versions) await(t *testing.T, answer string) {
	t.Helper()
	waittest.Until(t, "an answer "+answer, func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.recent[answer]
	})
}

// TestReloadIsAskedFor has an operator ask by the API; the answer tells what
// became of it.
func TestReloadIsAskedFor(t *testing.T) {
	folder := t.TempDir()
	fewRules(t, folder)
	s := startWith(t, t.TempDir(), engine.Files{Rules: folder})
	ask := func(token string) (int, string) {
		t.Helper()
		req, err := http.NewRequest("POST", s.base+"/rules/reload", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	expect := func(status int, part string) {
		t.Helper()
		if got, body := ask(testReloadToken); got != status || !strings.Contains(body, part) {
			t.Errorf("%d %s, want %d %s", got, body, status, part)
		}
	}
	if got, body := ask("guessed"); got != 401 {
		t.Errorf("a guessed secret: %d %s", got, body)
	}
	expect(200, `"outcome":"unchanged"`)
	current := filepath.Join(folder, "current.yaml")
	edit(t, current, "active: ", "actve: ")
	expect(422, `current.yaml:`)
	edit(t, current, "actve: ", "active: ")
	expect(200, `"outcome":"unchanged"`)
}
