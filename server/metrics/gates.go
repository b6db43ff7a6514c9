package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"tijian/server/admission"
)

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
