package chart

import (
	"fmt"
	"time"

	"tijian/server/console/words"
	"tijian/server/unread"
)

// A Days has a bar for each day, the last one today.
type Days struct {
	Title, Summary, Most string
	Bars                 []Bar
	Width                int
}

// A Bar is one day.
type Bar struct {
	X, Y, Height int
	Title        string
}

const (
	barWidth   = 12
	daysHeight = 60
)

// OfDays draws how much of a kind was not understood, on each of n days from the first.
func OfDays(lang, kind string, days []unread.Day, first time.Time, n int) Days {
	say := words.In(lang).Say
	all := unread.Day{}
	by := map[string]unread.Day{}
	most := 0.0
	for _, d := range days {
		if d.Kind == kind {
			by[d.Day] = d
			all.Asked, all.Parts, all.Unread = all.Asked+d.Asked, all.Parts+d.Parts, all.Unread+d.Unread
			most = max(most, d.Share())
		}
	}
	ch := Days{Title: say("unread." + kind), Summary: say("unread."+kind+".sum", all.Asked, all.Unread, all.Parts), Most: inPercent(most), Width: n * barWidth}
	for i := range n {
		d, ok := by[first.AddDate(0, 0, i).Format(time.DateOnly)]
		if !ok {
			continue
		}
		b := Bar{X: i * barWidth, Height: 1, Title: fmt.Sprintf("%s  %s (%d/%d)", d.Day, inPercent(d.Share()), d.Unread, d.Parts)}
		if most > 0 {
			b.Height += int(d.Share() / most * (daysHeight - 1))
		}
		b.Y = daysHeight - b.Height
		ch.Bars = append(ch.Bars, b)
	}
	return ch
}

func inPercent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
