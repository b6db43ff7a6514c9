package console

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/server/console/answer"
	"tijian/server/console/chart"
	"tijian/server/console/words"
	"tijian/server/job"
)

// A casesRun is what came of the cases that hold for a version; with problems
// none was run.
type casesRun struct {
	rules    *ruleset.Set
	cases    *regress.Collection
	report   *regress.Report
	coverage regress.Coverage
	problems problem.List
}

// runCases runs the cases that hold for a version; told is told how many of how
// many were run.
func (c *Console) runCases(s *engine.Snapshot, told func(run, all int)) casesRun {
	r := casesRun{rules: s.Rules}
	if r.cases, r.problems = c.releaser().Cases(s.Rules); r.cases != nil {
		r.report, r.coverage = r.cases.Run(s.Assess, told)
	}
	return r
}

// A casesView is what came of a run, as pages of any version show it.
type casesView struct {
	Trials, Failed int
	Unsigned       int           // that await a signature
	Panels         []chart.Panel // of the failures
	Failures       []failureView // the first of them
	Faults         problem.List  // of the suites themselves
}

func (r *casesRun) view(lang string) casesView {
	if r.report == nil || len(r.problems) > 0 {
		return casesView{Faults: r.problems}
	}
	return casesView{Trials: r.report.Trials, Failed: len(r.report.Failures), Unsigned: r.report.Unsigned,
		Panels: chart.Panels(lang, r.rules, r.report), Failures: failuresOf(lang, r.rules, r.report)}
}

// A failureView is an expectation that was not met, or what no case reaches.
type failureView struct {
	Case, At, Text string
	Accept         *acceptView // nil where it cannot be
	Indicator      string      // to be sent by a new case
	Value          string
}

// shownFailures is how many failures a page shows: one wrong bound can fail
// hundreds of cases.
const shownFailures = 50

// failuresOf are the first failures of a report.
func failuresOf(lang string, set *ruleset.Set, report *regress.Report) (list []failureView) {
	for _, f := range report.Failures[:min(len(report.Failures), shownFailures)] {
		at := f.At
		at.File = regress.Shown(at.File, "", "rules")
		list = append(list, failureView{Case: f.Suite + " · " + f.Trial, At: at.String(), Text: failureText(lang, set, f)})
	}
	return list
}

// failureText says what was expected of which indicator, risk or derived value,
// by the names that people have for them.
func failureText(lang string, set *ruleset.Set, f regress.Failure) string {
	kind, name, _ := strings.Cut(f.Change.Check, " ")
	if f.Change.Suite == "" || words.In(lang)["check."+kind] == "" {
		return f.Text(lang)
	}
	f.What = message.Plain(words.In(lang).Say("check."+kind, cmp.Or(words.NameOf(lang, set, name), name)))
	return f.Text(lang)
}

// A suitesView is how far a run of the cases that hold for the rules in force has
// come, or what came of it.
type suitesView struct {
	Asked, Running bool
	State          string
	Version, Took  string
	casesView
	Parts   []answer.Pair
	Waiting []unsigned // for a signature
}

func (c *Console) suitesView(lang string) suitesView {
	j := c.runs.Find("", "")
	if j == nil {
		return suitesView{State: words.In(lang).Say("suites.running", 0, 0)}
	}
	came := j.State()
	p := suitesView{Asked: true, Running: came.Running, Version: j.Version, State: words.In(lang).Say("suites.running", came.Run, came.Of)}
	if p.Running {
		return p
	}
	r := &came.Outcome
	p.Took, p.casesView = words.Lasted(came.Took), r.view(lang)
	if r.report == nil {
		return p
	}
	for _, part := range regress.Parts {
		n := r.coverage.Counts[part]
		p.Parts = append(p.Parts, answer.Pair{Name: part.In(lang), Value: fmt.Sprintf("%d / %d  %.1f%%", n.Hit, n.All, n.Share())})
	}
	for _, s := range r.cases.Unsigned() {
		p.Waiting = append(p.Waiting, unsigned{Title: fmt.Sprintf("%s · %s", s.Title, words.In(lang).Say("suites.unsigned.in", len(s.Trials))), Place: s.Trials[0].At.String()})
	}
	return p
}

// runSuites begins a run, unless one is under way, which is then shown.
func (c *Console) runSuites(v *requestContext) error {
	snapshot := c.Live.Snapshot()
	c.runs.Begin(&job.Job[casesRun]{Version: snapshot.Rules.Version}, func(told func(job.Progress)) (casesRun, error) {
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
