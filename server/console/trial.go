package console

import (
	"fmt"
	"net/http"
	"strconv"

	"tijian/engine"
	"tijian/engine/impact"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/regress"
)

// suitesPage is what the suites say of a draft.
type suitesPage struct {
	Version   versionView
	Trials    int
	Coverage  string // the least part, in percent
	Unsigned  int
	Elsewhere int // that hold for other versions only
	Failed    int
	Failures  []failureView // the first of them
	Missed    []failureView // the first that no case reaches
	Faults    []faultView   // of the suites themselves
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
func (c *Console) tryDraft(v *visit) error {
	version, to, err := c.loaded(v)
	if err != nil || to == nil {
		return err
	}
	return c.showTried(v, &suitesPage{Version: version}, to)
}

// showTried runs the cases of a draft and shows what comes of them.
func (c *Console) showTried(v *visit, p *suitesPage, to *engine.Snapshot) error {
	r := runSuitesOf(to, c.desk(), func(int, int) {})
	if len(r.problems) > 0 {
		p.Faults = faultsOf(v.lang, r.problems)
		return v.part(http.StatusOK, "draft", "tried", p)
	}
	p.Trials, p.Unsigned, p.Failed, p.Coverage = r.report.Trials, r.report.Unsigned, len(r.report.Failures), strconv.FormatFloat(r.coverage.Min(), 'f', 1, 64)
	for _, n := range r.cases.Elsewhere {
		p.Elsewhere += n
	}
	p.Failures = failuresOf(v.lang, to.Rules, r.report)
	for i, f := range r.report.Failures[:len(p.Failures)] {
		if p.Failures[i].Accept = acceptOf(f.Change); p.Failures[i].Accept != nil {
			p.Open++
		}
	}
	for _, m := range r.coverage.Missed[:min(len(r.coverage.Missed), shownFailures)] {
		one := failureView{At: m.At.String(), Text: m.Text(v.lang)}
		if i, ok := to.Dictionary.Lookup(m.Name); ok && m.Part == regress.Bounds {
			one.Indicator, one.Value = called(v.lang, i), strconv.FormatFloat(m.Value, 'f', -1, 64)
		}
		p.Missed = append(p.Missed, one)
	}
	return v.part(http.StatusOK, "draft", "tried", p)
}

// loaded is the draft that the address names. Where its files are faulty that is
// the answer, and the snapshot is nil.
func (c *Console) loaded(v *visit) (versionView, *engine.Snapshot, error) {
	version, err := c.version(v)
	if err != nil {
		return version, nil, err
	}
	snapshot, problems := c.book.load(version.Name)
	if snapshot == nil {
		err = v.part(http.StatusOK, "draft", "checked", checkPage{Version: version, Errors: faultsOf(v.lang, problems.Of(problem.Error))})
	}
	return version, snapshot, err
}

// impactPage is whom a draft gives another answer.
type impactPage struct {
	Version                       versionView
	From                          string
	Persons, Changed, Worse, Mild int
	Groups, Indicators, Risks     []shareView
	Unseen                        int // indicators that nobody of the population has
}

// A shareView is a share of persons or values as a bar.
type shareView struct {
	Name         string
	All, Changed int
	Percent      string
	Width        int // of 100
	ID           string
	Moves        []moveView
}

// A moveView is how many values went from one answer to another, as a bar.
type moveView struct {
	impact.Move
	Width int // of 100, the most frequent one's
}

// shownMoves is how many changes of an indicator a page shows, and of how many
// indicators.
const shownMoves = 12

func movesOf(s *impact.Subject) (list []moveView) {
	for _, m := range s.Moves[:min(len(s.Moves), shownMoves)] {
		list = append(list, moveView{m, max(1, 100*m.N/s.Moves[0].N)})
	}
	return list
}

func share(name string, n impact.Count) shareView {
	return shareView{Name: name, All: n.All, Changed: n.Changed, Percent: fmt.Sprintf("%.1f%%", 100*n.Share()), Width: int(100*n.Share() + 0.5)}
}

// impactPersons is how many persons are answered by both versions: enough to see
// a bound move, and done in about two seconds.
const impactPersons = 1000

// draftImpact answers a generated population by the draft and by the version in
// force.
func (c *Console) draftImpact(v *visit) error {
	version, to, err := c.loaded(v)
	if err != nil || to == nil {
		return err
	}
	from := c.Live.Snapshot()
	model, problems := population.Adults(to.Dictionary)
	if err := problems.Err(); err != nil {
		return err
	}
	report := impact.Run(from.Rules, to.Rules, impact.Everywhere(from.Rules, to.Rules, model.Requests(impactPersons, 1)))
	p := impactPage{Version: version, From: from.Rules.Version, Unseen: len(report.Unseen),
		Persons: report.Persons.All, Changed: report.Persons.Changed, Worse: report.Persons.Worse, Mild: report.Persons.Milder}
	for _, g := range report.Groups {
		ages := strconv.Itoa(impact.AgeGroups[g.Age]) + "+"
		if g.Age+1 < len(impact.AgeGroups) {
			ages = fmt.Sprintf("%d–%d", impact.AgeGroups[g.Age], impact.AgeGroups[g.Age+1]-1)
		}
		p.Groups = append(p.Groups, share(word(v.lang, string(g.Sex))+" "+ages, g.Count))
	}
	for i, s := range report.Indicators {
		one := share(s.Title, s.Count)
		if d, ok := to.Dictionary.Lookup(s.Name); ok {
			one.Name = called(v.lang, d)
		}
		if one.ID = s.Name; i < shownMoves {
			one.Moves = movesOf(s)
		}
		p.Indicators = append(p.Indicators, one)
	}
	for _, s := range report.Risks {
		p.Risks = append(p.Risks, share(s.Title, s.Count))
	}
	return v.part(http.StatusOK, "draft", "affected", p)
}
