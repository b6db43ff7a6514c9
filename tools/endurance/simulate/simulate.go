// Package simulate plays a queue of pages through time: arrivals with a daily
// curve, places where pages are worked, more places when the queue grows old.
package simulate

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// A Load is what comes and what it costs.
type Load struct {
	PerSecond float64                          // mean arrivals
	Curve     []float64                        // relative load of equal parts of Duration; nil: even
	Duration  time.Duration                    // simulated
	Service   func(r *rand.Rand) time.Duration // of one page, all overhead included
}

// A Fleet is who works: Places pages at the same time. With Most above Places
// it grows by Step whenever the oldest waiting page is older than GrowAt; what
// was asked for works after Delay, and goes when the queue has been empty for
// Idle.
type Fleet struct {
	Places, Most, Step  int
	GrowAt, Delay, Idle time.Duration
}

// A Report says how it went. Waits are from arrival to the end of a page.
type Report struct {
	Pages          int
	Mean, P95, P99 time.Duration
	Oldest         time.Duration // longest wait for a place
	MostPlaces     int
	PlaceHours     float64 // paid for
	Busy           float64 // share of them used
}

// Run plays a load on a fleet. The same seed gives the same report.
func Run(load Load, fleet Fleet, seed uint64) Report {
	r := rand.New(rand.NewPCG(seed, 7))
	s := &state{load: load, fleet: fleet, r: r, places: fleet.Places}
	s.schedule(0)
	for len(s.events) > 0 {
		e := heap.Pop(&s.events).(event)
		s.pay(e.at)
		s.now = e.at
		switch e.kind {
		case arrival:
			s.queue = append(s.queue, e.at)
			s.schedule(e.at)
		case end:
			s.busy--
			s.waits = append(s.waits, e.at-e.began)
		case grown:
			s.places = min(s.places+e.n, max(fleet.Most, fleet.Places))
			s.coming -= e.n
		}
		s.work()
		s.scale()
	}
	return s.report()
}

type kind int

const (
	arrival kind = iota
	end
	grown
)

type event struct {
	at, began time.Duration
	kind      kind
	n         int
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}

type state struct {
	load                 Load
	fleet                Fleet
	r                    *rand.Rand
	now                  time.Duration
	events               events
	queue                []time.Duration // arrivals that wait
	waits                []time.Duration
	places, busy, coming int
	most                 int
	oldest, emptySince   time.Duration
	paid, used           float64 // place-seconds
}

// rate is the arrivals a second at a time: the curve, straight between the
// middles of its parts.
func (s *state) rate(at time.Duration) float64 {
	c := s.load.Curve
	if len(c) == 0 {
		return s.load.PerSecond
	}
	sum := 0.0
	for _, x := range c {
		sum += x
	}
	part := float64(at) / float64(s.load.Duration) * float64(len(c))
	return s.load.PerSecond * c[min(int(part), len(c)-1)] * float64(len(c)) / sum
}

// schedule draws the next arrival by thinning (Lewis, Shedler 1979).
func (s *state) schedule(from time.Duration) {
	top := s.load.PerSecond
	if len(s.load.Curve) > 0 {
		sum := 0.0
		for _, x := range s.load.Curve {
			sum += x
		}
		top *= slices.Max(s.load.Curve) * float64(len(s.load.Curve)) / sum
	}
	at := from
	for {
		at += time.Duration(s.r.ExpFloat64() / top * float64(time.Second))
		if at > s.load.Duration {
			return
		}
		if s.r.Float64()*top <= s.rate(at) {
			heap.Push(&s.events, event{at: at, kind: arrival})
			return
		}
	}
}

func (s *state) work() {
	for s.busy < s.places && len(s.queue) > 0 {
		arrived := s.queue[0]
		s.queue = s.queue[1:]
		s.oldest = max(s.oldest, s.now-arrived)
		s.busy++
		heap.Push(&s.events, event{at: s.now + s.load.Service(s.r), began: arrived, kind: end})
	}
	s.most = max(s.most, s.places)
}

func (s *state) scale() {
	f := s.fleet
	if f.Most <= f.Places {
		return
	}
	if len(s.queue) > 0 {
		s.emptySince = -1
		if s.now-s.queue[0] > f.GrowAt && s.coming == 0 && s.places < f.Most {
			s.coming = f.Step
			heap.Push(&s.events, event{at: s.now + f.Delay, kind: grown, n: f.Step})
		}
		return
	}
	if s.emptySince < 0 {
		s.emptySince = s.now
	}
	if s.places > f.Places && s.now-s.emptySince > f.Idle && s.places-f.Step >= s.busy {
		s.places -= f.Step
		s.emptySince = s.now
	}
}

func (s *state) pay(until time.Duration) {
	d := (until - s.now).Seconds()
	s.paid += d * float64(s.places)
	s.used += d * float64(s.busy)
}

func (s *state) report() Report {
	r := Report{Pages: len(s.waits), Oldest: s.oldest, MostPlaces: s.most, PlaceHours: s.paid / 3600, Busy: s.used / s.paid}
	if len(s.waits) == 0 {
		return r
	}
	slices.Sort(s.waits)
	total := time.Duration(0)
	for _, w := range s.waits {
		total += w
	}
	at := func(share float64) time.Duration {
		return s.waits[min(int(share*float64(len(s.waits))), len(s.waits)-1)]
	}
	r.Mean, r.P95, r.P99 = total/time.Duration(len(s.waits)), at(0.95), at(0.99)
	return r
}

// Exponential service around a mean.
func Exponential(mean time.Duration) func(*rand.Rand) time.Duration {
	return func(r *rand.Rand) time.Duration { return time.Duration(float64(mean) * r.ExpFloat64()) }
}

// LogNormal service around a mean with a relative spread (standard deviation
// divided by the mean), as pages with few and many blocks have.
func LogNormal(mean time.Duration, spread float64) func(*rand.Rand) time.Duration {
	sigma := math.Sqrt(math.Log(1 + spread*spread))
	mu := math.Log(mean.Seconds()) - sigma*sigma/2
	return func(r *rand.Rand) time.Duration {
		return time.Duration(math.Exp(mu+sigma*r.NormFloat64()) * float64(time.Second))
	}
}
