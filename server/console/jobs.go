package console

import (
	"errors"
	"net/http"
	"time"

	"tijian/engine/draft"
	"tijian/server/job"
)

// soon is how long an answer waits for a job to end before it tells how far that
// has come.
const soon = 250 * time.Millisecond

// A shower shows what came of a job.
type shower = func(*requestContext) error

// A jobView is how far a job has come.
type jobView struct {
	Version draft.Version
	Act     string
	job.Progress
	Seconds int
}

// begin has something worked out of a draft, unless the same is under way. work
// is given what to tell its progress to, and returns what shows the outcome.
func (c *Console) begin(version, act string, work func(told func(run, of int)) (shower, error)) *job.Job[shower] {
	j, _ := c.jobs.Begin(&job.Job[shower]{Version: version, Act: act, Stamp: c.Files.Stamp(version)}, func(told func(job.Progress)) (shower, error) {
		return work(func(run, of int) { told(job.Progress{Run: run, Of: of}) })
	})
	return j
}

// follow shows what came of a job, or to a page with scripts how far it has come.
func (c *Console) follow(v *requestContext, j *job.Job[shower]) error {
	var later <-chan time.Time
	if v.isHTMX() {
		later = time.After(soon)
	}
	select {
	case <-later:
		return v.part(http.StatusOK, "draft", "job", jobView{draft.Version{Name: j.Version, Draft: true}, j.Act, j.State().Progress, int(time.Since(j.Began).Seconds())})
	case <-v.Context().Done():
		return v.Context().Err()
	case <-c.closing:
		return errors.New("the service is ending")
	case <-j.Ended:
	}
	came := j.State()
	if came.Err != nil {
		return came.Err
	}
	return came.Outcome(v)
}

// draftJob is asked for while a job runs, and by a page that finds one.
func (c *Console) draftJob(v *requestContext) error {
	j := c.jobs.Find(v.version.Name, v.PathValue("act"))
	if j == nil {
		return v.redirect("rules/draft/" + v.version.Name)
	}
	return c.follow(v, j)
}

// lastJob is the act of the job that a draft's page goes on with: one under way,
// or the last one if the draft is as it was then; "" for none.
func (c *Console) lastJob(version string) string {
	j := c.jobs.Find(version, "")
	if j == nil || !j.State().Running && j.Stamp != c.Files.Stamp(version) {
		return ""
	}
	return j.Act
}
