package task

import (
	"fmt"
	"strings"
	"testing"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// One task is found by its key, however long the queue has become since the database
// last looked at it.
func TestOneTaskOfALongQueue(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		explain, numbers := "EXPLAIN QUERY PLAN ", "(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000) SELECT n FROM numbers)"
		if db.Dialect() == store.Postgres {
			explain, numbers = "EXPLAIN ", "(SELECT generate_series(1, 2000) AS n)"
		}
		for _, statement := range []string{"ANALYZE tasks", `INSERT INTO tasks (owner, id, submitted_id, image_url, created_at, status, job_id, turn)
			SELECT '', 'task ' || n, '', '', 0, 'CREATED', n, n FROM ` + numbers + ` AS numbered`} {
			if _, err := db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for _, statement := range []string{"SELECT image_url FROM tasks WHERE ", "UPDATE tasks SET status = 'PROCESSING' WHERE "} {
			plan, err := store.All(t.Context(), db, func(row store.Row, line *string) error {
				if db.Dialect() == store.Postgres {
					return row.Scan(line)
				}
				var id, parent, unused int
				return row.Scan(&id, &parent, &unused, line)
			}, explain+statement+unended, "", "task 7", 7)
			if said := fmt.Sprint(plan); err != nil || !strings.Contains(said, "tasks_pkey") && !strings.Contains(said, "autoindex_tasks_1") {
				t.Errorf("%s: %s %v", statement, said, err)
			}
		}
	})
}
