package raster

/*
#cgo CFLAGS: -O3
#include "kernel.h"
*/
import "C"

import "unsafe"

// weigh writes to[x], the sum of from[at[i]+x] * weights[i].
func weigh(to, from []float32, at []int32, weights []float32) {
	C.raster_weigh(floats(to), floats(from), (*C.int32_t)(unsafe.SliceData(at)), floats(weights), C.int(len(at)), C.long(len(to)))
}

// levels writes as many grey levels as to has room for as numbers.
func levels(to []float32, from []uint8) {
	C.raster_levels(bytes8(from[:len(to)]), floats(to), C.long(len(to)))
}

// round writes numbers as grey levels.
func round(to []uint8, from []float32) {
	C.raster_round(floats(from[:len(to)]), bytes8(to), C.long(len(to)))
}

// pick writes to[x], the sum of from[first[x]+i] * weights[taps*x+i].
func pick(to, from []float32, first []int32, weights []float32, taps int) {
	C.raster_pick(floats(to), floats(from), (*C.int32_t)(unsafe.SliceData(first)), floats(weights), C.int(taps), C.long(len(to)))
}

// greater keeps in each value of a the greater of it and b's.
func greater(a, b []float32) { C.raster_greater(floats(a), floats(b), C.long(len(b))) }

func floats(v []float32) *C.float { return (*C.float)(unsafe.SliceData(v)) }

func bytes8(v []uint8) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(v)) }

// DarkerPairs keeps in each level of least the least of it and of the lighter of
// the pixel below it in a row and that one's right neighbour; the last stays.
func DarkerPairs(least, row []uint8) {
	C.raster_pairs(bytes8(least), bytes8(row), C.long(min(len(least), len(row))))
}

// Below marks with 1 the pixels of a row that are darker than the level of their
// tile, with 0 the others.
func Below(row, ink, levels []uint8, tile int) {
	C.raster_below(bytes8(row), bytes8(ink[:len(row)]), bytes8(levels[:(len(row)+tile-1)/tile]), C.long(tile), C.long(len(row)))
}

// closeMost is the side of the largest picture that Close takes.
const closeMost = 64

// Close takes the greatest level of the square of side 2*radius+1 around each
// pixel, and of that the least: strokes of print disappear, and edges stay where
// they are. from is a picture of side by side pixels, at most 64, of which to
// leaves out a margin of twice the radius.
func Close(from []uint8, side, radius int, to []uint8) {
	inner := side - 4*radius
	if side > closeMost || inner < 1 || len(from) != side*side || len(to) != inner*inner {
		panic("raster: a picture of another size than said")
	}
	C.raster_close(bytes8(from), C.long(side), C.long(radius), bytes8(to))
}
