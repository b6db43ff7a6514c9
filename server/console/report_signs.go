package console

import (
	"maps"
	"net/url"
	"time"

	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/console/person"
)

// judge puts the sign that the rules give beside the one that the paper prints, where
// sex and age are filled in or printed, and says why they differ. What the form lacks
// besides is said where it is sent.
func (c *Console) judge(v *requestContext, w *casework.File, all []lines.Line) {
	s := c.Live.Snapshot()
	f := person.NewForm(v.lang, s)
	sent := maps.Clone(w.Form)
	if sent == nil {
		sent = url.Values{}
	}
	if offer := f.OfferOf(w.Printed); offer != nil && sent.Get("sex") == "" && sent.Get("born")+sent.Get("age") == "" {
		offer.Take(sent)
	}
	f.Fill(sent)
	if f.At == "" {
		f.At = c.Now().Format(time.DateOnly)
	}
	f.Rows = lines.Rows(all)
	ours := map[string]lines.Ours{}
	if body := f.Request(v.lang, s, c.Now()); len(f.Faults) == 0 && f.JSON == "" {
		if answered, err := s.Assessed(body, c.Limits.Samples, c.Now()); err == nil {
			for i := range answered.Samples {
				ours[answered.Request.Samples[i].Name] = lines.Ours{Level: answered.Rules.Level(answered.Samples[i].Level), Ideal: answered.Samples[i].Ideal}
			}
		}
	}
	for i := range all {
		all[i].Compare(v.lang, ours[all[i].Of()])
	}
}
