package main

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"
)

// A picture comes as it is and as other shots of it: of other sizes, none like another,
// and the same every time.
func TestShots(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "testdata", "reports", "table-photographed-16.jpg")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := func(data []byte) image.Point {
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return image.Pt(c.Width, c.Height)
	}
	all, err := shots(path, 2)
	if err != nil || len(all) != 3 || !bytes.Equal(all[0], data) {
		t.Fatalf("%d shots, %v", len(all), err)
	}
	whole := size(data)
	for _, shot := range all[1:] {
		got := size(shot)
		if got == whole || 4*got.X < 3*whole.X || 4*got.X > 5*whole.X {
			t.Errorf("a shot of %v is %v", whole, got)
		}
	}
	if size(all[1]) == size(all[2]) {
		t.Error("two shots are of one size")
	}
	again, err := shots(path, 1)
	if err != nil || !bytes.Equal(again[1], all[1]) {
		t.Errorf("the first shot is another one, %v", err)
	}
}
