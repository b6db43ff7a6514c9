package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type faults struct {
	Only    store.Dialect `help:"sqlite or postgres alone."`
	Service string        `help:"A build of this program from another version, whose service is tried; by default this one."`
	Load    int           `default:"600" help:"Tasks that are posted while the database is copied."`
}

// A fault is tried on one service with a database of its own, and said with a figure.
type fault struct {
	*faults
	dir, dsn string
	server   *cluster.Cluster // nil with SQLite
	settings rig.Settings
}

// Run tries each fault on both databases and prints a line for each.
func (f *faults) Run(ctx context.Context) error {
	return f.each(ctx, func(name string, dialect store.Dialect, figure string, err error) {
		if err != nil {
			figure += "  BAD " + err.Error()
		}
		fmt.Printf("%-42s %-9s %s\n", name, dialect, figure)
	})
}

func (f *faults) each(ctx context.Context, said func(name string, dialect store.Dialect, figure string, err error)) error {
	var all []error
	for _, one := range []struct {
		name string
		do   func(*fault, context.Context) (string, error)
	}{
		{"callback under way at kill -9", (*fault).callback},
		{"clock put back an hour", func(f *fault, ctx context.Context) (string, error) { return f.clock(ctx, -time.Hour) }},
		{"clock put forward an hour", func(f *fault, ctx context.Context) (string, error) { return f.clock(ctx, time.Hour) }},
		{"backup under load, then restored", (*fault).backup},
		{"12 tasks with ten pages of 19 MB", (*fault).large},
		{"two processes on one database", (*fault).two},
	} {
		for _, dialect := range []store.Dialect{store.SQLite, store.Postgres} {
			if f.Only != "" && f.Only != dialect {
				continue
			}
			figure := ""
			err := f.on(ctx, dialect, func(t *fault) (err error) {
				limited, cancel := context.WithTimeout(ctx, 90*time.Second)
				defer cancel()
				figure, err = one.do(t, limited)
				return err
			})
			said(one.name, dialect, figure, err)
			if err != nil {
				all = append(all, fmt.Errorf("%s on %s: %w", one.name, dialect, err))
			}
		}
	}
	return errors.Join(all...)
}

func (f *faults) on(ctx context.Context, dialect store.Dialect, do func(*fault) error) error {
	with := func(dir, dsn string, server *cluster.Cluster) error {
		return do(&fault{f, dir, dsn, server, rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_WORKERS": "4", "TIJIAN_ALLOW_NETS": "127.0.0.1/32",
			"TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p", "TIJIAN_STOP_WITHIN": "1s", "TIJIAN_CALLBACK_BACKOFF": "2s", rig.PauseEnv: "5ms"}})
	}
	if dialect == store.Postgres {
		return rig.WithPostgres(ctx, with)
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return with(dir, "sqlite:"+filepath.Join(dir, "tijian.db"), nil)
}

func (f *fault) start(ctx context.Context) (*rig.Process, error) {
	return rig.Start(ctx, f.Service, "serve", f.dir, f.settings)
}

// post submits a task and returns its id.
func post(ctx context.Context, base, image, callback string) (string, error) {
	t := rig.Task{ID: uuid.NewString(), Image: image, Callback: callback}
	if _, code, err := rig.Post(ctx, base, t); err != nil || code != http.StatusOK {
		return "", fmt.Errorf("POST: %d %w", code, err)
	}
	return t.ID, nil
}

// finished waits until tasks are done.
func finished(ctx context.Context, base string, ids []string) error {
	for _, id := range ids {
		for {
			t, code, err := rig.Get(ctx, base, id)
			switch {
			case ctx.Err() != nil:
				return errors.New("a task does not end")
			case err == nil && code == http.StatusNotFound:
				return errors.New("a task is lost")
			case err == nil && t.Status == "ERROR":
				return fmt.Errorf("a task failed: %s", t.Error)
			}
			if err == nil && t.Status == "DONE" {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return nil
}

// callback kills the process while the server that it calls back does not answer, and
// starts another.
func (f *fault) callback(ctx context.Context) (string, error) {
	var killed atomic.Int64
	began, again := make(chan struct{}, 10), make(chan time.Time, 10)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, "/call"):
			fmt.Fprint(w, "picture")
		case killed.Load() > 0:
			again <- time.Now()
		default:
			began <- struct{}{}
			<-r.Context().Done()
		}
	}))
	defer web.Close()
	p, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer func() { p.Kill() }()
	if _, err := post(ctx, p.Base, web.URL+"/picture", web.URL+"/call"); err != nil {
		return "", err
	}
	select {
	case <-began:
	case <-ctx.Done():
		return "", errors.New("no callback")
	}
	dead := time.Now()
	killed.Store(1)
	p.Kill()
	if p, err = f.start(ctx); err != nil {
		return "", err
	}
	begun := time.Since(dead)
	select {
	case at := <-again:
		took := at.Sub(dead)
		figure := fmt.Sprintf("made again after %.1f s (the new process answered after %.1f s)", took.Seconds(), begun.Seconds())
		if took > 5*time.Second+begun { // how long a start takes is the machine's
			return figure, errors.New("later than 5 s")
		}
		return figure, nil
	case <-ctx.Done():
		return "not made again within 90 s", errors.New("later than 5 s")
	}
}

// clock has the clock jump while tasks and callbacks wait for another try: an hour is
// added to or taken from all that is stored by it, which is the same.
func (f *fault) clock(ctx context.Context, by time.Duration) (string, error) {
	var ill atomic.Bool
	var calls atomic.Int64
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case ill.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
		case strings.HasPrefix(r.URL.Path, "/call"):
			calls.Add(1)
		default:
			fmt.Fprint(w, "picture")
		}
	}))
	defer web.Close()
	p, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer p.Kill()
	db, err := store.Open(ctx, f.dsn, f.dir)
	if err != nil {
		return "", err
	}
	defer db.Close()
	var ids []string
	for range 50 {
		id, err := post(ctx, p.Base, web.URL+"/picture", web.URL+"/call")
		if err != nil {
			return "", err
		}
		ids = append(ids, id)
	}
	ill.Store(true)
	for range 20 {
		id, err := post(ctx, p.Base, web.URL+"/picture", web.URL+"/call")
		if err != nil {
			return "", err
		}
		ids = append(ids, id)
	}
	time.Sleep(700 * time.Millisecond) // most wait for another try
	if err := rig.Jump(ctx, db, by); err != nil {
		return "", err
	}
	ill.Store(false)
	begun := time.Now()
	if err := finished(ctx, p.Base, ids); err != nil {
		return "", err
	}
	for int(calls.Load()) < len(ids) {
		if ctx.Err() != nil {
			return fmt.Sprintf("%d of %d callbacks within 90 s", calls.Load(), len(ids)), errors.New("callbacks wait for the clock")
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Sprintf("%d tasks and callbacks ended within %.1f s", len(ids), time.Since(begun).Seconds()), nil
}

// backup copies the database while tasks are posted and worked, and has another
// service go on with the copy: all that was accepted before is there and ends.
func (f *fault) backup(ctx context.Context) (string, error) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "picture") }))
	defer web.Close()
	p, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer p.Kill()
	var mu sync.Mutex
	var ids []string
	var slowest time.Duration
	var failed error
	var posters sync.WaitGroup
	for range 4 {
		posters.Go(func() {
			for range f.Load / 4 {
				begun := time.Now()
				id, err := post(ctx, p.Base, web.URL+"/picture", "")
				mu.Lock()
				ids, slowest, failed = append(ids, id), max(slowest, time.Since(begun)), errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	for accepted := 0; accepted < f.Load/3 && ctx.Err() == nil; time.Sleep(time.Millisecond) {
		mu.Lock()
		accepted = len(ids)
		mu.Unlock()
	}
	mu.Lock()
	before := append([]string(nil), ids...)
	mu.Unlock()
	db, err := store.Open(ctx, f.dsn, f.dir)
	if err != nil {
		return "", err
	}
	copied := filepath.Join(f.dir, "copy")
	begun := time.Now()
	err = db.Backup(ctx, copied)
	took := time.Since(begun)
	db.Close()
	posters.Wait()
	if err = errors.Join(err, failed); err != nil {
		return "", err
	}
	if err := finished(ctx, p.Base, ids); err != nil {
		return "", err
	}
	p.Kill()
	if f.server == nil {
		err = os.Rename(copied, filepath.Join(f.dir, "restored.db"))
		f.settings["TIJIAN_DATABASE"] = "sqlite:" + filepath.Join(f.dir, "restored.db")
	} else {
		var name string
		if name, err = f.server.Create(ctx); err == nil {
			f.settings["TIJIAN_DATABASE"] = f.server.DSN(name)
			var out []byte
			if out, err = exec.CommandContext(ctx, "pg_restore", "--dbname", f.server.DSN(name), copied).CombinedOutput(); err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
		}
	}
	if err != nil {
		return "", err
	}
	restored, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer restored.Kill()
	if err := finished(ctx, restored.Base, before); err != nil {
		return "", fmt.Errorf("from the copy: %w", err)
	}
	return fmt.Sprintf("copied in %.1f s, slowest POST %.0f ms; %d tasks accepted before, all end from the copy", took.Seconds(), ms(slowest), len(before)), nil
}

// large has tasks of ten large pages in memory together.
func (f *fault) large(ctx context.Context) (string, error) {
	page := make([]byte, 19<<20)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(page) }))
	defer web.Close()
	p, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer p.Kill()
	begun := time.Now()
	_, peak, err := p.Measure(func() error {
		var ids []string
		for range 12 {
			t := rig.Task{ID: uuid.NewString(), Image: web.URL + "/0"}
			for i := range 9 {
				t.Images = append(t.Images, fmt.Sprintf("%s/%d", web.URL, i+1))
			}
			if _, code, err := rig.Post(ctx, p.Base, t); err != nil || code != http.StatusOK {
				return fmt.Errorf("POST: %d %w", code, err)
			}
			ids = append(ids, t.ID)
		}
		return finished(ctx, p.Base, ids)
	})
	figure := fmt.Sprintf("%.1f s, at most %d MB resident", time.Since(begun).Seconds(), peak>>20)
	if err == nil && peak>>20 > 1400 { // TIJIAN_PICTURES, one task beyond it, twice as much while they arrive, and the process
		err = errors.New("more than 1,400 MB")
	}
	return figure, err
}

// two starts another process on the same database: on SQLite it must give up in words
// while the first goes on, on PostgreSQL both work.
func (f *fault) two(ctx context.Context) (string, error) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "picture") }))
	defer web.Close()
	p, err := f.start(ctx)
	if err != nil {
		return "", err
	}
	defer p.Kill()
	var ids []string
	posted := make(chan error)
	go func() {
		for range 400 {
			id, err := post(ctx, p.Base, web.URL+"/picture", "")
			if err != nil {
				posted <- err
				return
			}
			ids = append(ids, id)
			time.Sleep(20 * time.Millisecond)
		}
		posted <- nil
	}()
	begun := time.Now()
	second, refused := f.start(ctx)
	took := time.Since(begun)
	if second != nil {
		defer second.Kill()
	}
	if err := <-posted; err != nil {
		return "", err
	}
	if err := finished(ctx, p.Base, ids); err != nil {
		return "", err
	}
	switch {
	case f.server == nil && refused == nil:
		return "", errors.New("two processes work on one file")
	case f.server == nil && !strings.Contains(refused.Error(), "another tijian process"):
		return "", refused
	case f.server == nil:
		return fmt.Sprintf("the second gave up in words after %.1f s; %d tasks of the first, 0 lost", took.Seconds(), len(ids)), nil
	}
	return fmt.Sprintf("both work; %d tasks, 0 lost", len(ids)), refused
}
