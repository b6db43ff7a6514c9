package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/image/tiff"
)

// jpegOf is a JPEG whose body is worth nothing: of the frame type, with the
// samplings of its components, mid-grey throughout. Its one Huffman table has
// the code 0 for "no difference" or "end of block".
func jpegOf(frame byte, w, h int, samplings ...byte) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(body))), body...)
	}
	quant := append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)
	table := func(class byte) []byte {
		return append([]byte{class << 4}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	header := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(samplings))}
	scan := []byte{byte(len(samplings))}
	blocks, largestX, largestY := 0, 1, 1
	for i, s := range samplings {
		header = append(header, byte(i+1), s, 0)
		scan = append(scan, byte(i+1), 0)
		blocks += int(s>>4) * int(s&0xf)
		largestX, largestY = max(largestX, int(s>>4)), max(largestY, int(s&0xf))
	}
	bits := 2 // DC and AC of a block
	last := byte(63)
	if frame == 0xc2 {
		bits, last = 1, 0 // the first scan of a progressive picture: DC alone
	}
	mcus := ((w + 8*largestX - 1) / (8 * largestX)) * ((h + 8*largestY - 1) / (8 * largestY))
	out := append([]byte{0xff, 0xd8}, segment(0xdb, quant...)...)
	if len(samplings) == 4 { // Adobe: CMYK
		out = append(out, segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)...)
	}
	out = append(out, segment(frame, header...)...)
	out = append(out, segment(0xc4, table(0)...)...)
	out = append(out, segment(0xc4, table(1)...)...)
	out = append(out, segment(0xda, append(scan, 0, last, 0)...)...)
	out = append(out, make([]byte, (mcus*blocks*bits+7)/8)...)
	return append(out, 0xff, 0xd9)
}

// What decoding is said to take is at least what it allocates, and not much
// more: too little would let a picture through that fills the memory, too much
// would refuse good ones.
func TestCost(t *testing.T) {
	const side = 512
	noise := image.NewNRGBA(image.Rect(0, 0, side, side))
	state := uint32(1)
	for i := range noise.Pix {
		state = state*1664525 + 1013904223
		noise.Pix[i] = uint8(state >> 24)
	}
	noisy := func(img draw.Image, opaque bool) image.Image {
		if opaque {
			draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
			draw.Draw(img, img.Bounds(), noise, image.Point{}, draw.Over)
		} else {
			draw.Draw(img, img.Bounds(), noise, image.Point{}, draw.Src)
		}
		return img
	}
	rect := image.Rect(0, 0, side, side)
	palette := color.Palette{color.White, color.Black, color.RGBA{200, 0, 0, 255}}
	plain := new(bytes.Buffer)
	if err := tiff.Encode(plain, noisy(image.NewRGBA(rect), true), nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		format Format
		data   []byte
		most   float64 // bytes for each pixel, at most
	}{
		"baseline 4:2:0":           {JPEG, jpegOf(0xc0, side, side, 0x22, 0x11, 0x11), 1.6},
		"baseline 4:4:4":           {JPEG, jpegOf(0xc0, side, side, 0x11, 0x11, 0x11), 3.1},
		"baseline 4:2:0, turned":   {JPEG, withJPEGExif(jpegOf(0xc0, side, side, 0x22, 0x11, 0x11), exif(binary.BigEndian, 6)), 5.6},
		"baseline grey":            {JPEG, jpegOf(0xc0, side, side, 0x11), 1.1},
		"progressive grey":         {JPEG, jpegOf(0xc2, side, side, 0x11), 5.1},
		"progressive 4:2:0":        {JPEG, jpegOf(0xc2, side, side, 0x22, 0x11, 0x11), 7.6},
		"progressive 4:4:4":        {JPEG, jpegOf(0xc2, side, side, 0x11, 0x11, 0x11), 15.1},
		"baseline CMYK":            {JPEG, jpegOf(0xc0, side, side, 0x11, 0x11, 0x11, 0x11), 12.1},
		"progressive CMYK":         {JPEG, jpegOf(0xc2, side, side, 0x11, 0x11, 0x11, 0x11), 28.1},
		"progressive CMYK, turned": {JPEG, withJPEGExif(jpegOf(0xc2, side, side, 0x11, 0x11, 0x11, 0x11), exif(binary.BigEndian, 6)), 32.1},
		"PNG grey":                 {PNG, encode(t, PNG, noisy(image.NewGray(rect), true)), 1.1},
		"PNG colour":               {PNG, encode(t, PNG, noisy(image.NewNRGBA(rect), true)), 4.1},
		"PNG transparent":          {PNG, encode(t, PNG, noisy(image.NewNRGBA(rect), false)), 4.1},
		"PNG 16 bits":              {PNG, encode(t, PNG, noisy(image.NewNRGBA64(rect), false)), 12.1},
		"PNG 16 bits grey":         {PNG, encode(t, PNG, noisy(image.NewGray16(rect), true)), 3.1},
		"PNG palette":              {PNG, encode(t, PNG, noisy(image.NewPaletted(rect, palette), true)), 5.1},
		"GIF":                      {GIF, encode(t, GIF, noisy(image.NewPaletted(rect, palette), true)), 6.1},
		"BMP":                      {BMP, encode(t, BMP, noisy(image.NewRGBA(rect), true)), 4.1},
		"TIFF":                     {TIFF, plain.Bytes(), 26.1},
		"TIFF packed":              {TIFF, encode(t, TIFF, noisy(image.NewRGBA(rect), true)), 26.1},
		"TIFF packed transparent":  {TIFF, encode(t, TIFF, noisy(image.NewRGBA(rect), false)), 26.1},
		"TIFF packed 16 bits":      {TIFF, encode(t, TIFF, noisy(image.NewNRGBA64(rect), false)), 48.1},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := decodeConfig(c.format, c.data)
			if err != nil {
				t.Fatal(err)
			}
			said := cost(c.format, c.data, config)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p, err := Decode(c.data, Limits{})
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			p.Size()
			const fixed, pixels = 128 << 10, side * side
			if took := int64(after.TotalAlloc - before.TotalAlloc); took > said+fixed {
				t.Errorf("decoding allocated %.2f bytes a pixel, said to take %.2f", float64(took)/pixels, float64(said)/pixels)
			}
			if float64(said) > c.most*pixels {
				t.Errorf("said to take %.2f bytes a pixel, at most %.1f expected", float64(said)/pixels, c.most)
			}
			if _, err := Decode(c.data, Limits{Memory: said - 1}); err == nil || kindOf(t, err) != FetchError {
				t.Errorf("with too little memory: %v", err)
			}
		})
	}
	// In strips, less of a TIFF is unpacked at a time.
	strips := bytes.Replace(plain.Bytes(), []byte{0x16, 0x01, 3, 0, 1, 0, 0, 0, side & 0xff, side >> 8}, []byte{0x16, 0x01, 3, 0, 1, 0, 0, 0, 8, 0}, 1)
	config, err := decodeConfig(TIFF, strips)
	if whole, parts := cost(TIFF, plain.Bytes(), config), cost(TIFF, strips, config); err != nil || parts > whole/2 {
		t.Errorf("a TIFF takes %d as one strip and %d in strips, %v", whole, parts, err)
	}
	for _, name := range []string{"lossy.webp", "transparent.webp", "cmyk.jpg", "progressive.jpg", "fax.tif", "deep.tif", "deep.png"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(data, Limits{Memory: 32 * 16 * 16}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Decode reads the first page of a picture file: see Open and File.Page.
func Decode(data []byte, limits Limits) (*Picture, error) {
	f, err := Open(data, limits)
	if err != nil {
		return nil, err
	}
	return f.Page(0)
}
