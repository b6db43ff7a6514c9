package task

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"tijian/internal/waittest"
	"tijian/ocr/result"
	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) {
	if os.Getenv(childDSN) != "" {
		child()
		return
	}
	code := storetest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// fetcher is a Fetcher made of functions.
type fetcher struct {
	picture func(ctx context.Context, address string) ([]byte, error)
	call    func(ctx context.Context, address string) error
}

func (f fetcher) Picture(ctx context.Context, address string, _ *fetch.Share) ([]byte, error) {
	if f.picture == nil {
		return []byte(address), nil
	}
	return f.picture(ctx, address)
}

func (f fetcher) Call(ctx context.Context, address string) error {
	if f.call == nil {
		return nil
	}
	return f.call(ctx, address)
}

// recogniser is a Recogniser made of a function, whose result is a result.Full, or a
// string, for an indicator of that name.
type recogniser func(ctx context.Context, picture []byte, layout string) (json.RawMessage, error)

func (r recogniser) Recognise(ctx context.Context, picture []byte, ask Ask) (result.File, error) {
	said, err := r(ctx, picture, ask.Layout)
	if err != nil {
		return result.File{}, err
	}
	var full result.Full
	var name string
	if json.Unmarshal(said, &name) == nil {
		full = result.Full{name: {{IdxOfValue: -1}}}
	} else if err := json.Unmarshal(said, &full); err != nil {
		return result.File{}, err
	}
	return result.File{Pages: 1, Sheets: []result.Sheet{{Full: full}}}, nil
}

// echo is a result that shows what was recognised.
func echo(_ context.Context, picture []byte, layout string) (json.RawMessage, error) {
	return json.Marshal(map[string][]result.Entry{"picture": {{Name: string(picture), IdxOfValue: -1}}, "layout": {{Name: layout, IdxOfValue: -1}}})
}

// kindError is an error that another try cannot fix.
type kindError struct{ kind, message string }

func (e kindError) Error() string { return e.message }
func (e kindError) Kind() string  { return e.kind }

// death is the error of a recogniser that died.
type death struct{}

func (death) Error() string { return "the recogniser died (signal: killed)" }
func (death) Died() bool    { return true }

// bench is a database with a manager on it.
type bench struct {
	*testing.T
	*Manager
	logs    *logs
	options Options
	started bool
}

// logs collects what is logged.
type logs struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.String()
}

// setup opens a manager with quick settings; change adapts them. Every log
// line of the test is searched for what may not be in it.
func setup(t *testing.T, dsn string, change func(o *Options)) *bench {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, "")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, logs: &logs{}}
	o := Options{
		DB: db, Fetch: fetcher{}, Recogniser: recogniser(echo), Workers: 2,
		Logger:     slog.New(slog.NewTextHandler(b.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		StopWithin: 100 * time.Millisecond, Backoff: 10 * time.Millisecond, CallbackBackoff: 10 * time.Millisecond,
		Lease: waittest.Limit, CallbackLease: waittest.Limit, // nothing is put back, unless a test is about that
	}
	if change != nil {
		change(&o)
	}
	b.options = o
	if b.Manager, err = Open(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.stop()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(b.logs.String(), "SECRET") {
			t.Errorf("a secret was logged:\n%s", b.logs.String())
		}
		if t.Failed() {
			t.Logf("logs:\n%s", b.logs.String())
		}
	})
	return b
}

// start begins to work; again after a stop, with a new manager as a new
// process would have.
func (b *bench) start() *bench {
	b.Helper()
	if b.started {
		var err error
		if b.Manager, err = Open(b.options); err != nil {
			b.Fatal(err)
		}
	}
	b.started = true
	if err := b.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	return b
}

func (b *bench) stop() {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit) // the test's own has ended in a cleanup
	defer cancel()
	if err := b.Stop(ctx); err != nil {
		b.Error(err)
	}
}

func (b *bench) submit(s Submission) Task {
	b.Helper()
	task, err := b.Submit(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	return task
}

// until waits for a condition.
func (b *bench) until(what string, condition func() bool) {
	b.Helper()
	waittest.Until(b, what, condition)
}

func (b *bench) get(s Submission) Task {
	b.Helper()
	task, err := b.Get(b.Context(), s.Owner, s.ID)
	if err != nil {
		b.Fatal(err)
	}
	return task
}

// ended waits for the end of a task.
func (b *bench) ended(s Submission) Task {
	b.Helper()
	var task Task
	b.until("end of task", func() bool {
		task = b.get(s)
		return task.Status == Done || task.Status == Failed
	})
	return task
}

// entry is a submission with a new id.
func entry() Submission {
	id := uuid.NewString()
	return Submission{ID: id, SubmittedID: strings.ToUpper(id), ImageURL: "https://pictures.example/a.jpg?sig=SECRET"}
}

func ptr(s string) *string { return &s }

// loopback lets tests fetch from their own servers, which may take idle for
// the next byte and total for all.
func loopback(idle, total time.Duration) *fetch.Client {
	allowed, err := fetch.ParseAllowed("127.0.0.1/32")
	if err != nil {
		panic(err)
	}
	return fetch.New(fetch.Options{
		Allowed:  allowed,
		MaxBytes: 1 << 20, Connect: waittest.Limit, Idle: idle, Total: total, CallTotal: total,
	})
}

// patient is a loopback whose servers never take too long.
func patient() *fetch.Client { return loopback(waittest.Limit, waittest.Limit) }

// listener is a callback server that counts its calls.
type listener struct {
	*httptest.Server
	mu    sync.Mutex
	calls []string
}

func newListener(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *listener {
	l := &listener{}
	var n atomic.Int32
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		l.mu.Lock()
		l.calls = append(l.calls, r.Method+" "+r.RequestURI+string(body))
		l.mu.Unlock()
		if answer != nil {
			answer(int(n.Add(1)), w, r)
		}
	}))
	t.Cleanup(l.Close)
	return l
}

func (l *listener) seen() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.calls...)
}
