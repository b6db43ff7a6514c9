package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/google/uuid"

	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type pages struct {
	Picture string `default:"testdata/reports/table-clean-13.jpg" type:"existingfile" help:"The page."`
	Count   int    `default:"60" help:"How often it is recognised."`
}

// Run compares one worker process with two, each on a core of its own.
func (c *pages) Run(ctx context.Context) error {
	picture, err := os.ReadFile(c.Picture)
	if err != nil {
		return err
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	binary, err := rig.Build(dir)
	if err != nil {
		return err
	}
	server, err := cluster.Start(true)
	if err != nil {
		return err
	}
	defer server.Stop()
	var took [2]time.Duration
	for i := range took {
		if took[i], err = c.with(ctx, binary, dir, server, picture, i+1); err != nil {
			return err
		}
		fmt.Printf("%d worker(s): %d pages in %.1f s, %.2f s a page\n", i+1, c.Count, took[i].Seconds(), took[i].Seconds()/float64(c.Count))
	}
	ratio := took[0].Seconds() / took[1].Seconds()
	fmt.Printf("two are %.2f times as fast as one (goal 1.8)\n", ratio)
	if ratio < 1.8 {
		return errors.New("two workers are too slow, or the machine has other work")
	}
	return nil
}

func (c *pages) with(ctx context.Context, binary, dir string, server *cluster.Cluster, picture []byte, workers int) (time.Duration, error) {
	world, err := rig.NewWorld(picture)
	if err != nil {
		return 0, err
	}
	defer world.Close()
	name, err := server.Create(ctx)
	if err != nil {
		return 0, err
	}
	settings := rig.Settings{"TIJIAN_DATABASE": server.DSN(name), "TIJIAN_DATA": dir, "TIJIAN_WORKERS": "0",
		"TIJIAN_ALLOW_NETS": "127.0.0.1/32", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p", "TIJIAN_IDLE_TIME": "5m"}
	front, err := rig.Start(ctx, binary, "serve", dir, settings)
	if err != nil {
		return 0, err
	}
	defer front.Kill()
	settings["TIJIAN_WORKERS"] = "1"
	for i := range workers {
		settings[rig.Core] = fmt.Sprint(i) // as machines of one core each
		w, err := rig.Start(ctx, binary, "worker", dir, settings)
		if err != nil {
			return 0, err
		}
		defer w.Kill()
	}
	// Models are loaded before the clock starts.
	if err := c.recognise(ctx, front.Base, world.Base, 2*workers); err != nil {
		return 0, err
	}
	start := time.Now()
	err = c.recognise(ctx, front.Base, world.Base, c.Count)
	return time.Since(start), err
}

func (c *pages) recognise(ctx context.Context, base, world string, n int) error {
	var ids []string
	for range n {
		id := uuid.NewString()
		if _, status, err := rig.Post(ctx, base, rig.Task{ID: id, Image: world + "/page.jpg"}); err != nil || status != 200 {
			return fmt.Errorf("POST: %d %w", status, err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		for {
			t, _, err := rig.Get(ctx, base, id)
			if err != nil {
				return err
			}
			if t.Status == "ERROR" {
				return errors.New(t.Error)
			}
			if t.Ended() {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	return nil
}
