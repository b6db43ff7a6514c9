package command

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/server/metrics"
)

// Whoever edits the rules reads in the log where the fault is, how to fix it,
// and once that it is gone.
func TestRefusedRulesAreLogged(t *testing.T) {
	folder := t.TempDir()
	fewRules(t, folder)
	files := engine.Files{Rules: folder}
	live, problems := engine.Open(files, dictionaryChecks...)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	r := newReloader(live, files, metrics.NewRuleset(metrics.NewRegistry()), slog.New(slog.NewTextHandler(&log, nil)))
	current := filepath.Join(folder, "current.yaml")
	edit(t, current, "active: ", "actve: ")
	r.reload("files")
	for _, want := range []string{current + ":", "是否想写", "the rules in force stay", "kind=security event=rules-refused trigger=files"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, log.String())
		}
	}
	log.Reset()
	edit(t, current, "actve: ", "active: ")
	r.reload("files")
	r.reload("files")
	if n := strings.Count(log.String(), "rules unchanged, earlier fault gone"); n != 1 {
		t.Errorf("told %d times:\n%s", n, log.String())
	}
}
