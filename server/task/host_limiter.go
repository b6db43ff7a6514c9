package task

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// A hostLimiter lets so many through for each name at a time: many as long as they come
// back soon, few while they hang. What is held up leaves its place to others.
type hostLimiter struct {
	most, slowMost int
	slowAfter      time.Duration

	mu      sync.Mutex
	inside  map[string][]*pass
	waiting map[string]int // sent away and not yet let in, about
}

// A pass is a place inside.
type pass struct {
	d     *hostLimiter
	name  string
	since time.Time // when its use began; zero while it is not used
}

func newHostLimiter(most, slowMost int, slowAfter time.Duration) *hostLimiter {
	return &hostLimiter{most: most, slowMost: slowMost, slowAfter: slowAfter, inside: map[string][]*pass{}, waiting: map[string]int{}}
}

// enter counts one in, or says how long to wait before asking again: the longer
// the more are waiting, so that a crowd asks no oftener than a few would.
func (d *hostLimiter) enter(name string) (p *pass, pause time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	in := d.inside[name]
	slow := slices.ContainsFunc(in, func(p *pass) bool { return !p.since.IsZero() && time.Since(p.since) > d.slowAfter })
	if len(in) >= d.most || slow && len(in) >= d.slowMost {
		d.waiting[name]++
		pause = 200 * time.Millisecond
		if slow {
			pause = min(4*time.Second+time.Duration(d.waiting[name])*100*time.Millisecond, time.Minute)
		}
		return nil, pause + rand.N(pause)
	}
	if d.waiting[name]--; d.waiting[name] <= 0 {
		delete(d.waiting, name)
	}
	p = &pass{d: d, name: name, since: time.Now()}
	d.inside[name] = append(in, p)
	return p, 0
}

// use begins a new use of the place, or says that it is not used for now: a
// place is slow by the length of one use.
func (p *pass) use(used bool) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	p.since = time.Time{}
	if used {
		p.since = time.Now()
	}
}

// leave gives the place back.
func (p *pass) leave() {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	in := p.d.inside[p.name]
	if in = slices.DeleteFunc(in, func(other *pass) bool { return other == p }); len(in) == 0 {
		delete(p.d.inside, p.name)
	} else {
		p.d.inside[p.name] = in
	}
}
