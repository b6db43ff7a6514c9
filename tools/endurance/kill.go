package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type kill struct {
	Tasks    int           `default:"1000" help:"Tasks to submit."`
	Kills    int           `default:"20" help:"Processes to kill."`
	Restarts int           `default:"2" help:"Restarts of PostgreSQL."`
	Pause    time.Duration `default:"20ms" help:"What recognising one page takes."`
}

// Run kills on SQLite, then on PostgreSQL.
func (k *kill) Run(ctx context.Context) error {
	return errors.Join(k.sqlite(ctx), k.postgres(ctx))
}

func (k *kill) sqlite(ctx context.Context) error {
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return k.run(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"), []string{"serve"}, nil)
}

func (k *kill) postgres(ctx context.Context) error {
	return rig.WithPostgres(ctx, func(dir, dsn string, server *cluster.Cluster) error {
		return k.run(ctx, dir, dsn, []string{"serve", "worker", "worker"}, server)
	})
}

// run submits tasks to processes that are killed and started again.
func (k *kill) run(ctx context.Context, dir, dsn string, roles []string, server *cluster.Cluster) error {
	world, err := rig.NewWorld([]byte("picture"))
	if err != nil {
		return err
	}
	defer world.Close()
	address, err := rig.FreeAddress()
	if err != nil {
		return err
	}
	settings := rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_LISTEN": address, "TIJIAN_WORKERS": "4",
		"TIJIAN_ALLOW_NETS": "127.0.0.1/32", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p", rig.PauseEnv: k.Pause.String()}
	db, err := store.Open(ctx, dsn, dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := rig.Watch(ctx, db); err != nil {
		return err
	}
	alive := make([]*rig.Process, len(roles))
	for i, role := range roles {
		if alive[i], err = rig.Start(ctx, "", role, dir, settings); err != nil {
			return err
		}
		defer func() { alive[i].Kill() }()
	}
	start := time.Now()
	accepted := make(chan int)
	go func() { accepted <- k.submit(ctx, "http://"+address, world.Base) }()

	restarts := 0
	for i := range k.Kills {
		time.Sleep(100*time.Millisecond + rand.N(900*time.Millisecond))
		n := rand.N(len(alive))
		alive[n].Kill()
		if server != nil && restarts < k.Restarts && i >= (restarts+1)*k.Kills/(k.Restarts+1) {
			restarts++
			if err := server.Restart(restarts%2 == 0, time.Second); err != nil {
				return err
			}
		}
		if alive[n], err = rig.Start(ctx, "", roles[n], dir, settings); err != nil {
			return err
		}
	}
	n := <-accepted
	return k.report(ctx, db, world, n, restarts, start)
}

// submit posts each task until it is accepted, as a client does.
func (k *kill) submit(ctx context.Context, base, world string) (accepted int) {
	for range k.Tasks {
		t := rig.Task{ID: uuid.NewString(), Image: world + "/a.jpg"}
		t.Callback = world + "/callback/" + t.ID
		for ctx.Err() == nil {
			if _, status, err := rig.Post(ctx, base, t); err == nil && status == 200 {
				accepted++
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return accepted
}

func (k *kill) report(ctx context.Context, db *store.DB, world *rig.World, accepted, restarts int, start time.Time) error {
	done, called, all := 0, 0, 0
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		n, err := rig.Count(ctx, db, "DONE")
		called, all = world.Calls()
		if done = n; err == nil && done >= accepted && called >= accepted {
			break
		}
	}
	results, tasks, err := rig.Stored(ctx, db)
	if err != nil {
		return err
	}
	fmt.Printf("%-9s %d tasks accepted, %d kills, %d restarts of the database, %.0f s: %d lost, %d stored twice, %d callbacks missing, %d made twice\n",
		db.Dialect(), accepted, k.Kills, restarts, time.Since(start).Seconds(), accepted-done, results-tasks, accepted-called, all-called)
	if done != accepted || results != tasks || tasks != accepted || called != accepted || accepted != k.Tasks {
		return fmt.Errorf("%s: tasks were lost or stored twice", db.Dialect())
	}
	return nil
}
