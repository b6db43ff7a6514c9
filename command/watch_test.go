package command

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
	"tijian/server/metrics"
)

// Rules are watched through links that are switched, folders that are moved
// away and put back, and the day from which another version is in force.
func TestWatching(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	in := func(name ...string) string { return filepath.Join(append([]string{root}, name...)...) }
	for _, release := range []string{"a", "b"} {
		fewRules(t, in(release, "rules"))
		must(wordstest.Copy(in(release, "dictionaries", "2026.1")))
	}
	edit(t, in("b", "rules", "2026.1", "manifest.yaml"), "title: ", "title: 新")
	must(os.Symlink("a", in("current")))
	files := engine.Files{Rules: in("current", "rules"), Dictionaries: in("current", "dictionaries")}
	live, problems := engine.Open(files)
	must(problems.Err())
	r := newReloader(live, files, metrics.NewRuleset(metrics.NewRegistry()), slog.New(slog.DiscardHandler))
	loaded := live.Last().Hash
	edit(t, in("a", "rules", "2026.1", "manifest.yaml"), "title: ", "title: 先")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); r.watch(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	until := func(what string, holds func(engine.Outcome) bool) {
		t.Helper()
		waittest.Until(t, what, func() bool { return holds(live.Last()) })
	}
	until("what was edited before the watch began is read", func(o engine.Outcome) bool { return o.Hash != loaded && len(o.Problems) == 0 })
	first := live.Last().Hash
	fresh := live.Last().At
	waittest.Until(t, "a folder that is never quiet is read, too", func() bool {
		must(os.WriteFile(in("a", "rules", "notes.md"), nil, 0o644))
		return live.Last().At.After(fresh)
	})

	must(os.Symlink("b", in("next")))
	must(os.Rename(in("next"), in("current")))
	until("the link's other folder is in force", func(o engine.Outcome) bool { return o.Hash != first && len(o.Problems) == 0 })
	second := live.Last().Hash

	must(os.Rename(in("b", "rules"), in("b", "away")))
	until("the folder is missed", func(o engine.Outcome) bool { return len(o.Problems) > 0 && o.Hash == second })
	must(os.Rename(in("b", "away"), in("b", "rules")))
	until("the folder is back", func(o engine.Outcome) bool { return len(o.Problems) == 0 && o.Hash == second })
	edit(t, in("b", "rules", "2026.1", "manifest.yaml"), "title: 新", "title: 更新")
	until("what is edited after it came back is read", func(o engine.Outcome) bool { return o.Hash != second && len(o.Problems) == 0 })
	third := live.Last().Hash

	must(os.CopyFS(in("b", "rules", "2026.2"), os.DirFS(in("b", "rules", "2026.1"))))
	must(os.CopyFS(in("b", "dictionaries", "2026.2"), os.DirFS(in("b", "dictionaries", "2026.1"))))
	edit(t, in("b", "rules", "2026.2", "manifest.yaml"), `version: "2026.1"`, `version: "2026.2"`)
	day := time.Now().Add(3 * time.Second).Format(time.RFC3339Nano)
	must(os.WriteFile(in("b", "rules", "current.yaml"), []byte("active: \"2026.1\"\nnext: {version: \"2026.2\", effective: "+day+"}\n"), 0o644))
	until("the day has come", func(o engine.Outcome) bool { return o.Version == "2026.2" && o.Hash != third })
}
