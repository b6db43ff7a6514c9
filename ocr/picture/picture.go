// Package picture turns the bytes of a file from a stranger into an upright
// picture: format by magic number, size checked before anything is decoded,
// decoders fenced in, EXIF orientation applied, transparency laid on white.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/gen2brain/avif"
	"github.com/gen2brain/heic"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"tijian/engine/message"
)

// Limits bound what is decoded. A zero field is no limit.
type Limits struct {
	Bytes  int64   // of the file
	Pixels int64   // width times height
	Memory int64   // bytes that decoding may take
	Aspect float64 // longer side over shorter side
}

// DefaultLimits are the service's documented limits: 20 MiB, 64 megapixels,
// 512 MiB to decode them (which all 64 megapixels keep to as a common JPEG or
// PNG, but not with 16 bits a channel or as a progressive JPEG of full colour),
// and no strip longer than twenty times its width.
var DefaultLimits = Limits{Bytes: 20 << 20, Pixels: 64_000_000, Memory: 512 << 20, Aspect: 20}

// A Picture is a decoded file, upright.
type Picture struct {
	// Image starts at (0, 0) and is opaque: *image.Gray, *image.YCbCr or
	// *image.RGBA. Gray and RGBA give the form that is needed.
	Image  image.Image
	Format Format
	Bytes  int64 // size of the file
}

// Size is the picture's width and height in pixels.
func (p *Picture) Size() image.Point { return p.Image.Bounds().Size() }

// CheckBytes returns an *Error unless a file is small enough.
func (l Limits) CheckBytes(n int64) error {
	if l.Bytes > 0 && n > l.Bytes {
		return tooLarge(message.PictureBytes.With("bytes", n, "most", l.Bytes))
	}
	return nil
}

func (l Limits) checkSize(width, height int) error {
	if width <= 0 || height <= 0 {
		return formatError(nil, message.PictureNoSize.With("width", width, "height", height))
	}
	pixels := int64(width) * int64(height)
	if l.Pixels > 0 && (pixels > l.Pixels || pixels/int64(width) != int64(height)) {
		return tooLarge(message.PictureTooLarge.With("width", width, "height", height,
			"pixels", fmt.Sprintf("%.1f", float64(pixels)/1e6), "most", fmt.Sprintf("%.1f", float64(l.Pixels)/1e6)))
	}
	aspect := float64(max(width, height)) / float64(min(width, height))
	if l.Aspect > 0 && aspect > l.Aspect {
		return formatError(nil, message.PictureStrip.With("width", width, "height", height,
			"ratio", fmt.Sprintf("%.1f", aspect), "most", l.Aspect))
	}
	return nil
}

func (l Limits) checkMemory(bytes int64) error {
	if l.Memory > 0 && bytes > l.Memory {
		return tooLarge(message.PictureMemory.With("need", bytes>>20, "most", l.Memory>>20))
	}
	return nil
}

// errPanic marks a decoder that failed in a way it should not.
var errPanic = errors.New("the decoder failed")

// decoders are those of the formats of pictures.
var decoders = map[Format]struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}{
	JPEG: {jpeg.DecodeConfig, jpeg.Decode}, PNG: {png.DecodeConfig, png.Decode}, WebP: {webp.DecodeConfig, webp.Decode},
	GIF: {gif.DecodeConfig, gif.Decode}, BMP: {bmp.DecodeConfig, bmp.Decode}, TIFF: {tiff.DecodeConfig, tiff.Decode},
	HEIC: {heic.DecodeConfig, heic.Decode}, AVIF: {avif.DecodeConfig, avif.Decode},
}

func decodeConfig(format Format, data []byte) (config image.Config, err error) {
	defer fence(&err)
	if config, err = decoders[format].config(bytes.NewReader(data)); err == nil && format == BMP {
		err = checkBMP(data, config)
	}
	return config, err
}

func decode(format Format, data []byte) (img image.Image, err error) {
	defer fence(&err)
	return decoders[format].decode(bytes.NewReader(data))
}

// fence turns a decoder's panic into an error and an early end of the data
// into one name.
func fence(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", errPanic, r)
		return
	}
	if errors.Is(*err, io.EOF) || errors.Is(*err, io.ErrUnexpectedEOF) {
		*err = fmt.Errorf("it ends too early: %w", *err)
	}
}

// checkBMP checks that a BMP, which is not compressed, is as long as its header says:
// the decoder would fill its memory before it noticed.
func checkBMP(data []byte, config image.Config) error {
	bits := int64(data[28]) | int64(data[29])<<8
	row := (int64(config.Width)*bits + 31) / 32 * 4
	if config.Height > 0 && row > int64(len(data))/int64(config.Height) {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// The kinds of errors of files, as the API names them.
const (
	FormatError = "IMAGE_FORMAT_ERROR" // no picture in a supported format, or one that does not decode
	FetchError  = "IMAGE_FETCH_ERROR"  // a picture larger than the service takes
)

// An Error is a picture that was refused or could not be read; trying again does not
// help. Its text begins with its kind, as the API's error field does.
type Error struct {
	Code    string         // IMAGE_FORMAT_ERROR, IMAGE_FETCH_ERROR, IMAGE_SIZE_ERROR, IMAGE_PIXEL_ERROR, IMAGE_DEFINITION_ERROR or OCR_ERROR
	Message message.Phrase // for the client
	Err     error          // what caused it, or nil
}

// Error gives "KIND: message".
func (e *Error) Error() string { return e.Code + ": " + e.Message.EN }

// In says the same in a language.
func (e *Error) In(lang string) string { return e.Code + ": " + e.Message.In(lang) }

// Kind is the API's name of the class of error.
func (e *Error) Kind() string { return e.Code }

// Unwrap gives the cause, or nil.
func (e *Error) Unwrap() error { return e.Err }

func formatError(err error, said message.Phrase) *Error {
	return &Error{Code: FormatError, Message: said, Err: err}
}

func tooLarge(said message.Phrase) *Error { return &Error{Code: FetchError, Message: said} }
