package metrics

import "github.com/prometheus/client_golang/prometheus"

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
