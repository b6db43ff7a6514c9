package console

import (
	"net/http"
	"strconv"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/regress"
)

// suitesPage is what the suites say of a draft.
type suitesPage struct {
	Version   draft.Version
	Trials    int
	Coverage  string // the least part, in percent
	Unsigned  int
	Elsewhere int // that hold for other versions only
	Failed    int
	Panels    []panelView   // of them
	Failures  []failureView // the first of them
	Missed    []failureView // the first that no case reaches
	Faults    problem.List  // of the suites themselves
	Open      int           // failures that can be accepted
	Accepted  int           // expectations just written
	Refused   string        // why they were not
	Reason    string        // as it was typed
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

// tryDraft runs the regression suites that hold for a draft.
func (c *Console) tryDraft(v *requestContext) error {
	return c.showTried(v, &suitesPage{Version: v.version})
}

// showTried runs the cases of a draft and shows what comes of them.
func (c *Console) showTried(v *requestContext, p *suitesPage) error {
	return c.follow(v, c.begin(p.Version.Name, "test", func(told func(run, of int)) (func(*requestContext) error, error) {
		to, problems := c.book.Load(p.Version.Name)
		if to == nil {
			return nil, faulty(p.Version, problems)
		}
		r := runSuitesOf(to, c.desk(), told)
		return func(v *requestContext) error {
			one := *p
			one.fill(v.lang, to, r)
			return v.part(http.StatusOK, "draft", "tried", one)
		}, nil
	}))
}

// fill puts into the page what came of a run.
func (p *suitesPage) fill(lang string, to *engine.Snapshot, r suitesRun) {
	if len(r.problems) > 0 {
		p.Faults = r.problems
		return
	}
	p.Trials, p.Unsigned, p.Failed, p.Coverage = r.report.Trials, r.report.Unsigned, len(r.report.Failures), strconv.FormatFloat(r.coverage.Min(), 'f', 1, 64)
	for _, n := range r.cases.Elsewhere {
		p.Elsewhere += n
	}
	p.Panels = panelsOf(lang, to.Rules, r.report)
	p.Failures = failuresOf(lang, to.Rules, r.report)
	for i, f := range r.report.Failures[:len(p.Failures)] {
		if p.Failures[i].Accept = acceptOf(f.Change); p.Failures[i].Accept != nil {
			p.Open++
		}
	}
	for _, m := range r.coverage.Missed[:min(len(r.coverage.Missed), shownFailures)] {
		one := failureView{At: m.At.String(), Text: m.Text(lang)}
		if i, ok := to.Dictionary.Lookup(m.Name); ok && m.Part == regress.Bounds {
			one.Indicator, one.Value = called(lang, i), shortest(m.Value)
		}
		p.Missed = append(p.Missed, one)
	}
}

// faulty is the error that tells what is wrong in the files of a draft, which could
// not be loaded.
func faulty(version draft.Version, problems problem.List) error {
	return &told{"draft", "checked", checkPage{Version: version, Errors: problems.Of(problem.Error)}}
}

// loaded is the draft that a page is about, to be asked.
func (c *Console) loaded(v *requestContext) (*engine.Snapshot, error) {
	snapshot, problems := c.book.Load(v.version.Name)
	if snapshot == nil {
		return nil, faulty(v.version, problems)
	}
	return snapshot, nil
}
