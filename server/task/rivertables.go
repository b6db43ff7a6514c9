package task

import (
	"context"
	"time"

	"tijian/server/store"
)

// River has no calls for what stands here, so its own tables are read and
// written: everything that knows them is in this file. TestRiverTables holds
// the columns against the ones that River's migrations make.

// raisePriority lets a job that will be tried again go before those that wait.
func raisePriority(ctx context.Context, tx *store.Tx, job int64) error {
	_, err := tx.Exec(ctx, "UPDATE river_job SET priority = ? WHERE id = ?", interrupted, job)
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
	args       []byte
	mine, dead bool // worked by this process, by one whose lease has ended
}

// runningJobs returns the jobs that the queue shows as running. id is this
// process's; with SQLite all of them are its own.
func runningJobs(ctx context.Context, db *store.DB, id string, lease time.Duration) ([]runningJob, error) {
	query, args := "SELECT id, attempt, kind, json(args), TRUE, FALSE FROM river_job WHERE state = 'running'", []any{}
	if db.Dialect() == store.Postgres {
		query = `SELECT j.id, j.attempt, j.kind, CAST(j.args AS TEXT), coalesce(j.attempted_by[array_upper(j.attempted_by, 1)] = ?, FALSE),
			NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = j.attempted_by[array_upper(j.attempted_by, 1)]
				AND w.seen_at > ` + now + ` - ?)
			FROM river_job j WHERE j.state = 'running'`
		args = []any{id, lease.Microseconds()}
	}
	rows, err := db.Query(ctx, query+" ORDER BY id", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var jobs []runningJob
	for rows.Next() {
		var j runningJob
		var text string
		if err := rows.Scan(&j.id, &j.attempt, &j.kind, &text, &j.mine, &j.dead); err != nil {
			return nil, err
		}
		j.args = []byte(text)
		jobs = append(jobs, j)
	}
	return jobs, rows.Err()
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
	rows, err := db.Query(ctx, `SELECT owner, id, job_id FROM tasks t WHERE status IN ('CREATED', 'PROCESSING') AND NOT EXISTS
		(SELECT 1 FROM river_job j WHERE j.id = t.job_id AND j.state NOT IN ('completed', 'cancelled', 'discarded'))
		LIMIT 1000`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []orphan
	for rows.Next() {
		var o orphan
		if err := rows.Scan(&o.args.Owner, &o.args.ID, &o.job); err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, rows.Err()
}

// waitingCallbacks returns how many callbacks wait for a try.
func waitingCallbacks(ctx context.Context, db *store.DB) (int64, error) {
	var n int64
	err := db.QueryRow(ctx, `SELECT count(*) FROM river_job WHERE queue = ? AND state IN ('available', 'retryable', 'scheduled')`,
		callbackQueue).Scan(&n)
	return n, err
}
