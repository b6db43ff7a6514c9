// Package quality says whether a picture is good enough to be read: its file
// large enough, its resolution high enough, its text sharp enough.
//
// The checks run in this order: bytes, resolution, sharpness; and, when the page
// has been read, legibility. All thresholds
// come from the rule set and are strict: the measured value must be greater.
package quality

import (
	"errors"
	"image"
	"math"
	"strconv"

	"tijian/engine/message"
	"tijian/ocr/block"
	"tijian/ocr/picture"
)

// The kinds of quality failures, as the API names them: those of a *picture.Error,
// which says the measured value and the threshold in force.
const (
	PixelError      = "IMAGE_PIXEL_ERROR"      // resolution too low
	SizeError       = "IMAGE_SIZE_ERROR"       // file too small
	DefinitionError = "IMAGE_DEFINITION_ERROR" // text not sharp enough
)

// ErrUnsharp is the cause of a DefinitionError where text was found that does not
// measure sharp: what can be read of it has the last word.
var ErrUnsharp = errors.New("text that does not measure sharp")

// Thresholds are what a picture must exceed. A zero threshold is met by every
// picture.
type Thresholds struct {
	Layout    block.Layout // named in the messages
	PPI       float64      // effective resolution, see Resolution
	Kilobytes float64      // file size; 1 kb = 1,024 bytes
	Sharpness float64      // see Sharpness
	// Legibility is how sure readers must be of the text, 0 to 1: the median
	// over the page's blocks of their confidence.
	Legibility float64
}

// Layouts holds the thresholds of each layout.
type Layouts map[block.Layout]Thresholds

// For gives the thresholds of a layout; those of DEFAULT when the layout is
// not known or has none of its own.
func (l Layouts) For(layout block.Layout) Thresholds {
	t, ok := l[layout]
	if !ok {
		layout = block.Default
		t = l[layout]
	}
	t.Layout = layout
	return t
}

// Resolution is a picture's effective resolution in pixels per inch if it
// shows an A4 page: the smaller of long side / 11.69 in and short side /
// 8.27 in. What the file says about itself is ignored.
func Resolution(size image.Point) float64 {
	long, short := float64(max(size.X, size.Y)), float64(min(size.X, size.Y))
	return min(long/longInches, short/shortInches)
}

// CheckBytes returns a SizeError unless the file is large enough.
func (t Thresholds) CheckBytes(bytes int64) error {
	const kilobyte = 1024
	return t.check(SizeError, message.TheFileSize, " kb", float64(bytes)/kilobyte, t.Kilobytes, 0, nil)
}

// PrintResolution is the resolution in pixels per inch of a picture whose
// characters are em pixels high, if they are of the size that reports usually
// have; 0 for no characters.
func PrintResolution(em float64) float64 { return em * 72 / commonPrint }

// CheckResolution returns a PixelError unless the resolution is high enough:
// that of the upright picture's size in pixels, or, where it is higher, that
// of its print. em measures the height of the print's characters in pixels, 0
// where that cannot be done; it is called only where the size is not enough.
func (t Thresholds) CheckResolution(size image.Point, em func() float64) error {
	resolution := Resolution(size)
	if resolution <= t.PPI {
		resolution = max(resolution, PrintResolution(em()))
	}
	return t.check(PixelError, message.TheResolution, " PPI", resolution, t.PPI, 0, nil)
}

// CheckSharpness returns a DefinitionError unless the text is sharp enough. A
// picture without text to measure has sharpness 0: whether its page is empty or
// blurred away cannot be told.
func (t Thresholds) CheckSharpness(gray *image.Gray) error {
	if t.Sharpness <= 0 {
		return nil
	}
	sharpness, ok := Sharpness(gray)
	err := t.check(DefinitionError, message.TheSharpness, "", sharpness, t.Sharpness, 1, ErrUnsharp)
	if refused, is := errors.AsType[*picture.Error](err); is && !ok {
		refused.Message, refused.Err = message.NoTextFound.With("reason", refused.Message), nil
	}
	return err
}

// CheckLegibility returns a DefinitionError unless readers were sure enough of
// the page's text. Sharpness is measured before reading and lets doubtful pages
// through; this is the last word on them.
func (t Thresholds) CheckLegibility(legibility float64) error {
	return t.check(DefinitionError, message.TheLegibility, "", legibility, t.Legibility, 2, nil)
}

func (t Thresholds) check(kind string, what message.Phrase, unit string, measured, threshold float64, decimals int, cause error) error {
	if threshold <= 0 || measured > threshold {
		return nil
	}
	return &picture.Error{Code: kind, Err: cause, Message: message.BelowThreshold.With("what", what, "measured", floor(measured, decimals), "unit", unit,
		"threshold", strconv.FormatFloat(threshold, 'f', -1, 64), "layout", t.Layout)}
}

// floor writes a measured value cut, not rounded: 49.97 is 49, so that a value
// at or below its threshold never looks greater.
func floor(v float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Floor(v*scale)/scale, 'f', -1, 64)
}
