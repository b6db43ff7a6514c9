package compact

import (
	"encoding/binary"
	"image"
	"math"
	"testing"
)

// TestRead reads with a network that sees blanks in paper, "0" in grey and "1"
// in ink, one column at a time.
func TestRead(t *testing.T) {
	data := []byte(magic + `{"version":"test","alphabet":["0","1"],"height":1,"stride":1,"layers":[{"out":3,"in":1,"kh":1,"kw":1,"ph":0,"pw":0,"relu":false,"residual":false,"pool_h":1,"pool_w":1,"shuffle":1}]}` + "\n")
	for _, h := range []uint16{0xcf80, 0, 0x4d00, 0x4900, 0, 0xcb80} { // weights -30, 0, 20; biases 10, 0, -15
		data = binary.LittleEndian.AppendUint16(data, h)
	}
	n, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	const paper, grey, ink = 255, 127, 0
	// softmax of the logits, blank, "0" and "1", of grey and of ink
	x := 128.0 / 255
	sumGrey := math.Exp(10-30*x) + 1 + math.Exp(20*x-15)
	sumInk := math.Exp(-20) + 1 + math.Exp(5)
	zero := Char{Rune: '0', P: 1 / sumGrey, Second: '1', P2: math.Exp(20*x-15) / sumGrey}
	one := Char{Rune: '1', P: math.Exp(5) / sumInk, Second: '0', P2: 1 / sumInk}
	at := func(c Char, x0, x1 int) Char { c.X0, c.X1 = x0, x1; return c }
	tests := []struct {
		name string
		line []uint8
		text string
		want []Char
	}{
		{"paper", []uint8{paper, paper, paper}, "", nil},
		{"one", []uint8{ink}, "1", []Char{at(one, 0, 1)}},
		{"repeated", []uint8{paper, grey, grey, grey}, "0", []Char{at(zero, 1, 4)}},
		{"twice", []uint8{paper, grey, grey, paper, grey, ink, ink, paper}, "001", []Char{at(zero, 1, 3), at(zero, 4, 5), at(one, 5, 7)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := n.Read(&image.Gray{Pix: test.line, Stride: len(test.line), Rect: image.Rect(0, 0, len(test.line), 1)})
			if got.Text != test.text || len(got.Chars) != len(test.want) {
				t.Fatalf("read %+v, want %q", got, test.text)
			}
			if (got.Confidence > 0.9) != (test.text != "") || got.Confidence > 1 {
				t.Errorf("confidence %v", got.Confidence)
			}
			for i, w := range test.want {
				g := got.Chars[i]
				if math.Abs(g.P-w.P) > 1e-6 || math.Abs(g.P2-w.P2) > 1e-6 {
					t.Errorf("character %d has %v and %v, want %v and %v", i, g.P, g.P2, w.P, w.P2)
				}
				g.P, g.P2 = w.P, w.P2
				if g != w {
					t.Errorf("character %d is %+v, want %+v", i, g, w)
				}
			}
		})
	}
}

// TestPartOfPicture reads a part of a larger picture like a picture of its own.
func TestPartOfPicture(t *testing.T) {
	n, err := Parse(smallFile())
	if err != nil {
		t.Fatal(err)
	}
	whole := noise(90, 40, 3)
	part := whole.SubImage(image.Rect(11, 9, 80, 9+n.height)).(*image.Gray)
	own := image.NewGray(image.Rect(0, 0, 69, n.height))
	for y := range n.height {
		copy(own.Pix[y*own.Stride:], whole.Pix[(y+9)*whole.Stride+11:][:69])
	}
	a, frames, classes := n.Logits(part)
	b, _, _ := n.Logits(own)
	if frames < 1 || classes < 1 || len(a) != len(b) {
		t.Fatalf("%d and %d numbers", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("number %d is %v in the part, %v alone", i, a[i], b[i])
		}
	}
}
