package task

import (
	"math/rand/v2"
	"sync"
	"time"
)

// doors let so many through for each name at a time: many as long as they come
// back soon, few while they hang. What is held up leaves its place to others.
type doors struct {
	most, slowMost int
	slowAfter      time.Duration

	mu      sync.Mutex
	inside  map[string][]time.Time // since when, oldest first
	waiting map[string]int         // sent away and not yet let in, about
}

func newDoors(most, slowMost int, slowAfter time.Duration) *doors {
	return &doors{most: most, slowMost: slowMost, slowAfter: slowAfter, inside: map[string][]time.Time{}, waiting: map[string]int{}}
}

// enter counts one in, or says how long to wait before asking again: the longer
// the more are waiting, so that a crowd asks no oftener than a few would.
func (d *doors) enter(name string) (leave func(), pause time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	in := d.inside[name]
	slow := len(in) > 0 && time.Since(in[0]) > d.slowAfter
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
	start := time.Now()
	d.inside[name] = append(in, start)
	return func() { d.leave(name, start) }, 0
}

func (d *doors) leave(name string, start time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	in := d.inside[name]
	for i, t := range in {
		if t.Equal(start) {
			in = append(in[:i], in[i+1:]...)
			break
		}
	}
	if len(in) == 0 {
		delete(d.inside, name)
	} else {
		d.inside[name] = in
	}
}
