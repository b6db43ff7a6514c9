package unread

import (
	"context"
	"time"

	"tijian/server/store"
)

// A Day is what was counted of one kind on one day.
type Day struct {
	Day, Kind            string
	Asked, Parts, Unread int
}

// Share is the part that was not understood, 0 to 1.
func (d Day) Share() float64 {
	if d.Parts == 0 {
		return 0
	}
	return float64(d.Unread) / float64(d.Parts)
}

// A Count says how often something was not understood.
type Count struct {
	What  string // an indicator's standard name, or a phrase
	Times int
}

// A Summary is what was not understood since a day.
type Summary struct {
	Days          []Day // that have numbers, the first one first
	Rows, Phrases []Count
	Kept          bool // phrases are
}

// Summary reads the database. Of rows and phrases it gives the most common ones.
func (c *Counter) Summary(ctx context.Context, since time.Time, most int) (s Summary, err error) {
	from := since.Local().Format(time.DateOnly)
	s.Kept = c.o.Phrases
	s.Days, err = store.All(ctx, c.o.DB, func(row store.Row, d *Day) error {
		return row.Scan(&d.Day, &d.Kind, &d.Asked, &d.Parts, &d.Unread)
	}, "SELECT day, kind, asked, parts, unread FROM unread_days WHERE day >= ? ORDER BY day, kind", from)
	for list, query := range map[*[]Count]string{
		&s.Rows:    "SELECT indicator, sum(times) FROM unread_rows WHERE day >= ? GROUP BY indicator ORDER BY 2 DESC, 1 LIMIT ?",
		&s.Phrases: "SELECT phrase, times FROM unread_phrases WHERE day >= ? AND phrase <> '' ORDER BY times DESC, phrase LIMIT ?",
	} {
		if err != nil {
			return s, err
		}
		*list, err = store.All(ctx, c.o.DB, func(row store.Row, n *Count) error { return row.Scan(&n.What, &n.Times) }, query, from, most)
	}
	return s, err
}
