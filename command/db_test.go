package command

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tijian/internal/waittest"
	"tijian/ocr/result"
	"tijian/server/config"
	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/store/storetest"
	"tijian/server/task"
)

type still struct{}

func (still) Picture(context.Context, string, *fetch.Share) ([]byte, error) {
	return []byte("picture"), nil
}
func (still) Call(context.Context, string) error { return nil }
func (still) Recognise(context.Context, []byte, task.Ask) (result.File, error) {
	return result.File{Pages: 1, Sheets: []result.Sheet{{Full: result.Full{}}}}, nil
}

// A backup made while tasks wait goes on where the service was.
func TestBackupAndRestore(t *testing.T) {
	dir := t.TempDir()
	data := config.Data{Data: dir}
	db, err := store.Open(t.Context(), data.DSN(), dir)
	if err != nil {
		t.Fatal(err)
	}
	front, err := task.Open(task.Options{DB: db})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for range 20 {
		id := uuid.NewString()
		if _, err := front.Submit(t.Context(), task.Submission{ID: id, SubmittedID: id, ImageURL: "http://pictures.example/"}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	copied := filepath.Join(dir, "copy.db")
	backup := &DBBackup{Data: data, File: copied}
	if err := backup.Run(t.Context(), Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	if err := backup.Run(t.Context(), Streams{Out: io.Discard, Err: io.Discard}); err == nil {
		t.Error("a backup was overwritten")
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	restored := config.Data{Data: t.TempDir()}
	if err := os.Rename(copied, filepath.Join(restored.Data, "tijian.db")); err != nil {
		t.Fatal(err)
	}
	if err := (&DBMigrate{Data: restored}).Run(t.Context(), Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	again, err := store.Open(t.Context(), restored.DSN(), restored.Data)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	m, err := task.Open(task.Options{DB: again, Fetch: still{}, Recogniser: still{}, Workers: 2, StopWithin: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	for _, id := range ids {
		waittest.Until(t, "the end of task "+id, func() bool {
			got, err := m.Get(t.Context(), "", id)
			return err == nil && got.Status == task.Done
		})
	}
}

// PostgreSQL is dumped with everything that a restore needs.
func TestBackupOfPostgres(t *testing.T) {
	data := config.Data{Data: t.TempDir(), Database: storetest.Postgres(t)}
	file := filepath.Join(data.Data, "backup")
	if err := (&DBBackup{Data: data, File: file}).Run(t.Context(), Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	list, err := exec.Command("pg_restore", "--list", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, list)
	}
	for _, table := range []string{"TABLE DATA public tasks", "TABLE DATA public users", "TABLE DATA public river_job"} {
		if !strings.Contains(string(list), table) {
			t.Errorf("no %q in\n%s", table, list)
		}
	}
}
