package fetch

import (
	"context"
	"errors"
	"io"
	"time"
)

// portion is what a picture takes of the budget at a time.
const portion = 256 << 10

// patience is how long a server may stay below the least speed.
const patience = 5 * time.Second

var errSlow = errors.New("slower than the least speed")

// A meter reads a picture as far as the budget goes, and no slower than the
// least speed. Waiting for the budget is not the server's fault: the clock of
// the whole fetch stands still meanwhile.
type meter struct {
	r      io.Reader
	ctx    context.Context //nolint:containedctx // of this one read
	share  *Share
	clock  *clock
	least  int64 // bytes a second
	begun  time.Time
	waited time.Duration
	n      int64
	paid   int64
}

// Read implements io.Reader.
func (m *meter) Read(b []byte) (int, error) {
	if m.n >= m.paid {
		start := time.Now()
		m.clock.stop()
		err := m.share.grow(m.ctx, portion)
		m.clock.start()
		m.waited += time.Since(start)
		if err != nil {
			return 0, err
		}
		m.paid += portion
	}
	n, err := m.r.Read(b)
	m.n += int64(n)
	if took := time.Since(m.begun) - m.waited; err == nil && took > patience && float64(m.n) < float64(m.least)*took.Seconds() {
		return n, errSlow
	}
	return n, err
}

// A clock ends a context after a time in which it was not stopped.
type clock struct {
	left   time.Duration
	since  time.Time
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

func newClock(ctx context.Context, total time.Duration) (context.Context, *clock) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &clock{left: total, cancel: cancel}
	c.start()
	return ctx, c
}

func (c *clock) start() {
	c.since = time.Now()
	c.timer = time.AfterFunc(c.left, func() { c.cancel(context.DeadlineExceeded) })
}

func (c *clock) stop() {
	c.timer.Stop()
	c.left -= time.Since(c.since)
}

// end frees the context.
func (c *clock) end() {
	c.timer.Stop()
	c.cancel(nil)
}
