package rig

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tick is the kernel's unit of processor time in /proc (USER_HZ).
const tick = 10 * time.Millisecond

// Pid is the number of the process.
func (p *Process) Pid() int { return p.command.Process.Pid }

// usage reads what a process and its living children take now: processor time,
// that of ended children included, and resident bytes, a page that several share
// counted once.
func usage(pid int) (cpu time.Duration, resident int64) {
	add := func(pid int, withChildren bool) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		for i, name := range []int{11, 12, 13, 14} { // utime, stime, and those of ended children
			if n, err := strconv.Atoi(fields[name]); err == nil && (i < 2 || withChildren) {
				cpu += time.Duration(n) * tick
			}
		}
		resident += share(pid)
	}
	add(pid, true)
	for _, child := range children(pid) {
		add(child, false)
	}
	return cpu, resident
}

// share is a process's part of what it has in memory, in bytes (Pss of smaps_rollup).
func share(pid int) int64 {
	rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid)) // gone where the process has ended
	for line := range strings.Lines(string(rollup)) {
		if value, is := strings.CutPrefix(line, "Pss:"); is {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// children are the numbers of a process's living children.
func children(pid int) (pids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // gone where the thread has ended
		for _, child := range strings.Fields(string(text)) {
			if n, err := strconv.Atoi(child); err == nil {
				pids = append(pids, n)
			}
		}
	}
	return pids
}

// Settle waits until the process has no child: what it prepares at its first start
// has been made, and no recogniser lives.
func (p *Process) Settle(ctx context.Context) error {
	for len(children(p.Pid())) > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

// Measure runs f and returns the processor time that the process and its
// children took meanwhile, and the most memory that they held together.
func (p *Process) Measure(f func() error) (cpu time.Duration, peak int64, err error) {
	before, _ := usage(p.Pid())
	done := make(chan struct{})
	var sampling sync.WaitGroup
	sampling.Go(func() {
		for {
			_, now := usage(p.Pid())
			peak = max(peak, now)
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	err = f()
	close(done)
	sampling.Wait()
	after, _ := usage(p.Pid())
	return after - before, peak, err
}
