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

// lastTasks are looked at, however many there are.
const lastTasks = 2000

// Overview looks at the database.
func (m *Manager) Overview(ctx context.Context) (o Overview, err error) {
	err = store.Each(ctx, m.db, func(row store.Row) error {
		var status Status
		var n int
		var first int64
		err := row.Scan(&status, &n, &first)
		if status == Created {
			o.Waiting = n
		} else {
			o.Processing = n
		}
		o.Oldest = max(o.Oldest, time.Since(store.FromMicros(first)))
		return err
	}, "SELECT status, count(*), min(created_at) FROM tasks WHERE status IN ('CREATED', 'PROCESSING') GROUP BY status")
	if err != nil {
		return o, err
	}
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
