package task

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// A job is deleted by another process while this one ends it: the statement waits for
// the row, and then there is nothing to tell.
func TestDeletedWhileItEnds(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, storetest.Postgres(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var id int64
	if err := db.QueryRow(ctx, `INSERT INTO river_job (args, kind, max_attempts, attempt, state) VALUES ('{}', 'callback', 3, 1, 'running') RETURNING id`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	var rows []*rivertype.JobRow
	ended := make(chan error)
	end := func() {
		var err error
		rows, err = endedOnly[pgx.Tx]{riverpgxv5.New(db.PostgresLight())}.GetExecutor().JobSetStateIfRunningMany(ctx,
			&riverdriver.JobSetStateIfRunningManyParams{ID: []int64{id}, Attempt: make([]*int, 1), ErrData: make([][]byte, 1),
				FinalizedAt: []*time.Time{new(time.Now())}, MetadataDoMerge: make([]bool, 1), MetadataUpdates: make([][]byte, 1),
				ScheduledAt: make([]*time.Time, 1), State: []rivertype.JobState{rivertype.JobStateCompleted}})
		ended <- err
	}
	err = db.InTx(ctx, func(tx *store.Tx) error {
		if running, err := deleteRunning(ctx, tx, id); err != nil || !running {
			t.Fatal(running, err)
		}
		go end()
		for waiting := 0; waiting == 0; time.Sleep(5 * time.Millisecond) {
			if err := db.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").Scan(&waiting); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil || len(rows) != 0 {
		t.Errorf("told of %+v, %v", rows, err)
	}
}
