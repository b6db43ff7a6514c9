package console

import (
	"net/http"

	"tijian/engine"
	"tijian/server/console/answer"
	"tijian/server/console/trials"
	"tijian/server/console/words"
	"tijian/server/job"
)

// A suitesView is how far a run of the cases that hold for the rules in force has
// come, or what came of it.
type suitesView struct {
	Asked, Running bool
	State          string
	Version, Took  string
	trials.View
	Parts   []answer.Pair
	Waiting []trials.Pending // for a signature
}

func (c *Console) suitesView(lang string) suitesView {
	j := c.runs.Find("", "")
	if j == nil {
		return suitesView{State: words.In(lang).Say("suites.running", 0, 0)}
	}
	came := j.State()
	p := suitesView{Asked: true, Running: came.Running, Version: j.Version, State: words.In(lang).Say("suites.running", came.Run, came.Of)}
	if !p.Running {
		p.Took, p.View = words.Lasted(came.Took), came.Outcome.View(lang)
		p.Parts, p.Waiting = came.Outcome.Parts(lang), came.Outcome.Waiting(lang)
	}
	return p
}

// runCases runs the cases that hold for a version; told is told how many of how
// many were run.
func (c *Console) runCases(s *engine.Snapshot, told func(run, all int)) trials.Run {
	r := trials.Run{Rules: s.Rules}
	if r.Cases, r.Problems = c.releaser().Cases(s.Rules); r.Cases != nil {
		r.Report, r.Coverage = r.Cases.Run(s.Assess, told)
	}
	return r
}

// runSuites begins a run, unless one is under way, which is then shown.
func (c *Console) runSuites(v *requestContext) error {
	snapshot := c.Live.Snapshot()
	c.runs.Begin(&job.Job[trials.Run]{Version: snapshot.Rules.Version}, func(told func(job.Progress)) (trials.Run, error) {
		return c.runCases(snapshot, func(run, all int) { told(job.Progress{Run: run, Of: all}) }), nil
	})
	if v.isHTMX() {
		return c.suites(v)
	}
	return v.redirect("quality")
}

// suites shows how far the run has come, or what came of it.
func (c *Console) suites(v *requestContext) error {
	if v.isHTMX() {
		return v.part(http.StatusOK, "quality", "suites", c.suitesView(v.lang))
	}
	return c.quality(v)
}

// suitesEvents tells how far the run has come, until it has ended.
func (c *Console) suitesEvents(v *requestContext) error {
	return c.stream(v, func() (state string, ended bool, err error) {
		p := c.suitesView(v.lang)
		return p.State, !p.Running, nil
	})
}
