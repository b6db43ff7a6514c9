package trials

import (
	"fmt"
	"net/url"
	"strconv"

	"tijian/engine/regress"
	"tijian/server/console/answer"
	"tijian/server/console/lines"
	"tijian/server/console/review"
	"tijian/server/console/words"
)

// A Pending table, risk or suite awaits a doctor's signature.
type Pending struct{ Title, Place, Link string }

// Parts are how much of the rules the cases reach.
func (r *Run) Parts(lang string) (list []answer.Pair) {
	if r.Report == nil {
		return nil
	}
	for _, part := range regress.Parts {
		n := r.Coverage.Counts[part]
		list = append(list, answer.Pair{Name: part.In(lang), Value: fmt.Sprintf("%d / %d  %.1f%%", n.Hit, n.All, n.Share())})
	}
	return list
}

// Waiting are the suites that nobody has signed.
func (r *Run) Waiting(lang string) (list []Pending) {
	if r.Report == nil {
		return nil
	}
	for _, s := range r.Cases.Unsigned() {
		list = append(list, Pending{Title: fmt.Sprintf("%s · %s", s.Title, words.In(lang).Say("suites.unsigned.in", len(s.Trials))), Place: s.Trials[0].At.String()})
	}
	return list
}

// A Draft is what the cases say of a draft.
type Draft struct {
	View
	Coverage  string    // the least part, in percent
	Elsewhere int       // that hold for other versions only
	Missed    []Failure // the first that no case reaches
	Open      int       // failures that can be accepted
	Subjects  []review.Subject
}

// Draft shows a run of the cases of a draft; typed is why failures are accepted.
func (r *Run) Draft(lang string, typed url.Values) (p Draft) {
	if p.View = r.View(lang); len(p.Faults) > 0 {
		return p
	}
	p.Coverage = strconv.FormatFloat(r.Coverage.Min(), 'f', 1, 64)
	for _, n := range r.Cases.Elsewhere {
		p.Elsewhere += n
	}
	for i, f := range r.Report.Failures[:len(p.Failures)] {
		if p.Failures[i].Accept = acceptOf(f.Change); p.Failures[i].Accept != nil {
			p.Open++
		}
	}
	p.Subjects = review.Subjects(lang, r.Rules, r.Report.Failures[:len(p.Failures)], typed)
	for _, m := range r.Coverage.Missed[:min(len(r.Coverage.Missed), shownFailures)] {
		one := Failure{At: m.At.String(), Text: m.Text(lang)}
		if i, ok := r.Rules.Dictionary.Lookup(m.Name); ok && m.Part == regress.Bounds {
			one.Indicator, one.Value = words.Called(lang, i), lines.Shortest(m.Value)
		}
		p.Missed = append(p.Missed, one)
	}
	return p
}
