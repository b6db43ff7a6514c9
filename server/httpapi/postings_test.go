package httpapi

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"
)

func TestPostings(t *testing.T) {
	now := noon
	p := newPostings(60, func() time.Time { return now })
	one, other := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("2001:db8::/56")
	for range firstTasks {
		if wait, _ := p.takeFor(one); wait != 0 {
			t.Fatalf("among the first: %s", wait)
		}
	}
	if wait, _ := p.takeFor(one); wait != time.Second {
		t.Errorf("one more: %s", wait)
	}
	if wait, _ := p.takeFor(other); wait != 0 {
		t.Errorf("another address: %s", wait)
	}
	now = now.Add(1500 * time.Millisecond)
	if wait, _ := p.takeFor(one); wait != 0 {
		t.Errorf("a second later: %s", wait)
	}
	if wait, _ := p.takeFor(one); wait != 500*time.Millisecond {
		t.Errorf("two of them: %s", wait)
	}
	for i := range 3 * mostAddresses {
		p.takeFor(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32))
	}
	if len(p.even) > mostAddresses {
		t.Errorf("%d addresses are remembered", len(p.even))
	}
}

func TestTasksRate(t *testing.T) {
	b := newBench(t, func(o *Options) { o.TasksRate = 1 })
	var last http.Header
	post := func(user string) int {
		body := fmt.Sprintf(`{"task_id":%q,"img_url":"http://h.example/","img_urls":["http://h.example/2","http://h.example/3"]}`, newID)
		header := contentType("application/json")
		if user != "" {
			header = b.as(t, user)
		}
		answer := b.exchange(t, "POST", "/tasks/", body, header)
		last = answer.Header()
		return answer.Code
	}
	if code := post(""); code != 200 {
		t.Fatal(code)
	}
	for name, want := range map[string]string{"Limit": "1000", "Remaining": "997", "Reset": "180"} {
		if got := last.Get("RateLimit-" + name); got != want {
			t.Errorf("RateLimit-%s is %q after three pictures, not %s", name, got, want)
		}
	}
	for range firstTasks - 3 { // each picture counts
		b.postings.takeFor(netip.MustParsePrefix("192.0.2.1/32")) // httptest's client
	}
	if code := post(""); code != 429 {
		t.Errorf("one more: %d", code)
	}
	if code := post("alice"); code != 200 || last.Get("RateLimit-Limit") != "" {
		t.Errorf("with a token: %d, %v", code, last)
	}
}
