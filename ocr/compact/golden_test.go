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

// TestGolden holds reading in Go to the answers of the training for the
// embedded weights.
func TestGolden(t *testing.T) {
	if len(weights) > most {
		t.Errorf("reader.weights has %d bytes, may have %d", len(weights), most)
	}
	n, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Version string
		Lines   []struct {
			PNG        []byte
			Text       string
			Confidence float64
		}
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	if golden.Version != n.Version() || len(golden.Lines) < 40 {
		t.Fatalf("%d golden lines of version %s, the weights are %s", len(golden.Lines), golden.Version, n.Version())
	}
	for i, line := range golden.Lines {
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
	}
}
