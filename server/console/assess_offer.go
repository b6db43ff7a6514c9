package console

import (
	"strconv"

	"tijian/ocr/result"
)

// An offer is what a report prints of the person, for whoever fills in the form to
// take over or not: another person's report may lie among the pages.
type offer struct {
	Sex, Age string // "" where the report does not print it
	Differ   bool   // it prints two: neither is offered
}

// offerOf is what a report prints and the form does not have; nil for nothing.
func (f *assessForm) offerOf(p result.Person) *offer {
	o := &offer{Sex: p.Sex, Differ: p.Differ}
	if p.Age != nil && f.Born == "" {
		o.Age = strconv.Itoa(*p.Age)
	}
	if (o.Sex == "" || o.Sex == f.Sex) && (o.Age == "" || o.Age == f.Age) && (!o.Differ || f.Sex != "" && f.Born+f.Age != "") {
		return nil
	}
	return o
}
