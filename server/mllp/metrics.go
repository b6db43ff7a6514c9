package mllp

import "github.com/prometheus/client_golang/prometheus"

// Metrics counts connections. A nil one counts nothing.
type Metrics struct {
	connections prometheus.Gauge
	closed      *prometheus.CounterVec
}

// NewMetrics registers the metrics of a listener; it panics when they are there
// already.
func NewMetrics(r prometheus.Registerer) *Metrics {
	m := &Metrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tijian_mllp_connections", Help: "Open connections of hospital systems."}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_mllp_refused_total", Help: "Connections refused, or closed without an answer: address, full, tls, user, frame, large, slow, cut, busy, unstored, unanswered, other.",
		}, []string{"why"}),
	}
	r.MustRegister(m.connections, m.closed)
	return m
}

func (m *Metrics) open(n int) {
	if m != nil {
		m.connections.Add(float64(n))
	}
}

func (m *Metrics) refused(why string) {
	if m != nil {
		m.closed.WithLabelValues(why).Inc()
	}
}
