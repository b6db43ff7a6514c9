// Package metrics counts what the service does, for Prometheus. Labels come
// from closed sets only (route templates, methods, status codes, versions), so
// that neither personal data nor unbounded series can get in.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tijian/server/admission"
)

// NewRegistry returns a registry with the collectors of the Go runtime and of
// the process. Other packages register their own metrics on it.
func NewRegistry() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return registry
}

// Handler serves what gatherer holds in the Prometheus text format.
func Handler(gatherer prometheus.Gatherer) http.Handler {
	return promhttp.HandlerFor(gatherer, promhttp.HandlerOpts{DisableCompression: true})
}

// HTTP measures requests.
type HTTP struct {
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

// NewHTTP registers the request metrics on r; it panics when they are there
// already.
func NewHTTP(r prometheus.Registerer) *HTTP {
	registered := promauto.With(r)
	return &HTTP{
		requests: registered.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_http_requests_total",
			Help: "Requests answered, by route template, method and status code.",
		}, []string{"route", "method", "status"}),
		duration: registered.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "tijian_http_request_duration_seconds",
			Help:    "Time from the end of the request's header to the end of the handler, by route template and method.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "method"}),
		inFlight: registered.NewGauge(prometheus.GaugeOpts{
			Name: "tijian_http_requests_in_flight",
			Help: "Requests being answered now.",
		}),
	}
}

// Start notes that a request has begun. The function it returns notes its end;
// route is the template ("/tasks/:task_id") or "" when no route matched.
func (m *HTTP) Start(method string) (end func(route string, status int)) {
	begun := time.Now()
	method = known(method)
	m.inFlight.Inc()
	return func(route string, status int) {
		m.inFlight.Dec()
		if route == "" {
			route = "none"
		}
		m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
		m.duration.WithLabelValues(route, method).Observe(time.Since(begun).Seconds())
	}
}

// known maps the methods that clients invent to one label.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
		http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// Ruleset measures which rules are in force and how their reloads went.
type Ruleset struct {
	info    *prometheus.GaugeVec
	reloads *prometheus.CounterVec
	good    prometheus.Gauge
	at      prometheus.Gauge
}

// NewRuleset registers the metrics of the rule set in force.
func NewRuleset(r prometheus.Registerer) *Ruleset {
	registered := promauto.With(r)
	return &Ruleset{
		info: registered.NewGaugeVec(prometheus.GaugeOpts{
			Name: "tijian_ruleset_info",
			Help: "Always 1; the labels name the rule set in force.",
		}, []string{"version", "hash"}),
		reloads: registered.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_ruleset_reloads_total",
			Help: "Reloads, by outcome: changed, unchanged or refused.",
		}, []string{"outcome"}),
		good: registered.NewGauge(prometheus.GaugeOpts{
			Name: "tijian_ruleset_last_reload_successful",
			Help: "1 unless the last reload was refused and an earlier rule set is still in force.",
		}),
		at: registered.NewGauge(prometheus.GaugeOpts{
			Name: "tijian_ruleset_last_reload_timestamp_seconds",
			Help: "When rules were last read, whatever the outcome.",
		}),
	}
}

// Started notes the first load, which is no reload.
func (m *Ruleset) Started(version, hash string, at time.Time) {
	m.info.Reset()
	m.info.WithLabelValues(version, hash).Set(1)
	m.good.Set(1)
	m.at.Set(float64(at.UnixMilli()) / 1000)
}

// Loaded notes a reload: the rule set in force after it, its outcome (changed,
// unchanged or refused) and its time.
func (m *Ruleset) Loaded(version, hash, outcome string, at time.Time) {
	m.Started(version, hash, at)
	m.reloads.WithLabelValues(outcome).Inc()
	if outcome == "refused" {
		m.good.Set(0)
	}
}

// checks tells, at each scrape, what is looked at then.
type checks struct {
	ok   *prometheus.Desc
	look func() map[string]bool
}

// NewChecks registers what the process looks at to see whether all is well: look is
// called with each scrape and says which checks are passed.
func NewChecks(r prometheus.Registerer, look func() map[string]bool) {
	r.MustRegister(checks{prometheus.NewDesc("tijian_check_ok", "1 where a check of /readyz is passed, else 0.", []string{"check"}, nil), look})
}

// Describe implements prometheus.Collector.
func (c checks) Describe(to chan<- *prometheus.Desc) { to <- c.ok }

// Collect implements prometheus.Collector.
func (c checks) Collect(to chan<- prometheus.Metric) {
	for name, ok := range c.look() {
		value := 0.0
		if ok {
			value = 1
		}
		to <- prometheus.MustNewConstMetric(c.ok, prometheus.GaugeValue, value, name)
	}
}

// Gates registers what the gates of requests hold.
func Gates(r prometheus.Registerer, g *admission.Gates) {
	for name, gate := range map[string]*admission.Gate{"bodies": g.Bodies, "work": g.Work, "answers": g.Answers} {
		labels := prometheus.Labels{"gate": name}
		read := func(of func(admission.State) float64) func() float64 {
			return func() float64 { return of(gate.State()) }
		}
		r.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tijian_gate_used_bytes", Help: "What requests hold of the room of a gate.", ConstLabels: labels},
				read(func(s admission.State) float64 { return float64(s.Used) })),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tijian_gate_room_bytes", Help: "The room of a gate.", ConstLabels: labels},
				read(func(s admission.State) float64 { return float64(s.Room) })),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tijian_gate_waiting", Help: "Requests that wait for room.", ConstLabels: labels},
				read(func(s admission.State) float64 { return float64(s.Waiting) })),
			prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "tijian_gate_refused_total", Help: "Requests that found no room in time.", ConstLabels: labels},
				read(func(s admission.State) float64 { return float64(s.Refused) })),
		)
	}
}
