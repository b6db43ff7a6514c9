package mllp

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Metrics counts connections.
type Metrics struct {
	connections prometheus.Gauge
	closed      *prometheus.CounterVec
}

// NewMetrics registers the metrics of a listener, nowhere for nil; it panics when they
// are there already.
func NewMetrics(r prometheus.Registerer) *Metrics {
	registered := promauto.With(r)
	return &Metrics{
		connections: registered.NewGauge(prometheus.GaugeOpts{Name: "tijian_mllp_connections", Help: "Open connections of hospital systems."}),
		closed: registered.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_mllp_refused_total", Help: "Connections refused, or closed without an answer: address, full, tls, user, frame, large, slow, cut, busy, unstored, unanswered, other.",
		}, []string{"why"}),
	}
}
