package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/server/admission"
)

// tight gates have room for one large request of each user.
func tight() *admission.Gates {
	one := func() *admission.Gate {
		return admission.New(admission.Options{Room: 40_000, Each: 10_000, Small: 100, Wait: 20 * time.Millisecond, Waiting: 8})
	}
	return &admission.Gates{Bodies: one(), Work: one(), Answers: one()}
}

// What a gate has no room for is refused in words, of whoever takes the room and
// of nobody else, and nothing stays behind.
func TestNoRoom(t *testing.T) {
	gates := tight()
	b := newBench(t, func(o *Options) { o.Gates = gates })
	const body = `{"text":"脂肪肝"}`
	for name, gate := range map[string]*admission.Gate{"bodies": gates.Bodies, "work": gates.Work, "answers": gates.Answers} {
		holds, err := gate.Enter(t.Context(), admission.User("alice"), 10_000)
		if err != nil {
			t.Fatal(err)
		}
		refused := b.exchange(t, "POST", "/api/keywords", body, b.as(t, "alice"))
		if refused.Code != http.StatusServiceUnavailable || refused.Header().Get("Retry-After") == "" || !strings.Contains(refused.Body.String(), saidNoRoom) {
			t.Errorf("%s: %d %v %s", name, refused.Code, refused.Header(), refused.Body)
		}
		if other := b.exchange(t, "POST", "/api/keywords", body, b.as(t, "bob")); other.Code != http.StatusOK {
			t.Errorf("%s: bob gets %d", name, other.Code)
		}
		holds.Leave()
		if after := b.exchange(t, "POST", "/api/keywords", body, b.as(t, "alice")); after.Code != http.StatusOK {
			t.Errorf("%s: afterwards %d", name, after.Code)
		}
		if s := gate.State(); s.Used != 0 || s.Waiting != 0 {
			t.Errorf("%s: %+v is left", name, s)
		}
	}
}

// An engines answers nothing, and tells what room there is while it works.
type engines struct{ work func() }

func (e engines) Assess([]byte, engine.Form, time.Time) ([]byte, string, error) {
	e.work()
	return []byte("{}"), "1", nil
}

func (e engines) Extract(engine.Question) ([]byte, error) {
	e.work()
	return []byte(`{"certain":[],"possible":[]}`), nil
}

// Each entrance takes the room that its form costs for its bytes.
func TestCosts(t *testing.T) {
	gates := admission.Standard()
	var used, bodies int64
	working := engines{func() { used, bodies = gates.Work.State().Used, gates.Bodies.State().Used }}
	b := newBench(t, func(o *Options) { o.Gates, o.Assessor, o.Keywords = gates, working, working })
	body := `{"text":"脂肪肝","filler":"` + strings.Repeat("x", 1000) + `"}`
	n := len(body)
	for query, form := range map[string]engine.Form{"": {}, "?format=full": {Full: true}} {
		for path, want := range map[string]int64{
			"/api/samples":  form.Cost(n, 1000),
			"/api/keywords": engine.Question{Full: form.Full}.Cost(n, 10),
		} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, path+query, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header = b.as(t, "alice")
			r.Header.Set("Content-Type", contentJSON)
			if b.ServeHTTP(httptest.NewRecorder(), r); used != want || bodies != int64(n) {
				t.Errorf("%s%s: %d for its work and %d for its body, want %d and %d", path, query, used, bodies, want, n)
			}
		}
	}
}

// A client that leaves ends what is worked for it, and one whose time is over is
// told so.
func TestEndedRequests(t *testing.T) {
	q := make(chan engine.Question, 1)
	b := newBench(t, func(o *Options) { o.Keywords = ended(q) })
	for _, test := range []struct {
		reason error
		status int
	}{{context.Canceled, statusClientGone}, {context.DeadlineExceeded, http.StatusServiceUnavailable}} {
		ctx, cancel := context.WithCancel(t.Context())
		if test.reason == context.DeadlineExceeded {
			ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/api/keywords", strings.NewReader(`{"text":"脂肪肝"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = b.as(t, "alice")
		r.Header.Set("Content-Type", contentJSON)
		answered := httptest.NewRecorder()
		go func() {
			<-q // it has begun
			if test.reason == context.Canceled {
				cancel()
			}
		}()
		b.ServeHTTP(answered, r)
		cancel()
		if answered.Code != test.status {
			t.Errorf("%v: %d %s", test.reason, answered.Code, answered.Body)
		}
	}
}

// ended works until nobody waits.
type ended chan engine.Question

func (e ended) Extract(q engine.Question) ([]byte, error) {
	e <- q
	<-q.Ended
	return nil, engine.ErrEnded
}

// One connection more than there may be is closed as it comes; those that end make
// room.
func TestMostConnections(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	accepted := make(chan net.Conn, 8)
	l := Listener(inner).(*listener)
	l.most = 2
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- c
		}
	}()
	dial := func() net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	dial()
	dial()
	first, second := <-accepted, <-accepted
	if _, err := dial().Read(make([]byte, 1)); err == nil {
		t.Error("a third one is open")
	}
	first.Close()
	first.Close()
	dial()
	third := <-accepted
	if _, err := dial().Read(make([]byte, 1)); err == nil {
		t.Error("closing twice makes room for two")
	}
	second.Close()
	third.Close()
}
