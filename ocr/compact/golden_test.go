package compact

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"math"
	"os"
	"testing"
)

// most is how many bytes the weights may have, to keep the program small.
const most = 6 << 20

// TestGolden holds reading in Go to the answers of PyTorch: for a network of
// random weights (testdata/golden.py) and for the one that is built in
// (tools/readertrain/train.py).
func TestGolden(t *testing.T) {
	if len(weights) > most {
		t.Errorf("reader.weights has %d bytes, may have %d", len(weights), most)
	}
	random, err := os.ReadFile("testdata/random.weights")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("random", func(t *testing.T) { golden(t, random, "testdata/random.json", 10) })
	t.Run("built in", func(t *testing.T) { golden(t, weights, "testdata/golden.json", 40) })
}

// golden compares reading with the lines of a file, of which there must be at
// least a few.
func golden(t *testing.T, weights []byte, path string, least int) {
	n, err := Parse(weights)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Version string
		Lines   []struct {
			PNG        []byte
			Text       string
			Confidence float64
			Logits     [][]float64 // by class and frame; may be missing
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Version != n.Version() || len(file.Lines) < least {
		t.Fatalf("%d golden lines of version %s, the weights are %s", len(file.Lines), file.Version, n.Version())
	}
	for i, line := range file.Lines {
		img, err := png.Decode(bytes.NewReader(line.PNG))
		if err != nil {
			t.Fatal(err)
		}
		gray, ok := img.(*image.Gray)
		if !ok {
			t.Fatalf("line %d is no grey picture", i)
		}
		got := n.Read(gray)
		if got.Text != line.Text || math.Abs(got.Confidence-line.Confidence) > 0.001 {
			t.Errorf("line %d: read %q (%.4f), the training %q (%.4f)", i, got.Text, got.Confidence, line.Text, line.Confidence)
		}
		for _, c := range got.Chars {
			if c.X0 > c.X1 || c.X1 > gray.Rect.Dx() || !(c.P2 <= c.P && c.P <= 1) {
				t.Errorf("line %d: a character %+v", i, c)
			}
		}
		if line.Logits == nil {
			continue
		}
		if problem := compare(n, gray, line.Logits, 1e-3); problem != "" {
			t.Errorf("line %d: %s", i, problem)
		}
	}
}
