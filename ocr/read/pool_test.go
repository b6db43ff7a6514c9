package read

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tijian/ocr/block"
)

// drawn writes text black on white, 30 pixels high.
func drawn(t *testing.T, text string) *image.Gray {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 30, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	width := font.MeasureString(face, text).Ceil() + 20
	g := image.NewGray(image.Rect(0, 0, width, 48))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{10}), Face: face, Dot: fixed.P(10, 35)}
	d.DrawString(text)
	return g
}

func TestPoolReads(t *testing.T) {
	defer goleak.VerifyNone(t)
	pool, err := NewPool(2)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var group sync.WaitGroup
	for _, text := range []string{"5.42", "130-175", "mmol/L", "2.451", "WBC", "98.6"} {
		for range 3 {
			group.Go(func() {
				got, err := pool.Read(context.Background(), block.Eng, drawn(t, text))
				if err != nil || got.Text != text || got.Confidence < 0.5 || got.Confidence > 1 {
					t.Errorf("read %+v, %v; want %q", got, err, text)
				}
			})
		}
	}
	group.Wait()
}

func TestPoolEnds(t *testing.T) {
	defer goleak.VerifyNone(t)
	pool, err := NewPool(1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 20 { // both ways out of Read must be tried
		if r, err := pool.Read(ctx, block.Eng, drawn(t, "1")); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("read after cancel: %+v, %v", r, err)
		}
	}
	if _, err := pool.Read(context.Background(), block.ChiSim, &image.Gray{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("empty picture: %v", err)
	}
	pool.Close()
	pool.Close()
	if _, err := pool.Read(context.Background(), block.Eng, drawn(t, "1")); !errors.Is(err, ErrClosed) {
		t.Errorf("read after close: %v", err)
	}
}
