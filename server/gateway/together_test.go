package gateway

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// Messages that come while others are stored are stored together, one of a sender at
// a time, and the one that cannot be stored, or panics, keeps none of the others.
func TestTogether(t *testing.T) {
	var g group
	begun, go_ := make(chan struct{}), make(chan struct{})
	var mu sync.Mutex
	var sizes []int
	storeAll := func(_ context.Context, letters []*letter) error {
		mu.Lock()
		first := sizes == nil
		sizes = append(sizes, len(letters))
		mu.Unlock()
		if first {
			close(begun)
			<-go_
		}
		senders := map[sender]bool{}
		for _, l := range letters {
			if senders[l.sender()] {
				t.Errorf("two messages of one sender in %d", len(letters))
			}
			senders[l.sender()] = true
			switch l.digest {
			case "bad":
				return errBad
			case "worse":
				panic("personal")
			}
		}
		return nil
	}
	var all sync.WaitGroup
	keep := func(owner, digest string, want error) {
		all.Go(func() {
			if err := g.keep(t.Context(), &letter{owner: owner, digest: digest}, storeAll); !errors.Is(err, want) {
				t.Errorf("%s of %s: %v, want %v", digest, owner, err, want)
			}
		})
	}
	keep("first", "", nil)
	<-begun
	for _, owner := range []string{"a", "b", "c"} {
		keep(owner, "1", nil)
		keep(owner, "2", nil)
	}
	keep("d", "bad", errBad)
	keep("e", "worse", errPanicked)
	for waits := 0; waits < 8; time.Sleep(time.Millisecond) {
		g.mu.Lock()
		waits = len(g.waiting)
		g.mu.Unlock()
	}
	close(go_)
	all.Wait()
	if sizes[0] != 1 || sizes[1] != 5 || len(g.waiting) != 0 {
		t.Errorf("stored together: %v", sizes)
	}
	keep("late", "", nil) // after all have ended
	all.Wait()
}

var errBad = errors.New("bad")

// Messages of one transaction are answered as if each had been alone.
func TestStoredTogether(t *testing.T) {
	each(t, func(b *bench) {
		letters := func(of ...string) (list []*letter) {
			for i, text := range of {
				list = append(list, b.read(&letter{owner: string(rune('a' + i)), lang: "en", data: []byte(text), at: b.now}, true))
			}
			return list
		}
		if err := b.storeAll(b.t.Context(), letters(alt, alt, "hello")); err != nil {
			b.t.Fatal(err)
		}
		again := letters(alt, strings.Replace(alt, "|30|", "|31|", 1), "hello", alt)
		if err := b.storeAll(b.t.Context(), again); err != nil {
			b.t.Fatal(err)
		}
		for i, code := range []string{"AA", "AR", "AR", "AA"} {
			if !strings.Contains(string(again[i].answer), "\rMSA|"+code) {
				b.t.Errorf("%d: %q", i, again[i].answer)
			}
		}
		if m, o := b.count("hl7_messages"), b.count("hl7_outbox"); m != 5 || o != 3 {
			b.t.Errorf("%d messages, %d assessments", m, o)
		}
	})
}
