package admission

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var small = Options{Room: 100, Each: 50, Small: 2, Reserve: 20, Wait: 5 * time.Second, Waiting: 40}

// enter lets work in that must be let in without waiting.
func enter(t *testing.T, g *Gate, user string, cost int64) *Ticket {
	t.Helper()
	begun := time.Now()
	ticket, err := g.Enter(t.Context(), user, cost)
	if err != nil || time.Since(begun) > 0 {
		t.Fatalf("%s with %d: %v after %s; %+v", user, cost, err, time.Since(begun), g.State())
	}
	return ticket
}

func refused(t *testing.T, g *Gate, user string, cost int64) {
	t.Helper()
	begun := time.Now()
	_, err := g.Enter(t.Context(), user, cost)
	if full, ok := errors.AsType[*Full](err); !ok || full.Seconds() != 5 || time.Since(begun) != small.Wait {
		t.Errorf("%s with %d: %v after %s", user, cost, err, time.Since(begun))
	}
}

// One user gets a share, all large work together leaves the reserve, and small
// work is let in at once meanwhile.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(small)
		enter(t, g, "a", 50)
		refused(t, g, "a", 1)
		b := enter(t, g, "b", 30)
		refused(t, g, "c", 3)
		for range 10 {
			enter(t, g, "c", 2)
		}
		refused(t, g, "d", 1)
		b.Leave()
		b.Leave()
		enter(t, g, "d", 10)
		if s := g.State(); s.Used != 80 || s.Waiting != 0 || s.Refused != 3 {
			t.Errorf("%+v", s)
		}
	})
}

// What costs more than a share is let in when nothing else of its user is inside.
func TestMoreThanAShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(small)
		enter(t, g, "a", 1000).Leave()
		if s := g.State(); s.Used != 0 || len(g.users) != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// Users take turns however much one of them asks for, and large work that
// waits is not passed by other large work for ever.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{Room: 10, Each: 10, Wait: time.Minute, Waiting: 100})
		first := enter(t, g, "a", 10)
		var mu sync.Mutex
		var order []string
		work := func(user string, cost int64) {
			go func() {
				ticket, err := g.Enter(t.Context(), user, cost)
				if err != nil {
					t.Error(user, err)
					return
				}
				mu.Lock()
				order = append(order, user)
				mu.Unlock()
				time.Sleep(time.Second)
				ticket.Leave()
			}()
			synctest.Wait()
		}
		for range 20 {
			work("a", 6)
		}
		work("b", 10)
		work("c", 6)
		first.Leave()
		time.Sleep(3500 * time.Millisecond)
		synctest.Wait()
		mu.Lock()
		if got := fmt.Sprint(order); got != "[a b c a]" {
			t.Error(got)
		}
		mu.Unlock()
		time.Sleep(time.Minute)
	})
}

// Of those who wait there is an end, in all and for each user; and who leaves is
// forgotten.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(small)
		inside := enter(t, g, "a", 50)
		ctx, cancel := context.WithCancel(t.Context())
		for range small.Waiting / 4 {
			go func() {
				if _, err := g.Enter(ctx, "a", 1); !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		begun := time.Now()
		if _, err := g.Enter(t.Context(), "a", 1); err == nil || time.Since(begun) > 0 {
			t.Errorf("one more: %v", err)
		}
		enter(t, g, "b", 1).Leave()
		cancel()
		synctest.Wait()
		inside.Leave()
		if s := g.State(); s.Used != 0 || s.Waiting != 0 || len(g.users) != 0 || len(g.turn) != 0 {
			t.Errorf("%+v, %v, %v", s, g.users, g.turn)
		}
	})
}

// Whatever comes and goes: never more inside than there is room for, of nobody
// more than a share, and in the end nothing is left.
func TestNeverMoreThanTheRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(small)
		var mu sync.Mutex
		inside, of := int64(0), map[string]int64{}
		count := func(user string, cost int64) {
			mu.Lock()
			defer mu.Unlock()
			if inside += cost; inside > small.Room {
				t.Errorf("%d inside", inside)
			}
			if of[user] += cost; of[user] > small.Each {
				t.Errorf("%d of %s", of[user], user)
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		let := 0
		for range 2000 {
			user, cost := fmt.Sprint(random.IntN(5)), 1+random.Int64N(60)
			stay, patience := time.Duration(random.IntN(300))*time.Millisecond, time.Duration(random.IntN(9000))*time.Millisecond
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				ticket, err := g.Enter(ctx, user, cost)
				if err != nil {
					return
				}
				cost = g.Cost(cost)
				count(user, cost)
				time.Sleep(stay)
				count(user, -cost/2)
				ticket.Keep(cost - cost/2)
				time.Sleep(stay)
				count(user, -(cost - cost/2))
				ticket.Leave()
				mu.Lock()
				defer mu.Unlock()
				let++
			}()
			time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if s := g.State(); s.Used != 0 || s.Waiting != 0 || len(g.users) != 0 || let < 200 {
			t.Errorf("%+v, %d let in", s, let)
		}
	})
}
