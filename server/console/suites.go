package console

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
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
	Failures       []failureView
	Parts          []pair
	Unsigned       []unsigned
	Waiting        int // for a signature
	Faults         []faultView
}

func (t *trials) view(lang string) suitesView {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := suitesView{Asked: !t.began.IsZero(), Running: t.running, State: words[lang].say("suites.running", t.run, t.all), Version: t.version, Took: lasted(t.took)}
	if !p.Asked || p.Running {
		return p
	}
	if p.Faults = faultsOf(lang, t.problems); t.report == nil {
		return p
	}
	p.Trials, p.Failed, p.Waiting = t.report.Trials, len(t.report.Failures), t.report.Unsigned
	p.Failures = failuresOf(lang, t.report)
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
	all, hold []regress.Suite
	report    *regress.Report
	coverage  regress.Coverage
	problems  problem.List
}

// runSuitesOf runs the suites of a folder that hold for a version; told is told how many cases of how many were run.
func runSuitesOf(s *engine.Snapshot, folder string, version strictyaml.Lineage, told func(run, all int)) suitesRun {
	var r suitesRun
	var list problem.List
	r.all, r.problems = regress.Load(os.DirFS(folder))
	r.hold, list = regress.For(r.all, version)
	if r.problems = append(append(r.problems, list...), regress.Validate(r.hold, s.Rules)...); len(r.problems) > 0 {
		return r
	}
	all := 0
	for _, suite := range r.hold {
		all += len(suite.Trials)
	}
	r.report = regress.RunTold(s.Assess, r.hold, nil, func(run int) { told(run, all) })
	r.coverage = regress.Cover(s.Rules, r.report)
	return r
}

// failuresOf are the first failures of a report.
func failuresOf(lang string, report *regress.Report) (list []failureView) {
	for _, f := range report.Failures[:min(len(report.Failures), shownFailures)] {
		list = append(list, failureView{f.Suite + " · " + f.Trial, f.At.String(), f.Text(lang)})
	}
	return list
}

// try runs the suites that hold for the rules in force.
func (t *trials) try(s *engine.Snapshot, folder string, version strictyaml.Lineage) {
	began := time.Now()
	r := runSuitesOf(s, folder, version, func(run, all int) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.run, t.all = run, all
	})
	var waiting []regress.Suite
	for _, suite := range r.hold {
		suite.Trials = slices.DeleteFunc(slices.Clone(suite.Trials), func(trial regress.Trial) bool { return !trial.Unsigned })
		if len(suite.Trials) > 0 {
			waiting = append(waiting, suite)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running, t.took, t.problems, t.report, t.coverage, t.unsigned = false, time.Since(began), r.problems, r.report, r.coverage, waiting
}

// runSuites begins a run, unless one is under way, which is then shown.
func (c *Console) runSuites(v *visit) error {
	snapshot := c.Live.Snapshot()
	if c.trials.begin(snapshot.Rules.Version, c.Now()) {
		go c.trials.try(snapshot, c.Release.Suites, ruleset.LineageOf(c.Files.RulesFS(), snapshot.Rules.Version))
	}
	if v.isHTMX() {
		return c.suites(v)
	}
	return v.redirect("quality")
}

// suites shows how far the run has come, or what came of it.
func (c *Console) suites(v *visit) error {
	if v.isHTMX() {
		return v.part(http.StatusOK, "quality", "suites", c.trials.view(v.lang))
	}
	return c.quality(v)
}

// suitesEvents tells how far the run has come, until it has ended.
func (c *Console) suitesEvents(v *visit) error {
	return c.stream(v, func() (state string, ended bool, err error) {
		p := c.trials.view(v.lang)
		return p.State, !p.Running, nil
	})
}
