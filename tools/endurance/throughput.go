package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type throughput struct {
	Tasks   int           `default:"5000" help:"Tasks to submit."`
	Posters int           `default:"16" help:"Clients that post at the same time."`
	Waiting int           `default:"1000" help:"Tasks that wait while POST is timed."`
	Page    time.Duration `default:"1ms" help:"Recognition of a page, when the rate is measured."`
	Only    store.Dialect `help:"sqlite or postgres alone."`
	Profile string        `help:"A folder for profiles of the service's CPU time while the rate is measured."`
	JSON    bool          `name:"json" help:"One JSON object for each figure; a slow one is no error."`
}

// A figure is a line of --json.
type figure struct {
	Name     string  `json:"name"`
	Database string  `json:"database"`
	Value    float64 `json:"value"` // tasks a second, or seconds
	Goal     float64 `json:"goal"`
}

func (c *throughput) figure(name string, d store.Dialect, value, goal float64) error {
	return json.NewEncoder(os.Stdout).Encode(figure{name, string(d), value, goal})
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
		if c.Only != "" && c.Only != dialect {
			continue
		}
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
	var profile rig.Settings
	if c.Profile != "" {
		kind, _, _ := strings.Cut(dsn, ":")
		profile = rig.Settings{rig.ProfileEnv: filepath.Join(c.Profile, kind+".pprof")}
	}
	p, world, db, err := begin(ctx, dir, dsn, c.Page, 4, profile)
	if err != nil {
		return err
	}
	defer world.Close()
	defer p.Kill()
	defer db.Close()
	var took, posted time.Duration
	var refused int64
	cpu, _, err := p.Measure(func() (err error) {
		start := time.Now()
		posted, refused = c.post(ctx, p.Base, world.Base+"/a.jpg")
		err = c.end(ctx, db, c.Tasks-int(refused))
		took = time.Since(start)
		return err
	})
	if err != nil {
		return err
	}
	if c.Profile != "" {
		_ = p.Stop() // which writes it
	}
	rate := float64(c.Tasks) / took.Seconds()
	if c.JSON && refused == 0 {
		return errors.Join(c.figure("tasks a second", db.Dialect(), rate, rates[db.Dialect()]),
			c.figure("CPU time of the service for a task", db.Dialect(), cpu.Seconds()/float64(c.Tasks), 0))
	}
	fmt.Printf("%-9s %d tasks of %s end to end: %.0f tasks/s (goal %.0f), %.2f ms of CPU time each; posting alone took %.1f s; %d refused\n",
		db.Dialect(), c.Tasks, c.Page, rate, rates[db.Dialect()], ms(cpu)/float64(c.Tasks), posted.Seconds(), refused)
	if rate < rates[db.Dialect()] || refused > 0 {
		return fmt.Errorf("%s: too slow", db.Dialect())
	}
	return nil
}

// post submits all tasks.
func (c *throughput) post(ctx context.Context, base, image string) (took time.Duration, refused int64) {
	start := time.Now()
	var left, failed atomic.Int64
	left.Store(int64(c.Tasks))
	var posters sync.WaitGroup
	for range c.Posters {
		posters.Go(func() {
			for left.Add(-1) >= 0 {
				if _, status, err := rig.Post(ctx, base, rig.Task{ID: uuid.NewString(), Image: image}); err != nil || status != 200 {
					failed.Add(1)
				}
			}
		})
	}
	posters.Wait()
	return time.Since(start), failed.Load()
}

// end waits until so many tasks are done.
func (c *throughput) end(ctx context.Context, db *store.DB, tasks int) error {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) { // counting them takes processor time, too
		if n, err := rig.Count(ctx, db, "DONE"); err == nil && n >= tasks {
			return nil
		}
	}
	return errors.New("the tasks do not end")
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
	if c.JSON && waiting >= c.Waiting {
		return c.figure(fmt.Sprintf("POST of a task while %d wait, p99", c.Waiting), db.Dialect(), p99.Seconds(), slowestPost.Seconds())
	}
	fmt.Printf("%-9s POST while %d tasks wait: median %.1f ms, p99 %.1f ms (goal 50), slowest %.1f ms\n",
		db.Dialect(), waiting, ms(took[len(took)/2]), ms(p99), ms(took[len(took)-1]))
	if p99 > slowestPost || waiting < c.Waiting {
		return fmt.Errorf("%s: POST is too slow", db.Dialect())
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
