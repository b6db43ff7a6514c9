package compact

/*
#cgo CFLAGS: -O3
#include <stdint.h>
#include "kernel.h"
*/
import "C"

import (
	"image"
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// Sizes of kernel.c.
const (
	channelBlock = 6
	lanes        = 16
)

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
		p.layers = append(p.layers, C.compact_layer{
			out: C.int32_t(l.Out), in: C.int32_t(l.In), kh: C.int32_t(l.KH), kw: C.int32_t(l.KW), ph: C.int32_t(l.PH), pw: C.int32_t(l.PW),
			relu: number(l.ReLU), residual: number(l.Residual), pool_h: C.int32_t(l.PoolH), pool_w: C.int32_t(l.PoolW), shuffle: C.int32_t(l.Shuffle),
			weights: C.int32_t(at), biases: C.int32_t(biases),
		})
	}
	return p
}

// room is how many floats each scratch needs for a picture of some width, as
// kernel.c counts.
func (n *Net) room(width int) int {
	whole := func(w int) int { return (w + lanes - 1) / lanes * lanes }
	rows, most := n.height, 0
	for i, l := range n.layers {
		padded := (rows + 2*l.PH) * (whole(width) + 2*l.PW + l.KW) * l.In
		outRows := rows + 2*l.PH - l.KH + 1
		most = max(most, padded, l.Out*outRows*whole(width))
		rows, width = outRows/l.PoolH, width/l.PoolW*l.Shuffle
		if i == len(n.layers)-1 {
			most = max(most, l.Out/l.Shuffle*rows*whole(width))
		}
	}
	return most + 2*lanes
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
	columns := int(C.compact_run(&n.packed.layers[0], C.int(len(n.packed.layers)), (*C.float)(unsafe.Pointer(&n.packed.numbers[0])),
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

// A Char is one character that was read.
type Char struct {
	Rune   rune
	P      float64 // its probability, 0 to 1
	Second rune    // the next likely one in its place, 0 when that is none
	P2     float64
	X0, X1 int // columns of the picture where it was seen
}

// A Reading is what stands on a line.
type Reading struct {
	Text       string  // characters outside the alphabet are Unknown
	Confidence float64 // the lowest of the characters' probabilities; 0 without any
	Chars      []Char
}

// Read reads a picture of a line, dark on light, of the net's height. The
// answer is empty where nothing is read, or where Logits gives none. Each
// frame's likeliest class is taken, repeated ones are one character, blanks
// none (Graves et al., Connectionist Temporal Classification, 2006).
func (n *Net) Read(g *image.Gray) Reading {
	logits, frames, classes := n.Logits(g)
	var out Reading
	last := 0
	p := make([]float64, classes)
	for t := range frames {
		best := softmax(logits, frames, t, p)
		switch {
		case best == 0:
		case best == last:
			c := &out.Chars[len(out.Chars)-1]
			c.X1 = (t + 1) * n.stride
			if p[best] > c.P {
				c.P = p[best]
				c.Second, c.P2 = n.second(p, best)
			}
		default:
			c := Char{Rune: n.alphabet[best-1], P: p[best], X0: t * n.stride, X1: (t + 1) * n.stride}
			c.Second, c.P2 = n.second(p, best)
			out.Chars = append(out.Chars, c)
		}
		last = best
	}
	if len(out.Chars) == 0 {
		return out
	}
	text := make([]rune, len(out.Chars))
	out.Confidence = 1
	for i, c := range out.Chars {
		text[i] = c.Rune
		out.Confidence = min(out.Confidence, c.P)
	}
	out.Text = string(text)
	return out
}

// softmax gives frame t's probabilities and the likeliest class.
func softmax(logits []float32, frames, t int, p []float64) int {
	best := 0
	for k := range p {
		p[k] = float64(logits[k*frames+t])
		if p[k] > p[best] {
			best = k
		}
	}
	top, sum := p[best], 0.0
	for k, v := range p {
		if v -= top; v > -20 {
			p[k] = math.Exp(v)
		} else {
			p[k] = 0
		}
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return best
}

// second is the likeliest character but one of a frame.
func (n *Net) second(p []float64, best int) (rune, float64) {
	at := 0
	for k := 1; k < len(p); k++ {
		if k != best && (at == 0 || p[k] > p[at]) {
			at = k
		}
	}
	if at == 0 {
		return 0, 0
	}
	return n.alphabet[at-1], p[at]
}
