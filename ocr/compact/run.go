package compact

/*
#cgo CFLAGS: -O3
#include "kernel.h"
*/
import "C"

import (
	"image"
	"runtime"
	"sync"
	"unsafe"
)

// Sizes of kernel.c.
const (
	channelBlock = 6
	slack        = 16
)

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

// room is how many floats each scratch needs for a picture of some width, as
// kernel.c counts.
func (n *Net) room(width int) int {
	rows, most := n.height, 0
	for i, l := range n.layers {
		padded, stride := rows+2*l.PH, width+2*l.PW
		if i == 0 {
			most = padded*stride + slack
		}
		sums := padded - l.KH + 1
		most = max(most, blocks(l.Out)*(sums*stride+slack))
		rows, width = sums/l.PoolH, width/l.PoolW*l.Shuffle
		var next layer
		if i+1 < len(n.layers) {
			next = n.layers[i+1]
		}
		most = max(most, l.Out/l.Shuffle*(rows+2*next.PH)*(width+2*next.PW)+slack)
	}
	return most
}

// scratch is kept between lines: a page has some 150 of them.
var scratch = sync.Pool{New: func() any { return new([]float32) }}

// widest bounds the memory of one line: wider pictures are no lines of a
// report.
const widest = 8192

// Logits gives the network's answer for a picture of a line: for each class
// the values of all frames, one after the other; class 0 is the blank of CTC.
// It gives nil for a picture without columns, wider than 8,192 pixels, or of
// another height than Height.
func (n *Net) Logits(g *image.Gray) (logits []float32, frames, classes int) {
	return n.run(g, kind)
}

func (n *Net) run(g *image.Gray, kind int) (logits []float32, frames, classes int) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	if w < 1 || w > widest || h != n.height {
		return nil, 0, 0
	}
	coarse := n.coarsest()
	width := (w + coarse - 1) / coarse * coarse
	picture := make([]float32, width*h)
	for y := range h {
		line := picture[y*width:]
		for x, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			line[x] = float32(255-int(v)) / 255
		}
	}
	room := n.room(width)
	buffer := scratch.Get().(*[]float32)
	if len(*buffer) < 3*room {
		*buffer = make([]float32, 3*room)
	}
	all := *buffer
	at := func(i int) *C.float { return (*C.float)(unsafe.Pointer(&all[i*room])) }
	columns := int(C.compact_run(C.int(kind), &n.packed.layers[0], C.int(len(n.packed.layers)), (*C.float)(unsafe.Pointer(&n.packed.numbers[0])),
		(*C.float)(unsafe.Pointer(&picture[0])), C.int(h), C.int(width), at(0), at(1), at(2), C.long(room)))
	runtime.KeepAlive(all)
	if columns < 0 {
		return nil, 0, 0 // room counts as the kernel does; this does not happen
	}
	classes = len(n.alphabet) + 1
	logits = append([]float32(nil), all[:classes*columns]...)
	scratch.Put(buffer)
	return logits, columns, classes
}
