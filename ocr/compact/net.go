// Package compact reads one line of text with a small network of our own: for
// the closed world of reports, their names, numbers, units and signs. It is
// much faster than a reader of all languages and knows when a character is not
// one of its own.
package compact

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"unicode/utf8"
)

// Unknown stands in a text for a character outside the reader's alphabet.
const Unknown = '□'

const magic = "tijian compact reader 1\n"

// A layer is a convolution and what follows it: activation, residual sum, max
// pooling, and the spreading of channels over columns.
type layer struct {
	Out      int  `json:"out"`
	In       int  `json:"in"`
	KH       int  `json:"kh"`
	KW       int  `json:"kw"`
	PH       int  `json:"ph"` // padding with zeros
	PW       int  `json:"pw"`
	ReLU     bool `json:"relu"`
	Residual bool `json:"residual"` // adds the input after the activation
	PoolH    int  `json:"pool_h"`
	PoolW    int  `json:"pool_w"`
	Shuffle  int  `json:"shuffle"` // n > 1: channel c*n+k of column t becomes channel c of column t*n+k
}

// A Net is a trained reader. It is safe for concurrent use.
type Net struct {
	version  string
	alphabet []rune
	height   int
	stride   int
	layers   []layer
	weights  [][]float32 // by layer: [out][in][kh][kw]
	biases   [][]float32
	packed   packed
}

// Version names the training that made the weights.
func (n *Net) Version() string { return n.version }

// Bounds of what Parse accepts, far above what a reader of lines needs.
const (
	mostLayers   = 64
	mostChannels = 4096
	mostKernel   = 15
	mostWeights  = 16 << 20
	mostSteps    = 64       // product of all pooling along the line, and of all shuffling
	mostRoom     = 32 << 20 // floats of one scratch for the widest picture
)

// Parse reads a weights file: a line naming the format, a line of JSON that
// describes the network, then for each layer its weights and biases as IEEE 754
// half-precision numbers, lowest byte first. An error says what is wrong with
// the file.
func Parse(data []byte) (*Net, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("compact reader: not a weights file")
	}
	head, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return nil, errors.New("compact reader: the file ends in its description")
	}
	var description struct {
		Version  string   `json:"version"`
		Alphabet []string `json:"alphabet"`
		Height   int      `json:"height"`
		Stride   int      `json:"stride"`
		Layers   []layer  `json:"layers"`
	}
	decoder := json.NewDecoder(bytes.NewReader(head))
	decoder.DisallowUnknownFields() // a misnamed one would leave a layer without its activation
	if err := decoder.Decode(&description); err != nil {
		return nil, fmt.Errorf("compact reader: description: %w", err)
	}
	if len(bytes.TrimSpace(head[decoder.InputOffset():])) > 0 {
		return nil, errors.New("compact reader: description: more than one JSON object")
	}
	n := &Net{version: description.Version, height: description.Height, stride: description.Stride, layers: description.Layers}
	if len(description.Alphabet) >= mostChannels {
		return nil, fmt.Errorf("compact reader: an alphabet of %d, may be %d", len(description.Alphabet), mostChannels-1)
	}
	for i, s := range description.Alphabet {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError || size != len(s) {
			return nil, fmt.Errorf("compact reader: alphabet[%d] is %q, not one character", i, s)
		}
		if at := slices.Index(n.alphabet, r); at >= 0 {
			return nil, fmt.Errorf("compact reader: alphabet[%d] and alphabet[%d] are both %q", at, i, s)
		}
		n.alphabet = append(n.alphabet, r)
	}
	if err := n.check(); err != nil {
		return nil, fmt.Errorf("compact reader: %w", err)
	}
	for i, l := range n.layers {
		count := l.Out * l.In * l.KH * l.KW
		if len(rest) < 2*(count+l.Out) {
			return nil, fmt.Errorf("compact reader: the file ends in layer %d", i)
		}
		var w, b []float32
		w, rest = halves(rest, count)
		b, rest = halves(rest, l.Out)
		for _, v := range slices.Concat(w, b) {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, fmt.Errorf("compact reader: layer %d holds a value that is no number", i)
			}
		}
		n.weights, n.biases = append(n.weights, w), append(n.biases, b)
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("compact reader: %d bytes after the last layer", len(rest))
	}
	n.packed = n.pack()
	return n, nil
}

// check holds the description against itself: shapes must fit each other, the
// height must end as one row, and the widest picture must fit into memory.
func (n *Net) check() error {
	if n.height < 1 || n.height > 256 || n.stride < 1 || n.stride > mostSteps || len(n.layers) == 0 || len(n.layers) > mostLayers {
		return fmt.Errorf("height %d (1 to 256), stride %d (1 to %d), %d layers (1 to %d)", n.height, n.stride, mostSteps, len(n.layers), mostLayers)
	}
	channels, rows, pools, shuffles, total := 1, n.height, 1, 1, 0
	for i, l := range n.layers {
		if l.In != channels || !l.bounded() {
			return fmt.Errorf("layer %d: %+v does not fit %d channels", i, l, channels)
		}
		if l.Residual && !l.keepsShape() {
			return fmt.Errorf("layer %d: its sum has another shape", i)
		}
		if l.KW != 2*l.PW+1 {
			return fmt.Errorf("layer %d changes the width", i)
		}
		rows = (rows + 2*l.PH - l.KH + 1) / l.PoolH
		if rows < 1 {
			return fmt.Errorf("layer %d leaves no row", i)
		}
		channels = l.Out / l.Shuffle
		if pools, shuffles = pools*l.PoolW, shuffles*l.Shuffle; pools > mostSteps || shuffles > mostSteps {
			return fmt.Errorf("layer %d: pooling by %d or shuffling by %d in all, may be %d", i, pools, shuffles, mostSteps)
		}
		if total += l.Out * l.In * l.KH * l.KW; total > mostWeights {
			return fmt.Errorf("more than %d weights", mostWeights)
		}
	}
	switch {
	case rows != 1:
		return fmt.Errorf("%d rows are left at the end, want 1", rows)
	case channels != len(n.alphabet)+1:
		return fmt.Errorf("%d classes for an alphabet of %d and the blank", channels, len(n.alphabet))
	case pools != n.stride*shuffles:
		return fmt.Errorf("a frame is %d/%d pixels wide, the description says %d", pools, shuffles, n.stride)
	case n.bands(nil, widest+pools) > mostRoom:
		return fmt.Errorf("a picture %d pixels wide would need %d numbers at a time, may need %d", widest, n.bands(nil, widest+pools), mostRoom)
	}
	return nil
}

// bounded reports whether every size of a layer is one that a layer can have.
func (l *layer) bounded() bool {
	in := func(v, most int) bool { return v >= 1 && v <= most }
	kernel := in(l.KH, mostKernel) && in(l.KW, mostKernel) && l.PH >= 0 && l.PH < l.KH && l.PW >= 0 && l.PW < l.KW
	return kernel && in(l.Out, mostChannels) && in(l.PoolH, 16) && in(l.PoolW, 16) && in(l.Shuffle, 16) && l.Out%l.Shuffle == 0
}

// keepsShape reports whether a layer's output has the shape of its input.
func (l *layer) keepsShape() bool {
	return l.Out == l.In && l.Shuffle == 1 && l.PoolH == 1 && l.PoolW == 1 && l.KH == 2*l.PH+1
}

// coarsest is the width in pixels of the widest column between layers: pictures
// are padded to a multiple of it.
func (n *Net) coarsest() int {
	width := 1
	for _, l := range n.layers {
		width *= l.PoolW
	}
	return width
}

func halves(data []byte, count int) ([]float32, []byte) {
	out := make([]float32, count)
	for i := range out {
		out[i] = half(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return out, data[2*count:]
}

// half converts an IEEE 754 binary16 number.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10)&31, uint32(h)&1023
	switch exponent {
	case 0:
		v := float32(fraction) / (1 << 24)
		if sign != 0 {
			v = -v
		}
		return v
	case 31:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// reader.weights is made by tools/readertrain; golden.json beside it holds
// lines with the answers that the training gave.
//
//go:embed reader.weights
var weights []byte

// Embedded gives the reader that this program is built with, parsed once.
var Embedded = sync.OnceValues(func() (*Net, error) { return Parse(weights) })
