package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

// each runs a test of the conformance suite against both databases.
func each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		t.Parallel()
		test(t, dsn)
	})
}

func TestLife(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		calls := newListener(t, nil)
		b := setup(t, dsn, func(o *Options) {
			o.Fetch = fetcher{call: patient().Call}
		})
		s := entry()
		s.Layout, s.CallbackURL = ptr("TABLE"), ptr(calls.URL+"/done?sig=a%2FSECRET+b")
		task := b.submit(s)
		if task.Status != Created || task.Error != "" || task.Result != nil || task.CreatedAt.Location() != time.UTC {
			t.Errorf("submitted: %+v", task)
		}
		if got := b.get(s); fmt.Sprint(got) != fmt.Sprint(task) && got.Status == Created && !got.CreatedAt.Equal(task.CreatedAt) {
			t.Errorf("read back %+v, want %+v", got, task)
		}
		b.start()
		task = b.ended(s)
		if task.Status != Done || task.Error != "" || !strings.Contains(string(task.Result), `"name":"TABLE"`) || !strings.Contains(string(task.Result), `"name":"`+s.ImageURL+`"`) {
			t.Errorf("ended: %+v", task)
		}
		if task.SubmittedID != s.SubmittedID || task.ImageURL != s.ImageURL || *task.CallbackURL != *s.CallbackURL {
			t.Errorf("fields changed: %+v", task)
		}
		b.until("callback", func() bool { return len(calls.seen()) > 0 })
		if got := calls.seen()[0]; got != "GET /done?sig=a%2FSECRET+b" {
			t.Errorf("callback was %s", got)
		}
	})
}

// A task posted while workers wait is taken up by their notice or poll, also
// when another manager has stored it.
func TestSubmitOnly(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		front := setup(t, dsn, func(o *Options) { o.Workers, o.Fetch, o.Recogniser = 0, nil, nil })
		if err := front.Start(t.Context()); err == nil {
			t.Error("a manager without workers was started")
		}
		setup(t, dsn, nil).start()
		for range 20 {
			s := entry()
			front.submit(s)
			if task := front.ended(s); task.Status != Done {
				t.Errorf("%+v", task)
			}
		}
	})
}

func TestGet(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, nil)
		open, own := entry(), entry()
		own.ID, own.Owner, own.Layout = open.ID, "wang", ptr("SINGLE")
		if _, err := b.Get(t.Context(), "", open.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("before: %v", err)
		}
		b.submit(own)
		for _, reader := range []string{"", "li"} {
			if _, err := b.Get(t.Context(), reader, open.ID); !errors.Is(err, ErrNotFound) {
				t.Errorf("%q reads wang's: %v", reader, err)
			}
		}
		b.submit(open)
		for reader, want := range map[string]string{"": "", "li": "", "wang": "SINGLE"} {
			task, err := b.Get(t.Context(), reader, open.ID)
			if err != nil || value(task.Layout) != want {
				t.Errorf("%q reads layout %q, %v; want %q", reader, value(task.Layout), err, want)
			}
		}
	})
}

func TestResubmission(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var runs atomic.Int32
		hold := make(chan struct{})
		b := setup(t, dsn, func(o *Options) {
			o.Workers = 1
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, layout string) (json.RawMessage, error) {
				runs.Add(1)
				if strings.Contains(string(p), "hold") {
					<-hold
				}
				if strings.Contains(string(p), "bad") {
					return nil, kindError{"IMAGE_FORMAT_ERROR", "not a picture"}
				}
				return echo(ctx, p, layout)
			})
		})
		for _, test := range []struct {
			name          string
			at            Status
			before, after *string // layouts
			anew          bool
		}{
			{"open, done, other layout", Done, ptr("DOUBLE"), ptr("SINGLE"), true},
			{"open, done, other layout, other picture", Done, ptr("DOUBLE"), ptr("SINGLE"), false},
			{"open, done, same layout", Done, nil, nil, false},
			{"open, error", Failed, nil, nil, true},
			{"created", Created, nil, nil, false},
			{"created, other layout", Created, nil, ptr("TABLE"), false},
			{"processing", Processing, ptr("TABLE"), ptr("TABLE"), false},
			{"processing, other layout", Processing, ptr("TABLE"), nil, false},
			{"done, no layout", Done, nil, nil, false},
			{"done, same layout", Done, ptr("DOUBLE"), ptr("DOUBLE"), false},
			{"done, other layout", Done, ptr("DOUBLE"), ptr("SINGLE"), true},
			{"done, layout gone", Done, ptr("DOUBLE"), nil, true},
			{"done, layout new", Done, nil, ptr("DOUBLE"), true},
			{"error", Failed, nil, nil, true},
			{"error, other layout", Failed, nil, ptr("TABLE"), true},
		} {
			runs.Store(0)
			first := entry()
			first.Layout, first.ImageURL = test.before, "http://a.example/first"
			open := strings.HasPrefix(test.name, "open")
			if !open {
				first.Owner = "wang"
			}
			switch test.at {
			case Processing:
				first.ImageURL += "/hold"
			case Failed:
				first.ImageURL += "/bad"
			}
			b.submit(first)
			if test.at != Created {
				b.start()
				b.until(test.name, func() bool { return b.get(first).Status == test.at && (test.at != Processing || runs.Load() > 0) })
				if test.at != Processing {
					b.stop()
				}
			}
			old := b.get(first)

			second := first
			second.Layout, second.ImageURL, second.CallbackURL = test.after, "http://a.example/second", ptr("http://b.example/")
			second.SubmittedID = first.ID
			if open && test.at == Done && !strings.HasSuffix(test.name, "other picture") {
				second.ImageURL = first.ImageURL + "?sig=2"
			}
			task := b.submit(second)
			if test.anew {
				if task.Status != Created || task.Error != "" || task.Result != nil || task.ImageURL != second.ImageURL ||
					value(task.Layout) != value(test.after) || !task.CreatedAt.After(old.CreatedAt) || task.SubmittedID != second.SubmittedID {
					t.Errorf("%s: %+v, want it anew", test.name, task)
				}
			} else if fmt.Sprint(deref(task)) != fmt.Sprint(deref(old)) {
				t.Errorf("%s: %+v, want %+v", test.name, task, old)
			}

			if test.at == Processing {
				hold <- struct{}{}
			} else {
				b.start()
			}
			task = b.ended(first)
			b.stop()
			want, wantRuns := first, int32(1)
			if test.anew {
				want, wantRuns = second, 2
			}
			if task.Status != Done || !strings.Contains(string(task.Result), want.ImageURL) || value(task.Layout) != value(want.Layout) {
				t.Errorf("%s: at last %+v, want %+v", test.name, task, want)
			}
			if n := runs.Load(); n != wantRuns {
				t.Errorf("%s: recognised %d times, want %d", test.name, n, wantRuns)
			}
		}
	})
}

// deref shows what pointers point to.
func deref(task Task) []any {
	return []any{task.Owner, task.ID, task.SubmittedID, task.ImageURL, value(task.Layout), value(task.CallbackURL),
		task.CreatedAt, task.Status, task.Error, string(task.Result)}
}

// Many clients posting the same task at once get one task.
func TestSubmitTogether(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var runs atomic.Int32
		b := setup(t, dsn, func(o *Options) {
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
				runs.Add(1)
				return echo(ctx, p, l)
			})
		}).start()
		s := entry()
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				if _, err := b.Submit(t.Context(), s); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		b.ended(s)
		b.stop()
		if n := runs.Load(); n != 1 {
			t.Errorf("recognised %d times", n)
		}
	})
}

func TestErrors(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var mu sync.Mutex
		tries := map[string]int{}
		b := setup(t, dsn, func(o *Options) {
			count := func(address string) int {
				mu.Lock()
				defer mu.Unlock()
				tries[address]++
				return tries[address]
			}
			o.PageTime = 50 * time.Millisecond
			o.Fetch = fetcher{picture: func(_ context.Context, address string) ([]byte, error) {
				n := count(address)
				switch {
				case address == "404":
					return nil, &fetch.Error{Message: "the server answered 404"}
				case address == "refused" || address == "refused twice" && n < 3:
					return nil, &fetch.Error{Message: "connection refused", Passing: true}
				}
				return []byte(address), nil
			}}
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
				switch string(p) {
				case "low":
					return nil, fmt.Errorf("in the pipeline: %w", kindError{"IMAGE_PIXEL_ERROR", "resolution 42 PPI, must be greater than 50 PPI (layout DEFAULT)"})
				case "prefixed":
					return nil, kindError{"IMAGE_FORMAT_ERROR", "IMAGE_FORMAT_ERROR: not a picture"}
				case "crash":
					return nil, errors.New("tesseract said no: /usr/share/x")
				case "killer":
					return nil, fmt.Errorf("recognise: %w", death{})
				case "panic":
					var none []byte
					return nil, errors.New(string(none[7]))
				case "slow":
					<-ctx.Done()
					return nil, ctx.Err()
				case "broken":
					return json.RawMessage("{"), nil
				}
				return echo(ctx, p, l)
			})
		}).start()
		for picture, want := range map[string]struct {
			text  string
			tries int
		}{
			"fine":          {"", 1},
			"404":           {"IMAGE_FETCH_ERROR: the server answered 404", 1},
			"killer":        {"OCR_ERROR: the picture ended the process that read it, 2 times", 2},
			"refused":       {"IMAGE_FETCH_ERROR: connection refused", 3},
			"refused twice": {"", 3},
			"low":           {"IMAGE_PIXEL_ERROR: resolution 42 PPI, must be greater than 50 PPI (layout DEFAULT)", 1},
			"prefixed":      {"IMAGE_FORMAT_ERROR: not a picture", 1},
			"crash":         {"OCR_ERROR: recognition failed after 3 tries", 3},
			"panic":         {"OCR_ERROR: recognition failed after 3 tries", 3},
			"slow":          {"OCR_ERROR: recognition failed after 3 tries", 3},
			"broken":        {"OCR_ERROR: recognition failed after 3 tries", 3},
		} {
			s := entry()
			s.ImageURL = picture
			b.submit(s)
			task := b.ended(s)
			if (task.Status == Done) != (want.text == "") || task.Error != want.text || (task.Result == nil) != (want.text != "") {
				t.Errorf("%s: %s %q %s, want %q", picture, task.Status, task.Error, task.Result, want.text)
			}
			mu.Lock()
			n := tries[picture]
			mu.Unlock()
			if n != want.tries {
				t.Errorf("%s: %d tries, want %d", picture, n, want.tries)
			}
		}
	})
}

func TestCallbacks(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Fetch = fetcher{call: patient().Call} }).start()
		var target atomic.Int32
		for _, test := range []struct {
			name   string
			answer func(n int, w http.ResponseWriter, r *http.Request)
			calls  int
			log    string
		}{
			{"at once", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 1, "callback delivered"},
			{"third", func(n int, w http.ResponseWriter, _ *http.Request) {
				if n < 3 {
					w.WriteHeader(500)
				}
			}, 3, "callback delivered"},
			{"never", func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, 6, "callback given up"},
			{"hangs up", func(_ int, w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }, 6, "callback given up"},
			{"redirects", func(_ int, w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/target" {
					target.Add(1)
				}
				http.Redirect(w, r, "/target", http.StatusFound)
			}, 6, "callback given up"},
		} {
			calls := newListener(t, test.answer)
			s := entry()
			s.CallbackURL = ptr(calls.URL + "/?sig=SECRET")
			b.submit(s)
			b.ended(s)
			b.until(test.name+": end of the callback", func() bool {
				for line := range strings.Lines(b.logs.String()) {
					if strings.Contains(line, test.log) && strings.Contains(line, s.ID) {
						return true
					}
				}
				return false
			})
			if n := len(calls.seen()); n != test.calls {
				t.Errorf("%s: %d calls, want %d", test.name, n, test.calls)
			}
		}
		if target.Load() > 0 {
			t.Error("a callback followed a redirect")
		}
		// A task that failed calls back, too; a forbidden address is never reached.
		private := setup(t, dsn, func(o *Options) {
			o.DB = b.db
			o.Workers = 0
		})
		forbidden := entry()
		forbidden.CallbackURL = ptr("http://127.0.0.2:9/?SECRET")
		private.submit(forbidden)
		b.until("forbidden callback given up", func() bool {
			return strings.Contains(b.logs.String(), "its address is not public")
		})
	})
}

// Servers that hang hold up neither recognition nor other callbacks.
func TestHangingServers(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		release := make(chan struct{})
		hang := newListener(t, func(_ int, _ http.ResponseWriter, r *http.Request) {
			select {
			case <-release:
			case <-r.Context().Done():
			}
		})
		good := newListener(t, nil)
		slow := patient()
		b := setup(t, dsn, func(o *Options) {
			o.Fetch = fetcher{call: slow.Call, picture: func(ctx context.Context, address string) ([]byte, error) {
				if address == "hang" {
					<-release
				}
				return []byte(address), nil
			}}
		}).start()
		for range 2 * b.hosts.most {
			s := entry()
			s.CallbackURL = ptr(hang.URL)
			b.submit(s)
		}
		b.until("hanging callbacks", func() bool { return len(hang.seen()) > 0 })
		for range fetchers / 2 {
			s := entry()
			s.ImageURL = "hang"
			b.submit(s)
		}
		for range 10 {
			s := entry()
			s.CallbackURL = ptr(good.URL)
			b.submit(s)
			b.ended(s)
		}
		b.until("good callbacks", func() bool { return len(good.seen()) == 10 })
		close(release)
	})
}

// What a stop breaks off goes on after the next start, and does not count as a
// failure. A recogniser that ignores the end of its time delays no stop.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var runs atomic.Int32
		release := make(chan struct{})
		defer close(release)
		change := func(o *Options) {
			o.Tries = 1
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
				if runs.Add(1) <= 2 {
					if string(p) == "deaf" {
						<-release
					}
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return echo(ctx, p, l)
			})
		}
		first := setup(t, dsn, change).start()
		deaf, polite, waiting := entry(), entry(), entry()
		deaf.ImageURL = "deaf"
		first.submit(deaf)
		first.submit(polite)
		first.until("both are running", func() bool { return runs.Load() == 2 })
		first.submit(waiting)
		first.stop()
		if s := first.get(deaf).Status; s != Processing {
			t.Errorf("after the stop it is %s", s)
		}
		var crashes int
		if err := first.db.QueryRow(t.Context(), "SELECT sum(crashes) FROM tasks").Scan(&crashes); err != nil || crashes != 0 {
			t.Errorf("the stop counts as %d crashes, %v", crashes, err)
		}
		second := setup(t, dsn, change).start()
		for _, s := range []Submission{deaf, polite, waiting} {
			if task := second.ended(s); task.Status != Done {
				t.Errorf("%+v", task)
			}
		}
	})
}

// A job that the queue shows as running while nobody works on it is found, and
// so is a task without any job.
func TestLostJobs(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Lease = 250 * time.Millisecond })
		ctx := t.Context()
		running, orphan := entry(), entry()
		b.submit(running)
		b.submit(orphan)
		exec := func(query string, args ...any) {
			t.Helper()
			if n, err := b.db.Exec(ctx, query, args...); err != nil || n != 1 {
				t.Fatalf("%s: %d rows, %v", query, n, err)
			}
		}
		const job = "(SELECT job_id FROM tasks WHERE id = ?)"
		exec("DELETE FROM river_job WHERE id = "+job, orphan.ID)
		b.start()
		if task := b.ended(orphan); task.Status != Done {
			t.Errorf("orphan: %+v", task)
		}
		b.ended(running)

		// As after an outage of the database: the end could not be stored.
		lost := entry()
		b.stop()
		b.submit(lost)
		b.start()
		by := "jsonb(?)"
		attempted := `["` + b.id + `"]`
		if b.db.Dialect() == store.Postgres {
			by, attempted = "ARRAY[CAST(? AS TEXT)]", b.id
		}
		b.until("lost job stolen or done", func() bool { return b.get(lost).Status == Done })
		exec("UPDATE tasks SET status = 'PROCESSING' WHERE id = ?", lost.ID)
		exec("UPDATE river_job SET state = 'running', finalized_at = NULL, attempted_by = "+by+" WHERE id = "+job, attempted, lost.ID)
		if task := b.ended(lost); task.Status != Done {
			t.Errorf("lost: %+v", task)
		}
	})
}

// A job that the queue begins late, while it is being put back, is worked on
// once; one that is worked on is not put back.
func TestLateStart(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var b *bench
		fetches := 0
		sweep := func() {}
		b = setup(t, dsn, func(o *Options) {
			o.Fetch = fetcher{picture: func(_ context.Context, address string) ([]byte, error) {
				fetches++
				sweep()
				return nil, &fetch.Error{Message: "busy", Passing: true}
			}}
		})
		s := entry()
		b.submit(s)
		var id int64
		find := func() int64 {
			t.Helper()
			var now int64
			if err := b.db.QueryRow(t.Context(), "SELECT job_id FROM tasks WHERE id = ?", s.ID).Scan(&now); err != nil {
				t.Fatal(err)
			}
			return now
		}
		id = find()
		by, attempted := "jsonb(?)", `["`+b.id+`"]`
		if b.db.Dialect() == store.Postgres {
			by, attempted = "ARRAY[CAST(? AS TEXT)]", b.id
		}
		if _, err := b.db.Exec(t.Context(), "UPDATE river_job SET state = 'running', attempted_by = "+by+" WHERE id = ?", attempted, id); err != nil {
			t.Fatal(err)
		}
		work := func() error {
			job := &river.Job[recogniseArgs]{JobRow: &rivertype.JobRow{ID: id, State: rivertype.JobStateRunning}, Args: recogniseArgs{Owner: s.Owner, ID: s.ID}}
			return (&recogniseWorker{m: b.Manager}).Work(t.Context(), job)
		}
		sweep = func() {
			suspicious := sweeper{m: b.Manager, suspects: map[try]time.Time{{id: id}: {}}}
			if err := suspicious.round(t.Context()); err != nil {
				t.Error(err)
			}
		}

		if !b.claim(id) { // as the sweeper does to put it back
			t.Fatal("taken")
		}
		if err := work(); !errors.Is(err, errClaimed) || fetches > 0 {
			t.Errorf("while it was put back: %v, %d fetches", err, fetches)
		}
		b.release(id)

		_ = work() // a try that fails
		if fetches != 1 || find() != id {
			t.Errorf("%d fetches, job %d became %d while it was worked on", fetches, id, find())
		}
		sweep()
		if find() == id {
			t.Error("it was not put back when nobody worked on it")
		}
		if err := work(); err != nil || fetches != 1 {
			t.Errorf("after it was put back: %v, %d fetches", err, fetches)
		}
	})
}

// A picture whose workers keep dying ends.
func TestCrashes(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Crashes = 3 })
		s := entry()
		b.submit(s)
		if _, err := b.db.Exec(t.Context(), "UPDATE tasks SET crashes = 3"); err != nil {
			t.Fatal(err)
		}
		b.start()
		if task := b.ended(s); task.Error != "OCR_ERROR: recognition was broken off 3 times" {
			t.Errorf("%+v", task)
		}
	})
}

// A worker that was taken for dead can do no harm when it comes back.
func TestStaleWorker(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var b *bench
		var runs atomic.Int32
		s := entry()
		b = setup(t, dsn, func(o *Options) {
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
				if runs.Add(1) > 1 {
					return json.RawMessage(`"second"`), nil
				}
				jobs, err := b.running(ctx)
				if err != nil || len(jobs) != 1 {
					t.Errorf("running %v, %v", jobs, err)
					return nil, err
				}
				if err := b.putBack(ctx, jobs[0]); err != nil {
					t.Error(err)
				}
				b.until("the second is done", func() bool { return b.get(s).Status == Done })
				return json.RawMessage(`"first"`), nil
			})
		}).start()
		b.submit(s)
		b.ended(s)
		b.stop() // waits for the first
		if task := b.get(s); !strings.HasPrefix(string(task.Result), `{"second":`) {
			t.Errorf("%+v", task)
		}
	})
}

func TestOneWorkerPerSQLiteFile(t *testing.T) {
	dsn := storetest.SQLite(t)
	b := setup(t, dsn, nil).start()
	other := setup(t, dsn, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := other.Start(ctx); err == nil {
		t.Error("two managers work the same file")
	}
	b.stop()
	other.start()
}

func TestMetrics(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		registry := prometheus.NewRegistry()
		calls := newListener(t, nil)
		b := setup(t, dsn, func(o *Options) {
			o.Metrics = registry
			o.Fetch = fetcher{call: patient().Call}
			o.Recogniser = recogniser(func(ctx context.Context, p []byte, l string) (json.RawMessage, error) {
				if l == "TABLE" {
					return nil, kindError{"IMAGE_SIZE_ERROR", "too small"}
				}
				return echo(ctx, p, l)
			})
		})
		good, bad := entry(), entry()
		good.CallbackURL, bad.Layout = ptr(calls.URL), ptr("TABLE")
		b.submit(good)
		b.submit(bad)
		want := func(name string, value float64) {
			t.Helper()
			b.until(fmt.Sprintf("%s = %v", name, value), func() bool {
				families, err := registry.Gather()
				if err != nil {
					t.Fatal(err)
				}
				for _, family := range families {
					for _, m := range family.Metric {
						full := family.GetName()
						for _, l := range m.Label {
							full += " " + l.GetValue()
						}
						got := m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
						if full == name && got == value {
							return true
						}
					}
				}
				return false
			})
		}
		want("tijian_queue_tasks CREATED", 2)
		b.start()
		want("tijian_tasks_ended_total none DONE", 1)
		want("tijian_tasks_ended_total IMAGE_SIZE_ERROR ERROR", 1)
		want("tijian_callbacks_total delivered", 1)
		want("tijian_task_duration_seconds", 2)
		want("tijian_task_stage_duration_seconds fetch", 2)
		want("tijian_task_stage_duration_seconds recognise", 2)
		want("tijian_callback_delay_seconds", 1)
		want("tijian_queue_tasks CREATED", 0)
		want("tijian_queue_age_seconds CREATED", 0)
		want("tijian_queue_callbacks", 0)
	})
}
