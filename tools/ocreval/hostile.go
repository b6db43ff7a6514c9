package main

import (
	"bytes"
	"context"
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
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/isolate"
	"tijian/tools/reportgen/truth"
)

// A bad picture and what it is.
type bad struct {
	name string
	data []byte
}

// magics are the first bytes of the formats that are read.
var magics = map[string]string{
	"JPEG": "\xff\xd8\xff\xe0", "PNG": "\x89PNG\r\n\x1a\n", "GIF": "GIF89a", "BMP": "BM", "TIFF II": "II*\x00", "TIFF MM": "MM\x00*",
	"WebP lossy": "RIFF\xff\xff\x00\x00WEBPVP8 ", "WebP lossless": "RIFF\xff\xff\x00\x00WEBPVP8L", "WebP extended": "RIFF\xff\xff\x00\x00WEBPVP8X",
}

// hostile sends pictures that are meant to crash, to hang or to fill the memory
// to a child process, and tells how it bore them. It fails when a child died or
// answered no picture after them.
func hostile(ctx context.Context, o options, files []string, out io.Writer) error {
	pool, err := childPool(o.Workers)
	if err != nil {
		return err
	}
	defer pool.Close()
	page, err := truth.Read(files[0])
	if err != nil {
		return err
	}
	good, err := os.ReadFile(filepath.Join(filepath.Dir(files[0]), page.Picture))
	if err != nil {
		return err
	}
	all, err := badPictures(good)
	if err != nil {
		return err
	}
	deaths := 0
	for _, b := range append(all, bad{"a good page after them", good}) {
		start := time.Now()
		answer, err := pool.Recognise(ctx, b.data, isolate.Ask{Layout: block.Default})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		said := fmt.Sprintf("%d sheets of %d pages", len(answer.Sheets), answer.Pages)
		var refused *ocr.Error
		switch {
		case errors.As(err, &refused):
			said = refused.Error()
		case err != nil:
			said = "DIED: " + err.Error()
			deaths++
		}
		if _, _, peak, err := childMemory(os.Getpid()); err == nil {
			said = fmt.Sprintf("peak so far %.0f MB, %s", peak, said)
		}
		if _, err := fmt.Fprintf(out, "%-34s %9d bytes %6.2f s, %s\n", b.name, len(b.data), time.Since(start).Seconds(), said); err != nil {
			return err
		}
	}
	if deaths > 0 {
		return fmt.Errorf("%d pictures ended their child", deaths)
	}
	return nil
}

func badPictures(good []byte) ([]bad, error) {
	all := []bad{{"empty", nil}, {"text", []byte("hello, world")}}
	random := rand.New(rand.NewPCG(3, 5))
	for name, magic := range magics {
		for _, n := range []int{0, 20, 1000, 200_000} {
			data := []byte(magic)
			for range n {
				data = append(data, byte(random.Uint32()))
			}
			all = append(all, bad{fmt.Sprintf("%s and %d random bytes", name, n), data})
		}
	}
	for _, percent := range []int{1, 20, 60, 95, 99} {
		all = append(all, bad{fmt.Sprintf("%d %% of a page", percent), good[:len(good)*percent/100]})
	}
	for range 20 {
		data := bytes.Clone(good)
		for range 30 {
			data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		}
		all = append(all, bad{"a page with 30 wrong bytes", data})
	}
	noise := image.NewGray(image.Rect(0, 0, 3000, 3000))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.Uint32())
	}
	board := image.NewGray(image.Rect(0, 0, 4000, 4000))
	for i := range board.Pix {
		board.Pix[i] = 255 * byte((i/4000/3+i%4000/3)%2)
	}
	for _, p := range []struct {
		name   string
		img    image.Image
		encode func(io.Writer, image.Image) error
	}{
		{"1 x 1", image.NewGray(image.Rect(0, 0, 1, 1)), png.Encode},
		{"60,000 x 1", image.NewGray(image.Rect(0, 0, 60_000, 1)), png.Encode},
		{"60,000 x 1,000", image.NewGray(image.Rect(0, 0, 60_000, 1000)), png.Encode},
		{"1 x 60,000", image.NewGray(image.Rect(0, 0, 1, 60_000)), png.Encode},
		{"8,000 x 8,000 grey PNG bomb", image.NewGray(image.Rect(0, 0, 8000, 8000)), png.Encode},
		{"8,000 x 8,000 PNG bomb with alpha", image.NewNRGBA(image.Rect(0, 0, 8000, 8000)), png.Encode},
		{"4,000 x 6,000 16-bit PNG bomb", image.NewNRGBA64(image.Rect(0, 0, 4000, 6000)), png.Encode},
		{"8,000 x 8,000 16-bit PNG bomb", image.NewNRGBA64(image.Rect(0, 0, 8000, 8000)), png.Encode},
		{"8,000 x 8,000 JPEG", image.NewGray(image.Rect(0, 0, 8000, 8000)), func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }},
		{"8,000 x 8,000 GIF bomb", image.NewPaletted(image.Rect(0, 0, 8000, 8000), color.Palette{color.White, color.Black}), func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) }},
		{"8,000 x 8,000 TIFF bomb", image.NewGray(image.Rect(0, 0, 8000, 8000)), func(w io.Writer, m image.Image) error {
			return tiff.Encode(w, m, &tiff.Options{Compression: tiff.Deflate})
		}},
		{"3,000 x 3,000 noise", noise, png.Encode},
		{"3,000 x 3,000 noise BMP", noise, bmp.Encode},
		{"4,000 x 4,000 chess board", board, png.Encode},
	} {
		var data bytes.Buffer
		if err := p.encode(&data, p.img); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		all = append(all, bad{p.name, data.Bytes()})
	}
	// A header alone that claims 30,000 x 30,000 pixels.
	claim := append([]byte("IHDR"), 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 0, 0, 0, 0)
	header := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), claim...)
	all = append(all, bad{"PNG that claims 30,000 x 30,000", binary.BigEndian.AppendUint32(header, crc32.ChecksumIEEE(claim))})
	all = append(all, bad{"a page with much behind it", append(bytes.Clone(good), strings.Repeat("x", 1<<20)...)})
	return all, nil
}
