//go:build linux && !amd64

package isolate

var refusedHere []uint32
