package page

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/tools/reportgen/truth"
)

var update = flag.Bool("update", false, "write the pictures and truths of testdata/reports anew")

const reports = "../../../testdata/reports"

// committed are the example pages of testdata/reports.
var committed = []Options{
	{Seed: 11, Layout: "SINGLE", Condition: truth.Clean, Form: "checkup", Style: "明德"},
	{Seed: 12, Layout: "DOUBLE", Condition: truth.Clean, Form: "slip", Panel: "blood_count", Style: "滨河"},
	{Seed: 13, Layout: "TABLE", Condition: truth.Clean, Form: "grid", Panel: "biochemistry", Style: "东港"},
	{Seed: 14, Layout: "DOUBLE", Condition: truth.Scanned, Form: "slip", Style: "海棠湾"},
	{Seed: 15, Layout: "SINGLE", Condition: truth.Photographed, Form: "slip", Panel: "liver", Style: "云岭"},
	{Seed: 16, Layout: "TABLE", Condition: truth.Photographed, Form: "grid", Panel: "blood_count", Style: "南塘"},
}

const committedBytes = 390 * 1024

func TestCommittedReportsAreWhatTheirSeedsGive(t *testing.T) {
	maker := newMaker(t)
	for _, o := range committed {
		o.MaxBytes = committedBytes
		t.Run(o.Layout+" "+o.Condition, func(t *testing.T) {
			t.Parallel()
			regenerate(t, draw(t, maker, o))
		})
	}
}

func regenerate(t *testing.T, picture *Picture) {
	path := filepath.Join(reports, picture.Truth.Picture)
	truthPath := strings.TrimSuffix(path, ".jpg") + truth.Suffix
	text, err := picture.Truth.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		for name, data := range map[string][]byte{path: picture.JPEG, truthPath: text} {
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, err := os.ReadFile(truthPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, text) {
		t.Errorf("%s differs from what its seed gives; after a wanted change: go test ./tools/reportgen/page -run Committed -update", truthPath)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > committedBytes+10*1024 {
		t.Errorf("%s has %d bytes", path, len(data))
	}
	if d := difference(t, data, picture.JPEG); d > 2 {
		t.Errorf("%s: pixels differ by %.1f on average from what its seed gives", path, d)
	}
}

// difference is the mean absolute difference of grey levels. Encoders of
// different Go versions may differ in bytes, not in what is seen.
func difference(t *testing.T, a, b []byte) float64 {
	t.Helper()
	pictures := make([]image.Image, 2)
	for i, data := range [][]byte{a, b} {
		var err error
		if pictures[i], err = jpeg.Decode(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	}
	if pictures[0].Bounds() != pictures[1].Bounds() {
		t.Fatalf("sizes differ: %v, %v", pictures[0].Bounds(), pictures[1].Bounds())
	}
	sum, n := 0, 0
	box := pictures[0].Bounds()
	for y := box.Min.Y; y < box.Max.Y; y += 3 {
		for x := box.Min.X; x < box.Max.X; x += 3 {
			sum += abs(grey(pictures[0], x, y) - grey(pictures[1], x, y))
			n++
		}
	}
	return float64(sum) / float64(n)
}

func grey(m image.Image, x, y int) int {
	return int(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y)
}

func abs(v int) int { return max(v, -v) }
