package cases

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// Beside 10,000 cases each page is read from an index in its order: nothing is sorted as a whole,
// and no case is read that stands before it.
func TestListIsReadInItsOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn)
		explain, numbers := "EXPLAIN QUERY PLAN ", "(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000) SELECT n FROM numbers)"
		if s.DB.Dialect() == store.Postgres {
			explain, numbers = "EXPLAIN ", "(SELECT generate_series(1, 10000) AS n)"
		}
		for _, statement := range []string{`INSERT INTO cases (owner, id, person, found, state, pictures, revision, created_at, changed_at, head, body)
			SELECT CASE WHEN n % 2 = 0 THEN 'client' ELSE 'other' END, 'id' || n, 'P' || (n % 3000), '', CASE WHEN n % 3 = 0 THEN 'check' ELSE 'sent' END, 1, 1, n, n, '', '' FROM ` + numbers + " AS numbered", "ANALYZE cases"} {
			if _, err := s.DB.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		before := (&Case{ID: "id5000", Changed: time.UnixMicro(5000)}).Mark()
		for name, f := range map[string]Filter{"all": {}, "a state": {State: Check}, "a later page": {Before: before}, "a later page of a state": {State: Check, Before: before}, "a person": {Person: "P17"}} {
			f.Owner, f.Most = "client", 26
			query, args := s.query(columns, f)
			plan, err := store.All(t.Context(), s.DB, func(row store.Row, line *string) error {
				if s.DB.Dialect() == store.Postgres {
					return row.Scan(line)
				}
				var id, parent, unused int
				return row.Scan(&id, &parent, &unused, line)
			}, explain+query, args...)
			said := fmt.Sprint(plan)
			if err != nil || !strings.Contains(said, "cases_") || f.Person == "" && (strings.Contains(said, "TEMP B-TREE") || strings.Contains(said, "->  Sort ")) || strings.Contains(said, "Seq Scan") || strings.Contains(said, "SCAN") {
				t.Errorf("%s: %s %v", name, said, err)
			}
		}
	})
}
