// Package growth holds the cost of reading foreign bytes to their number.
package growth

import (
	"runtime"
	"testing"
)

// longer is how many times as long the second input is; dearest how many
// times as much it may take. What grows in proportion takes a factor of 4,
// doubled at most by slices that grow by doubling; what grows by the square
// takes 16.
const (
	longer  = 4
	dearest = 9
)

// Memory fails t unless the bytes that run allocates grow in proportion to its
// input's length: input returns one of about n bytes.
func Memory(t *testing.T, n int, input func(n int) []byte, run func(data []byte)) {
	t.Helper()
	run(input(64)) // what is set up once
	short, long := input(n), input(longer*n)
	runtime.GC() // twice empties pools: what the last input left there is not for this one
	runtime.GC()
	few, many := allocated(run, short), allocated(run, long)
	const fixed = 64 << 10
	if many > dearest*few+fixed {
		t.Errorf("%d bytes allocate %d, %d allocate %d: %.1f times as much, must be at most %d times",
			len(short), few, len(long), many, float64(many)/float64(few), dearest)
	}
}

func allocated(run func([]byte), data []byte) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(data)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
