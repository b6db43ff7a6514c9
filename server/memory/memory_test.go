package memory

import (
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"tijian/internal/waittest"
)

func TestRoom(t *testing.T) {
	const gigabyte = 1 << 30
	for _, c := range []struct {
		name  string
		limit int64
		files map[string]string
		want  int64
	}{
		{"nothing known", math.MaxInt64, nil, most},
		{"large machine", math.MaxInt64, map[string]string{"/proc/meminfo": "MemTotal:       16307220 kB\nMemFree: 1 kB\n"}, most},
		{"small machine", math.MaxInt64, map[string]string{"/proc/meminfo": "MemTotal: 1048576 kB\n"}, gigabyte / share},
		{"container", math.MaxInt64, map[string]string{"/sys/fs/cgroup/memory.max": "536870912\n", "/proc/meminfo": "MemTotal: 16307220 kB\n"}, gigabyte / 2 / share},
		{"container without a limit", math.MaxInt64, map[string]string{"/sys/fs/cgroup/memory.max": "max\n", "/proc/meminfo": "MemTotal: 1048576 kB\n"}, gigabyte / share},
		{"a limit of Go's own", 100 << 20, map[string]string{"/proc/meminfo": "MemTotal: 1024 kB\n"}, 50 << 20},
		{"a large limit of Go's own", gigabyte, nil, most},
	} {
		read := func(file string) ([]byte, error) {
			if text, ok := c.files[file]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("not there")
		}
		if got := room(c.limit, read); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		live, room int64
		want       int
	}{
		{64 << 20, 256 << 20, 300},
		{128 << 20, 256 << 20, 100},
		{200 << 20, 256 << 20, 100},
		{500 << 20, 256 << 20, 100},
		{0, 8 << 20, 800},
	} {
		if got := percent(c.live, c.room); got != c.want {
			t.Errorf("%d of %d: %d, want %d", c.live, c.room, got, c.want)
		}
	}
}

// The heap gets room while it is small, and loses it when it has grown.
func TestKeep(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(usual)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	stop := Keep(math.MaxInt64) // 32 MB
	collected := func(want func(percent uint64) bool) func() bool {
		return func() bool {
			runtime.GC()
			now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
			metrics.Read(now)
			return want(now[0].Value.Uint64())
		}
	}
	waittest.Until(t, "more room", collected(func(percent uint64) bool { return percent > 2*usual }))
	large := make([]byte, 40<<20)
	waittest.Until(t, "no room", collected(func(percent uint64) bool { return percent == usual }))
	runtime.KeepAlive(large)
	waittest.Until(t, "room again", collected(func(percent uint64) bool { return percent > 2*usual }))
	stop()
	if !collected(func(percent uint64) bool { return percent == usual })() {
		t.Error("stopped, it still has room")
	}
}
