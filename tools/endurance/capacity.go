package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/tools/endurance/rig"
	"tijian/tools/endurance/simulate"
)

type capacity struct {
	PerDay  float64       `default:"1e6" help:"Pages a day."`
	Page    time.Duration `default:"1700ms" help:"One page on one core, as the pages command measures it."`
	Spread  float64       `default:"0.5" help:"Standard deviation of that, divided by it."`
	Cores   int           `default:"8" help:"Cores of one machine that recognise."`
	Wait    time.Duration `default:"60s" help:"What 95 of 100 pages may take from submission to end."`
	Row     int           `default:"8000" help:"Bytes of one task in the database, indexes included."`
	Keep    int           `default:"30" help:"Days that results are kept."`
	Check   time.Duration `default:"30s" help:"Length of the real run that the simulation is checked against; 0 for none."`
	Largest float64       `default:"0.25" help:"Largest difference from the real run, of the mean."`
}

// day is the load of the hours of a day: check-up centres send in the morning
// and after noon.
var day = []float64{.2, .1, .1, .1, .1, .2, .5, 1.2, 2.2, 2.6, 2.6, 2.2, 1.6, 1.8, 2.2, 2.2, 1.8, 1.2, .7, .5, .4, .3, .3, .2}

// Run checks the simulation, then plans.
func (c *capacity) Run(ctx context.Context) error {
	if c.Check > 0 {
		if err := c.check(ctx); err != nil {
			return err
		}
	}
	load := simulate.Load{PerSecond: c.PerDay / 86400, Curve: day, Duration: 24 * time.Hour, Service: simulate.LogNormal(c.Page, c.Spread)}
	mean, top := 0.0, slices.Max(day)
	for _, x := range day {
		mean += x / float64(len(day))
	}
	fmt.Printf("%.0f pages a day: %.1f a second in the mean, %.1f at the peak; %.2f s of one core each\n",
		c.PerDay, load.PerSecond, load.PerSecond*top/mean, c.Page.Seconds())
	busiest := int(math.Ceil(load.PerSecond * top / mean * c.Page.Seconds()))
	fixed := simulate.Fleet{}
	var r simulate.Report
	for machines := max(busiest/c.Cores/2, 1); ; machines++ {
		fixed.Places = machines * c.Cores
		if r = simulate.Run(load, fixed, 1); r.P95 <= c.Wait {
			c.print(fmt.Sprintf("fixed, %d machines", machines), r)
			break
		}
	}
	growing := simulate.Fleet{Places: max(fixed.Places/4/c.Cores, 1) * c.Cores, Most: 2 * fixed.Places, Step: c.Cores,
		GrowAt: 10 * time.Second, Delay: 90 * time.Second, Idle: 5 * time.Minute}
	r = simulate.Run(load, growing, 1)
	c.print(fmt.Sprintf("growing by a machine when the oldest waits over %s, %d to %d machines", growing.GrowAt, growing.Places/c.Cores, r.MostPlaces/c.Cores), r)
	const statements = 9 // submit 4, begin 1, enter 1, end 3; the queue's own come in batches
	fmt.Printf("database: %.0f transactions a second at the peak with about %d statements for a page; %.1f GB a day, %.0f GB at %d days\n",
		load.PerSecond*top/mean*4, statements, c.PerDay*float64(c.Row)/1e9, c.PerDay*float64(c.Row)*float64(c.Keep)/1e9, c.Keep)
	return nil
}

func (c *capacity) print(name string, r simulate.Report) {
	fmt.Printf("%s: 95 of 100 within %s, 99 within %s; longest wait for a place %s; %.0f machine-hours a day, %.0f %% busy\n", name,
		r.P95.Round(100*time.Millisecond), r.P99.Round(100*time.Millisecond), r.Oldest.Round(100*time.Millisecond), r.PlaceHours/float64(c.Cores), 100*r.Busy)
}

// check sends Poisson arrivals to a real service with two places and compares
// the mean time from submission to end.
func (c *capacity) check(ctx context.Context) error {
	const places, page, share = 2, 60 * time.Millisecond, 0.7
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	p, world, db, err := begin(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"), page, places, rig.Settings{rig.RandomEnv: "yes"})
	if err != nil {
		return err
	}
	defer world.Close()
	defer p.Kill()
	defer db.Close()
	send := func(pause func() time.Duration, n int, d time.Duration) error {
		for start, next := time.Now(), time.Duration(0); n > 0 && next < d; n-- {
			time.Sleep(next - time.Since(start))
			go func() { _, _, _ = rig.Post(ctx, p.Base, rig.Task{ID: uuid.NewString(), Image: world.Base + "/a.jpg"}) }()
			next += pause()
		}
		return c.drained(ctx, db)
	}
	// What every page costs beyond its pause, alone.
	if err := send(func() time.Duration { return 400 * time.Millisecond }, 20, time.Minute); err != nil {
		return err
	}
	var overhead, n float64
	if err := db.QueryRow(ctx, "SELECT avg(ended_at - created_at) / 1e6, count(*) FROM tasks").Scan(&overhead, &n); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, "DELETE FROM tasks"); err != nil {
		return err
	}
	perSecond := share * places / page.Seconds()
	if err := send(func() time.Duration { return time.Duration(rand.ExpFloat64() / perSecond * 1e9) }, math.MaxInt, c.Check); err != nil {
		return err
	}
	var real float64
	if err := db.QueryRow(ctx, "SELECT avg(ended_at - created_at) / 1e6, count(*) FROM tasks").Scan(&real, &n); err != nil {
		return err
	}
	// The same rate as really came; many runs of the same length.
	load := simulate.Load{PerSecond: n / c.Check.Seconds(), Duration: c.Check, Service: simulate.Exponential(page)}
	var simulated float64
	const runs = 200
	for seed := range uint64(runs) {
		simulated += simulate.Run(load, simulate.Fleet{Places: places}, seed).Mean.Seconds() / runs
	}
	simulated += max(overhead-page.Seconds(), 0)
	difference := (simulated - real) / real
	fmt.Printf("check against a real run: %.0f tasks in %s on %d places: mean %.0f ms, simulated %.0f ms (%+.0f %%, at most %.0f)\n",
		n, c.Check, places, 1000*real, 1000*simulated, 100*difference, 100*c.Largest)
	if math.Abs(difference) > c.Largest {
		return errors.New("the simulation is not like the real run; other work on the machine disturbs it")
	}
	return nil
}

func (c *capacity) drained(ctx context.Context, db *store.DB) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var n int
		if err := db.QueryRow(ctx, "SELECT count(*) FROM tasks WHERE ended_at IS NULL").Scan(&n); err == nil && n == 0 {
			return nil
		}
	}
	return errors.New("the tasks do not end")
}
