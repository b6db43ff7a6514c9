package task

import (
	"context"
	"time"

	"tijian/server/store"
)

// Clients take turns. A task's turn is a virtual time, as in start-time fair
// queueing (Goyal, Vin, Cheng 1996) with tasks of equal cost: one behind the
// client's last unfinished task, but not before the task that waits in front.
// A client with 10,000 tasks and one with a single task so get every other
// page; within a client the order is that of arrival. Tasks without a token
// count as one client's.
//
// The queue takes jobs by priority, then by the time they are scheduled for:
// turns are written there as milliseconds of a long past day. An interrupted
// or repeated task has a higher priority, so that it need not wait again.

// firstTurn is the moment of turn 0.
var firstTurn = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// turn finds the turn of a client's new task.
func turn(ctx context.Context, tx *store.Tx, owner string) (int64, error) {
	var front, last int64
	err := tx.QueryRow(ctx, `SELECT
		coalesce((SELECT min(turn) FROM tasks WHERE status = 'CREATED'),
			(SELECT max(turn) FROM tasks WHERE status IN ('CREATED', 'PROCESSING')), 0),
		coalesce((SELECT max(turn) FROM tasks WHERE owner = ? AND status IN ('CREATED', 'PROCESSING')), -1)`, owner).Scan(&front, &last)
	return max(front, last+1), err
}

// line puts a waiting job in its place.
func line(ctx context.Context, tx *store.Tx, job, turn int64) error {
	at := firstTurn.Add(time.Duration(turn) * time.Millisecond)
	var scheduled any = at
	if tx.PGX() == nil {
		scheduled = at.Format("2006-01-02 15:04:05.000") // as the queue writes it
	}
	_, err := tx.Exec(ctx, "UPDATE river_job SET scheduled_at = ? WHERE id = ?", scheduled, job)
	return err
}

// hasten lets a job that will be tried again go before those that wait.
func hasten(ctx context.Context, tx *store.Tx, job int64) error {
	_, err := tx.Exec(ctx, "UPDATE river_job SET priority = ? WHERE id = ?", interrupted, job)
	return err
}
