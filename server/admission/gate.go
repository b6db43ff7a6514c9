// Package admission lets work in as there is room for it: each piece of work
// says who it is for and what it may cost, and waits for its turn. Nobody can
// take more than a share, and small work does not wait behind large.
//
//	ticket, err := gate.Enter(ctx, "user", cost)
//	if err != nil { … } // a *Full says when to come again
//	defer ticket.Leave()
package admission

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Options say how much there is room for. Costs and rooms have the same unit,
// which is bytes of memory wherever the service uses a gate.
type Options struct {
	Room    int64         // of all work together
	Each    int64         // most of it for one user
	Small   int64         // work that costs no more than this may use the reserve, and passes by what waits
	Reserve int64         // part of Room that only small work gets
	Wait    time.Duration // longest wait for room
	Waiting int           // most pieces of work that wait, of all users; a quarter of them of one
}

// A Full says that there was no room in time.
type Full struct{ After time.Duration } // when to try again

// Error tells it in English; the entrances have sentences of their own.
func (f *Full) Error() string { return fmt.Sprintf("no room; try again in %s", f.After) }

// Seconds is After as Retry-After has it, at least 1.
func (f *Full) Seconds() int { return max(1, int((f.After+time.Second-1)/time.Second)) }

// A Gate admits work. It is safe for concurrent use.
type Gate struct {
	o Options

	mu      sync.Mutex
	used    int64
	users   map[string]*account
	turn    []*account // those with work that waits, whose turn is next first
	waiting int
	refused int64
}

// An account is what one user has inside and waiting.
type account struct {
	name  string
	used  int64
	queue []*Ticket
}

// A Ticket is work that was let in. The zero value and nil have nothing to leave.
type Ticket struct {
	gate *Gate
	of   *account
	cost int64
	in   chan struct{} // closed once it is let in
}

// New returns a gate with nothing inside.
func New(o Options) *Gate { return &Gate{o: o, users: map[string]*account{}} }

// Cost is what work takes of the room: no more than a user's share, or it could
// never be let in.
func (g *Gate) Cost(cost int64) int64 { return max(1, min(cost, g.o.Each)) }

// Enter waits until there is room for work of a user. The error is a *Full when
// there was none in time, or that of the context.
func (g *Gate) Enter(ctx context.Context, user string, cost int64) (*Ticket, error) {
	t, err := g.ask(user, g.Cost(cost))
	if err != nil {
		return nil, err
	}
	select {
	case <-t.in:
		return t, nil
	default:
	}
	timer := time.NewTimer(g.o.Wait)
	defer timer.Stop()
	select {
	case <-t.in:
		return t, nil
	case <-timer.C:
		err = &Full{After: g.o.Wait}
	case <-ctx.Done():
		err = ctx.Err()
	}
	return g.giveUp(t, err)
}

// ask lets work in at once, or has it wait.
func (g *Gate) ask(user string, cost int64) (*Ticket, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := g.users[user]
	if a == nil {
		a = &account{name: user}
		g.users[user] = a
	}
	t := &Ticket{gate: g, of: a, cost: cost, in: make(chan struct{})}
	if g.fits(t) && (g.small(t) || len(g.turn) == 0) {
		g.admit(t)
		return t, nil
	}
	if g.waiting >= g.o.Waiting || len(a.queue) >= max(1, g.o.Waiting/4) {
		g.refused++
		g.forget(a)
		return nil, &Full{After: g.o.Wait}
	}
	if a.queue = append(a.queue, t); len(a.queue) == 1 {
		g.turn = append(g.turn, a)
	}
	g.waiting++
	g.next() // those whose turn it is may only wait for room of their own
	return t, nil
}

func (g *Gate) small(t *Ticket) bool { return t.cost <= g.o.Small }

// fits reports whether there is room for work, in all and for its user.
func (g *Gate) fits(t *Ticket) bool { return t.of.used+t.cost <= g.o.Each && g.roomFor(t) }

func (g *Gate) roomFor(t *Ticket) bool {
	room := g.o.Room
	if !g.small(t) {
		room -= g.o.Reserve
	}
	return g.used+t.cost <= room
}

func (g *Gate) admit(t *Ticket) {
	g.used += t.cost
	t.of.used += t.cost
	close(t.in)
}

// next lets in what waits and fits, one of each user in turn. Large work that
// waits for the room of all is not passed by other large work, or it would wait
// for ever.
func (g *Gate) next() {
	blocked := false
	for i := 0; i < len(g.turn); {
		a := g.turn[i]
		t := a.queue[0]
		if !g.fits(t) || blocked && !g.small(t) {
			blocked = blocked || !g.roomFor(t) && t.of.used+t.cost <= g.o.Each
			i++
			continue
		}
		g.admit(t)
		g.waiting--
		a.queue = a.queue[1:]
		g.turn = slices.Delete(g.turn, i, i+1)
		if len(a.queue) > 0 {
			g.turn = append(g.turn, a)
		}
	}
}

// giveUp takes back work that waits; it may have been let in meanwhile.
func (g *Gate) giveUp(t *Ticket, err error) (*Ticket, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.in:
		return t, nil
	default:
	}
	a := t.of
	a.queue = slices.DeleteFunc(a.queue, func(o *Ticket) bool { return o == t })
	if len(a.queue) == 0 {
		g.turn = slices.DeleteFunc(g.turn, func(o *account) bool { return o == a })
	}
	g.waiting--
	g.refused++
	g.forget(a)
	g.next()
	return nil, err
}

// forget drops an account of which nothing is left.
func (g *Gate) forget(a *account) {
	if a.used == 0 && len(a.queue) == 0 {
		delete(g.users, a.name)
	}
}

// Leave gives the room back. It may be called more than once.
func (t *Ticket) Leave() { t.Keep(0) }

// Keep gives back all but so much of the room.
func (t *Ticket) Keep(cost int64) {
	if t == nil || t.gate == nil {
		return
	}
	g := t.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if cost >= t.cost {
		return
	}
	g.used -= t.cost - cost
	t.of.used -= t.cost - cost
	t.cost = cost
	g.forget(t.of)
	g.next()
}

// A State is what a gate has inside, for metrics.
type State struct {
	Used, Room int64
	Waiting    int
	Refused    int64 // since the start
}

// State returns what is inside now.
func (g *Gate) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return State{Used: g.used, Room: g.o.Room, Waiting: g.waiting, Refused: g.refused}
}
