package task

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// riverColumns are the columns that rivertables.go knows, with their types.
var riverColumns = map[store.Dialect][]string{
	store.SQLite: {
		"river_job.args blob", "river_job.attempt integer", "river_job.id integer", "river_job.kind text",
		"river_job.priority integer", "river_job.queue text", "river_job.scheduled_at timestamp", "river_job.state text",
	},
	store.Postgres: {
		"river_job.args jsonb", "river_job.attempt int2", "river_job.attempted_by _text", "river_job.id int8", "river_job.kind text",
		"river_job.max_attempts int2", "river_job.priority int2", "river_job.queue text", "river_job.scheduled_at timestamptz", "river_job.state river_job_state",
	},
}

// riverVersion is the version of River's schema that rivertables.go was written
// for. A higher one may give the columns another meaning: read its migration,
// then raise the number.
const riverVersion = 7

func TestRiverTables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		db, err := store.Open(ctx, dsn, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, version, err := db.Versions(ctx); err != nil || version != riverVersion {
			t.Errorf("River's schema has version %d, not %d: %v", version, riverVersion, err)
		}
		query := `SELECT 'river_job.' || name || ' ' || lower(type) FROM pragma_table_info('river_job')`
		if db.Dialect() == store.Postgres {
			query = `SELECT 'river_job.' || column_name || ' ' || udt_name FROM information_schema.columns
				WHERE table_name = 'river_job' AND table_schema = current_schema()`
		}
		rows, err := db.Query(ctx, query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var columns []string
		for rows.Next() {
			var c string
			if err := rows.Scan(&c); err != nil {
				t.Fatal(err)
			}
			columns = append(columns, c)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		for _, want := range riverColumns[db.Dialect()] {
			if !slices.Contains(columns, want) {
				t.Errorf("no column %s among\n%s", want, strings.Join(columns, "\n"))
			}
		}
		if err := dropLeader(ctx, db); err != nil {
			t.Errorf("river_leader: %v", err)
		}
	})
}
