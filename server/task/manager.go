package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"tijian/server/fetch"
	"tijian/server/store"
)

// Fetcher opens the addresses of clients; *fetch.Client is one. A failure that
// may pass is an *fetch.Error with Passing set.
type Fetcher interface {
	// Picture returns the bytes at the address, their memory taken of share.
	Picture(ctx context.Context, address string, share *fetch.Share) ([]byte, error)
	// Call opens the address and returns nil when the answer is 2xx.
	Call(ctx context.Context, address string) error
}

// Options configure a Manager. DB and, to work tasks, Fetch and Recogniser are
// needed; every other zero field means the default named there.
type Options struct {
	DB         *store.DB
	Fetch      Fetcher
	Recogniser Recogniser
	Workers    int                   // pages recognised at once; 0: only submit, a worker process does the rest
	Logger     *slog.Logger          // discards
	Metrics    prometheus.Registerer // a registry of its own

	PageTime   time.Duration // limit for recognising one page; 60 s
	StopWithin time.Duration // Stop lets running tasks go on for so long, then puts them back; 20 s

	Tries           int           // of what may pass before a task ends in ERROR; 3
	Backoff         time.Duration // before the second try, then doubled, with jitter; 1 s
	Crashes         int           // workers that may die over one task before it ends in ERROR; 8
	Deaths          int           // processes that may die of one task's picture before it ends in ERROR; 2
	CallbackTries   int           // 6
	CallbackBackoff time.Duration // before the second call, then tripled, with jitter; 30 s: an hour in all
	QueueLimit      int           // unfinished tasks of all clients; more are refused; 100,000
	ClientLimit     int           // unfinished tasks of one client; 20,000
	Keep            time.Duration // ended tasks are deleted after it, with their results; 30 days
	KeepOpen        time.Duration // the same for tasks of no owner; Keep, but at most 3 days
	Pictures        int64         // bytes of pictures in memory together; 128 MiB
	Lease           time.Duration // PostgreSQL: a worker silent for so long is taken for dead; 15 s
	CallbackLease   time.Duration // the same for its callbacks, which may be made twice; 1 s, at most Lease
}

// fetchers is the number of tasks that may be fetching, or waiting with their
// picture, beside those being recognised: slow servers hold up no recognition.
const fetchers = 24

func (o Options) withDefaults() (Options, error) {
	switch {
	case o.DB == nil:
		return o, errors.New("task.Open needs a database")
	case o.Workers < 0:
		return o, errors.New("the number of workers must not be negative")
	case o.Workers > 0 && (o.Fetch == nil || o.Recogniser == nil):
		return o, errors.New("task.Open with workers needs Fetch and Recogniser")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Metrics == nil {
		o.Metrics = prometheus.NewRegistry()
	}
	o.PageTime = cmp.Or(o.PageTime, time.Minute)
	o.StopWithin = cmp.Or(o.StopWithin, 20*time.Second)
	o.Tries = cmp.Or(o.Tries, 3)
	o.Backoff = cmp.Or(o.Backoff, time.Second)
	o.Crashes = cmp.Or(o.Crashes, 8)
	o.Deaths = cmp.Or(o.Deaths, 2)
	o.CallbackTries = cmp.Or(o.CallbackTries, 6)
	o.CallbackBackoff = cmp.Or(o.CallbackBackoff, 30*time.Second)
	o.QueueLimit = cmp.Or(o.QueueLimit, 100_000)
	o.ClientLimit = cmp.Or(o.ClientLimit, 20_000)
	o.Keep = cmp.Or(o.Keep, 30*24*time.Hour)
	o.KeepOpen = cmp.Or(o.KeepOpen, min(o.Keep, 3*24*time.Hour))
	o.Pictures = cmp.Or(o.Pictures, 128<<20)
	o.Lease = cmp.Or(o.Lease, 15*time.Second)
	o.CallbackLease = cmp.Or(o.CallbackLease, min(o.Lease, time.Second))
	return o, nil
}

// Manager stores tasks and, when it has workers, works them. It implements
// Service. Several managers, in several processes, may share a database; of
// those on one SQLite file only one may be started.
type Manager struct {
	o       Options
	db      *store.DB
	log     *slog.Logger
	queue   queue
	metrics *metrics
	id      string // of this worker process among those of the database

	recognisers chan struct{} // one place for each page being recognised
	hosts       *hostLimiter  // callbacks under way, by server
	fetching    *hostLimiter  // pictures being fetched, by server
	owners      *hostLimiter  // the same, by owner
	pictures    *fetch.Budget // memory for pictures
	unfinished  unfinishedCounts
	announced   announcements
	active      sync.Map // ids of the jobs this process is working on, or putting back

	started   bool
	lock      *store.Claim
	stopSweep context.CancelFunc
	swept     sync.WaitGroup
}

var _ Service = (*Manager)(nil)
var _ Fetcher = (*fetch.Client)(nil)

// Open returns a manager that takes submissions at once; Start makes it work.
func Open(o Options) (*Manager, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname() // only to be recognised by people
	m := &Manager{
		o: o, db: o.DB, log: o.Logger,
		id:          fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), uuid.NewString()[:8]),
		recognisers: make(chan struct{}, max(o.Workers, 1)),
		hosts:       newHostLimiter(callers/2, 4, time.Second),
		fetching:    newHostLimiter(fetchers/2, 4, 2*time.Second),
		owners:      newHostLimiter(fetchers*2/3, fetchers/2+2, 2*time.Second), // one slow server leaves its client places for others
		pictures:    fetch.NewBudget(o.Pictures),
		unfinished:  unfinishedCounts{owned: map[string]*count{}},
	}
	if m.metrics, err = newMetrics(o.Metrics, o.DB); err != nil {
		return nil, err
	}
	if m.queue, err = newQueue(m); err != nil {
		return nil, err
	}
	return m, nil
}

// Start puts back what a dead process left and begins to work. ctx bounds the
// start only; Stop ends the work, and a stopped manager can't be started again.
// It returns an error that wraps store.ErrLocked when another process works
// the same SQLite file.
func (m *Manager) Start(ctx context.Context) error {
	if m.o.Workers == 0 {
		return errors.New("this task manager has no workers to start")
	}
	if m.started {
		return errors.New("a task manager starts only once")
	}
	lock, err := m.db.LockWork(ctx, 10*time.Second)
	if err != nil {
		return err
	}
	if err := m.start(ctx); err != nil {
		lock.Release()
		return err
	}
	m.lock, m.started = lock, true
	return nil
}

func (m *Manager) start(ctx context.Context) error {
	if err := m.takeOver(ctx); err != nil {
		return fmt.Errorf("put back the tasks of the last run: %w", err)
	}
	background := context.WithoutCancel(ctx)
	if err := m.queue.start(background); err != nil {
		return fmt.Errorf("start the queue: %w", err)
	}
	background, m.stopSweep = context.WithCancel(background)
	m.swept.Go(func() { m.sweep(background) })
	m.swept.Go(func() { m.expire(background) })
	return nil
}

// Stop takes no new work, lets running tasks end for StopWithin, puts back the
// rest and returns; or sooner with ctx's error when ctx ends.
func (m *Manager) Stop(ctx context.Context) error {
	if m.lock == nil {
		return nil
	}
	if err := m.queue.stop(ctx); err != nil {
		return fmt.Errorf("stop the queue: %w", err)
	}
	m.stopSweep()
	m.swept.Wait()
	err := m.signOff(ctx)
	m.lock.Release()
	m.lock = nil
	return err
}
