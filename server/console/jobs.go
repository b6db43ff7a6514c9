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
	"tijian/engine/release"
)

// A job finds something out of a version that takes seconds or minutes, and has an
// outcome. It goes on when the page is left, and the page finds it again.
type job[T any] struct {
	version, act string
	stamp        string // of the version's files when it began
	began        time.Time
	ended        chan struct{}

	mu sync.Mutex
	progress
	took    time.Duration
	outcome T // once it has ended; before, what it began with
	err     error
}

// progress is how far a job has come: which stage it is at, and how much of that.
type progress struct {
	Stage   release.Stage
	Run, Of int
}

// jobs are those under way, and the last one that ended.
type jobs[T any] struct {
	alone bool // one at a time, whatever it is about
	mu    sync.Mutex
	all   []*job[T]
}

// soon is how long an answer waits for a job to end before it tells how far that
// has come.
const soon = 250 * time.Millisecond

// find returns the latest job that is about a version, nil for none: with an act
// of "" or a version of "" whatever it is.
func (s *jobs[T]) find(version, act string) *job[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range slices.Backward(s.all) {
		if (version == "" || j.version == version) && (act == "" || j.act == act) {
			return j
		}
	}
	return nil
}

// begin begins a job, unless another is under way that it has to wait for or that
// does the same: then it returns that one, and false. work is given what to tell
// its progress to.
func (s *jobs[T]) begin(j *job[T], work func(told func(progress)) (T, error)) (is *job[T], begun bool) {
	j.began, j.ended = time.Now(), make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.all {
		if other.running() && (s.alone || other.version == j.version && other.act == j.act && other.stamp == j.stamp) {
			return other, false
		}
	}
	// An outcome holds a whole version: only the last one is kept.
	s.all = append(slices.DeleteFunc(s.all, func(o *job[T]) bool { return !o.running() || o.version == j.version && o.act == j.act }), j)
	go func() {
		defer close(j.ended)
		outcome, err := guarded(func() (T, error) { return work(j.told) })
		j.mu.Lock()
		defer j.mu.Unlock()
		j.outcome, j.err, j.took = outcome, err, time.Since(j.began)
	}()
	return j, true
}

// forget makes the next begin of an act begin anew.
func (s *jobs[T]) forget(version, act string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = slices.DeleteFunc(s.all, func(j *job[T]) bool { return j.version == version && j.act == act })
}

// guarded turns a panic into an error, as the server does for a request.
func guarded[T any](work func() (T, error)) (outcome T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

func (j *job[T]) told(p progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.progress = p
}

// now is how far the job has come, and what came of it.
func (j *job[T]) now() (far progress, outcome T, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.progress, j.outcome, j.err
}

func (j *job[T]) running() bool {
	select {
	case <-j.ended:
		return false
	default:
		return true
	}
}

// A shower shows what came of a job.
type shower = func(*requestContext) error

// A jobView is how far a job has come.
type jobView struct {
	Version draft.Version
	Act     string
	progress
	Seconds int
}

// begin has something worked out of a draft, unless the same is under way. work
// is given what to tell its progress to, and returns what shows the outcome.
func (c *Console) begin(version, act string, work func(told func(run, of int)) (shower, error)) *job[shower] {
	j, _ := c.jobs.begin(&job[shower]{version: version, act: act, stamp: c.Files.Stamp(version)}, func(told func(progress)) (shower, error) {
		return work(func(run, of int) { told(progress{Run: run, Of: of}) })
	})
	return j
}

// follow shows what came of a job, or to a page with scripts how far it has come.
func (c *Console) follow(v *requestContext, j *job[shower]) error {
	var later <-chan time.Time
	if v.isHTMX() {
		later = time.After(soon)
	}
	select {
	case <-later:
		far, _, _ := j.now()
		return v.part(http.StatusOK, "draft", "job", jobView{draft.Version{Name: j.version, Draft: true}, j.act, far, int(time.Since(j.began).Seconds())})
	case <-v.Context().Done():
		return v.Context().Err()
	case <-c.closing:
		return errors.New("the service is ending")
	case <-j.ended:
	}
	if j.err != nil {
		return j.err
	}
	return j.outcome(v)
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
