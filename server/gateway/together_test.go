package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tijian/internal/waittest"
)

// Messages that come while as many transactions as may be are under way are stored
// together, no two of a sender at a time, and the one that cannot be stored, or panics,
// keeps none of the others.
func TestTogether(t *testing.T) {
	var g group
	begun, release := make(chan struct{}, atOnce), make(chan struct{})
	var mu sync.Mutex
	most, under := 0, map[sender]bool{}
	storeAll := func(_ context.Context, letters []*letter) error {
		mu.Lock()
		most = max(most, len(letters))
		for _, l := range letters {
			if under[l.sender()] {
				t.Errorf("two messages of one sender at a time")
			}
			under[l.sender()] = true
		}
		mu.Unlock()
		defer func() {
			mu.Lock()
			defer mu.Unlock()
			for _, l := range letters {
				delete(under, l.sender())
			}
		}()
		switch letters[0].digest {
		case "first":
			begun <- struct{}{}
			<-release
		case "bad":
			return errBad
		case "worse":
			panic("personal")
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
	for i := range atOnce {
		keep(fmt.Sprint("first ", i), "first", nil)
		<-begun
	}
	keep("a", "worse", errPanicked)
	keep("a bit", "bad", errBad)
	for _, owner := range []string{"b", "c", "d"} {
		keep(owner, "1", nil)
		keep(owner, "2", nil)
	}
	waittest.Until(t, "eight to wait", func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.waiting) == 8
	})
	close(release)
	all.Wait()
	keep("late", "", nil) // after all have ended
	all.Wait()
	if most < 5 {
		t.Errorf("%d stored together at most", most)
	}
	waittest.Until(t, "the group to rest", func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.waiting)+len(g.busy)+g.working == 0
	})
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
