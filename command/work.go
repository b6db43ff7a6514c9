//go:build cgo

package command

import (
	"context"
	"log/slog"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine"
	"tijian/ocr/block"
	"tijian/ocr/isolate"
	"tijian/ocr/result"
	"tijian/server/config"
	"tijian/server/fetch"
	"tijian/server/metrics"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/trace"
	"tijian/server/unread"
	"tijian/server/upload"
)

// Worker works the tasks of a shared database and serves nothing but metrics.
type Worker struct {
	engine.Files
	config.Data
	config.Logs
	config.Work
	config.Alone
	Recogniser task.Recogniser `kong:"-"` // stands in for recognition when the queue is measured
}

// Run works until ctx ends; pages under way are finished or put back.
func (c *Worker) Run(ctx context.Context, s Streams) error {
	logger := c.Logger(s.Err)
	allowed, err := c.check()
	if err != nil {
		return err
	}
	untrace, err := trace.Start(ctx, programVersion(), logger)
	if err != nil {
		return err
	}
	defer flush(untrace)
	if c.Workers == 0 {
		c.Workers = -1 // a worker works
	}
	base, err := openFoundation(ctx, c.Files, c.Data, c.Work, c.Recogniser, metricsAddress{c.MetricsListen, "TIJIAN_WORKER_METRICS_LISTEN"}, logger)
	if err != nil {
		return err
	}
	defer base.close()
	live, db := base.live, base.db
	registry := metrics.NewRegistry()
	if sandbox := base.shut.check(); c.Recogniser == nil {
		metrics.NewChecks(registry, func() map[string]bool { return map[string]bool{sandbox.Name: sandbox.Check(ctx) == nil} })
	}
	reload := newReloader(live, c.Files, metrics.NewRuleset(registry), logger)
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	go reload.watch(watching)
	counted, written := count(watching, unread.Options{DB: db, Logger: logger}, live)
	defer written() // before the database is closed
	defer stopWatching()
	w, err := open(c.Work, allowed, base.shut, config.HTTP{}, c.Recogniser, db, live, counted, logger, registry)
	if err != nil {
		return err
	}
	defer w.close()
	defer serveMetrics(base.aside, registry, logger)()
	if err := w.tasks.Start(ctx); err != nil {
		return err
	}
	logger.Info("working", "workers", c.WorkerCount(), "ruleset", live.Snapshot().Rules.Version)
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.Background(), c.StopWithin+5*time.Second)
	defer cancel()
	return w.tasks.Stop(stopping)
}

// flush sends what has been traced and not sent, to a collector that answers soon.
func flush(stop func(context.Context) error) {
	soon, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = stop(soon) // its error has been logged
}

// A foundation is what the service and a worker stand on.
type foundation struct {
	shut     walls // around recognisers, where this process has any
	aside    net.Listener
	giveBack func() // of aside
	live     *engine.Live
	db       *store.DB
}

// A metricsAddress is where metrics are served alone, and the setting that says so.
type metricsAddress struct{ address, setting string }

// openFoundation makes sure of what has to be there before any work begins; the database, which is
// written to, comes last.
func openFoundation(ctx context.Context, files engine.Files, data config.Data, work config.Work, stand task.Recogniser, aside metricsAddress, logger *slog.Logger) (f *foundation, err error) {
	f = &foundation{}
	if work.WorkerCount() > 0 && stand == nil {
		if f.shut, err = tryRecogniser(ctx, work, data.Data, logger); err != nil {
			return nil, err
		}
	}
	if f.aside, f.giveBack, err = listenAside(aside.address, aside.setting); err != nil {
		return nil, err
	}
	if f.live, err = load(files); err == nil {
		err = checkModes(logger, data)
	}
	if err == nil {
		err = data.Prepare()
	}
	if err == nil {
		f.db, err = store.Open(ctx, data.DSN(), data.Data)
	}
	if err != nil {
		f.giveBack()
		return nil, err
	}
	return f, nil
}

func (f *foundation) close() {
	f.db.Close()
	f.giveBack()
}

// A workshop is the task manager with what its workers need.
type workshop struct {
	tasks      *task.Manager
	fetch      *fetch.Client
	recogniser *isolate.Pool
}

func open(work config.Work, allowed []fetch.Allowed, shut walls, front config.HTTP, stand task.Recogniser, db *store.DB, live *engine.Live, counted *unread.Counter, logger *slog.Logger, registry prometheus.Registerer) (*workshop, error) {
	warnOfAllowed(logger, allowed)
	w := &workshop{fetch: fetch.New(fetch.Options{Allowed: allowed, MaxBytes: work.MaxImage})}
	options := task.Options{
		DB:            db,
		Workers:       work.WorkerCount(),
		Logger:        logger,
		Metrics:       registry,
		PageTime:      work.PageTime,
		StopWithin:    work.StopWithin,
		Keep:          work.Keep,
		KeepOpen:      work.KeepOpen,
		Pictures:      work.Pictures,
		CallbackTries: work.CallbackTries, CallbackBackoff: work.CallbackBackoff,
		QueueLimit: front.QueueLimit, ClientLimit: front.ClientLimit,
		Fetch: upload.Fetcher{Fetcher: w.fetch, Store: upload.Store{DB: db}},
	}
	var err error
	if options.Recogniser = stand; options.Workers > 0 && stand == nil {
		w.recogniser, err = recognisers(work, shut, live, logger)
		if err != nil {
			return nil, err
		}
		options.Recogniser = reader{w.recogniser, counted}
	}
	if w.tasks, err = task.Open(options); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *workshop) close() {
	if w.recogniser != nil {
		w.recogniser.Close()
	}
}

// reader gives the task queue its recogniser.
type reader struct {
	pool   *isolate.Pool
	unread *unread.Counter
}

// Recognise implements task.Recogniser.
func (r reader) Recognise(ctx context.Context, file []byte, ask task.Ask) (result.File, error) {
	hint := block.Layout(ask.Layout)
	if ask.Layout == "" {
		hint = block.Default
	}
	read, err := r.pool.Recognise(ctx, file, isolate.Ask{Layout: hint, Pages: ask.Pages, Each: ask.Each})
	if err == nil {
		r.unread.Sheets(read.Sheets)
	}
	return read, err
}
