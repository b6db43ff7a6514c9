package task

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tijian/server/store"
)

type metrics struct {
	ended         *prometheus.CounterVec
	retries       *prometheus.CounterVec
	putBack       *prometheus.CounterVec
	callbacks     *prometheus.CounterVec
	stuck         prometheus.Counter
	expired       prometheus.Counter
	refused       *prometheus.CounterVec
	stage         *prometheus.HistogramVec
	total         prometheus.Histogram
	callbackDelay prometheus.Histogram
}

func newMetrics(r prometheus.Registerer, db *store.DB) (*metrics, error) {
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &metrics{
		ended:     counters("tijian_tasks_ended_total", "Tasks that ended, by status and kind of error.", "status", "kind"),
		retries:   counters("tijian_task_retries_total", "Tries that failed and are repeated, by kind of error.", "kind"),
		putBack:   counters("tijian_jobs_put_back_total", "Jobs put back because their worker was gone, by kind of job.", "kind"),
		callbacks: counters("tijian_callbacks_total", "Callback calls, by outcome: delivered, failed (will be repeated), given up.", "outcome"),
		stuck: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tijian_recognisers_stuck_total", Help: "Recognitions that went on after their time had ended."}),
		expired: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tijian_tasks_expired_total", Help: "Ended tasks that were deleted after their time."}),
		refused: counters("tijian_tasks_refused_total", "Tasks refused because too many wait, by whose limit: client, queue.", "limit"),
		stage: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tijian_task_stage_duration_seconds", Help: "Duration of one try's stages: fetch, recognise.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2, 3, 5, 10, 20, 30, 60}}, []string{"stage"}),
		total: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tijian_task_duration_seconds", Help: "Time from a task's submission to its end.",
			Buckets: []float64{.1, .25, .5, 1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600}}),
		callbackDelay: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tijian_callback_delay_seconds", Help: "Time from a task's end to its delivered callback.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2, 5, 10, 60, 300, 1800, 3600, 7200}}),
	}
	for _, c := range []prometheus.Collector{m.ended, m.retries, m.putBack, m.callbacks, m.stuck, m.expired, m.refused, m.stage, m.total,
		m.callbackDelay, &backlog{db: db}} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// kindLabel keeps the label's values few, whatever a recogniser says.
func kindLabel(kind string) string {
	switch {
	case kind == "":
		return "none"
	case kind == ocrError, strings.HasPrefix(kind, "IMAGE_") && len(kind) < 30:
		return kind
	}
	return "other"
}

// backlog measures the queue in the database when it is asked, at most once in
// a while.
type backlog struct {
	db *store.DB

	mu       sync.Mutex
	measured time.Time
	last     []prometheus.Metric
}

var (
	backlogTasks = prometheus.NewDesc("tijian_queue_tasks", "Unfinished tasks in the database, by status.", []string{"status"}, nil)
	backlogAge   = prometheus.NewDesc("tijian_queue_age_seconds", "Age of the oldest unfinished task, by status.", []string{"status"}, nil)
	backlogCalls = prometheus.NewDesc("tijian_queue_callbacks", "Callbacks waiting for a try.", nil, nil)
)

// Describe implements prometheus.Collector.
func (b *backlog) Describe(ch chan<- *prometheus.Desc) {
	ch <- backlogTasks
	ch <- backlogAge
	ch <- backlogCalls
}

// Collect implements prometheus.Collector. Without an answer from the database
// the series are missing, which alerts can see.
func (b *backlog) Collect(ch chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.measured) > 2*time.Second {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		b.last = b.measure(ctx)
		cancel()
		b.measured = time.Now()
	}
	for _, metric := range b.last {
		ch <- metric
	}
}

func (b *backlog) measure(ctx context.Context) []prometheus.Metric {
	var all []prometheus.Metric
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		all = append(all, prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...))
	}
	left, err := unfinished(ctx, b.db)
	if err != nil {
		return nil
	}
	for _, status := range []Status{Created, Processing} {
		gauge(backlogTasks, float64(left[status].n), string(status))
		gauge(backlogAge, left[status].oldest.Seconds(), string(status))
	}
	calls, err := waitingCallbacks(ctx, b.db)
	if err != nil {
		return nil
	}
	gauge(backlogCalls, float64(calls))
	return all
}
