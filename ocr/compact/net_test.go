package compact

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// small is a network with every kind of layer.
var small = []layer{
	{Out: 7, In: 1, KH: 3, KW: 3, PH: 1, PW: 1, ReLU: true, PoolH: 2, PoolW: 2, Shuffle: 1},
	{Out: 8, In: 7, KH: 3, KW: 5, PH: 0, PW: 2, ReLU: true, PoolH: 2, PoolW: 1, Shuffle: 1},
	{Out: 13, In: 8, KH: 2, KW: 3, PH: 0, PW: 1, ReLU: true, PoolH: 1, PoolW: 2, Shuffle: 1},
	{Out: 13, In: 13, KH: 1, KW: 3, PH: 0, PW: 1, ReLU: true, Residual: true, PoolH: 1, PoolW: 1, Shuffle: 1},
	{Out: 18, In: 13, KH: 1, KW: 3, PH: 0, PW: 1, ReLU: true, PoolH: 1, PoolW: 1, Shuffle: 2},
	{Out: 5, In: 9, KH: 1, KW: 1, PoolH: 1, PoolW: 1, Shuffle: 1},
}

// file writes a weights file with random numbers.
func file(layers []layer, height, stride int, alphabet []string, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	head, err := json.Marshal(map[string]any{"version": "test", "alphabet": alphabet, "height": height, "stride": stride, "layers": layers})
	if err != nil {
		panic(err)
	}
	out := append([]byte(magic), head...)
	out = append(out, '\n')
	for _, l := range layers {
		for range l.Out*l.In*l.KH*l.KW + l.Out {
			// random half between 2^-6 and 2^-2, either sign
			h := uint16(rng.IntN(2))<<15 | uint16(9+rng.IntN(5))<<10 | uint16(rng.IntN(1024))
			out = binary.LittleEndian.AppendUint16(out, h)
		}
	}
	return out
}

func smallFile() []byte { return file(small, 12, 2, []string{"0", "1", "胆", "□"}, 7) }

// plainly is the network as its description says, without any care for speed.
func plainly(n *Net, g *image.Gray) [][]float64 {
	rows, width := n.height, (g.Rect.Dx()+n.coarsest()-1)/n.coarsest()*n.coarsest()
	x := [][][]float64{make([][]float64, rows)}
	for y := range rows {
		x[0][y] = make([]float64, width)
		for i := range g.Rect.Dx() {
			x[0][y][i] = float64(255-g.GrayAt(i, y).Y) / 255
		}
	}
	for i, l := range n.layers {
		h, w := len(x[0])+2*l.PH-l.KH+1, len(x[0][0])
		y := make([][][]float64, l.Out)
		for o := range y {
			y[o] = make([][]float64, h)
			for r := range h {
				y[o][r] = make([]float64, w)
				for c := range w {
					sum := float64(n.biases[i][o])
					for in := range l.In {
						for ky := range l.KH {
							for kx := range l.KW {
								if sr, sc := r+ky-l.PH, c+kx-l.PW; sr >= 0 && sr < len(x[0]) && sc >= 0 && sc < w {
									sum += float64(n.weights[i][((o*l.In+in)*l.KH+ky)*l.KW+kx]) * x[in][sr][sc]
								}
							}
						}
					}
					if l.ReLU {
						sum = max(sum, 0)
					}
					if l.Residual {
						sum += x[o][r][c]
					}
					y[o][r][c] = sum
				}
			}
		}
		next := make([][][]float64, l.Out/l.Shuffle)
		for c := range next {
			next[c] = make([][]float64, h/l.PoolH)
			for r := range next[c] {
				next[c][r] = make([]float64, w/l.PoolW*l.Shuffle)
				for t := range next[c][r] {
					best := math.Inf(-1)
					for dy := range l.PoolH {
						for dx := range l.PoolW {
							best = max(best, y[c*l.Shuffle+t%l.Shuffle][r*l.PoolH+dy][t/l.Shuffle*l.PoolW+dx])
						}
					}
					next[c][r][t] = best
				}
			}
		}
		x = next
	}
	out := make([][]float64, len(x))
	for c := range x {
		out[c] = x[c][0]
	}
	return out
}

// TestKernel holds each kind of kernel that this processor runs against the
// plain computation, for all widths of small blocks.
func TestKernel(t *testing.T) {
	n, err := Parse(smallFile())
	if err != nil {
		t.Fatal(err)
	}
	for width := 1; width <= 300; width += 1 + width/60 {
		g := noise(width, n.height, uint64(width))
		if problem := compare(n, g, plainly(n, g), 1e-4); problem != "" {
			t.Errorf("width %d: %s", width, problem)
		}
	}
}

// TestKernelShapes does so for networks of any shape.
func TestKernelShapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, err := Parse(network(t))
		if err != nil {
			t.Fatal(err)
		}
		g := noise(rapid.IntRange(1, 120).Draw(t, "width"), n.height, rapid.Uint64().Draw(t, "picture"))
		if problem := compare(n, g, plainly(n, g), 1e-4); problem != "" {
			t.Fatal(problem)
		}
	})
}

// network draws a weights file.
func network(t *rapid.T) []byte {
	height := rapid.IntRange(1, 20).Draw(t, "height")
	rows, channels, pools, shuffles := height, 1, 1, 1
	var layers []layer
	for range rapid.IntRange(0, 3).Draw(t, "layers") {
		l := layer{In: channels, PoolH: 1, PoolW: 1, Shuffle: 1, ReLU: rapid.Bool().Draw(t, "relu")}
		l.PW = rapid.IntRange(0, 2).Draw(t, "pw")
		l.KW = 2*l.PW + 1
		if l.Residual = rapid.Bool().Draw(t, "residual"); l.Residual {
			l.PH = rapid.IntRange(0, 2).Draw(t, "ph")
			l.Out, l.KH = channels, 2*l.PH+1
		} else {
			l.KH = rapid.IntRange(1, min(rows, 4)).Draw(t, "kh")
			l.PH = rapid.IntRange(0, l.KH-1).Draw(t, "ph")
			l.PoolH = rapid.IntRange(1, min(3, rows+2*l.PH-l.KH+1)).Draw(t, "pool_h")
			l.PoolW = rapid.IntRange(1, 3).Draw(t, "pool_w")
			l.Shuffle = rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "shuffle")
			if pools*l.PoolW%(shuffles*l.Shuffle) != 0 {
				l.Shuffle = 1
			}
			l.Out = l.Shuffle * rapid.IntRange(1, 15).Draw(t, "out")
		}
		rows = (rows + 2*l.PH - l.KH + 1) / l.PoolH
		channels, pools, shuffles = l.Out/l.Shuffle, pools*l.PoolW, shuffles*l.Shuffle
		layers = append(layers, l)
	}
	// The last one takes what rows are left.
	pool := max(1, rows-mostKernel+1)
	last := layer{In: channels, KH: rows - pool + 1, KW: 1, PoolH: pool, PoolW: 1, Shuffle: 1, Out: rapid.IntRange(2, 20).Draw(t, "classes")}
	layers = append(layers, last)
	var alphabet []string
	for i := range last.Out - 1 {
		alphabet = append(alphabet, string(rune('a'+i)))
	}
	return file(layers, height, pools/shuffles, alphabet, rapid.Uint64().Draw(t, "weights"))
}

// TestSideBySide reads pictures together as each alone, whatever their widths.
func TestSideBySide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, err := Parse(network(t))
		if err != nil {
			t.Fatal(err)
		}
		var pictures []*image.Gray
		for i, width := range rapid.SliceOfN(rapid.IntRange(0, 300), 1, 12).Draw(t, "widths") {
			pictures = append(pictures, noise(width, n.height, uint64(i)))
		}
		for k := range kind + 1 {
			n.run(pictures, k, func(i int, got answer) {
				n.run(pictures[i:i+1], k, func(_ int, want answer) {
					for class := range len(n.alphabet) + 1 {
						if !slices.Equal(got.of(class), want.of(class)) {
							t.Fatalf("kind %d, picture %d of %d, class %d: %v, alone %v", k, i, len(pictures), class, got.of(class), want.of(class))
						}
					}
				})
			})
		}
	})
}

// compare tells where a kind of kernel differs from what is wanted, by class
// and frame, by more than a tolerance.
func compare(n *Net, g *image.Gray, want [][]float64, tolerance float64) string {
	for k := range kind + 1 {
		var got []float32
		frames, classes := 0, len(n.alphabet)+1
		n.run([]*image.Gray{g}, k, func(_ int, a answer) {
			frames = a.frames
			for class := range classes {
				got = append(got, a.of(class)...)
			}
		})
		if classes != len(want) || frames != len(want[0]) {
			return fmt.Sprintf("kind %d: %d classes, %d frames; want %d, %d", k, classes, frames, len(want), len(want[0]))
		}
		for c := range want {
			for x, w := range want[c] {
				if v := float64(got[c*frames+x]); !(math.Abs(v-w) <= tolerance*(1+math.Abs(w))) {
					return fmt.Sprintf("kind %d, class %d, frame %d: %v, want %v", k, c, x, v, w)
				}
			}
		}
	}
	return ""
}

// TestSharedNet reads on many goroutines what it reads on one.
func TestSharedNet(t *testing.T) {
	n, err := Parse(smallFile())
	if err != nil {
		t.Fatal(err)
	}
	g := image.NewGray(image.Rect(0, 0, 70, 12))
	for i := range g.Pix {
		g.Pix[i] = uint8(i * i)
	}
	want := n.Read(g)
	if want.Text == "" {
		t.Fatal("the test net reads nothing: choose another seed")
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				if got := n.Read(g); got.Text != want.Text || got.Confidence != want.Confidence {
					t.Errorf("read %+v, want %+v", got, want)
				}
			}
		})
	}
	group.Wait()
}

func TestOddPictures(t *testing.T) {
	n, err := Parse(smallFile())
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []image.Point{{0, 12}, {0, 0}, {30, 11}, {30, 13}, {9000, 12}} {
		if r := n.Read(image.NewGray(image.Rectangle{Max: size})); r.Text != "" || r.Confidence != 0 {
			t.Errorf("picture of %v: read %+v", size, r)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	good := smallFile()
	change := func(from, to string) []byte { return bytes.Replace(good, []byte(from), []byte(to), 1) }
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a weights file"},
		{"no description", []byte(magic), "ends in its description"},
		{"bad JSON", []byte(magic + "{]\n"), "description"},
		{"cut short", good[:len(good)-1], "ends in layer 5"},
		{"too long", append(bytes.Clone(good), 0), "1 bytes after"},
		{"alphabet", change(`"胆"`, `"胆红"`), "not one character"},
		{"classes", change(`["0","1",`, `["0",`), "classes"},
		{"channels", change(`"in":7`, `"in":6`), "layer 1"},
		{"height", change(`"height":12`, `"height":40`), "rows are left"},
		{"stride", change(`"stride":2`, `"stride":3`), "pixels wide"},
		{"unknown field", change(`"stride"`, `"strides"`), "unknown field"},
		{"twice", change(`"1"`, `"0"`), "are both"},
		{"two objects", change("\n{", "\n{}{"), "more than one"},
		{"too coarse", repeated(layer{Out: 1, PoolW: 16, Shuffle: 1}, 16), "pooling by 256"},
		{"overflow", repeated(layer{Out: 16, PoolW: 16, Shuffle: 16}, 60), "shuffling by 256"},
		{"too large", repeated(layer{Out: 4096, PoolW: 1, Shuffle: 1}, 1), "numbers at a time"},
		{"infinity", append(good[:len(good)-2:len(good)-2], 0, 0x7c), "no number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Parse(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// repeated is a file whose network has a layer many times, then one class.
func repeated(l layer, times int) []byte {
	l.KH, l.KW, l.PoolH = 1, 1, 1
	layers, channels := []layer{}, 1
	for range times {
		l.In, channels = channels, l.Out/l.Shuffle
		layers = append(layers, l)
	}
	layers = append(layers, layer{Out: 2, In: channels, KH: 1, KW: 1, PoolH: 1, PoolW: 1, Shuffle: 1})
	return file(layers, 1, 1, []string{"0"}, 1)
}

// TestOverflow reads nothing where numbers grow beyond all bounds.
func TestOverflow(t *testing.T) {
	layers := []layer{}
	for range 20 {
		layers = append(layers, layer{Out: 1, In: 1, KH: 1, KW: 1, PoolH: 1, PoolW: 1, Shuffle: 1})
	}
	layers = append(layers, layer{Out: 2, In: 1, KH: 1, KW: 1, PoolH: 1, PoolW: 1, Shuffle: 1})
	data := file(layers, 1, 1, []string{"0"}, 1)
	at := bytes.LastIndexByte(data[:len(data)-2*(20*2+4)], '\n') + 1
	for i := at; i < len(data); i += 2 {
		copy(data[i:], []byte{0xff, 0x7b}) // 65504, the largest half
	}
	n, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if r := n.Read(noise(30, 1, 1)); r.Text != "" || r.Confidence != 0 {
		t.Errorf("read %+v from numbers without bounds", r)
	}
}

func TestHalf(t *testing.T) {
	for h, want := range map[uint16]float32{0: 0, 0x3c00: 1, 0xc000: -2, 0x3555: 0.33325195, 1: 5.9604645e-08, 0x83ff: -6.097555e-05, 0x7bff: 65504} {
		if got := half(h); got != want {
			t.Errorf("half(%#04x) = %v, want %v", h, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(smallFile())
	f.Add([]byte(magic + `{"version":"x","alphabet":["a"],"height":1,"stride":1,"layers":[{"out":2,"in":1,"kh":1,"kw":1,"pool_h":1,"pool_w":1,"shuffle":1}]}` + "\n\x00\x3c\x00\x3c\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data)
		if err != nil {
			return
		}
		g := image.NewGray(image.Rect(0, 0, 20, n.height))
		if _, frames, _ := n.Logits(g); frames < 1 {
			t.Error("a net that was accepted gives no frames")
		}
		if r := n.Read(g); !(r.Confidence >= 0 && r.Confidence <= 1) {
			t.Errorf("confidence %v", r.Confidence)
		}
	})
}

// Logits gives the network's answer for a picture of a line: for each class
// the values of all frames, one after the other; class 0 is the blank of CTC.
// It gives nil for what is no line.
func (n *Net) Logits(g *image.Gray) (logits []float32, frames, classes int) {
	classes = len(n.alphabet) + 1
	n.run([]*image.Gray{g}, kind, func(_ int, a answer) {
		frames = a.frames
		for class := range classes {
			logits = append(logits, a.of(class)...)
		}
	})
	return logits, frames, classes
}
