package fetch

import (
	"context"
	"sync"
)

// A Budget bounds the bytes of pictures that are in memory together. It is
// safe for concurrent use.
type Budget struct {
	mu      sync.Mutex
	free    int64
	over    *Share        // may take more than is free, so that somebody always gets to the end
	changed chan struct{} // closed when something becomes free
}

// NewBudget returns a budget of so many bytes. One share at a time may go beyond
// it.
func NewBudget(bytes int64) *Budget { return &Budget{free: bytes, changed: make(chan struct{})} }

// A Share is what one picture, or all pictures of a task, take of a budget. The zero Share takes of none.
type Share struct {
	budget *Budget
	taken  int64
}

// Share returns one that has taken nothing.
func (b *Budget) Share() *Share { return &Share{budget: b} }

// Take takes n bytes for a picture that comes from elsewhere, waiting until they
// are free or ctx ends.
func (s *Share) Take(ctx context.Context, n int64) error { return s.grow(ctx, n) }

// grow takes n bytes more, waiting until they are free or ctx ends.
func (s *Share) grow(ctx context.Context, n int64) error {
	b := s.budget
	if b == nil {
		return nil
	}
	for {
		b.mu.Lock()
		if b.free < n && b.over == nil {
			b.over = s
		}
		if b.free >= n || b.over == s {
			b.free -= n
			s.taken += n
			b.mu.Unlock()
			return nil
		}
		changed := b.changed
		b.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Release gives everything back, once the picture is of no more use.
func (s *Share) Release() {
	b := s.budget
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += s.taken
	s.taken = 0
	if b.over == s {
		b.over = nil
	}
	close(b.changed)
	b.changed = make(chan struct{})
}
