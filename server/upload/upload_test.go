package upload

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/store/storetest"
	"tijian/server/task"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// elsewhere is the fetcher of addresses that are not uploads.
type elsewhere struct{ task.Fetcher }

func (elsewhere) Picture(_ context.Context, address string, _ *fetch.Share) ([]byte, error) {
	return []byte("from " + address), nil
}

// An upload is fetched by its address, which no client can give the API, and
// counts against the memory for pictures.
func TestFetcher(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		f := Fetcher{elsewhere{}, Store{DB: db}}
		picture := bytes.Repeat([]byte("\x89PNG\r\n\x1a\n"), 1000)
		address, err := f.Store.Put(t.Context(), "alice", "task", bytes.NewReader(picture), 1<<20, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if fetch.CheckURL(address) == nil {
			t.Errorf("the API takes %s", address)
		}
		if got, err := f.Picture(t.Context(), address, fetch.NewBudget(1<<20).Share()); err != nil || !bytes.Equal(got, picture) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		budget := fetch.NewBudget(1000)
		if err := budget.Share().Take(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
		full := budget.Share()
		if err := full.Take(t.Context(), 1); err != nil { // the one that may go beyond
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := f.Picture(ctx, address, budget.Share()); err == nil {
			t.Error("a picture takes memory that others have")
		}
		if got, err := f.Picture(t.Context(), "http://example.com/", nil); err != nil || !strings.HasPrefix(string(got), "from http:") {
			t.Errorf("%s, %v", got, err)
		}
		for _, owner := range []string{"bob", "alice"} {
			if err := f.Store.Drop(t.Context(), owner, "task"); err != nil {
				t.Fatal(err)
			}
			if _, err := f.Picture(t.Context(), address, &fetch.Share{}); (err == nil) != (owner == "bob") {
				t.Errorf("after %s dropped the task's pictures: %v", owner, err)
			}
		}
	})
}

func TestIsPicture(t *testing.T) {
	for text, want := range map[string]bool{
		"\xff\xd8\xff\xe0": true, "\x89PNG\r\n\x1a\n": true, "RIFF1234WEBPVP8 ": true, "GIF89a": true, "II*\x00": true,
		"": false, "RIFF1234WAVEfmt ": false, "<svg>": false, "%PDF": false, "\x89PNG": false,
	} {
		if got := IsPicture([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// With SQLite pictures are files of this user alone, which go with their rows; a
// picture that is not the one that was sent is not read.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, "sqlite:"+filepath.Join(dir, "tijian.db"))
	f := Fetcher{Store: Store{DB: db}}
	put := func(task string) string {
		t.Helper()
		address, err := f.Store.Put(t.Context(), "alice", task, strings.NewReader("GIF89a and more of "+task), 100, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	one, other := put("one"), put("other")
	folder := filepath.Join(dir, "uploads")
	files := func() []string {
		t.Helper()
		list, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, name := range append(files(), folder) {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if n := len(files()); n != 2 {
		t.Errorf("%d files", n)
	}
	if err := f.Store.Drop(t.Context(), "alice", "one"); err != nil || len(files()) != 1 {
		t.Errorf("%v, left: %v", err, files())
	}
	if _, err := f.Picture(t.Context(), one, fetch.NewBudget(1<<20).Share()); err == nil {
		t.Error("a dropped picture is there")
	}
	if err := os.WriteFile(files()[0], []byte("GIF89a of somebody else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Picture(t.Context(), other, fetch.NewBudget(1<<20).Share()); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("another picture in its place: %v", err)
	}
	stray, old := filepath.Join(folder, "new-1"), time.Now().Add(-2*strayAge)
	for _, name := range []string{stray, files()[0]} {
		if err := os.WriteFile(name, []byte("GIF89a"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Store.Sweep(t.Context(), time.Now(), 0); err != nil || len(files()) != 1 || files()[0] == stray {
		t.Errorf("%v, left: %v", err, files())
	}
	if err := f.Store.Sweep(t.Context(), time.Now().Add(2*Longest), 0); err != nil || len(files()) != 0 {
		t.Errorf("%v, left: %v", err, files())
	}
}

// What is refused leaves neither row nor file.
func TestRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		s := Store{DB: db, Quota: Quota{All: 150, Each: 80}}
		put := func(owner, text string) error {
			_, err := s.Put(t.Context(), owner, "task", strings.NewReader(text), 60, time.Now())
			return err
		}
		fifty := "BM" + strings.Repeat("x", 48)
		for _, test := range []struct {
			owner, text string
			want        error
		}{
			{"alice", "", ErrEmpty}, {"alice", "text", ErrKind}, {"alice", "BM" + strings.Repeat("x", 59), ErrLarge},
			{"alice", fifty, nil}, {"alice", fifty, ErrQuota}, {"bob", fifty, nil}, {"carol", fifty, nil}, {"dave", "BM", ErrQuota},
		} {
			if err := put(test.owner, test.text); !errors.Is(err, test.want) {
				t.Errorf("%s, %d bytes: %v, want %v", test.owner, len(test.text), err, test.want)
			}
		}
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(strings.TrimPrefix(dsn, "sqlite:")), "uploads", "*"))
		var rows int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM uploads").Scan(&rows); err != nil || rows != 3 || db.Dialect() == store.SQLite && len(files) != 3 {
			t.Errorf("%d rows, %d files, %v", rows, len(files), err)
		}
		if err := s.Drop(t.Context(), "alice", "task"); err != nil || put("alice", fifty) != nil {
			t.Errorf("what was dropped takes room: %v", err)
		}
	})
}

// A body that drips is given up, however it drips, and one that comes with the
// least speed is not.
func TestPace(t *testing.T) {
	for _, test := range []struct {
		every time.Duration
		bytes int
		ok    bool
	}{{time.Second, LeastSpeed, true}, {time.Second, LeastSpeed / 2, false}, {9 * time.Second, 1, false}, {11 * time.Second, 1 << 20, false}} {
		synctest.Test(t, func(t *testing.T) {
			var by time.Time
			p := &Pace{ReadCloser: io.NopCloser(readerFunc(func(b []byte) (int, error) {
				if time.Sleep(test.every); time.Now().After(by) {
					return 0, os.ErrDeadlineExceeded // as a connection does
				}
				return test.bytes, nil
			})), Deadline: func(at time.Time) error { by = at; return nil }}
			var err error
			for begun := time.Now(); err == nil && time.Since(begun) < 10*time.Minute; {
				_, err = p.Read(nil)
			}
			if (err == nil) != test.ok {
				t.Errorf("%d bytes every %s: %v", test.bytes, test.every, err)
			}
		})
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
