package console

import (
	"net/http"
	"net/url"
	"strconv"

	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/server/console/lines"
	"tijian/server/console/review"
	"tijian/server/console/words"
)

// suitesPage is what the cases say of a draft.
type suitesPage struct {
	Version  draft.Version
	Coverage string // the least part, in percent
	casesView
	Elsewhere int           // that hold for other versions only
	Missed    []failureView // the first that no case reaches
	Open      int           // failures that can be accepted
	Accepted  int           // expectations just written
	Refused   string        // why they were not
	Subjects  []review.Subject
	typed     url.Values // why they are accepted
}

// tryDraft runs the regression suites that hold for a draft.
func (c *Console) tryDraft(v *requestContext) error {
	return c.showTried(v, &suitesPage{Version: v.version})
}

// showTried runs the cases of a draft and shows what comes of them.
func (c *Console) showTried(v *requestContext, p *suitesPage) error {
	return c.follow(v, c.begin(p.Version.Name, "test", func(told func(run, of int)) (shower, error) {
		to, problems := c.book.Load(p.Version.Name)
		if to == nil {
			return nil, faulty(p.Version, problems)
		}
		r := c.runCases(to, told)
		return func(v *requestContext) error {
			one := *p
			one.fill(v.lang, r)
			return v.part(http.StatusOK, "draft", "tried", one)
		}, nil
	}))
}

// fill puts into the page what came of a run.
func (p *suitesPage) fill(lang string, r casesRun) {
	if p.casesView = r.view(lang); len(p.Faults) > 0 {
		return
	}
	p.Coverage = strconv.FormatFloat(r.coverage.Min(), 'f', 1, 64)
	for _, n := range r.cases.Elsewhere {
		p.Elsewhere += n
	}
	for i, f := range r.report.Failures[:len(p.Failures)] {
		if p.Failures[i].Accept = acceptOf(f.Change); p.Failures[i].Accept != nil {
			p.Open++
		}
	}
	p.Subjects = review.Subjects(lang, r.rules, r.report.Failures[:len(p.Failures)], p.typed)
	for _, m := range r.coverage.Missed[:min(len(r.coverage.Missed), shownFailures)] {
		one := failureView{At: m.At.String(), Text: m.Text(lang)}
		if i, ok := r.rules.Dictionary.Lookup(m.Name); ok && m.Part == regress.Bounds {
			one.Indicator, one.Value = words.Called(lang, i), lines.Shortest(m.Value)
		}
		p.Missed = append(p.Missed, one)
	}
}

// faulty is the error that tells what is wrong in the files of a draft, which could
// not be loaded.
func faulty(version draft.Version, problems problem.List) error {
	return instead(func(v *requestContext) error {
		return v.partOf("draft", "checked", checkPage{Version: version, Errors: problems.Of(problem.Error)})
	})
}
