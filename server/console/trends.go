package console

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/chart"
	"tijian/server/console/lines"
	"tijian/server/console/person"
)

const (
	mostVisits = 60 // of a person that are looked at
	mostTrends = 12 // on a page
)

// A trendsPage is a person's examinations and how results went.
type trendsPage struct {
	Person string
	Visits []caseLine
	Trends []chart.Trend
	Next   string // the query of the next page
	Years  int
}

// A history is what is known of a person's results.
type history struct {
	points    map[*dictionary.Indicator][]chart.Point
	stretches map[string][]assess.Stretch // by indicator, as of the last examination that has it
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
	h := history{map[*dictionary.Indicator][]chart.Point{}, map[string][]assess.Stretch{}}
	for _, one := range p.Visits {
		k, err := c.cases.Get(v.Context(), v.user.Name, one.ID)
		if err == nil && k.State != cases.Reading {
			err = c.results(v, k, one.Path(), &h)
		}
		if err != nil {
			return v.ofCase(err)
		}
		c.Audit.Add(v.Context(), v.entry(audit.ReportRead, one.ID, ""))
	}
	p.Trends = h.trends(v.lang)
	from, _ := strconv.Atoi(v.URL.Query().Get("from"))
	from = min(max(from, 0), len(p.Trends))
	if p.Trends = p.Trends[from:]; len(p.Trends) > mostTrends {
		p.Trends, p.Next = p.Trends[:mostTrends], "?from="+strconv.Itoa(from+mostTrends)
	}
	return v.show(http.StatusOK, "trends", p)
}

// results adds the results of a case that nobody has to look at any more; page is that
// of the case.
func (c *Console) results(v *requestContext, k cases.Case, page string, h *history) error {
	w, err := casework.Open(k)
	if err != nil || w.Mixed() {
		return err
	}
	s := c.Live.Snapshot()
	all, err := w.Lines(v.lang, s.Dictionary)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(l lines.Line) bool { return l.Mark() == lines.Doubtful })
	f := person.NewForm(v.lang, s)
	f.Fill(w.Form)
	f.At = cmp.Or(f.At, w.Day, k.Created.Local().Format(time.DateOnly))
	f.Join(lines.Rows(all))
	at, err := time.Parse(time.DateOnly, f.At)
	if err != nil {
		return nil // which the form says
	}
	for _, r := range f.Rows {
		if r.Empty() {
			continue
		}
		i := r.Lookup(v.lang, s.Dictionary)
		if i == nil || i.Kind != dictionary.Quantitative {
			continue
		}
		h.add(i, &r, r.Value, at, s.Dictionary, page)
		if before, err := time.Parse(time.DateOnly, r.BeforeAt); err == nil && r.Before != "" {
			r.Reference = ""
			h.add(i, &r, r.Before, before, s.Dictionary, "")
		}
	}
	if body := f.Request(v.lang, s, c.Now()); len(f.Faults) == 0 && f.JSON == "" {
		if a, err := s.Assessed(body, c.Limits.Samples, c.Now()); err == nil {
			for i := range a.Samples {
				if name := a.Request.Samples[i].Name; h.stretches[name] == nil && a.Samples[i].Trace != nil && a.Samples[i].Trace.Rule() != nil {
					h.stretches[name] = a.Samples[i].Trace.Stretches()
				}
			}
		}
	}
	return nil
}

// add adds a result; one that a case has itself goes before one that another only names.
func (h *history) add(i *dictionary.Indicator, r *lines.Row, value string, at time.Time, dict *dictionary.Dictionary, path string) {
	number, bound, ok := lines.Number(value, i, dict)
	x, err := number.Float64()
	standard, known := i.ToStandard(x, r.Unit)
	if !ok || err != nil || !known {
		return
	}
	one := chart.Point{At: at, Value: standard, Bound: bound, Unit: cmp.Or(r.Unit, i.Unit), Path: path}
	if printed, ok := assess.ParseReference(r.Reference); ok {
		one.Printed = printed
	}
	if same := slices.IndexFunc(h.points[i], func(p chart.Point) bool { return p.At.Equal(at) && (p.Path == path || p.Path == "" || path == "") }); same >= 0 {
		if path != "" {
			h.points[i][same] = one
		}
		return
	}
	h.points[i] = append(h.points[i], one)
}

// trends are those of indicators with several results, what has changed first, then
// what is grave.
func (h *history) trends(lang string) (list []chart.Trend) {
	for i, points := range h.points {
		slices.SortStableFunc(points, func(a, b chart.Point) int { return a.At.Compare(b.At) })
		since := points[len(points)-1].At.AddDate(-chart.Years, 0, 0)
		points = slices.DeleteFunc(points, func(p chart.Point) bool { return p.At.Before(since) })
		if len(points) > 1 {
			list = append(list, chart.TrendOf(lang, i, h.stretches[i.Name], points))
		}
	}
	slices.SortFunc(list, func(a, b chart.Trend) int {
		if a.Beyond != b.Beyond {
			return map[bool]int{true: -1, false: 1}[a.Beyond]
		}
		return cmp.Or(cmp.Compare(b.Grave, a.Grave), cmp.Compare(a.Title, b.Title))
	})
	return list
}
