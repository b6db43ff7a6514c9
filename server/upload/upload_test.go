package upload

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
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
		db, err := store.Open(t.Context(), dsn, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		f := Fetcher{elsewhere{}, Store{db}}
		picture := bytes.Repeat([]byte("picture\x00"), 1000)
		address, err := f.Store.Put(t.Context(), "alice", "task", picture, time.Now())
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
