// Package memory lets the heap grow to a share of the machine's memory before
// it is collected. The rules alone are 40 MB that live for ever; by itself Go
// would look through them whenever as much has become garbage, four times a
// second under load.
package memory

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
)

const (
	// most is the room that is enough: with more the heap is looked through so
	// rarely that it no longer shows.
	most = 160 << 20
	// share of the memory that the process may have.
	share = 16
)

// Keep gives the heap room until stop is called, unless GOGC says how it is to
// be collected. With more in use than half the room everything is as Go does it, up
// to the limit in bytes: it is Go's own unless GOMEMLIMIT sets one.
func Keep(limit int64) (stop func()) {
	set := debug.SetMemoryLimit(-1)
	if set == math.MaxInt64 {
		debug.SetMemoryLimit(limit)
	}
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	k := &keeper{room: room(set, os.ReadFile), percent: usual}
	k.watch()
	return k.stop
}

// room is the size to which the heap may grow, given Go's own limit.
func room(limit int64, read func(file string) ([]byte, error)) int64 {
	if limit != math.MaxInt64 { // somebody has set it
		return min(most, limit/2)
	}
	room := int64(most)
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/proc/meminfo"} {
		text, err := read(file)
		if err != nil {
			continue
		}
		if total, ok := number(text); ok {
			room = min(room, total/share)
		}
	}
	return room
}

// number is what a cgroup's file says in bytes, or the first line of meminfo in
// kB; ok is false where there is no limit.
func number(text []byte) (n int64, ok bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	amount, kilobytes := bytes.CutSuffix(bytes.TrimPrefix(line, []byte("MemTotal:")), []byte("kB"))
	n, err := strconv.ParseInt(string(bytes.TrimSpace(amount)), 10, 64)
	if kilobytes {
		n *= 1 << 10
	}
	return n, err == nil && n > 0
}

// usual is Go's own: the heap is collected when it has doubled.
const usual = 100

// percent of what lives may be added to it before it is collected.
func percent(live, room int64) int {
	return int(max(usual, (room-live)*100/max(live, 1<<20)))
}

// A keeper looks at the heap each time that it has been collected.
type keeper struct {
	mu      sync.Mutex
	room    int64
	percent int // in force
	stopped bool
}

// watch is called again once an object that nobody holds is collected.
func (k *keeper) watch() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stopped {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	k.set(percent(int64(live[0].Value.Uint64()), k.room))
	runtime.AddCleanup(new([16]byte), (*keeper).watch, k)
}

// set leaves small changes alone: each stops the program for a moment.
func (k *keeper) set(percent int) {
	if percent != usual && percent > k.percent*9/10 && percent < k.percent*11/10 || percent == k.percent {
		return
	}
	k.percent = percent
	debug.SetGCPercent(percent)
}

func (k *keeper) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
	k.set(usual)
}
