package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tijian/engine"
	"tijian/engine/release"
	"tijian/server/store"
)

// A client that leaves does not make the service unready for the next one.
func TestReadyOutlivesItsAsker(t *testing.T) {
	check := sometimes(func(ctx context.Context) error { return ctx.Err() })
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, ctx := range []context.Context{left, t.Context()} {
		if err := check(ctx); err != nil {
			t.Error(err)
		}
	}
}

// What is wrong is told within two seconds; a check that is merely slow changes
// nothing until it has been so for long.
func TestReadyInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		var fault error
		var slow time.Duration
		checks := 0
		check := sometimes(func(ctx context.Context) error {
			checks++
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(slow):
				return fault
			}
		})
		ask := func(what string, want error) {
			t.Helper()
			if err := check(t.Context()); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		slow = 3 * time.Second
		ask("before the first answer", errNotChecked)
		time.Sleep(slow)
		ask("after it", nil)
		slow, fault = 0, broken
		time.Sleep(2 * time.Second)
		for range 100 {
			ask("two seconds later", broken)
		}
		if checks != 2 {
			t.Errorf("%d checks", checks)
		}
		fault = nil
		time.Sleep(checkEvery)
		ask("well again", nil)
		slow = time.Hour
		time.Sleep(checkEvery)
		for range 5 {
			ask("slow", nil)
		}
		time.Sleep(checkPatience)
		ask("silent for long", context.DeadlineExceeded)
		time.Sleep(checkPatience) // the last check ends
	})
}

// An act on the rules that was left undone shows, and stops nothing else.
func TestReadyShowsWhatWasLeftUndone(t *testing.T) {
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "tijian.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c := settings(t.TempDir(), engine.Files{Rules: t.TempDir()})
	releases := func() error {
		all := c.checks(db, walls{})
		if len(all) != 3 || all[1].Name != "releases" || !all[1].Aside {
			t.Fatalf("%+v", all)
		}
		return all[1].Check(t.Context())
	}
	if err := releases(); err != nil {
		t.Error(err)
	}
	folder := filepath.Join(c.Rules, ".release")
	if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(filepath.Join(folder, "intent.json"), []byte("{"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := releases(); !errors.Is(err, release.ErrStuck) {
		t.Error(err)
	}
	if c.Rules = ""; len(c.checks(db, walls{})) != 2 {
		t.Error("the rules within the program are released")
	}
}

// What recognisers are not shut in with shows, where there are recognisers.
func TestReadyShowsTheSandbox(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	missing := []string{"landlock: tcp"}
	for _, unconfined := range []bool{false, true} {
		all := c.checks(nil, walls{unconfined: unconfined, missing: missing})
		sandbox := all[len(all)-1]
		if sandbox.Name != "sandbox" || !sandbox.Aside || !slices.Equal(sandbox.Lacks, missing) || (sandbox.Check(t.Context()) != nil) != unconfined {
			t.Errorf("unconfined %v: %+v, %v", unconfined, sandbox, sandbox.Check(t.Context()))
		}
	}
	if c.Workers = 0; len(c.checks(nil, walls{})) != 1 {
		t.Error("a process without recognisers has walls")
	}
}

// A database without room is not ready, although the one row of the check could
// be written again.
func TestReadyOnAFullDisk(t *testing.T) {
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "tijian.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Writable(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec := func(query string) error {
		_, err := db.SQLite().ExecContext(t.Context(), query)
		return err
	}
	if err := exec("PRAGMA max_page_count = 1"); err != nil { // no more pages than there are
		t.Fatal(err)
	}
	for err = nil; err == nil; {
		err = exec("INSERT INTO workers SELECT hex(randomblob(1000)), 0")
	}
	if reason, ok := store.Trouble(err); !ok {
		t.Fatal(err, reason)
	}
	err = db.Writable(t.Context())
	if reason, ok := store.Trouble(err); !ok || reason.EN != "its disk is full" {
		t.Errorf("on a full disk: %v", err)
	}
	if err := errors.Join(exec("PRAGMA max_page_count = 1000000"), db.Writable(t.Context())); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
