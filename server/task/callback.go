package task

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"go.opentelemetry.io/otel/attribute"

	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/trace"
)

// callbackArgs is a call to make. It holds the address itself: the task may
// have started anew with another one by the time of a late try.
type callbackArgs struct {
	Task  string `json:"task"`
	URL   string `json:"url"`
	Ended int64  `json:"ended"`           // when the task ended
	Owned bool   `json:"owned,omitempty"` // the task is of somebody with a token
	Trace string `json:"trace,omitempty"` // the task's traceparent
}

// Kind names the kind of job in the queue.
func (callbackArgs) Kind() string { return "callback" }

// InsertOpts are the queue's settings.
func (callbackArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: callbackQueue} }

// callbackWorker calls back, at least once until it succeeds or the tries are
// used up.
type callbackWorker struct {
	river.WorkerDefaults[callbackArgs]
	m *Manager
}

// Timeout is none: the fetcher has its own.
func (w *callbackWorker) Timeout(*river.Job[callbackArgs]) time.Duration { return -1 }

// longestBackoff is the longest pause between calls, however many there are.
const longestBackoff = 24 * time.Hour

// NextRetry spreads the tries: 30 s, 90 s, 4½, 13½ and 40 minutes by default,
// a fifteenth more or less.
func (w *callbackWorker) NextRetry(job *river.Job[callbackArgs]) time.Time {
	return time.Now().Add(backoff(w.m.o.CallbackBackoff, 3, len(job.Errors)+1, longestBackoff, 1./15))
}

// Work makes one try.
func (w *callbackWorker) Work(ctx context.Context, job *river.Job[callbackArgs]) error {
	m := w.m
	if !m.claim(job.ID) {
		return errClaimed
	}
	defer m.release(job.ID)

	name := host(job.Args.URL)
	place, pause := m.hosts.enter(name)
	if pause > 0 {
		return river.JobSnooze(pause)
	}
	start := time.Now()
	ctx, traced := trace.Step(trace.Under(ctx, job.Args.Trace), "callback", attribute.String("server.address", name), attribute.Int("tijian.try", job.Attempt))
	err := m.o.Fetch.Call(asking(ctx, job.Args.Owned), job.Args.URL)
	traced(err)
	place.leave()
	if ctx.Err() != nil {
		return ctx.Err() // stopping: the queue puts the job back
	}
	outcome, level := "delivered", slog.LevelInfo
	var reason string
	switch {
	case err == nil:
		m.metrics.callbackDelay.Observe(max(0, time.Since(store.FromMicros(job.Args.Ended)).Seconds()))
	case job.Attempt < job.MaxAttempts && !forbidden(err):
		outcome = "failed"
	default:
		outcome, level = "given up", slog.LevelWarn
	}
	if err != nil {
		reason = "failed"
		f, is := errors.AsType[*fetch.Error](err)
		if is {
			reason = f.Reason()
		}
		if err = errors.New(reason); is && f.Forbidden {
			err = river.JobCancel(err)
		}
	}
	m.metrics.callbacks.WithLabelValues(outcome).Inc()
	m.log.LogAttrs(ctx, level, "callback "+outcome, slog.String("task", job.Args.Task), slog.String("host", name),
		slog.Int("try", job.Attempt), slog.Duration("took", time.Since(start)), slog.String("reason", reason))
	return err
}

// forbidden reports whether an address is one that the service will not
// connect to, however often it tries.
func forbidden(err error) bool {
	f, ok := errors.AsType[*fetch.Error](err)
	return ok && f.Forbidden
}
