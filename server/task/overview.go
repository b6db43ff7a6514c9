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
	Done                int
	Failed              map[string]int // by kind
	Half, Most          time.Duration  // that the last tasks took: half of them, and all but one in twenty
	Measured            int            // how many of them
}

// lastTasks are looked at for durations.
const lastTasks = 200

// Overview looks at the database.
func (m *Manager) Overview(ctx context.Context) (o Overview, err error) {
	o.Failed = map[string]int{}
	// The kind of an error stands before its colon; messages have numbers.
	err = m.each(ctx, func(rows store.Rows) error {
		var status Status
		var start string
		var n int
		var first int64
		if err := rows.Scan(&status, &start, &n, &first); err != nil {
			return err
		}
		switch status {
		case Created:
			o.Waiting += n
		case Processing:
			o.Processing += n
		case Done:
			o.Done += n
		default:
			kind, _, _ := strings.Cut(start, ":")
			o.Failed[kindLabel(kind)] += n
		}
		if status == Created || status == Processing {
			o.Oldest = max(o.Oldest, time.Since(store.FromMicros(first)))
		}
		return nil
	}, `SELECT status, substr(error, 1, 28), count(*), min(created_at) FROM tasks GROUP BY status, substr(error, 1, 28)`)
	if err != nil {
		return o, err
	}
	var took []time.Duration
	err = m.each(ctx, func(rows store.Rows) error {
		var micros int64
		err := rows.Scan(&micros)
		took = append(took, time.Duration(micros)*time.Microsecond)
		return err
	}, "SELECT ended_at - created_at FROM tasks WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?", lastTasks)
	if err != nil {
		return o, err
	}
	if o.Measured = len(took); o.Measured > 0 {
		slices.Sort(took)
		o.Half, o.Most = took[len(took)/2], took[len(took)*19/20]
	}
	o.Callbacks, err = waitingCallbacks(ctx, m.db)
	return o, err
}

// each reads every row of a query.
func (m *Manager) each(ctx context.Context, row func(store.Rows) error, query string, args ...any) error {
	rows, err := m.db.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
