package console

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
)

// trials is the run of the suites that the page of quality shows: one at a time,
// the last one kept.
type trials struct {
	mu       sync.Mutex
	began    time.Time // zero before the first run
	running  bool
	version  string
	run, all int
	took     time.Duration
	rules    *ruleset.Set
	report   *regress.Report
	coverage regress.Coverage
	unsigned []regress.Suite // with only the trials that await a signature
	problems problem.List
}

// A suitesView is how far a run has come, or what came of it.
type suitesView struct {
	Asked, Running bool
	State          string
	Version, Took  string
	Trials, Failed int
	Panels         []panelView
	Failures       []failureView
	Parts          []pair
	Unsigned       []unsigned
	Waiting        int // for a signature
	Faults         problem.List
}

func (t *trials) view(lang string) suitesView {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := suitesView{Asked: !t.began.IsZero(), Running: t.running, State: words[lang].say("suites.running", t.run, t.all), Version: t.version, Took: lasted(t.took)}
	if !p.Asked || p.Running {
		return p
	}
	if p.Faults = t.problems; t.report == nil {
		return p
	}
	p.Trials, p.Failed, p.Waiting = t.report.Trials, len(t.report.Failures), t.report.Unsigned
	p.Panels, p.Failures = panelsOf(lang, t.rules, t.report), failuresOf(lang, t.rules, t.report)
	for _, part := range regress.Parts {
		n := t.coverage.Counts[part]
		p.Parts = append(p.Parts, pair{part.In(lang), fmt.Sprintf("%d / %d  %.1f%%", n.Hit, n.All, n.Share())})
	}
	for _, s := range t.unsigned {
		p.Unsigned = append(p.Unsigned, unsigned{Title: fmt.Sprintf("%s · %s", s.Title, words[lang].say("suites.unsigned.in", len(s.Trials))), Place: s.Trials[0].At.String()})
	}
	return p
}

// begin marks a run as begun; false while another is under way.
func (t *trials) begin(version string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running {
		return false
	}
	t.began, t.running, t.version, t.run, t.all, t.report, t.problems, t.unsigned = now, true, version, 0, 0, nil, nil, nil
	return true
}

// A suitesRun is what came of the suites that hold for a version; with problems
// none was run.
type suitesRun struct {
	cases    *regress.Collection
	report   *regress.Report
	coverage regress.Coverage
	problems problem.List
}

// runSuitesOf runs the cases that hold for a version; told is told how many of how
// many were run.
func runSuitesOf(s *engine.Snapshot, desk *release.Releaser, told func(run, all int)) suitesRun {
	var r suitesRun
	if r.cases, r.problems = desk.Cases(s.Rules); r.cases == nil {
		return r
	}
	all := r.cases.Trials()
	r.report = regress.RunTold(s.Assess, r.cases.Hold, nil, func(run int) { told(run, all) })
	r.coverage = regress.Cover(s.Rules, r.report)
	return r
}

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
	if f.Change.Suite == "" || words[lang]["check."+kind] == "" {
		return f.Text(lang)
	}
	f.What = message.Plain(words[lang].say("check."+kind, cmp.Or(nameOf(lang, set, name), name)))
	return f.Text(lang)
}

// try runs the suites that hold for the rules in force.
func (t *trials) try(s *engine.Snapshot, desk *release.Releaser) {
	began := time.Now()
	r := runSuitesOf(s, desk, func(run, all int) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.run, t.all = run, all
	})
	var waiting []regress.Suite
	var hold []regress.Suite
	if r.cases != nil {
		hold = r.cases.Hold
	}
	for _, suite := range hold {
		suite.Trials = slices.DeleteFunc(slices.Clone(suite.Trials), func(trial regress.Trial) bool { return !trial.Unsigned })
		if len(suite.Trials) > 0 {
			waiting = append(waiting, suite)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running, t.rules, t.took, t.problems, t.report, t.coverage, t.unsigned = false, s.Rules, time.Since(began), r.problems, r.report, r.coverage, waiting
}

// runSuites begins a run, unless one is under way, which is then shown.
func (c *Console) runSuites(v *requestContext) error {
	snapshot := c.Live.Snapshot()
	if c.trials.begin(snapshot.Rules.Version, c.Now()) {
		go c.trials.try(snapshot, c.desk())
	}
	if v.isHTMX() {
		return c.suites(v)
	}
	return v.redirect("quality")
}

// suites shows how far the run has come, or what came of it.
func (c *Console) suites(v *requestContext) error {
	if v.isHTMX() {
		return v.part(http.StatusOK, "quality", "suites", c.trials.view(v.lang))
	}
	return c.quality(v)
}

// suitesEvents tells how far the run has come, until it has ended.
func (c *Console) suitesEvents(v *requestContext) error {
	return c.stream(v, func() (state string, ended bool, err error) {
		p := c.trials.view(v.lang)
		return p.State, !p.Running, nil
	})
}
