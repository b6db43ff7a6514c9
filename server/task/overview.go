package task

import (
	"context"
	"slices"
	"strings"
	"time"

	"tijian/server/store"
)

// An Overview is what an operator wants to know of the tasks of a database.
type Overview struct {
	Waiting, Processing int           // unfinished
	Oldest              time.Duration // age of the oldest of them
	Callbacks           int64         // waiting for a try
	Ended               int           // the last ones, on which the rest is based
	Done                int
	Failed              map[string]int // by kind
	Half, Most          time.Duration  // that they took: half of them, and all but one in twenty
}

// backlogged is how many tasks of a status there are, and how old the oldest is.
type backlogged struct {
	n      int
	oldest time.Duration
}

// unfinished counts the tasks that have not ended.
func unfinished(ctx context.Context, db *store.DB) (map[Status]backlogged, error) {
	all := map[Status]backlogged{}
	err := store.Each(ctx, db, func(row store.Row) error {
		var status Status
		var n int
		var first time.Time
		err := row.Scan(&status, &n, store.Time(&first))
		all[status] = backlogged{n, max(0, time.Since(first))}
		return err
	}, "SELECT status, count(*), min(created_at) FROM tasks WHERE status IN ('CREATED', 'PROCESSING') GROUP BY status")
	return all, err
}

// lastTasks are looked at, however many there are.
const lastTasks = 2000

// Overview looks at the database.
func (m *Manager) Overview(ctx context.Context) (o Overview, err error) {
	left, err := unfinished(ctx, m.db)
	if err != nil {
		return o, err
	}
	o.Waiting, o.Processing = left[Created].n, left[Processing].n
	o.Oldest = max(left[Created].oldest, left[Processing].oldest)
	o.Failed = map[string]int{}
	var took []time.Duration
	// The kind of an error stands before its colon; messages have numbers.
	err = store.Each(ctx, m.db, func(row store.Row) error {
		var status Status
		var start string
		var micros int64
		err := row.Scan(&status, &start, &micros)
		if took = append(took, time.Duration(micros)*time.Microsecond); status == Done {
			o.Done++
		} else {
			kind, _, _ := strings.Cut(start, ":")
			o.Failed[kindLabel(kind)]++
		}
		return err
	}, "SELECT status, substr(error, 1, 28), ended_at - created_at FROM tasks WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?", lastTasks)
	if err != nil {
		return o, err
	}
	if o.Ended = len(took); o.Ended > 0 {
		slices.Sort(took)
		o.Half, o.Most = took[len(took)/2], took[len(took)*19/20]
	}
	o.Callbacks, err = waitingCallbacks(ctx, m.db)
	return o, err
}
