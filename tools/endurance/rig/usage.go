package rig

import (
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
// that of ended children included, and resident bytes.
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
		if pages, err := strconv.ParseInt(fields[21], 10, 64); err == nil {
			resident += pages * int64(os.Getpagesize())
		}
	}
	add(pid, true)
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for _, child := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				add(n, false)
			}
		}
	}
	return cpu, resident
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
