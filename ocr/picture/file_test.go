package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"os"
	"testing"
)

// TestPhoneFormats: pictures of phones decode, upright; their first quarter is dark.
func TestPhoneFormats(t *testing.T) {
	for name, format := range map[string]Format{"corner.heic": HEIC, "corner.avif": AVIF} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Decode(data, DefaultLimits)
		if err != nil || p.Format != format || p.Size() != image.Pt(96, 64) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		gray := p.Gray()
		if gray.GrayAt(20, 15).Y > 40 || gray.GrayAt(70, 15).Y < 215 || gray.GrayAt(20, 50).Y < 215 {
			t.Errorf("%s: %v %v %v", name, gray.GrayAt(20, 15), gray.GrayAt(70, 15), gray.GrayAt(20, 50))
		}
		if _, err := Decode(data, Limits{Pixels: 1000}); err == nil {
			t.Errorf("%s is decoded beyond the limit", name)
		}
		if _, err := Decode(data[:len(data)/2], DefaultLimits); err == nil {
			t.Errorf("half of %s decodes", name)
		}
	}
}

// TestFrames: each frame of a GIF is a page, on top of those before.
func TestFrames(t *testing.T) {
	palette := color.Palette{color.White, color.Black}
	frame := func(r image.Rectangle, dark uint8) *image.Paletted {
		p := image.NewPaletted(r, palette)
		for i := range p.Pix {
			p.Pix[i] = dark
		}
		return p
	}
	g := &gif.GIF{Config: image.Config{ColorModel: palette, Width: 40, Height: 30}, Delay: []int{1, 1, 1}, Disposal: []byte{gif.DisposalNone, gif.DisposalBackground, gif.DisposalNone}}
	g.Image = []*image.Paletted{frame(image.Rect(0, 0, 40, 30), 0), frame(image.Rect(0, 0, 10, 10), 1), frame(image.Rect(20, 0, 30, 10), 1)}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	f, err := Open(b.Bytes(), DefaultLimits)
	if err != nil || f.Pages() != 3 {
		t.Fatalf("%v, %d pages", err, f.Pages())
	}
	for n, want := range [][2]uint8{{255, 255}, {0, 255}, {255, 0}} {
		p, err := f.Page(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]uint8{p.Gray().GrayAt(5, 5).Y, p.Gray().GrayAt(25, 5).Y}; got != want || p.Size() != image.Pt(40, 30) {
			t.Errorf("frame %d: %v, want %v", n, got, want)
		}
	}
	small, err := Open(b.Bytes(), Limits{Memory: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := small.Page(0); err == nil {
		t.Error("the frames are decoded beyond the limit")
	}
}
