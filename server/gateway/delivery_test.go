package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/internal/waittest"
	"tijian/server/store"
)

// hospital is the system that assessments are sent to.
type hospital struct {
	mu   sync.Mutex
	got  []string // control ids of what came with the message, in order
	says func(id string) error
}

func (h *hospital) Send(_ context.Context, id string, text []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, rest, _ := bytes.Cut(text, []byte("|MESSAGE^"))
	_, rest, _ = bytes.Cut(rest, []byte("||"))
	of, _, _ := strings.Cut(string(rest), "|")
	if !bytes.Contains(text, []byte("|ORU^R01^ORU_R01|"+id+"|P|")) {
		return fmt.Errorf("%s: %q", id, text)
	}
	if h.says != nil {
		if err := h.says(of); err != nil {
			return err
		}
	}
	h.got = append(h.got, of)
	return nil
}

func (h *hospital) Close() {}

func (h *hospital) list() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.got)
}

func (b *bench) delivery(h *hospital) *Delivery {
	d := &Delivery{Gateway: b.Gateway, Dial: func() Line { return h }, Tries: 2, Backoff: time.Minute, GiveUp: time.Hour, Logger: slog.New(slog.DiscardHandler)}
	for i := range d.lines {
		d.lines[i] = h
	}
	return d
}

func (d *Delivery) must(t *testing.T) {
	t.Helper()
	if _, err := d.round(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Assessments of one sender leave in order: one that is refused holds up those behind
// it, and nobody else's, until it is a dead letter; replayed, it leaves first.
func TestOrder(t *testing.T) {
	each(t, func(b *bench) {
		for _, id := range []string{"1", "2", "3"} {
			b.take("alice", numbered(id), "AA")
			b.take("alice", strings.Replace(numbered("x"+id), "|LAB|", "|LAB2|", 1), "AA")
		}
		h := &hospital{says: func(id string) error {
			if id == "2" {
				return &Refused{"AE no such patient"}
			}
			return nil
		}}
		d := b.delivery(h)
		d.must(b.t)
		if got := h.list(); len(got) != 4 || !slices.Equal(slices.DeleteFunc(got, func(id string) bool { return id[0] != 'x' }), []string{"x1", "x2", "x3"}) {
			b.t.Errorf("left: %v", h.list())
		}
		d.must(b.t) // it is not yet due
		b.now = b.now.Add(time.Minute)
		d.must(b.t) // refused again
		d.must(b.t)
		if got := h.list(); got[len(got)-1] != "3" || len(got) != 5 {
			b.t.Errorf("left: %v", got)
		}
		list, err := b.Letters(b.t.Context(), 9)
		if err != nil || len(list) != 1 || !list[0].Out || list[0].Tries != 2 || list[0].Reason != "AE no such patient" {
			b.t.Fatalf("%+v, %v", list, err)
		}
		h.says = nil
		b.take("alice", numbered("4"), "AA")
		if _, err := b.Replay(b.t.Context(), list[0], "zh"); err != nil {
			b.t.Fatal(err)
		}
		d.must(b.t)
		if got := h.list(); !slices.Equal(got[len(got)-2:], []string{"2", "4"}) {
			b.t.Errorf("left: %v", got)
		}
	})
}

// A system that is not reached makes no dead letters, until they are too old; a clock
// that was put back delays nothing.
func TestUnreached(t *testing.T) {
	each(t, func(b *bench) {
		down := errors.New("connection refused")
		h := &hospital{says: func(string) error { return down }}
		d := b.delivery(h)
		b.take("alice", numbered("1"), "AA")
		for range 5 {
			d.must(b.t)
		}
		if back, err := b.Backlog(b.t.Context()); err != nil || back.Waiting != 1 || d.down.Load() != 5 {
			b.t.Errorf("%+v, %d, %v", back, d.down.Load(), err)
		}
		h.says = func(string) error { return &Refused{"AR"} }
		d.must(b.t)
		b.now = b.now.Add(-24 * time.Hour)
		h.says = nil
		if d.must(b.t); len(h.list()) != 1 {
			b.t.Error("a clock that was put back holds it up")
		}
		h.says = func(string) error { return down }
		b.take("alice", numbered("2"), "AA")
		b.now = b.now.Add(time.Hour + time.Second)
		d.must(b.t)
		if back, err := b.Backlog(b.t.Context()); err != nil || back.Dead != 1 || back.Waiting != 0 {
			b.t.Errorf("%+v, %v", back, err)
		}
	})
}

// A process that is stopped behind an acknowledgement has stored it: the next one does
// not send the message again, but those behind it.
func TestStoppedBehindAcknowledgement(t *testing.T) {
	each(t, func(b *bench) {
		b.take("alice", numbered("1"), "AA")
		b.take("alice", numbered("2"), "AA")
		ctx, stop := context.WithCancel(b.t.Context())
		h := &hospital{says: func(string) error { stop(); return nil }}
		d := b.delivery(h)
		if _, err := d.round(ctx); err != nil && ctx.Err() == nil {
			b.t.Fatal(err)
		}
		first := h.list()
		d.must(b.t)
		if got := h.list(); len(first) == 0 || !slices.Equal(got, []string{"1", "2"}) {
			b.t.Errorf("first %v, then %v", first, got)
		}
	})
}

// One process at a time sends, another goes on where it ends, and what is stored
// wakes it.
func TestOneSends(t *testing.T) {
	each(t, func(b *bench) {
		h := &hospital{}
		var ended []func()
		for range 2 {
			ctx, stop := context.WithCancel(b.t.Context())
			done := make(chan struct{})
			d := b.delivery(h)
			go func() { defer close(done); d.Run(ctx) }()
			ended = append(ended, func() { stop(); <-done })
		}
		var want []string
		for i := range 6 {
			want = append(want, fmt.Sprint(i))
			b.take("alice", numbered(want[i]), "AA")
			waittest.Until(b.t, "what is sent", func() bool { return len(h.list()) >= len(want) })
			if i == 2 {
				ended[0]()
			}
		}
		ended[1]()
		if got := h.list(); !slices.Equal(got, want) {
			b.t.Errorf("%v", got)
		}
		ctx := b.t.Context()
		var claim *store.Claim
		waittest.Until(b.t, "the claim, which a server frees once it has seen a connection end", func() bool {
			var err error
			if claim, err = b.DB.Claim(ctx, claimed); err != nil {
				b.t.Fatal(err)
			}
			return claim != nil
		})
		if err := claim.Held(ctx); err != nil {
			b.t.Fatal(err)
		}
		if second, err := b.DB.Claim(ctx, claimed); err != nil || second != nil {
			b.t.Errorf("claimed twice: %v, %v", second, err)
		}
		claim.Release()
	})
}
