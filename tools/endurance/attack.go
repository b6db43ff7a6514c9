package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type attack struct {
	Postgres bool          `help:"On a PostgreSQL of its own instead of SQLite."`
	Patience time.Duration `default:"180s" help:"Longest time for one attack."`
}

// A siege is a service under attack and what attacks it.
type siege struct {
	*rig.Process
	web      *httptest.Server
	patience time.Duration
	free     chan struct{} // closed when the servers that hang may answer
}

// Run attacks a service on loopback in every way that once hurt.
func (a *attack) Run(ctx context.Context) error {
	if a.Postgres {
		return rig.WithPostgres(ctx, func(dir, dsn string, _ *cluster.Cluster) error { return a.run(ctx, dir, dsn) })
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return a.run(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"))
}

func (a *attack) run(ctx context.Context, dir, dsn string) error {
	binary, err := rig.Build(dir)
	if err != nil {
		return err
	}
	s := &siege{patience: a.Patience, free: make(chan struct{})}
	s.web = httptest.NewServer(http.HandlerFunc(s.serve))
	defer s.web.Close()
	defer close(s.free)
	s.Process, err = rig.Start(ctx, binary, "serve", dir, rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_WORKERS": "2",
		"TIJIAN_ALLOW_NETS": "127.0.0.1/32", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p", "TIJIAN_TASKS_RATE": "600"})
	if err != nil {
		return err
	}
	defer s.Kill()
	var all []error
	var mostCPU time.Duration
	var mostMB int64
	fmt.Printf("%-34s %9s %9s %8s  %s\n", "attack", "seconds", "CPU s", "peak MB", "outcome")
	for _, one := range []struct {
		name    string
		do      func(context.Context) (string, error)
		mostCPU time.Duration
		mostMB  int64
	}{
		{"none: the first start", s.start, a.Patience, 768},
		{"1 MiB of items below a long key", s.longKey, 2 * time.Second, 600},
		{"other Authorization headers", s.headers, 5 * time.Second, 600},
		{"forbidden addresses by number", s.literals, 5 * time.Second, 600},
		{"reading an open task's query", s.queries, 5 * time.Second, 600},
		{"40 pictures that decode to 2 GB", s.bombs, a.Patience, 1500},
		{"60 servers that hang", s.slow, a.Patience, 1500},
		{"400 logins at once", s.logins, a.Patience, 900},
		{"1,500 posts in a row", s.posts, a.Patience, 900},
	} {
		limited, cancel := context.WithTimeout(ctx, a.Patience)
		start, outcome := time.Now(), ""
		cpu, peak, err := s.Measure(func() (err error) {
			outcome, err = one.do(limited)
			return err
		})
		cancel()
		switch {
		case err != nil:
		case cpu > one.mostCPU:
			err = fmt.Errorf("took %s of processor time, at most %s", cpu, one.mostCPU)
		case peak>>20 > one.mostMB:
			err = fmt.Errorf("took %d MB, at most %d", peak>>20, one.mostMB)
		case !s.Alive() || rig.Status(ctx, s.Base+"/readyz") != http.StatusOK:
			err = errors.New("the service is not ready any more")
		}
		if err != nil {
			outcome = "BAD " + err.Error()
			all = append(all, fmt.Errorf("%s: %w", one.name, err))
		}
		fmt.Printf("%-34s %9.1f %9.2f %8d  %s\n", one.name, time.Since(start).Seconds(), cpu.Seconds(), peak>>20, outcome)
		mostCPU, mostMB = max(mostCPU, cpu), max(mostMB, peak>>20)
	}
	fmt.Printf("at most %.1f CPU s and %d MB for an attack, %d of them BAD\n", mostCPU.Seconds(), mostMB, len(all))
	return errors.Join(all...)
}

// serve plays the picture servers.
func (s *siege) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/bomb":
		_, _ = w.Write(bomb())
	case "/hang":
		select {
		case <-s.free:
		case <-r.Context().Done():
		}
	default:
		_, _ = io.WriteString(w, "no picture")
	}
}

// bomb is the head of a progressive JPEG of 8000 x 8000 pixels in four colours,
// and the zeros of its first scan: 3 MB that decode to 2 GB.
func bomb() []byte {
	const side = 8000
	segment := func(marker byte, body ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(body))), body...)
	}
	out := append([]byte{0xff, 0xd8}, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	frame, scan := []byte{8, side >> 8, side & 0xff, side >> 8, side & 0xff, 4}, []byte{4}
	for i := range byte(4) {
		frame, scan = append(frame, i+1, 0x11, 0), append(scan, i+1, 0)
	}
	out = append(out, segment(0xc2, frame...)...)
	out = append(out, segment(0xc4, append([]byte{0, 1}, make([]byte, 16)...)...)...)
	out = append(out, segment(0xda, append(scan, 0, 0, 0)...)...)
	out = append(out, make([]byte, 3<<20)...)
	return append(out, 0xff, 0xd9)
}

// send posts one request and returns status and body of the answer.
func (s *siege) send(ctx context.Context, path, body, authorization string) (int, string, error) {
	return send(ctx, http.DefaultClient, http.MethodPost, s.Base+path, body, authorization)
}

// send returns status and body of the answer to one request.
func send(ctx context.Context, client *http.Client, method, url, body, authorization string) (int, string, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

func taskOf(image string) string {
	return fmt.Sprintf(`{"task_id":%q,"img_url":%q}`, uuid.NewString(), image)
}

// start is no attack: the reader of PDF is compiled, once for a data folder.
func (s *siege) start(ctx context.Context) (string, error) {
	return "at rest", s.Settle(ctx)
}

func (s *siege) longKey(ctx context.Context) (string, error) {
	const half = 500_000
	code, _, err := s.send(ctx, "/api/login", `{"`+strings.Repeat("k", half)+`":[`+strings.Repeat("1,", half/2)+`1]}`, "")
	return fmt.Sprint(code), err
}

func (s *siege) headers(ctx context.Context) (string, error) {
	for _, header := range []string{"Bearer x", "jwt x", "a.b.c", "JWT x"} {
		if code, _, err := s.send(ctx, "/tasks/", taskOf(s.web.URL), header); err != nil || code != http.StatusUnauthorized {
			return "", fmt.Errorf("%s: %d, %w", header, code, err)
		}
	}
	return "each 401", nil
}

func (s *siege) literals(ctx context.Context) (string, error) {
	for _, address := range []string{"http://127.0.0.2/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/", "http://2130706433/", "http://" + strings.Repeat("a", 5000)} {
		if code, _, err := s.send(ctx, "/tasks/", taskOf(address), ""); err != nil || code != http.StatusBadRequest {
			return "", fmt.Errorf("%.40s: %d, %w", address, code, err)
		}
	}
	return "each 400", nil
}

func (s *siege) queries(ctx context.Context) (string, error) {
	t := rig.Task{ID: uuid.NewString(), Image: s.web.URL + "/a?sig=SECRET"}
	if _, code, err := rig.Post(ctx, s.Base, t); err != nil || code != http.StatusOK {
		return "", fmt.Errorf("%d, %w", code, err)
	}
	seen, _, err := rig.Get(ctx, s.Base, t.ID)
	if err == nil && strings.Contains(seen.Image, "SECRET") {
		err = errors.New("the query is shown")
	}
	return "not shown", err
}

// ended waits until tasks have ended and counts those in ERROR.
func (s *siege) ended(ctx context.Context, ids []string) (failed int, err error) {
	for _, id := range ids {
		for {
			t, _, err := rig.Get(ctx, s.Base, id)
			if ctx.Err() != nil {
				return 0, errors.New("a task does not end")
			}
			if err == nil && t.Ended() {
				if t.Status == "ERROR" {
					failed++
				}
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	return failed, nil
}

func (s *siege) postAll(ctx context.Context, n int, path string) (ids []string, err error) {
	for range n {
		t := rig.Task{ID: uuid.NewString(), Image: s.web.URL + path}
		if _, code, err := rig.Post(ctx, s.Base, t); err != nil || code != http.StatusOK {
			return nil, fmt.Errorf("%d, %w", code, err)
		}
		ids = append(ids, t.ID)
	}
	return ids, nil
}

func (s *siege) bombs(ctx context.Context) (string, error) {
	ids, err := s.postAll(ctx, 40, "/bomb")
	if err != nil {
		return "", err
	}
	failed, err := s.ended(ctx, ids)
	return fmt.Sprintf("%d of 40 ended as ERROR", failed), err
}

func (s *siege) slow(ctx context.Context) (string, error) {
	if _, err := s.postAll(ctx, 60, "/hang"); err != nil {
		return "", err
	}
	// Another server, by its name: the same machine.
	start := time.Now()
	other := rig.Task{ID: uuid.NewString(), Image: strings.Replace(s.web.URL, "127.0.0.1", "localhost", 1) + "/good"}
	if _, code, err := rig.Post(ctx, s.Base, other); err != nil || code != http.StatusOK {
		return "", fmt.Errorf("%d, %w", code, err)
	}
	if _, err := s.ended(ctx, []string{other.ID}); err != nil {
		return "", err
	}
	return fmt.Sprintf("another server's task ended after %.1f s", time.Since(start).Seconds()), nil
}

func (s *siege) logins(ctx context.Context) (string, error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	codes := map[int]int{}
	for i := range 400 {
		all.Go(func() {
			code, _, _ := s.send(ctx, "/api/login", fmt.Sprintf(`{"username":"u%d","password":"x"}`, i), "")
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	all.Wait()
	if codes[http.StatusInternalServerError] > 0 || codes[0] > 0 {
		return "", fmt.Errorf("answers by status: %v", codes)
	}
	return fmt.Sprintf("answers by status: %v", codes), nil
}

func (s *siege) posts(ctx context.Context) (string, error) {
	codes := map[int]int{}
	for range 1500 {
		code, _, err := s.send(ctx, "/tasks/", taskOf(s.web.URL+"/none"), "")
		if err != nil {
			return "", err
		}
		codes[code]++
	}
	if codes[http.StatusTooManyRequests] == 0 {
		return "", fmt.Errorf("no end: %v", codes)
	}
	return fmt.Sprintf("answers by status: %v", codes), nil
}
