package casework

import (
	"cmp"
	"slices"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/server/cases"
	"tijian/server/console/chart"
	"tijian/server/console/lines"
	"tijian/server/console/person"
)

// A History is what is known of a person's results.
type History struct {
	points    map[*dictionary.Indicator][]chart.Point
	stretches map[string][]assess.Stretch // by indicator, as of the last examination that has it
}

// Add adds the results of a case that nobody has to look at any more.
func (h *History) Add(lang string, s *engine.Snapshot, k cases.Case, maxSamples int, now time.Time) error {
	w, err := Open(k)
	if err != nil || w.Mixed() {
		return err
	}
	all, err := w.Lines(lang, s.Dictionary)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(l lines.Line) bool { return l.Mark() == lines.Doubtful })
	f := person.NewForm(lang, s)
	f.Fill(w.Form)
	f.At = cmp.Or(f.At, w.Day, k.Created.Local().Format(time.DateOnly))
	f.Join(lines.Rows(all), w.Form)
	at, err := time.Parse(time.DateOnly, f.At)
	if err != nil {
		return nil // which the form says
	}
	for _, r := range f.Rows {
		if r.Empty() {
			continue
		}
		i := r.Lookup(lang, s.Dictionary)
		if i == nil || i.Kind != dictionary.Quantitative {
			continue
		}
		h.add(i, &r, r.Value, at, s.Dictionary, w.Path())
		if before, err := time.Parse(time.DateOnly, r.BeforeAt); err == nil && r.Before != "" {
			r.Reference = ""
			h.add(i, &r, r.Before, before, s.Dictionary, "")
		}
	}
	a := f.Known(lang, s, maxSamples, now)
	if a == nil {
		return nil
	}
	for i := range a.Samples {
		if name := a.Request.Samples[i].Name; h.stretches[name] == nil && a.Samples[i].Trace != nil && a.Samples[i].Trace.Rule() != nil {
			if h.stretches == nil {
				h.stretches = map[string][]assess.Stretch{}
			}
			h.stretches[name] = a.Samples[i].Trace.Stretches()
		}
	}
	return nil
}

// add adds a result; one that a case has itself goes before one that another only names.
func (h *History) add(i *dictionary.Indicator, r *lines.Row, value string, at time.Time, dict *dictionary.Dictionary, path string) {
	m, why := lines.Read(value, r.Unit, i, dict)
	x, err := m.Value.Float64()
	standard, known := i.ToStandard(x, m.Unit)
	if why != (message.Phrase{}) || err != nil || !known || i.InWords(m.Unit) { // a word is no place on a scale
		return
	}
	one := chart.Point{At: at, Value: standard, Bound: m.Bound, Unit: cmp.Or(m.Unit, i.Unit), Path: path}
	if printed, ok := assess.ParseReference(r.Reference); ok {
		one.Printed = printed
	}
	if same := slices.IndexFunc(h.points[i], func(p chart.Point) bool { return p.At.Equal(at) && (p.Path == path || p.Path == "" || path == "") }); same >= 0 {
		if path != "" {
			h.points[i][same] = one
		}
		return
	}
	if h.points == nil {
		h.points = map[*dictionary.Indicator][]chart.Point{}
	}
	h.points[i] = append(h.points[i], one)
}

// Trends are those of indicators with several results, what has changed first, then
// what is grave.
func (h *History) Trends(lang string) (list []chart.Trend) {
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
