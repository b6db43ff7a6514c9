package task

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tijian/internal/waittest"
	"tijian/server/store/storetest"
)

// Tasks that point to hostile servers end as ERROR with the right kind, and
// other tasks go on meanwhile.
func TestHostilePictures(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		endless := strings.Repeat("x", 1<<16)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/good":
				_, _ = io.WriteString(w, "picture")
			case "/endless":
				for _, err := io.WriteString(w, endless); err == nil; _, err = io.WriteString(w, endless) {
				}
			case "/trickle":
				for r.Context().Err() == nil {
					_, _ = io.WriteString(w, "x")
					_ = http.NewResponseController(w).Flush()
					time.Sleep(20 * time.Millisecond)
				}
			case "/silent":
				<-r.Context().Done()
			case "/long":
				w.Header().Set("Content-Length", "99999999999")
			case "/short":
				w.Header().Set("Content-Length", "1000")
				_, _ = io.WriteString(w, "x")
			case "/zip":
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = io.WriteString(w, "bomb")
			case "/forbidden":
				http.Redirect(w, r, "http://127.0.0.2:1/SECRET", http.StatusFound)
			case "/file":
				http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
			case "/loop":
				http.Redirect(w, r, "/loop", http.StatusFound)
			case "/503":
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		t.Cleanup(server.Close)
		b := setup(t, dsn, func(o *Options) {
			o.Workers = 1
			all := patient()
			silent, trickling := loopback(300*time.Millisecond, waittest.Limit), loopback(waittest.Limit, time.Second)
			o.Fetch = fetcher{picture: func(ctx context.Context, address string) ([]byte, error) {
				switch {
				case strings.Contains(address, "/silent"):
					return silent.Picture(ctx, address, nil)
				case strings.Contains(address, "/trickle"):
					return trickling.Picture(ctx, address, nil)
				}
				return all.Picture(ctx, address, nil)
			}}
			o.Recogniser = recogniser(func(_ context.Context, picture []byte, _ string) (json.RawMessage, error) {
				return json.Marshal(string(picture))
			})
		}).start()
		want := map[string]string{
			"/endless":   "the picture is larger than 1 MiB",
			"/trickle":   "the picture did not arrive within 1s",
			"/silent":    "is not reachable",
			"/long":      "the picture is larger than 1 MiB",
			"/short":     "the connection broke off",
			"/zip":       "compressed the picture",
			"/forbidden": "is not reachable",
			"/file":      "redirected to an address that must be an absolute http or https URL",
			"/loop":      "more than 3 redirects",
			"/404":       "the server answered 404 Not Found, must be 200",
			"/503":       "the server answered 503 Service Unavailable, must be 200",
		}
		tasks := map[string]Submission{}
		for path := range want {
			s := entry()
			s.ImageURL = server.URL + path + "?sig=SECRET"
			b.submit(s)
			tasks[path] = s
		}
		for range 5 {
			good := entry()
			good.ImageURL = server.URL + "/good"
			b.submit(good)
			if task := b.ended(good); !strings.HasPrefix(string(task.Result), `{"picture":`) {
				t.Errorf("beside the hostile ones: %+v", task)
			}
		}
		for path, s := range tasks {
			task := b.ended(s)
			if task.Status != Failed || !strings.HasPrefix(task.Error, "IMAGE_FETCH_ERROR: ") || !strings.Contains(task.Error, want[path]) {
				t.Errorf("%s: %s %q, want %q", path, task.Status, task.Error, want[path])
			}
			if strings.Contains(task.Error, "SECRET") {
				t.Errorf("%s: the error repeats the query: %s", path, task.Error)
			}
		}
	})
}

// Servers that hang hold up their own tasks: neither those of another server
// nor those of another client.
func TestSlowServersStarveNobody(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		over := make(chan struct{})
		var hanging atomic.Int32
		b := setup(t, dsn, func(o *Options) {
			o.Fetch = fetcher{picture: func(ctx context.Context, address string) ([]byte, error) {
				if strings.Contains(address, "slow") {
					hanging.Add(1)
					select {
					case <-over:
					case <-ctx.Done():
						return nil, ctx.Err()
					}
				}
				return []byte(address), nil
			}}
		})
		// The worst case: as many as a server is ever given are in before
		// anybody finds it slow, and then their client is known to be.
		b.fetching.slowAfter, b.owners.slowAfter = waittest.Limit, 0
		b.start()
		post := func(owner, address string) Submission {
			s := of(owner)
			s.ImageURL = address
			b.submit(s)
			return s
		}
		var slow []Submission
		for range 2 * fetchers {
			slow = append(slow, post("", "http://slow.example/"))
		}
		b.until("all places of a server taken", func() bool { return hanging.Load() == fetchers/2 })
		b.ended(post("", "http://good.example/"))
		for i := range 2 * fetchers {
			slow = append(slow, post("", fmt.Sprintf("http://slow%d.example/", i)))
		}
		b.ended(post("wang", "http://good.example/"))
		close(over)
		for _, s := range slow[:fetchers] {
			b.ended(s)
		}
	})
}

// A database that drops its connections loses no task.
func TestConnectionsLost(t *testing.T) {
	b := setup(t, storetest.Postgres(t), func(o *Options) {
		o.Lease = time.Second // what could not be told to the database is put back after it
		o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
			time.Sleep(20 * time.Millisecond)
			return echo(ctx, p, l)
		})
	}).start()
	var all []Submission
	for range 60 {
		s := entry()
		b.submit(s)
		all = append(all, s)
	}
	for range 3 {
		// The asking connection is cut, too; its error says so.
		_, _ = b.db.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()`)
		time.Sleep(50 * time.Millisecond)
	}
	for _, s := range all {
		b.until("end of task", func() bool {
			task, err := b.Get(t.Context(), "", s.ID)
			return err == nil && task.Status == Done
		})
	}
}
