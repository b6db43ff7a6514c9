package console

import (
	"net/http"
	"slices"

	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/server/console/chart"
	"tijian/server/console/trials"
	"tijian/server/console/words"
	"tijian/server/unread"
)

type qualityPage struct {
	Rules                                               string
	Indicators, Assessed, Tables, Rows, Risks, Unsigned int
	UnsignedTables                                      []trials.Pending
	Releases                                            []record.Entry
	Faults                                              problem.List
	Suites                                              suitesView
	Unread                                              unreadView
}

// mostUnsigned are listed; the number is that of all.
const mostUnsigned = 300

// quality shows what is known of the rules in force without working anything out.
func (c *Console) quality(v *requestContext) error {
	set := c.Live.Snapshot().Rules
	p := qualityPage{Rules: set.Version, Indicators: len(set.Dictionary.All()), Risks: len(set.Risks), Suites: c.suitesView(v.lang)}
	note := func(title, link string, place problem.Place) {
		if p.Unsigned++; p.Unsigned <= mostUnsigned {
			p.UnsignedTables = append(p.UnsignedTables, trials.Pending{Title: title, Place: place.String(), Link: link})
		}
	}
	for _, i := range set.Dictionary.All() {
		tables := set.Tables[i.Name]
		if len(tables) > 0 {
			p.Assessed++
		}
		for _, t := range tables {
			p.Tables++
			p.Rows += len(t.Rows)
			if t.Reviewed == nil {
				note(words.Called(v.lang, i), "rules/table/"+set.Version+"/"+i.Name, t.At)
			}
		}
	}
	for _, r := range set.Risks {
		if r.Reviewed == nil {
			note(r.Name, "", r.At)
		}
	}
	entries, problems := record.ReadHistory(c.Files.RulesFS())
	slices.Reverse(entries)
	p.Faults, p.Releases = problems, entries
	var err error
	if p.Unread, err = c.unreadView(v); err != nil {
		return err
	}
	return v.show(http.StatusOK, "quality", p)
}

// An unreadView is what was not understood of late.
type unreadView struct {
	Days          int
	Charts        []chart.Days
	Rows, Phrases []count
	Kept          bool // phrases are
	Enough        int
}

const (
	unreadDays = 30
	mostUnread = 20
)

func (c *Console) unreadView(v *requestContext) (unreadView, error) {
	first := c.Now().Local().AddDate(0, 0, 1-unreadDays)
	summary, err := c.Unread.Summary(v.Context(), first, mostUnread)
	p := unreadView{Days: unreadDays, Kept: summary.Kept, Enough: unread.Enough}
	if err != nil {
		return p, err
	}
	for _, kind := range []string{unread.Pictures, unread.Texts} {
		p.Charts = append(p.Charts, chart.OfDays(v.lang, kind, summary.Days, first, unreadDays))
	}
	dict := c.Live.Snapshot().Dictionary
	for _, r := range summary.Rows {
		title := r.What
		if i, ok := dict.Lookup(r.What); ok {
			title = words.Called(v.lang, i)
		}
		p.Rows = append(p.Rows, count{title, r.Times})
	}
	for _, r := range summary.Phrases {
		p.Phrases = append(p.Phrases, count{r.What, r.Times})
	}
	return p, nil
}
