package casework

import (
	"maps"
	"net/url"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/server/console/lines"
	"tijian/server/console/person"
)

// Judge puts the sign that the rules give beside the one that the paper prints, where
// sex and age are filled in or printed, and says why they differ. What the form lacks
// besides is said where it is sent.
func (f *File) Judge(lang string, s *engine.Snapshot, all []lines.Line, maxSamples int, now time.Time) {
	form := person.NewForm(lang, s)
	sent := maps.Clone(f.Form)
	if sent == nil {
		sent = url.Values{}
	}
	if offer := form.OfferOf(f.Printed); offer != nil && sent.Get("sex") == "" && sent.Get("born")+sent.Get("age") == "" {
		offer.Take(sent)
	}
	form.Fill(sent)
	if form.At == "" {
		form.At = now.Format(time.DateOnly)
	}
	form.Rows = lines.Rows(all)
	ours := map[string]lines.Ours{}
	if a := form.Known(lang, s, maxSamples, now); a != nil {
		for i := range a.Samples {
			ideal := a.Samples[i].Ideal
			if lang == problem.English {
				ideal = a.Rules.IdealInEnglish(ideal)
			}
			ours[a.Request.Samples[i].Name] = lines.Ours{Level: a.Rules.Level(a.Samples[i].Level), Ideal: ideal}
		}
	}
	seconds := lines.Seconds(all)
	for i := range all {
		if of := all[i].Of(); seconds[&all[i]] {
			all[i].Compare(lang, lines.Ours{}) // the answer is to another value
		} else {
			all[i].Compare(lang, ours[of])
		}
	}
}
