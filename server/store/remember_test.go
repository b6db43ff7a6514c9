package store

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// A statement that was parsed before answers as one that is parsed anew: within its
// own rows, after an error, after the table has changed, and beyond the memory.
func TestRememberedStatements(t *testing.T) {
	db, err := openLite("file:" + filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	do := func(query string, args ...any) error { _, err := conn.ExecContext(ctx, query, args...); return err }
	read := func(query string, args ...any) (all []string) {
		t.Helper()
		rows, err := conn.QueryContext(ctx, query, args...)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			columns, _ := rows.Columns()
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(sql.NullString)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			line := ""
			for _, v := range values {
				line += v.(*sql.NullString).String + ";"
			}
			all = append(all, line)
		}
		return all
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(do("CREATE TABLE n (i INTEGER UNIQUE, t TEXT); CREATE TABLE m (i INTEGER)"))
	for range 3 {
		const insert = "INSERT INTO n VALUES (?, ?)"
		must(do(insert, 1, "one"))
		if do(insert, 1, "again") == nil {
			t.Error("the same twice")
		}
		if err := do("INSERT INTO nowhere VALUES (?)", 1); err == nil {
			t.Error("no such table")
		}
		must(do(insert, 2, nil))
		rows, err := conn.QueryContext(ctx, "SELECT i FROM n ORDER BY i")
		must(err)
		for want := 1; rows.Next(); want++ {
			var got int
			must(rows.Scan(&got))
			if inner := fmt.Sprint(read("SELECT i FROM n ORDER BY i")); got != want || inner != "[1; 2;]" {
				t.Errorf("%d, within it %s", got, inner)
			}
			break // leaving the rest unread
		}
		must(rows.Close())
		if got := fmt.Sprint(read("SELECT * FROM n WHERE i = ?", 1), read("SELECT * FROM n WHERE i = ?", 2), read("SELECT * FROM n WHERE i = ?", 3)); got != "[1;one;] [2;;] []" {
			t.Error(got)
		}
		must(do("DELETE FROM n"))
	}
	must(do("ALTER TABLE n ADD COLUMN more TEXT DEFAULT 'x'"))
	must(do("INSERT INTO n (i) VALUES (7)"))
	if got := fmt.Sprint(read("SELECT * FROM n WHERE i = ?", 7)); got != "[7;;x;]" {
		t.Error(got)
	}
	for i := range 2 * mostRemembered {
		must(do(fmt.Sprintf("INSERT INTO m VALUES (%d)", i)))
	}
	if got := read("SELECT count(*) FROM m"); got[0] != fmt.Sprint(2*mostRemembered)+";" {
		t.Error(got)
	}
	must(conn.Raw(func(c any) error {
		if n := len(c.(*remembering).statements); n != mostRemembered {
			t.Errorf("%d statements are remembered", n)
		}
		return nil
	}))
}
