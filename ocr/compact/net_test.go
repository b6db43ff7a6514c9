package compact

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image"
	"math"
	"math/rand/v2"
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

// TestKernel holds the kernel against the plain computation.
func TestKernel(t *testing.T) {
	n, err := Parse(smallFile())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 90).Draw(t, "width")
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 2))
		g := image.NewGray(image.Rect(0, 0, width, n.Height()))
		for i := range g.Pix {
			g.Pix[i] = uint8(rng.IntN(256))
		}
		got, frames, classes := n.Logits(g)
		want := plainly(n, g)
		if classes != len(want) || frames != len(want[0]) {
			t.Fatalf("%d classes, %d frames; want %d, %d", classes, frames, len(want), len(want[0]))
		}
		for c := range want {
			for x, w := range want[c] {
				if v := float64(got[c*frames+x]); math.Abs(v-w) > 1e-4*(1+math.Abs(w)) {
					t.Fatalf("class %d, frame %d: %v, want %v", c, x, v, w)
				}
			}
		}
	})
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
		g := image.NewGray(image.Rect(0, 0, 20, n.Height()))
		if _, frames, _ := n.Logits(g); frames < 1 {
			t.Error("a net that was accepted gives no frames")
		}
	})
}
