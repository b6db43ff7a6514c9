package impact

import (
	"iter"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/ruleset"
)

// A Cohort is the persons of one namespace; "" is those of the base rules.
type Cohort struct {
	Name string `json:"namespace"`
	Count
}

// Everywhere gives the persons of the base rules, and the same again as persons
// of each namespace that has an overlay in either version: a change of an
// overlay touches nobody else.
func Everywhere(from, to *ruleset.Set, requests iter.Seq[*assess.Request]) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		for _, name := range append([]string{""}, change.Names(from.Overlays, to.Overlays)...) {
			for r := range requests {
				one := *r
				one.Namespace = name
				if !yield(&one) {
					return
				}
			}
		}
	}
}

// Told hands requests on and tells how many were asked for.
func Told(requests iter.Seq[*assess.Request], told func(asked int)) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		n := 0
		for r := range requests {
			n++
			told(n)
			if !yield(r) {
				return
			}
		}
	}
}

// inSpace counts a person for the namespace whose overlay answers, or for the
// base rules.
func (c *counter) inSpace(name string, d direction) {
	if !slices.Contains(c.overlaid, name) {
		name = ""
	}
	i := slices.IndexFunc(c.report.Cohorts, func(s *Cohort) bool { return s.Name == name })
	if i < 0 {
		i = len(c.report.Cohorts)
		c.report.Cohorts = append(c.report.Cohorts, &Cohort{Name: name})
	}
	c.report.Cohorts[i].add(d)
}

// unseen notes the overlays without a person, and the indicators with tables
// without a value: nothing is known of what a change means there.
func (c *counter) unseen() {
	r := c.report
	for _, name := range c.overlaid {
		if !slices.ContainsFunc(r.Cohorts, func(s *Cohort) bool { return s.Name == name }) {
			r.Unseen.Namespaces = append(r.Unseen.Namespaces, name)
		}
	}
	for _, i := range c.to.Dictionary.All() {
		tabled := slices.ContainsFunc(c.to.AllTables(), func(byName map[string][]*ruleset.Table) bool { return len(byName[i.Name]) > 0 })
		if tabled && c.indicators[i.Name] == nil {
			r.Unseen.Indicators, r.Unseen.titles = append(r.Unseen.Indicators, i.Name), append(r.Unseen.titles, i.Title)
		}
	}
}

// WorstShare is the share of persons affected in the namespace where it is
// greatest.
func (r *Report) WorstShare() (space string, share float64) {
	for _, s := range r.Cohorts {
		if x := s.Share(); x > share {
			space, share = s.Name, x
		}
	}
	return space, share
}
