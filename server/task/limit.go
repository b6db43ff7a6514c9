package task

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Refusals of Submit: nothing was stored, and a later try may succeed.
var (
	// ErrClientFull means that this client has as many unfinished tasks as one may have.
	ErrClientFull = errors.New("too many unfinished tasks of this client")
	// ErrFull means that the queue as a whole is full.
	ErrFull = errors.New("the queue is full")
)

// countedFor is how long a count of unfinished tasks is believed. In between,
// each process adds what it stores itself, so the limits may be passed by what
// other processes store in that time.
const countedFor = 500 * time.Millisecond

// unfinishedCounts are the numbers of unfinished tasks, of all clients and of each.
type unfinishedCounts struct {
	mu    sync.Mutex
	all   count
	owned map[string]*count
}

type count struct {
	n  int
	at time.Time
}

// checkLimits returns ErrFull or ErrClientFull when there is no place for another
// task of owner.
func (m *Manager) checkLimits(ctx context.Context, owner string) error {
	c := &m.unfinished
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.all.at) > countedFor {
		if err := m.count(ctx, &c.all, "SELECT count(*) FROM tasks WHERE status IN ('CREATED', 'PROCESSING')"); err != nil {
			return err
		}
		clear(c.owned) // of clients that may not come back
	}
	if c.all.n >= m.o.QueueLimit {
		return ErrFull
	}
	own := c.owned[owner]
	if own == nil {
		own = &count{}
		if err := m.count(ctx, own, "SELECT count(*) FROM tasks WHERE owner = ? AND status IN ('CREATED', 'PROCESSING')", owner); err != nil {
			return err
		}
		c.owned[owner] = own
	}
	if own.n >= m.o.ClientLimit {
		return ErrClientFull
	}
	return nil
}

func (m *Manager) count(ctx context.Context, c *count, query string, args ...any) error {
	if err := m.db.QueryRow(ctx, query, args...).Scan(&c.n); err != nil {
		return err
	}
	c.at = time.Now()
	return nil
}

// add counts a new task.
func (c *unfinishedCounts) add(owner string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all.n++
	if own := c.owned[owner]; own != nil {
		own.n++
	}
}
