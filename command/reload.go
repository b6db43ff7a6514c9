package command

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"tijian/engine"
	"tijian/server/metrics"
)

// settle is how long files must be quiet before they are read: an editor or a
// copy writes several times.
const settle = 300 * time.Millisecond

// A reloader reads rules and dictionaries again when their files change, on
// SIGHUP and when the API is asked to.
type reloader struct {
	live    *engine.Live
	files   engine.Files
	folders []string
	mu      sync.Mutex
	refused bool // the files as last read
	measure *metrics.Ruleset
	logger  *slog.Logger
}

func newReloader(live *engine.Live, files engine.Files, measure *metrics.Ruleset, logger *slog.Logger) *reloader {
	r := &reloader{live: live, files: files, measure: measure, logger: logger}
	for _, folder := range []string{files.Rules, files.Dictionaries} {
		if folder != "" {
			r.folders = append(r.folders, folder)
		}
	}
	first := live.Last()
	measure.Loaded(first.Version, first.Hash, "changed", first.At)
	return r
}

// watch works until ctx ends. Without a watcher (too many of them on this
// machine, or a file system that has none) SIGHUP still works.
func (r *reloader) watch(ctx context.Context) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		r.logger.Warn("files are not watched; send SIGHUP after changes", "error", err)
		watcher = &fsnotify.Watcher{} // its nil channels never deliver
	} else {
		defer watcher.Close()
		r.add(watcher)
	}
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			r.reload("signal")
		case event, ok := <-watcher.Events:
			if ok && event.Op != fsnotify.Chmod {
				quiet.Reset(settle)
			}
		case err, ok := <-watcher.Errors:
			if ok {
				r.logger.Warn("watching files", "error", err)
				quiet.Reset(settle) // events may have been lost
			}
		case <-quiet.C:
			r.add(watcher) // folders may be new
			r.reload("files")
		}
	}
}

// add watches every folder below the ones given; fsnotify doesn't descend.
func (r *reloader) add(watcher *fsnotify.Watcher) {
	for _, root := range r.folders {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			if strings.HasPrefix(entry.Name(), ".") && path != root {
				return fs.SkipDir
			}
			return watcher.Add(path)
		})
		if err != nil {
			r.logger.Warn("folder is not watched", "folder", root, "error", err)
		}
	}
}

// reload is one at a time; whatever asks for it, the path is the same.
func (r *reloader) reload(trigger string) engine.Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.live.Reload()
	outcome := "unchanged"
	switch {
	case len(o.Problems) > 0:
		outcome = "refused"
		for _, p := range o.Problems {
			at := p.Place
			at.File = r.files.OnDisk(at.File)
			r.logger.Error("rules refused", "place", at.String(), "problem", p.ZH, "fix", p.FixZH, "english", p.EN)
		}
		r.logger.Error("the rules in force stay", "kind", "security", "event", "rules-refused", "trigger", trigger, "version", o.Version, "hash", o.Hash, "problems", len(o.Problems))
	case o.Changed:
		outcome = "changed"
		r.logger.Info("rules reloaded", "kind", "security", "event", "rules-changed", "trigger", trigger, "version", o.Version, "hash", o.Hash, "took", o.Took)
	case r.refused:
		r.logger.Info("rules unchanged, earlier fault gone", "trigger", trigger, "version", o.Version, "hash", o.Hash)
	}
	r.refused = outcome == "refused"
	r.measure.Loaded(o.Version, o.Hash, outcome, o.At)
	return o
}
