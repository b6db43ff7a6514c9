package console

import (
	"errors"
	"net/http"
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

// offer finds what the report of a form prints. A report that is no more offers
// nothing.
func (c *Console) offer(v *requestContext, f *assessForm) error {
	if f.Report == "" {
		return nil
	}
	t, _, err := c.own(v, f.Report)
	if missing, is := errors.AsType[*fault](err); is && missing.status == http.StatusNotFound {
		f.Report = ""
		return nil
	}
	if err == nil {
		f.Offer = f.offerOf(t.Person)
	}
	return err
}

// take fills the offer in.
func (f *assessForm) take() {
	if o := f.Offer; o != nil {
		if o.Sex != "" {
			f.Sex = o.Sex
		}
		if o.Age != "" {
			f.Age = o.Age
		}
		f.Offer = nil
	}
}

// fold counts the rows of a report that are filled in.
func (f *assessForm) fold() {
	for _, r := range f.Rows {
		if f.Report != "" && !r.empty() {
			f.Folded++
		}
	}
}
