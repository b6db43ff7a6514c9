package console

import (
	"net/http"
	"strconv"

	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/chart"
	"tijian/server/console/person"
)

const (
	mostVisits = 60 // of a person that are looked at
	mostTrends = 12 // on a page
)

// A trendsPage is a person's examinations and how results went.
type trendsPage struct {
	Person string
	Visits []casework.Line
	Trends []chart.Trend
	Next   string // the query of the next page
	Years  int
}

// trends shows how results of a person went from examination to examination.
func (c *Console) trends(v *requestContext) error {
	p := trendsPage{Person: person.Pseudonym(v.PathValue("person")), Years: chart.Years}
	var err error
	if p.Visits, _, err = c.listed(v, cases.Filter{Person: p.Person, Most: mostVisits}); err != nil {
		return err
	}
	if len(p.Visits) == 0 {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	var h casework.History
	for _, one := range p.Visits {
		k, err := c.cases.Get(v.Context(), v.user.Name, one.ID)
		if err == nil && k.State != cases.Reading {
			err = h.Add(v.lang, c.Live.Snapshot(), k, c.Limits.Samples, c.Now())
		}
		if err != nil {
			return v.ofCase(err)
		}
		c.Audit.Add(v.Context(), v.entry(audit.ReportRead, one.ID, ""))
	}
	p.Trends = h.Trends(v.lang)
	from, _ := strconv.Atoi(v.URL.Query().Get("from"))
	from = min(max(from, 0), len(p.Trends))
	if p.Trends = p.Trends[from:]; len(p.Trends) > mostTrends {
		p.Trends, p.Next = p.Trends[:mostTrends], "?from="+strconv.Itoa(from+mostTrends)
	}
	return v.show(http.StatusOK, "trends", p)
}
