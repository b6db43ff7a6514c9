package task

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"tijian/server/store"
)

// Clients take turns. A task's turn is a virtual time, as in start-time fair
// queueing (Goyal, Vin, Cheng 1996) with pictures of equal cost: one behind the
// client's last unfinished task, but not before the task that waits in front.
// A client with 10,000 tasks and one with a single task so get every other
// page; within a client the order is that of arrival. Tasks without a token
// count as one client's. A task of several pictures is so many turns and comes
// with the last of them.
//
// The queue takes jobs by priority, then by the time they are scheduled for:
// turns are written there as milliseconds of a long past day. An interrupted
// or repeated task has a higher priority, so that it need not wait again.

// firstTurn is the moment of turn 0.
var firstTurn = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// turns puts a job into its client's turn as it is inserted. River's own option for
// a time would have it scheduled first, and moved to the queue by another statement.
type turns struct{ river.HookDefaults }

// InsertBegin is called by River.
func (turns) InsertBegin(_ context.Context, job *rivertype.JobInsertParams) error {
	if args, ok := job.Args.(recogniseArgs); ok && args.turn != nil {
		at := firstTurn.Add(time.Duration(*args.turn) * time.Millisecond)
		job.ScheduledAt = &at
	}
	return nil
}

// turnQuery asks for the turn in front, and for the last one of a client.
const turnQuery = `SELECT
	coalesce((SELECT min(turn) FROM tasks WHERE status = 'CREATED'),
		(SELECT max(turn) FROM tasks WHERE status IN ('CREATED', 'PROCESSING')), 0) AS front,
	coalesce((SELECT max(turn) FROM tasks WHERE ` + owned + ` AND status IN ('CREATED', 'PROCESSING')), -1) AS last`

// nextTurn returns the turn of a client's new task.
func nextTurn(ctx context.Context, tx *store.Tx, owner string, pictures int) (int64, error) {
	var front, last int64
	err := tx.QueryRow(ctx, turnQuery, owner).Scan(&front, &last)
	return max(front, last+1) + int64(pictures) - 1, err
}
