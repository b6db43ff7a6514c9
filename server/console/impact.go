package console

import (
	"fmt"
	"net/http"
	"strconv"

	"tijian/engine/draft"
	"tijian/engine/impact"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/server/console/chart"
	"tijian/server/console/words"
)

// impactPage is whom a draft gives another answer.
type impactPage struct {
	Version                       draft.Version
	From                          string
	Persons, Changed, Worse, Mild int
	Groups, Indicators, Risks     []chart.Share
	Unseen                        int // indicators that nobody of the population has
}

// impactPersons is how many persons are answered by both versions: enough to see
// a bound move, and done in about two seconds.
const impactPersons = 1000

// draftImpact answers a generated population by the draft and by the version in
// force.
func (c *Console) draftImpact(v *requestContext) error {
	version, from := v.version, c.Live.Snapshot()
	return c.follow(v, c.begin(version.Name, "impact", func(told func(run, of int)) (shower, error) {
		to, problems := c.book.Load(version.Name)
		if to == nil {
			return nil, faulty(version, problems)
		}
		model, problems := population.Adults(to.Dictionary)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		requests := impact.Everywhere(from.Rules, to.Rules, model.Requests(impactPersons, 1))
		report := impact.Run(from.Rules, to.Rules, impact.Told(requests, func(asked int) { told(min(asked, impactPersons), impactPersons) }))
		return func(v *requestContext) error {
			return v.part(http.StatusOK, "draft", "affected", impactPageOf(v.lang, version, from.Rules.Version, to.Rules, report))
		}, nil
	}))
}

func impactPageOf(lang string, version draft.Version, from string, to *ruleset.Set, report *impact.Report) impactPage {
	p := impactPage{Version: version, From: from, Unseen: len(report.Unseen.Indicators),
		Persons: report.Persons.All, Changed: report.Persons.Changed, Worse: report.Persons.Worse, Mild: report.Persons.Milder}
	for _, g := range report.Groups {
		ages := strconv.Itoa(g.From) + "+"
		if g.Below > 0 {
			ages = fmt.Sprintf("%d–%d", g.From, g.Below-1)
		}
		p.Groups = append(p.Groups, chart.ShareOf(words.Word(lang, string(g.Sex))+" "+ages, g.Count))
	}
	for i, s := range report.Indicators {
		name := s.Title
		if d, ok := to.Dictionary.Lookup(s.Name); ok {
			name = words.Called(lang, d)
		}
		one := chart.SubjectOf(lang, to, s, name, i)
		one.Link = "rules/table/" + version.Name + "/" + s.Name
		p.Indicators = append(p.Indicators, one)
	}
	for i, s := range report.Risks {
		p.Risks = append(p.Risks, chart.SubjectOf(lang, to, s, s.Title, i))
	}
	return p
}
