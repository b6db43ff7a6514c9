package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// A cost is what reading a page took.
type cost struct {
	cpu  time.Duration // user and system
	wall time.Duration
}

func (c cost) String() string { return fmt.Sprintf("%.2f s/%.2f s", c.cpu.Seconds(), c.wall.Seconds()) }

// command is a way that starts a program for each page.
func command(ctx context.Context, program string, args func(file string) []string) func(string) (cost, error) {
	return func(file string) (cost, error) {
		c := exec.CommandContext(ctx, program, args(file)...)
		c.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		var complaint bytes.Buffer
		c.Stderr = &complaint
		start := time.Now()
		if err := c.Run(); err != nil {
			return cost{}, fmt.Errorf("%w: %s", err, &complaint)
		}
		return cost{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), time.Since(start)}, nil
	}
}
