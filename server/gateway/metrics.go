package gateway

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Metrics counts messages.
type Metrics struct {
	taken, delivered *prometheus.CounterVec
}

// NewMetrics registers the metrics of messages, nowhere for nil; it panics when they
// are there already.
func NewMetrics(r prometheus.Registerer) *Metrics {
	registered := promauto.With(r)
	return &Metrics{
		taken: registered.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_hl7_messages_total", Help: "Messages of HL7 v2 acknowledged, by the code of the acknowledgement (AA, AE, AR).",
		}, []string{"code"}),
		delivered: registered.NewCounterVec(prometheus.CounterOpts{
			Name: "tijian_hl7_sent_total", Help: "Tries to send an assessment, by outcome: taken, refused or unreached.",
		}, []string{"outcome"}),
	}
}

var (
	outboxWaiting = prometheus.NewDesc("tijian_hl7_outbox", "Assessments that wait to be sent as HL7.", nil, nil)
	outboxAge     = prometheus.NewDesc("tijian_hl7_outbox_age_seconds", "Age of the oldest of them.", nil, nil)
	lettersDead   = prometheus.NewDesc("tijian_hl7_dead_letters", "Messages and assessments of HL7 that somebody has to look at.", nil, nil)
)

// Describe implements prometheus.Collector for what lies in the database.
func (g *Gateway) Describe(ch chan<- *prometheus.Desc) {
	ch <- outboxWaiting
	ch <- outboxAge
	ch <- lettersDead
}

// Collect implements prometheus.Collector. Without an answer from the database the
// series are missing, which alerts can see.
func (g *Gateway) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	b, err := g.Backlog(ctx)
	if err != nil {
		return
	}
	age := 0.0
	if !b.Oldest.IsZero() {
		age = max(0, g.Now().Sub(b.Oldest).Seconds())
	}
	ch <- prometheus.MustNewConstMetric(outboxWaiting, prometheus.GaugeValue, float64(b.Waiting))
	ch <- prometheus.MustNewConstMetric(outboxAge, prometheus.GaugeValue, age)
	ch <- prometheus.MustNewConstMetric(lettersDead, prometheus.GaugeValue, float64(b.Dead))
}
