package console

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tijian/engine/draft"
)

// A job finds something out of a draft that takes seconds. It goes on when the
// page is left, and the page finds it again.
type job struct {
	version, act string
	stamp        string // of the draft's files when it began
	began        time.Time
	ended        chan struct{}

	mu      sync.Mutex
	run, of int
	show    func(*requestContext) error // once it has ended
	err     error
}

// jobs are those under way, and the last one that ended.
type jobs struct {
	mu  sync.Mutex
	all []*job
}

// A jobView is how far a job has come.
type jobView struct {
	Version draft.Version
	Act     string
	Run, Of int
	Seconds int
}

// soon is how long an answer waits for a job to end before it tells how far that
// has come.
const soon = 250 * time.Millisecond

// find returns the job of an act, or the latest of any where the act is "".
func (s *jobs) find(version, act string) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range slices.Backward(s.all) {
		if j.version == version && (act == "" || j.act == act) {
			return j
		}
	}
	return nil
}

// begin has something worked out of a draft, unless the same is under way. work
// is given what to tell its progress to, and returns what shows the outcome.
func (c *Console) begin(version, act string, work func(told func(run, of int)) (show func(*requestContext) error, err error)) *job {
	j := &job{version: version, act: act, stamp: c.Files.Stamp(version), began: time.Now(), ended: make(chan struct{})}
	c.jobs.mu.Lock()
	defer c.jobs.mu.Unlock()
	for _, other := range c.jobs.all {
		if other.version == version && other.act == act && other.stamp == j.stamp && other.running() {
			return other
		}
	}
	// An outcome holds a whole version: only the last one is kept.
	c.jobs.all = append(slices.DeleteFunc(c.jobs.all, func(o *job) bool { return !o.running() || o.version == version && o.act == act }), j)
	go func() {
		defer close(j.ended)
		show, err := guarded(func() (func(*requestContext) error, error) { return work(j.told) })
		j.mu.Lock()
		defer j.mu.Unlock()
		j.show, j.err = show, err
	}()
	return j
}

// forget makes the next begin of an act begin anew.
func (s *jobs) forget(version, act string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = slices.DeleteFunc(s.all, func(j *job) bool { return j.version == version && j.act == act })
}

// guarded turns a panic into an error, as the server does for a request.
func guarded(work func() (func(*requestContext) error, error)) (show func(*requestContext) error, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

func (j *job) told(run, of int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.run, j.of = run, of
}

func (j *job) view() jobView {
	j.mu.Lock()
	defer j.mu.Unlock()
	return jobView{Version: draft.Version{Name: j.version, Draft: true}, Act: j.act, Run: j.run, Of: j.of, Seconds: int(time.Since(j.began).Seconds())}
}

func (j *job) running() bool {
	select {
	case <-j.ended:
		return false
	default:
		return true
	}
}

// follow shows what came of a job, or to a page with scripts how far it has come.
func (c *Console) follow(v *requestContext, j *job) error {
	var later <-chan time.Time
	if v.isHTMX() {
		later = time.After(soon)
	}
	select {
	case <-later:
		return v.part(http.StatusOK, "draft", "job", j.view())
	case <-v.Context().Done():
		return v.Context().Err()
	case <-c.closing:
		return errors.New("the service is ending")
	case <-j.ended:
	}
	if j.err != nil {
		return j.err
	}
	return j.show(v)
}

// draftJob is asked for while a job runs, and by a page that finds one.
func (c *Console) draftJob(v *requestContext) error {
	j := c.jobs.find(v.version.Name, v.PathValue("act"))
	if j == nil {
		return v.redirect("rules/draft/" + v.version.Name)
	}
	return c.follow(v, j)
}

// lastJob is the act of the job that a draft's page goes on with: one under way,
// or the last one if the draft is as it was then; "" for none.
func (c *Console) lastJob(version string) string {
	j := c.jobs.find(version, "")
	if j == nil || !j.running() && j.stamp != c.Files.Stamp(version) {
		return ""
	}
	return j.act
}
