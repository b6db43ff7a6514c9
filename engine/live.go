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

// Open loads the first snapshot. Rules from a folder are proved too, as every
// reload does; the embedded ones were proved when the program was built.
func Open(files Files) (*Live, problem.List) {
	start := time.Now()
	s, problems := Load(files, "")
	if s != nil && files.Rules != "" {
		problems = s.Prove(files).Problems
	}
	if len(problems) > 0 {
		return nil, problems
	}
	l := &Live{files: files}
	l.current.Store(s)
	l.done(Outcome{Changed: true, At: start})
	return l, nil
}

// Snapshot returns the one in force.
func (l *Live) Snapshot() *Snapshot { return l.current.Load() }

// Last returns the outcome of the last load.
func (l *Live) Last() Outcome { return *l.last.Load() }

// Reload reads the files again, proves the rules and puts them in force; all
// or nothing: with any problem the snapshot in force stays. Files that did not
// change are no reload. The active version is the one that current.yaml names,
// so a rollback is a change of that line.
func (l *Live) Reload() Outcome {
	l.reloading.Lock()
	defer l.reloading.Unlock()
	o := Outcome{At: time.Now()}
	s, problems := Load(l.files, "")
	if s != nil && s.fingerprint == l.Snapshot().fingerprint {
		return l.done(o)
	}
	if s != nil {
		problems = s.Prove(l.files).Problems
	}
	if o.Problems = problems; len(problems) == 0 {
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
