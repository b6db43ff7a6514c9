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
	"tijian/engine/ruleset"
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
}

type failureView struct{ Case, At, Text string }

// shownFailures is how many failures a page shows: one wrong bound can fail
// hundreds of cases.
const shownFailures = 50

// tryDraft runs the regression suites that hold for a draft.
func (c *Console) tryDraft(v *visit) error {
	version, to, err := c.loaded(v)
	if err != nil || to == nil {
		return err
	}
	p := suitesPage{Version: version}
	lineage := ruleset.LineageOf(c.Files.RulesFS(), version.Name)
	r := runSuitesOf(to, c.Release.Suites, lineage, func(int, int) {})
	if len(r.problems) > 0 {
		p.Faults = faultsOf(v.lang, r.problems)
		return v.part(http.StatusOK, "draft", "tried", p)
	}
	p.Trials, p.Unsigned, p.Failed, p.Coverage = r.report.Trials, r.report.Unsigned, len(r.report.Failures), strconv.FormatFloat(r.coverage.Min(), 'f', 1, 64)
	for _, n := range regress.Elsewhere(r.all, lineage) {
		p.Elsewhere += n
	}
	p.Failures = failuresOf(v.lang, r.report)
	for _, m := range r.coverage.Missed[:min(len(r.coverage.Missed), shownFailures)] {
		p.Missed = append(p.Missed, failureView{At: m.At.String(), Text: m.Text(v.lang)})
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
}

func share(name string, n impact.Count) shareView {
	return shareView{name, n.All, n.Changed, fmt.Sprintf("%.1f%%", 100*n.Share()), int(100*n.Share() + 0.5)}
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
	for _, s := range report.Indicators {
		p.Indicators = append(p.Indicators, share(s.Title, s.Count))
	}
	for _, s := range report.Risks {
		p.Risks = append(p.Risks, share(s.Title, s.Count))
	}
	return v.part(http.StatusOK, "draft", "affected", p)
}
