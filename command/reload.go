//go:build cgo

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

// patience is how long a change waits at most for files that are never quiet.
const patience = 10 * settle

// A reloader reads rules and dictionaries again when their files change, on
// SIGHUP and when the API is asked to.
type reloader struct {
	live    *engine.Live
	files   engine.Files
	folders []string // as set, absolute
	real    []string // where links lead
	mu      sync.Mutex
	refused bool // the files as last read
	measure *metrics.Ruleset
	logger  *slog.Logger
}

func newReloader(live *engine.Live, files engine.Files, measure *metrics.Ruleset, logger *slog.Logger) *reloader {
	r := &reloader{live: live, files: files, measure: measure, logger: logger}
	for _, folder := range []string{files.Rules, files.Dictionaries} {
		if folder == "" {
			continue
		}
		if full, err := filepath.Abs(folder); err == nil {
			folder = full
		}
		r.folders = append(r.folders, folder)
	}
	first := live.Last()
	measure.Started(first.Version, first.Hash, first.At)
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
	var since time.Time // of the first change that was not read yet
	changed := func() {
		if since.IsZero() {
			since = time.Now()
		}
		quiet.Reset(min(settle, max(0, time.Until(since.Add(patience)))))
	}
	if len(r.folders) > 0 {
		changed() // perhaps, since they were read and before they were watched
	}
	for {
		// A version that waits for its day comes into force by itself. Long waits are
		// taken in parts, for the clock may be set meanwhile.
		var day <-chan time.Time
		if until := r.live.Snapshot().Until; !until.IsZero() {
			day = time.After(min(max(time.Until(until), 0), time.Minute))
		}
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			r.reload("signal")
		case event, ok := <-watcher.Events:
			if ok && event.Op != fsnotify.Chmod && r.concerns(event.Name) {
				changed()
			}
		case err, ok := <-watcher.Errors:
			if ok {
				r.logger.Warn("watching files", "error", err)
				changed() // events may have been lost
			}
		case <-day:
			if until := r.live.Snapshot().Until; !time.Now().Before(until) {
				r.reload("day")
			}
		case <-quiet.C:
			since = time.Time{}
			r.add(watcher) // folders may be new
			r.reload("files")
		}
	}
}

// concerns reports whether what happened to a path can have changed the files:
// it lies in a folder, or on the way to one. Above the folders much else
// happens.
func (r *reloader) concerns(path string) bool {
	for _, root := range r.folders {
		if within(path, root) || within(root, path) {
			return true
		}
	}
	for _, root := range r.real {
		if within(path, root) {
			return true
		}
	}
	return false
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// add watches every folder below the ones given, for fsnotify doesn't descend,
// and those above, in which a folder or a link on the way to it is moved away,
// put back or switched.
func (r *reloader) add(watcher *fsnotify.Watcher) {
	r.real = r.real[:0]
	for _, root := range r.folders {
		for above := filepath.Dir(root); ; above = filepath.Dir(above) {
			_ = watcher.Add(above) // what may not be read is not watched
			if above == filepath.Dir(above) {
				break
			}
		}
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			r.logger.Warn("folder is not watched", "folder", root, "error", err)
			continue
		}
		r.real = append(r.real, real)
		err = filepath.WalkDir(real, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			if strings.HasPrefix(entry.Name(), ".") && path != real {
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
