package store_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// writeTo is the variable that makes TestWriter another process's writer.
const writeTo = "STORE_TEST_WRITE_TO"

// TestWriter does nothing by itself.
func TestWriter(t *testing.T) {
	if dsn := os.Getenv(writeTo); dsn != "" {
		write(t, open(t, dsn), "writer")
	}
}

func write(t *testing.T, db *store.DB, name string) {
	t.Helper()
	if _, err := db.Exec(t.Context(), "INSERT INTO users (name, password_hash, created_at) VALUES (?, 'b', 0)", name); err != nil {
		t.Fatal(err)
	}
}

// A state lasts until somebody commits, whoever that is.
func TestState(t *testing.T) {
	folder := t.TempDir()
	link := filepath.Join(folder, "link.db")
	if err := os.Symlink(filepath.Join(t.TempDir(), "there.db"), link); err != nil {
		t.Fatal(err)
	}
	for name, dsn := range map[string]string{"plain": storetest.SQLite(t), "link": "sqlite:" + link} {
		t.Run(name, func(t *testing.T) { testState(t, dsn) })
	}
}

func testState(t *testing.T, dsn string) {
	db := open(t, dsn)
	other, err := store.Open(t.Context(), dsn, "")
	if err != nil {
		t.Fatal(err)
	}
	db.State() // opens the index
	now := func() store.State {
		t.Helper()
		s, ok := db.State()
		if !ok {
			t.Fatal("not known")
		}
		return s
	}
	before := now()
	unchanged := func(what string) {
		t.Helper()
		if now() != before {
			t.Errorf("%s changed the state", what)
		}
	}
	changed := func(what string) {
		t.Helper()
		if now() == before {
			t.Errorf("%s did not change the state", what)
		}
		before = now()
	}
	unchanged("nothing")
	var count int
	if err := db.QueryRow(t.Context(), "SELECT count(*) FROM users").Scan(&count); err != nil {
		t.Fatal(err)
	}
	unchanged("a read")
	write(t, db, "own")
	changed("a write")
	write(t, other, "other")
	changed("another's write")
	if _, err := other.SQLite().ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	write(t, other, "afterwards")
	changed("a write after the log was emptied")
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	unchanged("closing")
	writer := exec.Command(os.Args[0], "-test.run=^TestWriter$")
	writer.Env = append(os.Environ(), writeTo+"="+dsn)
	if out, err := writer.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	changed("another process's write")
}

// PostgreSQL has to be asked.
func TestNoState(t *testing.T) {
	if _, ok := open(t, storetest.Postgres(t)).State(); ok {
		t.Error("known without asking")
	}
}
