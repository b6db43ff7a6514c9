package engine

import (
	"sync"
	"sync/atomic"
	"time"

	"tijian/engine/problem"
)

// Live holds the snapshot in force. Requests under way keep the one they
// began with. It is safe for concurrent use.
type Live struct {
	files   Files
	checks  []Check
	current atomic.Pointer[Snapshot]

	reloading sync.Mutex // one reload at a time
	last      atomic.Pointer[Outcome]
}

// An Outcome is what became of a reload.
type Outcome struct {
	Version, Hash string       // in force after it
	Changed       bool         // a new snapshot was put in force
	Problems      problem.List // why not, when anything was wrong
	At            time.Time
	Took          time.Duration
}

// Open loads the first snapshot; every later one has to pass the same checks.
func Open(files Files, checks ...Check) (*Live, problem.List) {
	start := time.Now()
	s, problems := Load(files, "", checks...)
	if s == nil {
		return nil, problems
	}
	l := &Live{files: files, checks: checks}
	l.current.Store(s)
	l.done(Outcome{Changed: true, At: start})
	return l, nil
}

// Snapshot returns the one in force.
func (l *Live) Snapshot() *Snapshot { return l.current.Load() }

// Last returns the outcome of the last load.
func (l *Live) Last() Outcome { return *l.last.Load() }

// Reload loads the files again and puts them in force, all or nothing: with any
// problem the snapshot in force stays. Files that did not change are no reload.
// The active version is the one that current.yaml names, so a rollback is a
// change of that line.
func (l *Live) Reload() Outcome {
	l.reloading.Lock()
	defer l.reloading.Unlock()
	o := Outcome{At: time.Now()}
	src, problems := read(l.files)
	if src != nil && src.fingerprint == l.Snapshot().fingerprint {
		return l.done(o)
	}
	var s *Snapshot
	if src != nil {
		s, problems = src.load("", l.checks)
	}
	if o.Problems = problems; s != nil {
		l.current.Store(s)
		o.Changed = true
	}
	return l.done(o)
}

func (l *Live) done(o Outcome) Outcome {
	rules := l.Snapshot().Rules
	o.Version, o.Hash, o.Took = rules.Version, rules.Hash, time.Since(o.At)
	l.last.Store(&o)
	return o
}
