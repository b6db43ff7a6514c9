package simulate

import (
	"math"
	"testing"
	"time"
)

// A queue with Poisson arrivals and exponential service is known exactly:
// M/M/1 has a mean time in the system of 1/(μ-λ), M/M/2 of 1/μ/(1-ρ²).
func TestAgainstTheory(t *testing.T) {
	for _, test := range []struct {
		name   string
		places int
		load   float64 // share of capacity
		want   float64 // mean time in units of the service time
	}{
		{"one place half busy", 1, 0.5, 2},
		{"one place, 0.8", 1, 0.8, 5},
		{"two places, 0.7", 2, 0.7, 1 / (1 - 0.49)},
		{"idle", 4, 0.01, 1},
	} {
		mean := 100 * time.Millisecond
		r := Run(Load{PerSecond: test.load * float64(test.places) / mean.Seconds(), Duration: 10 * time.Hour, Service: Exponential(mean)},
			Fleet{Places: test.places}, 1)
		if got := r.Mean.Seconds() / mean.Seconds(); math.Abs(got-test.want)/test.want > 0.05 {
			t.Errorf("%s: mean %.3f service times, want %.3f", test.name, got, test.want)
		}
		if math.Abs(r.Busy-test.load) > 0.02 {
			t.Errorf("%s: busy %.3f", test.name, r.Busy)
		}
	}
}

func TestCurveAndScaling(t *testing.T) {
	load := Load{PerSecond: 5, Curve: []float64{0, 1, 3, 0}, Duration: 4 * time.Hour, Service: LogNormal(time.Second, 0.5)}
	fixed := Run(load, Fleet{Places: 6}, 1)
	growing := Run(load, Fleet{Places: 6, Most: 30, Step: 6, GrowAt: 30 * time.Second, Delay: time.Minute, Idle: 10 * time.Minute}, 1)
	if math.Abs(float64(fixed.Pages)-72000) > 2000 || fixed.Pages != growing.Pages && math.Abs(float64(fixed.Pages-growing.Pages)) > 2000 {
		t.Errorf("%d and %d pages", fixed.Pages, growing.Pages)
	}
	if growing.P99 > fixed.P99/10 || growing.MostPlaces <= 6 || growing.MostPlaces > 30 {
		t.Errorf("growing: %+v, fixed: %+v", growing, fixed)
	}
	if again := Run(load, Fleet{Places: 6}, 1); again != fixed {
		t.Errorf("the same seed gave %+v and %+v", fixed, again)
	}
}
