package console

import (
	"net/http"
	"net/url"

	"tijian/server/cases"
	"tijian/server/console/casework"
)

const (
	mostListed  = 25 // cases on a page
	mostWaiting = 6  // on the first page of all
	mostSent    = 50 // files at once, each a case of its own
)

// A casesPage is where to put pictures, and the cases of the visitor.
type casesPage struct {
	Text     string `form:"q"`
	State    string `form:"state"`
	Person   string `form:"person"`
	Before   string `form:"before,raw"`
	Cases    []casework.Line
	States   []stateView
	Next     string   // the query of the next page
	Here     string   // that of this one
	First    nextCase // where the next case waits
	Reading  bool     // cases are being read
	Sought   bool     // not all are listed
	Fault    string
	Most     int // files of a report
	Batch    int // files that are sent at once
	MiB      int64
	Bytes    int64 // of a picture
	Days     int   // that cases are kept
	Pictures int   // days that pictures are
}

// A stateView is a state with how many cases are in it.
type stateView struct {
	State cases.State
	Count int
	Here  bool
}

// listed returns a page of the visitor's cases, and where the next one begins, "" for
// none.
func (c *Console) listed(v *requestContext, f cases.Filter) (list []casework.Line, next string, err error) {
	most := f.Most
	f.Owner, f.Most = v.user.Name, most+1
	all, err := c.cases.List(v.Context(), f)
	if err != nil {
		return nil, "", err
	}
	if len(all) > most {
		all, next = all[:most], all[most-1].Mark()
	}
	for _, one := range all {
		w, err := casework.Open(one)
		if err != nil {
			return nil, "", err
		}
		list = append(list, w.Line(v.lang))
	}
	return list, next, nil
}

// caseList shows where to put pictures, and the visitor's cases.
func (c *Console) caseList(v *requestContext) error { return c.showCases(v, http.StatusOK, "") }

func (c *Console) showCases(v *requestContext, status int, fault string) error {
	p := casesPage{Fault: fault, Most: mostPictures, Batch: mostSent, MiB: c.Limits.Picture >> 20, Bytes: c.Limits.Picture, Days: c.CaseDays, Pictures: c.PictureDays}
	v.asked(&p)
	if fault != "" && v.isHTMX() {
		return v.part(http.StatusOK, "visits", "upload-fault", p)
	}
	if err := c.keeper().Settle(v.Context(), v.user.Name); err != nil {
		return err
	}
	counts, err := c.cases.Count(v.Context(), v.user.Name)
	if err != nil {
		return err
	}
	p.Here, p.Reading, p.Sought = "?"+v.URL.RawQuery, counts[cases.Reading] > 0, p.Text+p.State+p.Person+p.Before != ""
	if p.First, err = c.next(v, ""); err != nil {
		return err
	}
	for _, s := range cases.States() {
		p.States = append(p.States, stateView{s, counts[s], string(s) == p.State})
	}
	list, mark, err := c.listed(v, cases.Filter{State: cases.State(p.State), Text: p.Text, Person: p.Person, Before: p.Before, Most: mostListed})
	if err != nil {
		return err
	}
	if p.Cases = list; mark != "" {
		next := url.Values{"before": {mark}}
		for name, value := range map[string]string{"q": p.Text, "state": p.State, "person": p.Person} {
			if value != "" {
				next.Set(name, value)
			}
		}
		p.Next = "?" + next.Encode()
	}
	return v.show(status, "visits", p)
}

// A homePage is what waits for the visitor.
type homePage struct {
	Waiting []casework.Line
	States  []stateView
	Next    nextCase // where the next one waits
}

func (c *Console) home(v *requestContext) error {
	if err := c.keeper().Settle(v.Context(), v.user.Name); err != nil {
		return err
	}
	var p homePage
	counts, err := c.cases.Count(v.Context(), v.user.Name)
	for _, s := range cases.States()[:3] {
		p.States = append(p.States, stateView{State: s, Count: counts[s]})
		if s != cases.Reading && err == nil {
			var list []casework.Line
			list, _, err = c.listed(v, cases.Filter{State: s, Most: mostWaiting})
			p.Waiting = append(p.Waiting, list...)
		}
	}
	if err == nil {
		p.Next, err = c.next(v, "")
	}
	if err != nil {
		return err
	}
	return v.show(http.StatusOK, "home", p)
}
