package compact

/*
#cgo CFLAGS: -O3
#include "kernel.h"
*/
import "C"

import (
	"image"
	"slices"
	"sync"
	"unsafe"
)

// Sizes of kernel.c.
const (
	channelBlock = 12
	slack        = 16
)

// banded is about how many sums of a layer are kept at a time before they are
// pooled, so that they stay near the processor.
const banded = 48 << 10

// kind is the convolution that this processor runs best: 0 for what each
// processor has, 1 for AVX2, 2 for AVX-512.
var kind = int(C.compact_kind())

// packed is the network as the kernel takes it.
type packed struct {
	layers  []C.compact_layer
	numbers []float32
}

// pack orders weights as the kernel reads them: blocks of output channels, the
// channels of a block side by side.
func (n *Net) pack() packed {
	var p packed
	number := func(b bool) C.int32_t {
		if b {
			return 1
		}
		return 0
	}
	for i, l := range n.layers {
		at := len(p.numbers)
		each := l.In * l.KH * l.KW
		for o := 0; o < l.Out; o += channelBlock {
			for k := range each {
				for c := range channelBlock {
					v := float32(0)
					if o+c < l.Out {
						v = n.weights[i][(o+c)*each+k]
					}
					p.numbers = append(p.numbers, v)
				}
			}
		}
		biases := len(p.numbers)
		p.numbers = append(p.numbers, n.biases[i]...)
		p.numbers = append(p.numbers, make([]float32, blocks(l.Out)-l.Out)...)
		p.layers = append(p.layers, C.compact_layer{
			out: C.int32_t(l.Out), in: C.int32_t(l.In), kh: C.int32_t(l.KH), kw: C.int32_t(l.KW), ph: C.int32_t(l.PH), pw: C.int32_t(l.PW),
			relu: number(l.ReLU), residual: number(l.Residual), pool_h: C.int32_t(l.PoolH), pool_w: C.int32_t(l.PoolW), shuffle: C.int32_t(l.Shuffle),
			weights: C.int32_t(at), biases: C.int32_t(biases),
		})
	}
	return p
}

// blocks rounds channels up to whole blocks.
func blocks(channels int) int { return (channels + channelBlock - 1) / channelBlock * channelBlock }

// bands sets how many rows of each layer are summed at a time for a picture of
// some width, and returns how many floats each scratch needs, as kernel.c
// counts.
func (n *Net) bands(layers []C.compact_layer, width int) (room int) {
	rows := n.height
	for i, l := range n.layers {
		padded, stride := rows+2*l.PH, width+2*l.PW
		if i == 0 {
			room = padded*stride + slack
		}
		rows = (padded - l.KH + 1) / l.PoolH
		band := min(max(banded/(blocks(l.Out)*stride*l.PoolH), 1), rows) * l.PoolH
		if layers != nil {
			layers[i].band = C.int32_t(band)
		}
		room = max(room, blocks(l.Out)*(band*stride+slack))
		width = width / l.PoolW * l.Shuffle
		var next layer
		if i+1 < len(n.layers) {
			next = n.layers[i+1]
		}
		room = max(room, l.Out/l.Shuffle*(rows+2*next.PH)*(width+2*next.PW)+slack)
	}
	return room
}

// scratch is kept between lines: a page has some 150 of them.
var scratch = sync.Pool{New: func() any { return new([]float32) }}

// widest bounds the memory of one line: wider pictures are no lines of a
// report.
const widest = 8192

// An answer is the network's for one picture.
type answer struct {
	logits []float32 // those of each class's frames begin stride after those of the one before
	stride int
	frames int
}

// of gives the logits of a class, frame by frame.
func (a *answer) of(class int) []float32 { return a.logits[class*a.stride:][:a.frames] }

// run sends pictures through the network, those that fit side by side at once:
// short lines fill the processor's registers badly, and the weights are fetched
// from memory for all of them together. It calls use for each that is a line,
// whose answer holds until use returns.
func (n *Net) run(pictures []*image.Gray, kind int, use func(i int, a answer)) {
	coarse, gap := n.coarsest(), n.gap()
	var at []int // of answers
	var strips []C.compact_strip
	end := 0
	flush := func() {
		if len(at) > 0 {
			n.together(pictures, at, strips, end, kind, use)
		}
		at, strips, end = nil, nil, 0
	}
	for i, g := range pictures {
		w := g.Rect.Dx()
		if w < 1 || w > widest || g.Rect.Dy() != n.height {
			continue
		}
		w = (w + coarse - 1) / coarse * coarse
		if end > 0 && end+gap+w > together {
			flush()
		}
		if end > 0 {
			end += gap
		}
		at, strips = append(at, i), append(strips, C.compact_strip{start: C.int32_t(end), width: C.int32_t(w)})
		end += w
	}
	flush()
}

// together is the width in pixels up to which pictures are put side by side:
// what lies between layers should stay near the processor.
const together = 512

// gap is how far apart pictures stand so that none sees another.
func (n *Net) gap() int {
	coarse, pools, shuffles, gap := n.coarsest(), 1, 1, 0
	for _, l := range n.layers {
		gap = max(gap, (l.PW*pools+shuffles-1)/shuffles)
		pools, shuffles = pools*l.PoolW, shuffles*l.Shuffle
	}
	return (gap + coarse - 1) / coarse * coarse
}

// together runs the pictures named by at, which stand where strips say, for run.
func (n *Net) together(pictures []*image.Gray, at []int, strips []C.compact_strip, width, kind int, use func(i int, a answer)) {
	layers := slices.Clone(n.packed.layers)
	room := n.bands(layers, width)
	buffer := scratch.Get().(*[]float32)
	defer scratch.Put(buffer)
	if need := 3*room + width*n.height; len(*buffer) < need {
		*buffer = make([]float32, need)
	}
	all := *buffer
	picture := all[3*room:][:width*n.height]
	clear(picture)
	for k, i := range at {
		g, w := pictures[i], pictures[i].Rect.Dx()
		for y := range n.height {
			line := picture[y*width+int(strips[k].start):]
			for x, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
				line[x] = float32(255-int(v)) / 255
			}
		}
	}
	part := func(i int) *C.float { return (*C.float)(unsafe.Pointer(&all[i*room])) }
	columns := int(C.compact_run(C.int(kind), &layers[0], C.int(len(layers)), (*C.float)(unsafe.Pointer(&n.packed.numbers[0])),
		(*C.float)(unsafe.Pointer(&picture[0])), C.int(n.height), C.int(width), &strips[0], C.int(len(strips)),
		part(0), part(1), part(2), C.long(room)))
	if columns < 0 {
		return // room counts as the kernel does; this does not happen
	}
	for k, i := range at {
		use(i, answer{all[int(strips[k].start)/n.stride:], columns, int(strips[k].width) / n.stride})
	}
}

// compare finds the likeliest class of each frame, and which classes are likely
// enough somewhere, or no number, to be counted.
func (f *frames) compare() []int32 {
	count := make([]int32, f.classes)
	n := C.compact_compare((*C.float)(&f.logits[0]), C.long(f.stride), C.int(f.frames), C.int(f.classes), leastSeen,
		(*C.float)(&f.top[0]), (*C.int32_t)(&f.best[0]), (*C.int32_t)(&count[0]))
	return count[:n]
}
