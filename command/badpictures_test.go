package command

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/image/draw"
)

// A badPicture is what a server answers for a picture, and how the task of it
// must end. kind "" is a picture that is read.
type badPicture struct {
	serve      http.HandlerFunc
	kind, says string
}

type pictures map[string]badPicture

func (p pictures) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p[strings.TrimPrefix(r.URL.Path, "/")].serve(w, r)
	})
}

func body(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) }
}

func badPictures(t *testing.T, good []byte) pictures {
	noise := make([]byte, 100<<10)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	return pictures{
		"good":      {serve: body(good)},
		"truncated": {body(good[:len(good)/2]), "IMAGE_FORMAT_ERROR", ""},
		"text":      {body(bytes.Repeat([]byte("not a picture "), 8<<10)), "IMAGE_FORMAT_ERROR", ""},
		"noise":     {body(append([]byte("\xff\xd8\xff\xe0"), noise...)), "IMAGE_FORMAT_ERROR", ""},
		"bomb":      {body(bomb(t, 60_000, 60_000)), "IMAGE_FETCH_ERROR", "megapixels"},
		"small":     {body(shrunk(t, good, 10)), "IMAGE_SIZE_ERROR", "must be greater than 60 kb (layout DEFAULT)"},
		"coarse":    {body(padded(t, shrunk(t, good, 4))), "IMAGE_PIXEL_ERROR", "must be greater than 50 PPI (layout DEFAULT)"},
		"blurred":   {body(blurred(t, good)), "IMAGE_DEFINITION_ERROR", "(layout DEFAULT)"},
		"missing":   {http.NotFound, "IMAGE_FETCH_ERROR", "404"},
		"broken": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
			"IMAGE_FETCH_ERROR", "500"},
		"oversized": {body(make([]byte, 20<<20+1)), "IMAGE_FETCH_ERROR", ""},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(noise); err != nil {
					return
				}
			}
		}, "IMAGE_FETCH_ERROR", ""},
		"silent": {func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, "IMAGE_FETCH_ERROR", ""},
		"forbidden": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		}, "IMAGE_FETCH_ERROR", ""},
		"circle": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) },
			"IMAGE_FETCH_ERROR", "redirect"},
	}
}

// bomb is a PNG of few bytes that unfolds to width × height pixels.
func bomb(t *testing.T, width, height uint32) []byte {
	t.Helper()
	var out, data bytes.Buffer
	z := zlib.NewWriter(&data)
	if _, err := io.CopyN(z, zeros{}, 64<<20); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	out.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, content []byte) {
		_ = binary.Write(&out, binary.BigEndian, uint32(len(content)))
		sum := crc32.NewIEEE()
		w := io.MultiWriter(&out, sum)
		_, _ = io.WriteString(w, kind)
		_, _ = w.Write(content)
		_ = binary.Write(&out, binary.BigEndian, sum.Sum32())
	}
	header := binary.BigEndian.AppendUint32(nil, width)
	header = binary.BigEndian.AppendUint32(header, height)
	chunk("IHDR", append(header, 8, 0, 0, 0, 0))
	chunk("IDAT", data.Bytes())
	chunk("IEND", nil)
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func shrunk(t *testing.T, data []byte, by int) []byte {
	t.Helper()
	img := decode(t, data)
	small := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx()/by, img.Bounds().Dy()/by))
	draw.BiLinear.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	if err := png.Encode(&out, small); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// padded makes a picture's file large enough without touching its pixels.
func padded(t *testing.T, data []byte) []byte {
	t.Helper()
	return append(data, make([]byte, 100<<10)...)
}

// blurred is the page out of focus, saved without much compression so that its
// file is large enough.
func blurred(t *testing.T, data []byte) []byte {
	t.Helper()
	img := decode(t, data)
	b := img.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, b.Dx()/14, b.Dy()/14))
	draw.CatmullRom.Scale(small, small.Rect, img, b, draw.Src, nil)
	large := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.CatmullRom.Scale(large, large.Rect, small, small.Rect, draw.Src, nil)
	for i := range large.Pix {
		if i%4 != 3 {
			large.Pix[i] = uint8(min(255, int(large.Pix[i])+rand.IntN(3))) // paper is never quite even
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, large, &jpeg.Options{Quality: 98}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
