// Package job does what takes seconds or minutes beside the requests that ask for
// it: it goes on when the page is left, and the page finds it again.
package job

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// A Job finds something out of a version, and has an outcome.
type Job[T any] struct {
	Version, Act string
	Stamp        string        // of the version's files when it began
	Until        T             // its outcome until it has ended
	Began        time.Time     // set by Begin
	Ended        chan struct{} // closed when it has ended; set by Begin

	mu    sync.Mutex
	state State[T]
}

// A State is how far a job has come, or what came of it.
type State[T any] struct {
	Progress
	Running bool
	Took    time.Duration // once it has ended
	Outcome T
	Err     error
}

// Progress is how far a job has come: which stage it is at, if it has any, and how
// many parts of that are done.
type Progress struct {
	Stage   string
	Run, Of int
}

// State returns the state that the job is in now.
func (j *Job[T]) State() State[T] {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.state
}

func (j *Job[T]) told(p Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.state.Progress = p
}

// Jobs are those under way, and the last one that ended. The zero value has none.
// They are safe for concurrent use.
type Jobs[T any] struct {
	Alone bool // one at a time, whatever it is about

	mu  sync.Mutex
	all []*Job[T]
}

// Find returns the latest job of a version and act, nil for none; "" is any.
func (s *Jobs[T]) Find(version, act string) *Job[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range slices.Backward(s.all) {
		if (version == "" || j.Version == version) && (act == "" || j.Act == act) {
			return j
		}
	}
	return nil
}

// Begin begins a job, unless another is under way that it has to wait for or that
// does the same: then it returns that one, and false. work is given what to tell
// its progress to; a panic of it is an error.
func (s *Jobs[T]) Begin(j *Job[T], work func(told func(Progress)) (T, error)) (under *Job[T], begun bool) {
	j.Began, j.Ended, j.state = time.Now(), make(chan struct{}), State[T]{Running: true, Outcome: j.Until}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.all {
		if other.State().Running && (s.Alone || other.Version == j.Version && other.Act == j.Act && other.Stamp == j.Stamp) {
			return other, false
		}
	}
	// An outcome holds a whole version: only the last one is kept.
	s.all = append(slices.DeleteFunc(s.all, func(o *Job[T]) bool { return !o.State().Running || o.Version == j.Version && o.Act == j.Act }), j)
	go func() {
		defer close(j.Ended)
		outcome, err := guarded(func() (T, error) { return work(j.told) })
		j.mu.Lock()
		defer j.mu.Unlock()
		j.state.Running, j.state.Outcome, j.state.Err, j.state.Took = false, outcome, err, time.Since(j.Began)
	}()
	return j, true
}

// Forget makes the next Begin of an act begin anew.
func (s *Jobs[T]) Forget(version, act string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = slices.DeleteFunc(s.all, func(j *Job[T]) bool { return j.Version == version && j.Act == act })
}

// Every does something now, and again after each period until ctx ends.
func Every(ctx context.Context, period time.Duration, do func()) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		do()
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func guarded[T any](work func() (T, error)) (outcome T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return work()
}
