package task

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/riverqueue/river"
	"go.opentelemetry.io/otel/attribute"

	"tijian/ocr/result"
	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/trace"
)

// Kinds of error that begin with this package; recognition has its own.
const (
	fetchError = "IMAGE_FETCH_ERROR"
	ocrError   = "OCR_ERROR"
)

// recogniseWorker takes a task from the queue to its end.
type recogniseWorker struct {
	river.WorkerDefaults[recogniseArgs]
	m *Manager
}

// Timeout is none: fetching and recognising have their own.
func (w *recogniseWorker) Timeout(*river.Job[recogniseArgs]) time.Duration { return -1 }

// NextRetry is when a job that returned an error is tried again.
func (w *recogniseWorker) NextRetry(job *river.Job[recogniseArgs]) time.Time {
	return time.Now().Add(backoff(w.m.o.Backoff, 2, len(job.Errors)+1, time.Minute, 0.2))
}

// A run is one try at a task.
type run struct {
	recogniseArgs
	job               *river.Job[recogniseArgs]
	addresses         []string // of the pictures, img_url first
	several           bool     // img_urls was given
	layout            string
	callbackURL       *string
	created           time.Time
	failures, crashes int
	entered           bool // counted among the crashes until it comes back
	crashed           bool // stays counted: its process died
	fetched, read     time.Duration
	bytes             int
	person            result.Person
	report            json.RawMessage // a merge.Report
}

// errGone means that this job may no longer move its task: another one does,
// or it has ended.
var errGone = errors.New("the task is no longer this job's")

// Work runs one try.
func (w *recogniseWorker) Work(ctx context.Context, job *river.Job[recogniseArgs]) error {
	m := w.m
	if !m.claim(job.ID) {
		return errClaimed
	}
	defer m.release(job.ID)
	ctx, traced := trace.Step(trace.Under(ctx, job.Args.Trace), "task", attribute.String("tijian.task", job.Args.ID), attribute.Int("tijian.try", job.Attempt))
	err := m.work(ctx, job)
	traced(err)
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}

func (m *Manager) work(ctx context.Context, job *river.Job[recogniseArgs]) error {
	r, err := m.begin(ctx, job)
	if err != nil {
		return err
	}
	if r.crashes >= m.o.Crashes {
		return m.end(ctx, r, nil, failure{kind: ocrError, message: fmt.Sprintf("recognition was broken off %d times", r.crashes)})
	}
	result, err := m.try(ctx, r)
	switch {
	case err == nil:
		return m.end(ctx, r, result, failure{})
	case errors.Is(err, errGone):
		return err
	case errors.As(err, new(held)):
		return m.hold(ctx, r, err)
	case ctx.Err() != nil: // stopping: the queue puts the job back
		return errors.Join(ctx.Err(), m.leave(ctx, r, 0))
	}
	f, passing := failureOf(err)
	if died(err) {
		r.crashed = true
		if r.crashes+1 >= m.o.Deaths {
			f.message = fmt.Sprintf("the picture ended the process that read it, %d times", r.crashes+1)
			return m.end(ctx, r, nil, f)
		}
	}
	if passing && r.failures+1 < m.o.Tries {
		m.metrics.retries.WithLabelValues(kindLabel(f.kind)).Inc()
		return m.again(ctx, r, f)
	}
	if f.kind == ocrError && f.message == "" {
		f.message = fmt.Sprintf("recognition failed after %d tries", r.failures+1)
	}
	return m.end(ctx, r, nil, f)
}

// begin reads the task, if it is still this job's. Nothing is written: a task is
// being processed once its recognition begins, and a write costs a flush.
func (m *Manager) begin(ctx context.Context, job *river.Job[recogniseArgs]) (*run, error) {
	r := &run{recogniseArgs: job.Args, job: job}
	var first string
	var further, layout *string
	var created int64
	err := m.db.QueryRow(ctx, `SELECT image_url, image_urls, layout, callback_url, created_at, failures, crashes FROM tasks WHERE `+unended, r.Owner, r.ID, job.ID).
		Scan(&first, &further, &layout, &r.callbackURL, &created, &r.failures, &r.crashes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	more, err := readAddresses(further)
	r.addresses, r.several = append([]string{first}, more...), further != nil
	r.layout, r.created = value(layout), store.FromMicros(created)
	return r, err
}

// hold gives the job's place to another one for a while.
func (m *Manager) hold(ctx context.Context, r *run, err error) error {
	var h held
	errors.As(err, &h)
	if err := m.db.InTx(ctx, func(tx *store.Tx) error { return raisePriority(ctx, tx, r.job.ID) }); err != nil {
		return err
	}
	return river.JobSnooze(h.pause)
}

// A failure is what a task in ERROR shows.
type failure struct {
	kind    string
	path    string // of the picture's address, where the task has several
	message string
}

func (f failure) String() string {
	if f.kind == "" {
		return ""
	}
	if f.path != "" {
		return f.kind + ": " + f.path + ": " + f.message
	}
	return f.kind + ": " + f.message
}

// failureOf returns how an error is shown, and reports whether another try may
// succeed.
func failureOf(err error) (f failure, passing bool) {
	if of, ok := errors.AsType[*pictureError](err); ok {
		f.path = of.path
	}
	if fetching, ok := errors.AsType[*fetch.Error](err); ok {
		f.kind, f.message = fetchError, fetching.Message
		return f, fetching.Passing
	}
	if kind, message, ok := permanentKind(err); ok {
		f.kind, f.message = kind, message
		return f, false
	}
	// Its text is for the log: it may name the inside of the service.
	f.kind = ocrError
	return f, true
}

// enter marks the task as being processed and counts the recognition that
// begins now as a crash; leave takes the count back. What stays is the number of times a worker died over this very task,
// however it died.
func (m *Manager) enter(ctx context.Context, r *run) error {
	// A counter that a power cut may set back by one costs nothing.
	err := exactly(m.db.ExecLight(ctx, "UPDATE tasks SET status = 'PROCESSING', crashes = crashes + 1 WHERE "+unended, r.Owner, r.ID, r.job.ID))
	r.entered = err == nil
	return err
}

// leave notes that a try came back with failed failures (0 or 1).
func (m *Manager) leave(ctx context.Context, r *run, failed int) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	entered := 0
	if r.entered && !r.crashed {
		entered = 1
	}
	if entered+failed == 0 {
		return nil
	}
	return m.db.InTx(ctx, func(tx *store.Tx) error {
		err := exactly(tx.Exec(ctx, `UPDATE tasks SET failures = failures + ?, crashes = crashes - ?
			WHERE `+owned+` AND id = ? AND job_id = ?`, failed, entered, r.Owner, r.ID, r.job.ID))
		if err != nil {
			return err
		}
		return raisePriority(ctx, tx, r.job.ID)
	})
}

// again counts the failed try and returns the error that makes the queue try
// later.
func (m *Manager) again(ctx context.Context, r *run, f failure) error {
	if err := m.leave(ctx, r, 1); err != nil {
		return err
	}
	m.log.Info("task will be tried again", "task", r.ID, "try", r.failures+1, "kind", f.kind, "host", host(r.addresses[0]))
	return errors.New(f.String())
}

// end stores the result or the error and queues the callback, in one transaction. The
// job is completed by the queue, some together: one that was not when its process died
// is put back, and finds the task ended.
func (m *Manager) end(ctx context.Context, r *run, result json.RawMessage, f failure) error {
	// What has been recognised is stored even when a stop begins now.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	status := Done
	var text, report *string
	if f.kind != "" {
		status = Failed
	} else {
		whole, beside := string(result), string(r.report)
		text, report = &whole, &beside
	}
	person, err := json.Marshal(r.person)
	if err != nil {
		return err
	}
	now := time.Now()
	const query = `UPDATE tasks SET status = ?, error = ?, result = ?, report = ?, ended_at = ?, person = CASE WHEN person IS NULL THEN NULL ELSE ? END WHERE ` + unended
	args := []any{string(status), f.String(), text, report, store.Micros(now), string(person), r.Owner, r.ID, r.job.ID}
	if r.callbackURL == nil {
		err = exactly(m.db.Exec(ctx, query, args...))
	} else {
		err = m.db.InTx(ctx, func(tx *store.Tx) error {
			if err := exactly(tx.Exec(ctx, query, args...)); err != nil {
				return err
			}
			call := callbackArgs{Task: r.ID, URL: *r.callbackURL, Ended: store.Micros(now), Owned: r.Owner != "", Trace: trace.Parent(ctx)}
			_, err := m.queue.insert(ctx, tx, call, &river.InsertOpts{MaxAttempts: m.o.CallbackTries})
			return err
		})
	}
	if err != nil {
		return err
	}
	total := now.Sub(r.created)
	m.metrics.ended.WithLabelValues(string(status), kindLabel(f.kind)).Inc()
	m.metrics.total.Observe(max(0, total.Seconds())) // the clock may have been put back
	m.log.LogAttrs(ctx, slog.LevelInfo, "task ended",
		slog.String("task", r.ID), slog.String("status", string(status)), slog.String("kind", f.kind),
		slog.String("host", host(r.addresses[0])), slog.Int("pictures", len(r.addresses)), slog.Int("bytes", r.bytes),
		slog.Int("failures", r.failures), slog.Int("crashes", r.crashes),
		slog.Duration("total", total), slog.Duration("fetch", r.fetched), slog.Duration("recognise", r.read),
		slog.Bool("callback", r.callbackURL != nil))
	return nil
}

// exactly is the error of a statement that moves a task, errGone where it moved none.
func exactly(n int64, err error) error {
	if err == nil && n == 0 {
		return errGone
	}
	return err
}

// host is all of an address that may be logged.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
