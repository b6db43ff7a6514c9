package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/server/user"
	"tijian/tools/endurance/rig"
)

type mixed struct {
	For      time.Duration `default:"10m" help:"How long."`
	Postgres bool          `help:"On a PostgreSQL of its own instead of SQLite."`
	Tasks    int           `default:"20" help:"Tasks that are posted a second, each with a callback."`
	Share    int           `default:"4" help:"A so manieth of the flood that endurance flood makes; it still asks for more than there is room for."`
	Service  string        `help:"A build of this program from another version, whose service is tried; by default this one."`
}

// A mixture is what is seen meanwhile.
type mixture struct {
	mu        sync.Mutex
	ids       map[string]bool // tasks accepted: whether they are to fail
	called    map[string]bool
	statuses  map[int]int // of everything
	wrong     []string
	answered  int           // small requests of somebody else, rightly
	slowest   time.Duration // of those
	notPosted int
}

// Run mixes everything for some minutes: nothing accepted may be lost, no answer
// wrong, and no status of the service's own fault but a 503 that says when to come
// again.
func (c *mixed) Run(ctx context.Context) error {
	if c.Postgres {
		return rig.WithPostgres(ctx, func(dir, dsn string, _ *cluster.Cluster) error { return c.on(ctx, dir, dsn) })
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return c.on(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"))
}

func (c *mixed) on(ctx context.Context, dir, dsn string) error {
	m := &mixture{ids: map[string]bool{}, called: map[string]bool{}, statuses: map[int]int{}}
	web := httptest.NewServer(http.HandlerFunc(m.serve))
	defer web.Close()
	p, err := rig.Start(ctx, c.Service, "serve", dir, rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_WORKERS": "4", "TIJIAN_ALLOW_NETS": "127.0.0.1/32",
		"TIJIAN_BOOTSTRAP_USER": "honest", "TIJIAN_BOOTSTRAP_PASSWORD": floodPassword, "TIJIAN_CALLBACK_BACKOFF": "1s", rig.PauseEnv: "20ms",
		"TIJIAN_PICTURES": fmt.Sprint(20 << 20)}) // they are small here, and room for large ones is no part of the limit
	if err != nil {
		return err
	}
	defer p.Kill()
	d := &deluge{Process: p}
	db, err := store.Open(ctx, dsn, dir)
	if err != nil {
		return err
	}
	users := user.New(db)
	for _, name := range []string{"a", "b", "c", "d"} {
		err = errors.Join(err, users.Add(ctx, name, floodPassword, user.Client))
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := d.login(ctx); err != nil {
		return err
	}
	code, sample, err := send(ctx, http.DefaultClient, http.MethodPost, p.Base+"/api/samples?format=full", soakSample, d.honest)
	if err != nil || code != http.StatusOK {
		return fmt.Errorf("assessment: %d %w", code, err)
	}
	limited, cancel := context.WithTimeout(ctx, c.For)
	defer cancel()
	begun := time.Now()
	_, peak, err := p.Measure(func() error {
		var all sync.WaitGroup
		all.Go(func() { m.post(limited, p.Base, web.URL, c.Tasks) })
		all.Go(func() { m.ask(limited, d, sample) })
		all.Go(func() {
			codes := d.mixture(limited, c.Share)
			m.mu.Lock()
			defer m.mu.Unlock()
			for code, n := range codes {
				m.statuses[code] += n
			}
		})
		all.Wait()
		return m.end(ctx, p.Base)
	})
	lost, said := m.lost()
	fmt.Printf("%.0f min: %d tasks accepted (%d refused), %s; %d small requests of somebody else, slowest %d ms, %d wrong; at most %d MB; answers by status: %s\n",
		time.Since(begun).Minutes(), len(m.ids), m.notPosted, said, m.answered, m.slowest.Milliseconds(), len(m.wrong), peak>>20, saidOf(m.statuses))
	for code, n := range m.statuses {
		if code/100 == 5 && code != http.StatusServiceUnavailable {
			err = errors.Join(err, fmt.Errorf("%d answers %d", n, code))
		}
	}
	if peak > mostResident {
		err = errors.Join(err, fmt.Errorf("%d MB, at most %d", peak>>20, mostResident>>20))
	}
	if m.slowest > mostHonest {
		err = errors.Join(err, fmt.Errorf("somebody else waits %s", m.slowest.Round(time.Millisecond)))
	}
	if lost > 0 || len(m.wrong) > 0 {
		err = errors.Join(err, fmt.Errorf("%d lost; wrong: %.1000s", lost, strings.Join(m.wrong, "; ")))
	}
	if !p.Alive() {
		err = errors.Join(err, errors.New("the service has died"))
	}
	return err
}

// saidOf are answers by status, with what silent stands for.
func saidOf(codes map[int]int) string {
	return strings.NewReplacer("× 0", "× broken off by the client or the limit of time", "× 599", "× 503 without Retry-After").Replace(said(codes))
}

// serve plays pictures and callback servers; every tenth picture is not there, and
// every twentieth callback fails at first.
func (m *mixture) serve(w http.ResponseWriter, r *http.Request) {
	id, call := strings.CutPrefix(r.URL.Path, "/call/")
	if !call {
		if strings.HasPrefix(r.URL.Path, "/none") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, "picture")
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if first := strings.HasPrefix(id, "0") && !m.called["-"+id]; first {
		m.called["-"+id] = true
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	m.called[id] = true
}

// post submits tasks at an even pace.
func (m *mixture) post(ctx context.Context, base, web string, perSecond int) {
	var under sync.WaitGroup
	defer under.Wait()
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	var n atomic.Int64
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		under.Go(func() {
			t, fails := newTask(web), n.Add(1)%10 == 0
			if fails {
				t.Image = web + "/none"
			}
			got, code, err := rig.Post(context.WithoutCancel(ctx), base, t)
			m.mu.Lock()
			defer m.mu.Unlock()
			m.statuses[code]++
			switch {
			case err == nil && code == http.StatusOK && (got.ID != t.ID || got.Image != t.Image):
				m.wrong = append(m.wrong, fmt.Sprintf("%+v for %+v", got, t))
			case err == nil && code == http.StatusOK:
				m.ids[t.ID] = fails
			default:
				m.notPosted++
			}
		})
	}
}

// ask sends small requests of somebody who does nothing else, and looks at each answer.
func (m *mixture) ask(ctx context.Context, d *deluge, sample string) {
	for ctx.Err() == nil {
		for _, one := range [][3]string{
			{"/api/keywords", `{"text":"甲状腺右叶结节，脂肪肝可能。"}`, `{"certain":["甲状腺结节"],"possible":["脂肪肝"]}`},
			{"/api/samples?format=full", soakSample, timeless(sample)},
		} {
			begun := time.Now()
			code, answer, err := send(ctx, http.DefaultClient, http.MethodPost, d.Base+one[0], one[1], d.honest)
			if ctx.Err() != nil {
				return
			}
			m.mu.Lock()
			m.statuses[code]++
			m.slowest = max(m.slowest, time.Since(begun))
			if err != nil || code != http.StatusOK || timeless(answer) != one[2] {
				m.wrong = append(m.wrong, fmt.Sprintf("%s: %d %.300s %v", one[0], code, answer, err))
			} else {
				m.answered++
			}
			m.mu.Unlock()
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// end waits until all that was accepted has ended as it should, and was told.
func (m *mixture) end(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for id, fails := range m.ids {
		for ctx.Err() == nil {
			t, code, err := rig.Get(ctx, base, id)
			if err == nil && code == http.StatusOK && t.Ended() {
				if want := map[bool]string{true: "ERROR", false: "DONE"}[fails]; t.Status != want || fails && !strings.HasPrefix(t.Error, "IMAGE_FETCH_ERROR") {
					m.wrong = append(m.wrong, fmt.Sprintf("%s is %s %s", id, t.Status, t.Error))
				}
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	for ctx.Err() == nil {
		if lost, _ := m.lost(); lost == 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("not everything ended within three minutes")
}

// lost is how many of the accepted tasks have not called back.
func (m *mixture) lost() (n int, said string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.ids {
		if !m.called[id] {
			n++
		}
	}
	return n, fmt.Sprintf("%d lost", n)
}

func newTask(web string) rig.Task {
	t := rig.Task{ID: uuid.NewString(), Image: web + "/picture"}
	t.Callback = web + "/call/" + t.ID
	return t
}
