package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// corner draws a white picture of 24 x 16 whose top left quarter is black, so
// that every turn of it differs.
func corner() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 24, 16))
	for y := range 16 {
		for x := range 24 {
			c := color.RGBA{255, 255, 255, 255}
			if x < 12 && y < 8 {
				c = color.RGBA{0, 0, 0, 255}
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func encode(t testing.TB, format Format, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case JPEG:
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 95})
	case PNG:
		err = png.Encode(&b, img)
	case GIF:
		err = gif.Encode(&b, img, nil)
	case BMP:
		err = bmp.Encode(&b, img)
	case TIFF:
		err = tiff.Encode(&b, img, &tiff.Options{Compression: tiff.Deflate})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif is a TIFF block whose only entry is the orientation.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	b := []byte("II*\x00")
	if order.String() == binary.BigEndian.String() {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 1)
	b = order.AppendUint16(b, 0x0112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, orientation)
	b = order.AppendUint16(b, 0)
	return order.AppendUint32(b, 0)
}

func withJPEGExif(data, block []byte) []byte {
	out := append([]byte{}, data[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(2+6+len(block)))
	out = append(out, exifHeader...)
	out = append(out, block...)
	return append(out, data[2:]...)
}

func withPNGExif(data, block []byte) []byte {
	const afterHeader = 8 + 25
	out := append([]byte{}, data[:afterHeader]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(block)))
	chunk := append([]byte("eXIf"), block...)
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, data[afterHeader:]...)
}

func dark(img *image.Gray, x, y int) bool { return img.GrayAt(x, y).Y < 128 }

func TestDecodeFormats(t *testing.T) {
	for _, format := range []Format{JPEG, PNG, GIF, BMP, TIFF} {
		for name, img := range map[string]image.Image{"colour": corner(), "grey": (&Picture{Image: corner()}).Gray()} {
			t.Run(string(format)+" "+name, func(t *testing.T) {
				data := encode(t, format, img)
				p, err := Decode(data, DefaultLimits)
				if err != nil {
					t.Fatal(err)
				}
				if p.Format != format || p.Bytes != int64(len(data)) || p.Size() != image.Pt(24, 16) {
					t.Errorf("got %s, %d bytes, %v", p.Format, p.Bytes, p.Size())
				}
				gray := p.Gray()
				if !dark(gray, 3, 3) || dark(gray, 20, 3) || dark(gray, 3, 13) {
					t.Error("the black corner is not where it was drawn")
				}
				if c := p.RGBA().RGBAAt(20, 13); c.A != 255 || c.R < 240 {
					t.Errorf("ground is %v, want opaque white", c)
				}
			})
		}
	}
}

func TestDecodeFixtures(t *testing.T) {
	for _, name := range []string{"lossy.webp", "transparent.webp", "cmyk.jpg", "progressive.jpg", "fax.tif", "deep.tif", "deep.png"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			p, err := Decode(data, DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			if p.Size() != image.Pt(12, 8) {
				t.Errorf("size %v", p.Size())
			}
			gray := p.Gray()
			light, shade := image.Pt(8, 7), image.Pt(2, 0)
			if !dark(gray, shade.X, shade.Y) || dark(gray, light.X, light.Y) {
				t.Errorf("grey at %v is %d, at %v %d", shade, gray.GrayAt(2, 0).Y, light, gray.GrayAt(8, 7).Y)
			}
		})
	}
}

func TestTransparencyIsWhite(t *testing.T) {
	img := image.NewNRGBA64(image.Rect(0, 0, 24, 16))
	img.Set(2, 2, color.NRGBA64{A: 0xffff})
	palette := image.NewPaletted(image.Rect(0, 0, 24, 16), color.Palette{color.Transparent, color.Black})
	palette.SetColorIndex(2, 2, 1)
	alpha := image.NewNRGBA(image.Rect(0, 0, 24, 16))
	alpha.Set(2, 2, color.NRGBA{A: 0xff})
	for name, src := range map[string]image.Image{"16 bit": img, "palette": palette, "8 bit": alpha} {
		t.Run(name, func(t *testing.T) {
			p, err := Decode(encode(t, PNG, src), DefaultLimits)
			if err != nil {
				t.Fatal(err)
			}
			gray := p.Gray()
			if got := gray.GrayAt(9, 9).Y; got != 255 {
				t.Errorf("transparent ground is %d, want 255", got)
			}
			if got := gray.GrayAt(2, 2).Y; got != 0 {
				t.Errorf("opaque black is %d, want 0", got)
			}
		})
	}
}

func TestOrientation(t *testing.T) {
	// Where the black corner of the stored picture lies when seen upright.
	want := map[uint16]string{
		0: "top left", 1: "top left", 2: "top right", 3: "bottom right", 4: "bottom left",
		5: "top left", 6: "top right", 7: "bottom right", 8: "bottom left", 9: "top left",
	}
	gray := (&Picture{Image: corner()}).Gray()
	for orientation, corners := range want {
		for name, data := range map[string][]byte{
			"jpeg":      withJPEGExif(encode(t, JPEG, corner()), exif(binary.LittleEndian, orientation)),
			"grey jpeg": withJPEGExif(encode(t, JPEG, gray), exif(binary.BigEndian, orientation)),
			"png":       withPNGExif(encode(t, PNG, corner()), exif(binary.BigEndian, orientation)),
		} {
			t.Run(fmt.Sprint(name, " ", orientation), func(t *testing.T) {
				p, err := Decode(data, DefaultLimits)
				if err != nil {
					t.Fatal(err)
				}
				size := image.Pt(24, 16)
				if 5 <= orientation && orientation <= 8 {
					size = image.Pt(16, 24)
				}
				if p.Size() != size {
					t.Fatalf("size %v, want %v", p.Size(), size)
				}
				g := p.Gray()
				got := ""
				for _, c := range []struct {
					name string
					x, y int
				}{{"top left", 2, 2}, {"top right", size.X - 3, 2}, {"bottom left", 2, size.Y - 3}, {"bottom right", size.X - 3, size.Y - 3}} {
					if dark(g, c.x, c.y) {
						got += c.name
					}
				}
				if got != corners {
					t.Errorf("black is at %q, want %q", got, corners)
				}
			})
		}
	}
}

// TestTransposed tells orientations 5 and 7 from 1 and 3, which a square
// corner cannot: a mark right of the corner must come out below it.
func TestTransposed(t *testing.T) {
	img := corner()
	img.Set(20, 1, color.Black)
	p, err := Decode(withPNGExif(encode(t, PNG, img), exif(binary.BigEndian, 5)), DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if !dark(p.Gray(), 1, 20) {
		t.Error("the mark at (20, 1) did not come to (1, 20)")
	}
}

func kindOf(t *testing.T, err error) string {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not an *Error", err)
	}
	if !strings.HasPrefix(err.Error(), e.Code+": ") {
		t.Errorf("%q does not begin with its kind", err)
	}
	return e.Code
}

func TestRefused(t *testing.T) {
	whole := encode(t, PNG, corner())
	for _, c := range []struct {
		name   string
		data   []byte
		limits Limits
		kind   string
		says   string
	}{
		{"empty", nil, DefaultLimits, FormatError, "empty"},
		{"text", []byte("hello, world"), DefaultLimits, FormatError, "no known image format"},
		{"pdf", []byte("%PDF-1.7 ..."), DefaultLimits, FormatError, "PDF"},
		{"heic", []byte("\x00\x00\x00\x18ftypheic\x00\x00"), DefaultLimits, FormatError, "HEIC"},
		{"html", []byte("\n<!DOCTYPE html><html>"), DefaultLimits, FormatError, "HTML"},
		{"bytes", whole, Limits{Bytes: 10}, FetchError, "must be at most 10"},
		{"pixels", whole, Limits{Pixels: 100}, FetchError, "24 x 16"},
		{"strip", whole, Limits{Aspect: 1.2}, FormatError, "1.5 to 1"},
		{"half a png", whole[:len(whole)/2], DefaultLimits, FormatError, "damaged PNG"},
		{"bmp that claims too much", bigBMP(), DefaultLimits, FormatError, "too early"},
		{"memory", encode(t, PNG, image.NewNRGBA64(image.Rect(0, 0, 24, 16))), Limits{Memory: 12*24*16 - 1}, FetchError, "of memory to decode"},
		{"png of 30,000 x 30,000", bigPNG(), DefaultLimits, FetchError, "900.0 megapixels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode(c.data, c.limits)
			if err == nil {
				t.Fatal("accepted")
			}
			if kind := kindOf(t, err); kind != c.kind {
				t.Errorf("kind %s, want %s", kind, c.kind)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
		})
	}
}

// bigBMP is a header alone, for 7,000 x 7,000 pixels of 24 bits.
func bigBMP() []byte {
	b := make([]byte, 54)
	copy(b, "BM")
	binary.LittleEndian.PutUint32(b[10:], 54)
	binary.LittleEndian.PutUint32(b[14:], 40)
	binary.LittleEndian.PutUint32(b[18:], 7000)
	binary.LittleEndian.PutUint32(b[22:], 7000)
	binary.LittleEndian.PutUint16(b[26:], 1)
	binary.LittleEndian.PutUint16(b[28:], 24)
	return b
}

// bigPNG is a header alone, for 30,000 x 30,000 grey pixels.
func bigPNG() []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	b = binary.BigEndian.AppendUint32(b, 13)
	chunk := []byte("IHDR")
	chunk = binary.BigEndian.AppendUint32(chunk, 30000)
	chunk = binary.BigEndian.AppendUint32(chunk, 30000)
	chunk = append(chunk, 8, 0, 0, 0, 0)
	b = append(b, chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

// TestTruncated cuts files of every format at many places: each cut before the
// end of the pixels is an error, none is a panic.
func TestTruncated(t *testing.T) {
	noise := image.NewGray(image.Rect(0, 0, 60, 40))
	state := uint32(1)
	for i := range noise.Pix {
		state = state*1664525 + 1013904223
		noise.Pix[i] = uint8(state >> 24)
	}
	files := map[string][]byte{}
	for _, format := range []Format{JPEG, PNG, GIF, BMP, TIFF} {
		files[string(format)] = encode(t, format, noise)
	}
	lossy, err := os.ReadFile("testdata/lossy.webp")
	if err != nil {
		t.Fatal(err)
	}
	files["WebP"] = lossy
	for name, data := range files {
		for keep := 0; keep < len(data)-len(data)/8; keep += 1 + len(data)/97 {
			if _, err := Decode(data[:keep], DefaultLimits); err == nil {
				t.Errorf("%s cut to %d of %d bytes was accepted", name, keep, len(data))
			} else if kindOf(t, err) != FormatError {
				t.Errorf("%s cut to %d bytes: %v", name, keep, err)
			}
		}
	}
}

func TestFence(t *testing.T) {
	broken := func() (err error) {
		defer fence(&err)
		panic("index out of range")
	}
	if err := broken(); !errors.Is(err, errPanic) {
		t.Errorf("got %v", err)
	}
	early := func() (err error) {
		defer fence(&err)
		return io.ErrUnexpectedEOF
	}
	if err := early(); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "ends too early") {
		t.Errorf("got %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, format := range []Format{JPEG, PNG, GIF, BMP, TIFF} {
		f.Add(encode(f, format, corner()))
	}
	f.Add(withJPEGExif(encode(f, JPEG, corner()), exif(binary.BigEndian, 6)))
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, magic := range []string{"\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\x10\x00\x00\x00WEBP", "GIF89a", "BM", "II*\x00", "MM\x00*"} {
		f.Add([]byte(magic + "\x01\x02\x03\x04 random bytes \xff\xfe"))
	}
	limits := Limits{Bytes: 1 << 20, Pixels: 100_000, Aspect: 100}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data, limits)
		if err != nil {
			kindOf(t, err)
			return
		}
		size := p.Size()
		if size.X <= 0 || size.Y <= 0 || size.X*size.Y > int(limits.Pixels) {
			t.Errorf("size %v", size)
		}
		if p.Image.Bounds().Min != (image.Point{}) || p.Gray().Bounds().Size() != size || !p.RGBA().Opaque() {
			t.Error("the picture is not upright and opaque from (0, 0)")
		}
	})
}

func FuzzOrientation(f *testing.F) {
	f.Add(withJPEGExif(encode(f, JPEG, corner()), exif(binary.LittleEndian, 3)))
	f.Add(withPNGExif(encode(f, PNG, corner()), exif(binary.BigEndian, 8)))
	f.Add(exif(binary.LittleEndian, 5))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []Format{JPEG, PNG, WebP, TIFF} {
			if o := orientation(format, data); o < 1 || o > 8 {
				t.Errorf("%s: orientation %d", format, o)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 1654, 2339))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i >> 8)
	}
	data := encode(b, JPEG, img)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data, DefaultLimits); err != nil {
			b.Fatal(err)
		}
	}
}
