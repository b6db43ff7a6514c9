package task

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tijian/server/store"
	"tijian/server/trace"
)

// River has no calls for what stands here, so its own tables are read and
// written: everything that knows them is in this file. TestRiverTables holds
// the columns against the ones that River's migrations make.

// insertAtOnce stores a new task and its job in one statement of PostgreSQL, which
// answers for both together; as Submit does in several, which cost a round trip each.
// It reports false where there is such a task already, and nothing was stored.
func insertAtOnce(ctx context.Context, db *store.DB, s Submission, further, person *string, created int64) (bool, error) {
	args, err := json.Marshal(recogniseArgs{Owner: s.Owner, ID: s.ID, Trace: trace.Parent(ctx)})
	if err != nil {
		return false, err
	}
	n, err := db.Exec(ctx, `WITH place AS (`+turnQuery+`),
		job AS (INSERT INTO river_job (args, kind, max_attempts, priority, queue, scheduled_at)
			SELECT CAST(? AS jsonb), ?, ?, ?, ?, CAST(? AS timestamptz) + (greatest(front, last + 1) + ?) * interval '1 millisecond' FROM place
			WHERE NOT EXISTS (SELECT 1 FROM tasks WHERE `+owned+` AND id = ?)
			RETURNING id)
		INSERT INTO tasks (owner, id, submitted_id, image_url, image_urls, layout, callback_url, created_at, status, person, job_id, turn)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, 'CREATED', ?, job.id, greatest(front, last + 1) + ? FROM job, place`,
		s.Owner, string(args), (recogniseArgs{}).Kind(), mostTries, ordinary, recogniseQueue, firstTurn, len(s.ImageURLs), s.Owner, s.ID,
		s.Owner, s.ID, s.SubmittedID, s.ImageURL, further, s.Layout, s.CallbackURL, created, person, len(s.ImageURLs))
	if refused, is := errors.AsType[*pgconn.PgError](err); is && refused.Code == uniqueViolation {
		return false, nil
	}
	return n > 0, err
}

// announceJob tells the workers of PostgreSQL of a new job. It is not part of the
// job's own transaction: one that notifies keeps all others that do from committing
// until the disk has been flushed. Polls find what is not announced.
func announceJob(ctx context.Context, db *store.DB) error {
	_, err := db.ExecLight(ctx, "SELECT pg_notify(current_schema() || '.river_insert', ?)", `{"queue": "`+recogniseQueue+`"}`)
	return err
}

// uniqueViolation is PostgreSQL's code for a row that another process stored first.
const uniqueViolation = "23505"

// raisePriority lets a job that will be tried again go before those that wait.
func raisePriority(ctx context.Context, tx *store.Tx, job int64) error {
	_, err := tx.Exec(ctx, "UPDATE river_job SET priority = ? WHERE id = ?", interrupted, job)
	return err
}

// bringForward has jobs of a queue that wait for longer than a limit run now: of all
// that have been tried so often, or oftener.
func bringForward(ctx context.Context, db *store.DB, queue string, tries int, limit time.Duration) error {
	now, at := "clock_timestamp()", "clock_timestamp() + make_interval(secs => ?)"
	if db.Dialect() == store.SQLite {
		now, at = "datetime('now', 'subsec')", "datetime('now', 'subsec', ? || ' seconds')"
	}
	_, err := db.ExecLight(ctx, "UPDATE river_job SET scheduled_at = "+now+" WHERE state IN ('available', 'retryable', 'scheduled') AND queue = ? AND scheduled_at > "+at+" AND attempt <= ?",
		queue, limit.Seconds(), tries)
	return err
}

// dropFarLeader ends a leadership that lasts longer than any does, which a clock that
// has been put back would have nobody else take over.
func dropFarLeader(ctx context.Context, db *store.DB) error {
	far := "clock_timestamp() + interval '1 minute'"
	if db.Dialect() == store.SQLite {
		far = "datetime('now', 'subsec', '1 minute')"
	}
	_, err := db.ExecLight(ctx, "DELETE FROM river_leader WHERE expires_at > "+far)
	return err
}

// dropLeader ends the leadership of the queue's upkeep, which a dead process
// held.
func dropLeader(ctx context.Context, db *store.DB) error {
	_, err := db.Exec(ctx, "DELETE FROM river_leader")
	return err
}

// runningJob is a job that the queue shows as running.
type runningJob struct {
	try
	kind       string
	args       string // JSON
	mine, dead bool   // worked by this process, by one whose lease has ended
}

// runningJobs returns the jobs that the queue shows as running. id is this
// process's; with SQLite all of them are its own. A process that was seen in the
// future was so before the clock was put back.
func runningJobs(ctx context.Context, db *store.DB, id string, lease, callbackLease time.Duration) ([]runningJob, error) {
	query, args := "SELECT id, attempt, kind, json(args), TRUE, FALSE FROM river_job WHERE state = 'running'", []any{}
	if db.Dialect() == store.Postgres {
		query = `SELECT j.id, j.attempt, j.kind, CAST(j.args AS TEXT), coalesce(j.attempted_by[array_upper(j.attempted_by, 1)] = ?, FALSE),
			NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = j.attempted_by[array_upper(j.attempted_by, 1)]
				AND abs(` + now + ` - w.seen_at) < CASE WHEN j.kind = ? THEN CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END)
			FROM river_job j WHERE j.state = 'running'`
		args = []any{id, callbackArgs{}.Kind(), callbackLease.Microseconds(), lease.Microseconds()}
	}
	return store.All(ctx, db, func(row store.Row, j *runningJob) error {
		return row.Scan(&j.id, &j.attempt, &j.kind, &j.args, &j.mine, &j.dead)
	}, query+" ORDER BY id", args...)
}

// releaseJob makes a running job available again. The try does not count: the
// call may not have been made.
func releaseJob(ctx context.Context, tx *store.Tx, job int64) error {
	_, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available', attempt = attempt - 1
		WHERE id = ? AND state = 'running'`, job)
	return err
}

// deleteRunning deletes a job and reports whether it was still running.
func deleteRunning(ctx context.Context, tx *store.Tx, job int64) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM river_job WHERE id = ? AND state = 'running'", job)
	return n > 0, err
}

func deleteJob(ctx context.Context, tx *store.Tx, job int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM river_job WHERE id = ?", job)
	return err
}

// orphan is an unfinished task whose job is gone.
type orphan struct {
	args recogniseArgs
	job  int64
}

// orphans returns unfinished tasks without a job that will be worked.
func orphans(ctx context.Context, db *store.DB) ([]orphan, error) {
	return store.All(ctx, db, func(row store.Row, o *orphan) error { return row.Scan(&o.args.Owner, &o.args.ID, &o.job) },
		`SELECT owner, id, job_id FROM tasks t WHERE status IN ('CREATED', 'PROCESSING') AND NOT EXISTS
		(SELECT 1 FROM river_job j WHERE j.id = t.job_id AND j.state NOT IN ('completed', 'cancelled', 'discarded')) LIMIT 1000`)
}

// waitingCallbacks returns how many callbacks wait for a try.
func waitingCallbacks(ctx context.Context, db *store.DB) (int64, error) {
	var n int64
	err := db.QueryRow(ctx, `SELECT count(*) FROM river_job WHERE queue = ? AND state IN ('available', 'retryable', 'scheduled')`,
		callbackQueue).Scan(&n)
	return n, err
}
