package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestBudget(t *testing.T) {
	b := NewBudget(10)
	first, second, third := b.Share(), b.Share(), b.Share()
	grow := func(s *Share, n int64) {
		t.Helper()
		if err := s.grow(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	grow(first, 6)
	grow(second, 4)
	grow(second, 5) // the one that may go beyond
	grow(second, 5)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := third.grow(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a third one: %v", err)
	}
	waited := make(chan error)
	go func() { waited <- third.grow(t.Context(), 3) }()
	second.Release()
	if err := <-waited; err != nil {
		t.Error(err)
	}
	first.Release()
	third.Release()
	if b.free != 10 || b.over != nil {
		t.Errorf("%d free of 10 at the end", b.free)
	}
	var none Share
	grow(&none, 1<<60)
	none.Release()
}

// A picture that must wait for memory is not timed out, and one that is held
// counts until it is released.
func TestPictureWaitsForMemory(t *testing.T) {
	t.Parallel()
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 3*portion)) })
	client := New(Options{Allowed: loopback(), Total: 3 * time.Second})
	b := NewBudget(4 * portion)
	holder, over := b.Share(), b.Share()
	if err := errors.Join(holder.grow(t.Context(), 3*portion), over.grow(t.Context(), 2*portion)); err != nil {
		t.Fatal(err)
	}
	share := b.Share()
	fetched := make(chan error)
	go func() {
		_, err := client.Picture(t.Context(), server.URL, share)
		fetched <- err
	}()
	select {
	case err := <-fetched:
		t.Fatalf("fetched without memory: %v", err)
	case <-time.After(3500 * time.Millisecond): // longer than a fetch may take
	}
	over.Release()
	holder.Release()
	if err := <-fetched; err != nil {
		t.Error(err)
	}
	if share.taken < 3*portion || b.free != 4*portion-share.taken {
		t.Errorf("it took %d, %d are free", share.taken, b.free)
	}
}

// A server that keeps sending, but next to nothing, is given up before the
// time for the whole picture.
func TestLeastSpeed(t *testing.T) {
	m := &meter{r: strings.NewReader(strings.Repeat("x", 100)), ctx: t.Context(), share: &Share{}, least: 100, begun: time.Now().Add(-patience - time.Second), paid: portion}
	if _, err := m.Read(make([]byte, 10)); !errors.Is(err, errSlow) {
		t.Errorf("10 bytes in 6 s: %v", err)
	}
	m.waited = 5 * time.Second // for memory
	if _, err := m.Read(make([]byte, 10)); err != nil {
		t.Errorf("within its patience: %v", err)
	}
	m.waited, m.least = 0, 1
	if _, err := m.Read(make([]byte, 10)); err != nil {
		t.Errorf("fast enough: %v", err)
	}
}
