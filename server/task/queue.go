package task

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"tijian/server/store"
)

// The queues. Callbacks have their own, so that a server which hangs delays
// no recognition.
const (
	recogniseQueue = "recognise"
	callbackQueue  = "callbacks"
)

// callers is the number of callbacks called at once.
const callers = 64

// cooldown is the shortest time between two looks for new jobs.
const cooldown = 10 * time.Millisecond

// queue is River without its type parameter: the same for both databases.
type queue interface {
	// insert adds a job in the transaction and returns its id.
	insert(ctx context.Context, tx *store.Tx, args river.JobArgs, o *river.InsertOpts) (int64, error)
	start(ctx context.Context) error
	stop(ctx context.Context) error
}

type riverQueue[TTx any] struct {
	client *river.Client[TTx]
	native func(*store.Tx) TTx
}

// newQueue has River write what is its own, which job runs where, without waiting for
// the disk: after a power cut a job is run again and finds its task ended. Jobs are
// inserted in transactions of the service, which are durable.
func newQueue(m *Manager) (queue, error) {
	if m.db.Dialect() == store.SQLite {
		return newRiver(m, riversqlite.New(m.db.SQLite()), (*store.Tx).SQL)
	}
	return newRiver(m, riverpgxv5.New(m.db.PostgresLight()), (*store.Tx).PGX)
}

func newRiver[TTx any](m *Manager, driver riverdriver.Driver[TTx], native func(*store.Tx) TTx) (queue, error) {
	config := &river.Config{
		ID:     m.id,
		Logger: slog.New(warnings{m.log.Handler()}),
		// Arguments hold addresses: not kept for longer than is useful.
		CompletedJobRetentionPeriod: time.Hour,
		CancelledJobRetentionPeriod: time.Hour,
		// A new job is announced to the worker, within 50 ms on SQLite. Polls
		// find those whose announcement fell into the cooldown of the last.
		FetchCooldown:     cooldown,
		FetchPollInterval: 200 * time.Millisecond,
		SoftStopTimeout:   m.o.StopWithin,
		// Jobs have limits of their own; a job is rescued by its lease.
		JobTimeout: -1,
		Hooks:      []rivertype.Hook{&turns{}},
	}
	if m.o.Workers > 0 {
		config.Workers = river.NewWorkers()
		river.AddWorker(config.Workers, &recogniseWorker{m: m})
		river.AddWorker(config.Workers, &callbackWorker{m: m})
		config.Queues = map[string]river.QueueConfig{
			recogniseQueue: {MaxWorkers: m.o.Workers + fetchers},
			callbackQueue:  {MaxWorkers: callers},
		}
	}
	client, err := river.NewClient(endedOnly[TTx]{driver}, config)
	if err != nil {
		return nil, err
	}
	return &riverQueue[TTx]{client, native}, nil
}

func (q *riverQueue[TTx]) insert(ctx context.Context, tx *store.Tx, args river.JobArgs, o *river.InsertOpts) (int64, error) {
	result, err := q.client.InsertTx(whole(ctx, tx), q.native(tx), args, o)
	if err != nil {
		return 0, err
	}
	return result.Job.ID, nil
}

// whole is the context for statements within a transaction that may share its
// commit with others: not broken off.
func whole(ctx context.Context, tx *store.Tx) context.Context {
	if tx.SQL() != nil {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

func (q *riverQueue[TTx]) start(ctx context.Context) error { return q.client.Start(ctx) }
func (q *riverQueue[TTx]) stop(ctx context.Context) error  { return q.client.Stop(ctx) }

// announcements of new jobs to the workers come no oftener than these look for them.
type announcements struct{ last atomic.Int64 } // nanoseconds since the process began

// pass reports whether it is time for another.
func (a *announcements) pass() bool {
	now, last := int64(time.Since(began)), a.last.Load()
	return now-last > int64(cooldown) && a.last.CompareAndSwap(last, now)
}

var began = time.Now().Add(-time.Hour)

// backoff is the pause before try n+1: base·factor^(n-1), with that part of
// jitter either way so that what failed together does not return together.
func backoff(base time.Duration, factor float64, n int, limit time.Duration, jitter float64) time.Duration {
	pause := float64(base)
	for range n - 1 {
		pause *= factor
		if pause > float64(limit) {
			pause = float64(limit)
			break
		}
	}
	return time.Duration(pause * (1 - jitter + 2*jitter*rand.Float64()))
}

// warnings passes on what River logs as a warning or worse.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{h.Handler.WithAttrs(attrs)}
}
func (h warnings) WithGroup(name string) slog.Handler { return warnings{h.Handler.WithGroup(name)} }
