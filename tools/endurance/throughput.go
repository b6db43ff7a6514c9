package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type throughput struct {
	Tasks   int `default:"5000" help:"Tasks to submit."`
	Posters int `default:"16" help:"Clients that post at the same time."`
	Waiting int `default:"1000" help:"Tasks that wait while POST is timed."`
}

// goals of the queue: tasks a second, milliseconds.
var rates = map[store.Dialect]float64{store.SQLite: 500, store.Postgres: 800}

const slowestPost = 50 * time.Millisecond

// Run measures both databases.
func (c *throughput) Run(ctx context.Context) error {
	server, err := cluster.Start(true)
	if err != nil {
		return err
	}
	defer server.Stop()
	var all []error
	for _, dialect := range []store.Dialect{store.SQLite, store.Postgres} {
		for _, part := range []func(context.Context, string, string) error{c.rate, c.latency} {
			dir, remove, err := rig.Dir()
			if err != nil {
				return err
			}
			dsn := "sqlite:" + filepath.Join(dir, "tijian.db")
			if dialect == store.Postgres {
				name, err := server.Create(ctx)
				if err != nil {
					return err
				}
				dsn = server.DSN(name)
			}
			all = append(all, part(ctx, dir, dsn))
			remove()
		}
	}
	return errors.Join(all...)
}

// begin starts a service whose pages take so long.
func begin(ctx context.Context, dir, dsn string, page time.Duration, workers int, more rig.Settings) (*rig.Process, *rig.World, *store.DB, error) {
	world, err := rig.NewWorld([]byte("picture"))
	if err != nil {
		return nil, nil, nil, err
	}
	db, err := store.Open(ctx, dsn, dir)
	if err != nil {
		return nil, nil, nil, err
	}
	settings := rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_WORKERS": fmt.Sprint(workers),
		"TIJIAN_ALLOW_NETS": "127.0.0.1/32", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p",
		"TIJIAN_STOP_WITHIN": "1s", rig.PauseEnv: page.String()}
	for k, v := range more {
		settings[k] = v
	}
	p, err := rig.Start(ctx, "", "serve", dir, settings)
	return p, world, db, err
}

// rate posts and waits for the last end.
func (c *throughput) rate(ctx context.Context, dir, dsn string) error {
	p, world, db, err := begin(ctx, dir, dsn, time.Millisecond, 4, nil)
	if err != nil {
		return err
	}
	defer world.Close()
	defer p.Kill()
	defer db.Close()
	start := time.Now()
	var left atomic.Int64
	left.Store(int64(c.Tasks))
	var posters sync.WaitGroup
	var failed atomic.Int64
	for range c.Posters {
		posters.Go(func() {
			for left.Add(-1) >= 0 {
				if _, status, err := rig.Post(ctx, p.Base, rig.Task{ID: uuid.NewString(), Image: world.Base + "/a.jpg"}); err != nil || status != 200 {
					failed.Add(1)
				}
			}
		})
	}
	posters.Wait()
	posted := time.Since(start)
	for {
		n, err := rig.Count(ctx, db, "DONE")
		if err == nil && n >= c.Tasks-int(failed.Load()) {
			break
		}
		if time.Since(start) > 2*time.Minute {
			return errors.New("the tasks do not end")
		}
		time.Sleep(10 * time.Millisecond)
	}
	rate := float64(c.Tasks) / time.Since(start).Seconds()
	fmt.Printf("%-9s %d tasks of 1 ms end to end: %.0f tasks/s (goal %.0f); posting alone took %.1f s; %d refused\n",
		db.Dialect(), c.Tasks, rate, rates[db.Dialect()], posted.Seconds(), failed.Load())
	if rate < rates[db.Dialect()] || failed.Load() > 0 {
		return fmt.Errorf("%s: too slow", db.Dialect())
	}
	return nil
}

// latency times POST while tasks wait and workers work.
func (c *throughput) latency(ctx context.Context, dir, dsn string) error {
	p, world, db, err := begin(ctx, dir, dsn, 500*time.Millisecond, 2, nil)
	if err != nil {
		return err
	}
	defer world.Close()
	defer p.Kill()
	defer db.Close()
	const timed = 500
	var took []time.Duration
	for i := range c.Waiting + timed {
		start := time.Now()
		if _, status, err := rig.Post(ctx, p.Base, rig.Task{ID: uuid.NewString(), Image: world.Base + "/a.jpg"}); err != nil || status != 200 {
			return fmt.Errorf("POST: %d %w", status, err)
		}
		if i >= c.Waiting {
			took = append(took, time.Since(start))
		}
	}
	waiting, err := rig.Count(ctx, db, "CREATED")
	if err != nil {
		return err
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	fmt.Printf("%-9s POST while %d tasks wait: median %.1f ms, p99 %.1f ms (goal 50), slowest %.1f ms\n",
		db.Dialect(), waiting, ms(took[len(took)/2]), ms(p99), ms(took[len(took)-1]))
	if p99 > slowestPost || waiting < c.Waiting {
		return fmt.Errorf("%s: POST is too slow", db.Dialect())
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
