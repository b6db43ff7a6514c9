package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type trouble struct{}

// Run fills the disk under SQLite, makes PostgreSQL read-only and takes it
// away; each time the service must say so, live on, and recover by itself.
func (c *trouble) Run(ctx context.Context) error {
	return errors.Join(c.full(ctx), c.postgres(ctx))
}

// an ailment is a way to make the database ill and well again.
type ailment struct {
	name       string
	fall, heal func() error
}

// full needs root: the disk is a small file system of its own.
func (c *trouble) full(ctx context.Context) error {
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return err
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=8m"); err != nil {
		return fmt.Errorf("mount a small disk (this needs root): %w", err)
	}
	defer func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) }()
	filler := filepath.Join(disk, "filler")
	return c.suffer(ctx, dir, "sqlite:"+filepath.Join(disk, "tijian.db"), ailment{"sqlite, disk full", func() error {
		f, err := os.Create(filler)
		if err != nil {
			return err
		}
		defer f.Close()
		block := make([]byte, 4096)
		for err == nil {
			_, err = f.Write(block)
		}
		if errors.Is(err, syscall.ENOSPC) {
			return nil
		}
		return err
	}, func() error { return os.Remove(filler) }})
}

func (c *trouble) postgres(ctx context.Context) error {
	return rig.WithPostgres(ctx, func(dir, dsn string, server *cluster.Cluster) error {
		alter := func(value string) func() error {
			return func() error {
				conn, err := pgx.Connect(ctx, server.DSN("postgres"))
				if err != nil {
					return err
				}
				defer conn.Close(ctx) //nolint:errcheck
				for _, q := range []string{"ALTER SYSTEM SET default_transaction_read_only = " + value, "SELECT pg_reload_conf()"} {
					if _, err := conn.Exec(ctx, q); err != nil {
						return err
					}
				}
				return nil
			}
		}
		back := make(chan error, 1)
		return c.suffer(ctx, dir, dsn,
			ailment{"postgres, read-only", alter("on"), alter("off")},
			ailment{"postgres, away", func() error {
				go func() { back <- server.Restart(true, 5*time.Second) }()
				time.Sleep(500 * time.Millisecond)
				return nil
			}, func() error { return <-back }})
	})
}

// suffer runs a service through ailments.
func (c *trouble) suffer(ctx context.Context, dir, dsn string, ailments ...ailment) error {
	p, world, db, err := begin(ctx, dir, dsn, time.Millisecond, 2, nil)
	if err != nil {
		return err
	}
	defer world.Close()
	defer p.Kill()
	defer db.Close()
	post := func() (rig.Task, int, error) {
		return rig.Post(ctx, p.Base, rig.Task{ID: uuid.NewString(), Image: world.Base + "/a.jpg"})
	}
	var problems []error
	for _, a := range ailments {
		if t, status, err := post(); err != nil || status != 200 {
			return fmt.Errorf("%s: not well before: %d %s %w", a.name, status, t.Detail, err)
		}
		if err := a.fall(); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		var t rig.Task
		status := 200
		for deadline := time.Now().Add(20 * time.Second); status == 200 && time.Now().Before(deadline); { // some room may be left
			if t, status, err = post(); err != nil {
				break
			}
		}
		ready := 200
		for deadline := time.Now().Add(4 * time.Second); ready == 200 && time.Now().Before(deadline); { // asks every 2 s only
			ready = rig.Status(ctx, p.Base+"/readyz")
		}
		alive := p.Alive()
		fell := time.Now()
		if err := a.heal(); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		healed := time.Now()
		recovered := -1.0
		for time.Since(healed) < time.Minute {
			if again, s, err := post(); err == nil && s == 200 && c.ends(ctx, p.Base, again.ID) && rig.Status(ctx, p.Base+"/readyz") == 200 {
				recovered = time.Since(healed).Seconds()
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		fmt.Printf("%-20s POST %d %q, /readyz %d, alive %v; well again %.1f s after the database was (ill for %.1f s)\n",
			a.name, status, t.Detail, ready, alive, recovered, healed.Sub(fell).Seconds())
		if status != 503 || ready != 503 || !alive || recovered < 0 || !p.Alive() {
			problems = append(problems, fmt.Errorf("%s: not as it should be", a.name))
		}
	}
	return errors.Join(problems...)
}

func (c *trouble) ends(ctx context.Context, base, id string) bool {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if t, _, err := rig.Get(ctx, base, id); err == nil && t.Ended() {
			return t.Status == "DONE"
		}
	}
	return false
}
