package console

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/server/console/words"
	"tijian/server/unread"
)

type qualityPage struct {
	Rules                                               string
	Indicators, Assessed, Tables, Rows, Risks, Unsigned int
	UnsignedTables                                      []unsigned
	Releases                                            []record.Entry
	Faults                                              problem.List
	Suites                                              suitesView
	Unread                                              unreadView
}

// An unsigned table or risk awaits a doctor's signature.
type unsigned struct{ Title, Place, Link string }

// mostUnsigned are listed; the number is that of all.
const mostUnsigned = 300

// quality shows what is known of the rules in force without working anything out.
func (c *Console) quality(v *requestContext) error {
	set := c.Live.Snapshot().Rules
	p := qualityPage{Rules: set.Version, Indicators: len(set.Dictionary.All()), Risks: len(set.Risks), Suites: c.suitesView(v.lang)}
	note := func(title, link string, place problem.Place) {
		if p.Unsigned++; p.Unsigned <= mostUnsigned {
			p.UnsignedTables = append(p.UnsignedTables, unsigned{title, place.String(), link})
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
	Charts        []chart
	Rows, Phrases []count
	Kept          bool // phrases are
	Enough        int
}

// A chart has a bar for each day, the last one today.
type chart struct {
	Title, Summary, Most string
	Bars                 []bar
	Width                int
}

type bar struct {
	X, Y, Height int
	Title        string
}

const (
	unreadDays  = 30
	mostUnread  = 20
	barWidth    = 12
	chartHeight = 60
)

func (c *Console) unreadView(v *requestContext) (unreadView, error) {
	say := words.In[v.lang].Say
	today := c.Now().Local()
	first := today.AddDate(0, 0, 1-unreadDays)
	summary, err := c.Unread.Summary(v.Context(), first, mostUnread)
	p := unreadView{Days: unreadDays, Kept: summary.Kept, Enough: unread.Enough}
	if err != nil {
		return p, err
	}
	for _, kind := range []string{unread.Pictures, unread.Texts} {
		all := unread.Day{}
		by := map[string]unread.Day{}
		most := 0.0
		for _, d := range summary.Days {
			if d.Kind == kind {
				by[d.Day] = d
				all.Asked, all.Parts, all.Unread = all.Asked+d.Asked, all.Parts+d.Parts, all.Unread+d.Unread
				most = max(most, d.Share())
			}
		}
		ch := chart{Title: say("unread." + kind), Summary: say("unread."+kind+".sum", all.Asked, all.Unread, all.Parts), Most: inPercent(most), Width: unreadDays * barWidth}
		for i := range unreadDays {
			d, ok := by[first.AddDate(0, 0, i).Format(time.DateOnly)]
			if !ok {
				continue
			}
			b := bar{X: i * barWidth, Height: 1, Title: fmt.Sprintf("%s  %s (%d/%d)", d.Day, inPercent(d.Share()), d.Unread, d.Parts)}
			if most > 0 {
				b.Height += int(d.Share() / most * (chartHeight - 1))
			}
			b.Y = chartHeight - b.Height
			ch.Bars = append(ch.Bars, b)
		}
		p.Charts = append(p.Charts, ch)
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

func inPercent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
