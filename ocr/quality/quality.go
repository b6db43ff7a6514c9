// Package quality says whether a picture is good enough to be read: its file
// large enough, its resolution high enough, its text sharp enough.
//
// The checks run in this order: bytes, resolution, sharpness; and, when the page
// has been read, legibility. All thresholds
// come from the rule set and are strict: the measured value must be greater.
package quality

import (
	"image"
	"math"
	"strconv"

	"tijian/engine/message"
	"tijian/ocr/block"
)

// Kind is the API's name of a quality failure.
type Kind string

// The kinds of quality failures.
const (
	PixelError      Kind = "IMAGE_PIXEL_ERROR"      // resolution too low
	SizeError       Kind = "IMAGE_SIZE_ERROR"       // file too small
	DefinitionError Kind = "IMAGE_DEFINITION_ERROR" // text not sharp enough
)

// An Error is a picture refused for its quality.
type Error struct {
	Kind    Kind
	Message message.Phrase // the measured value and the threshold in force
	// Measured tells that text was found that does not measure sharp: what can be
	// read of it has the last word.
	Measured bool
}

// Error gives "KIND: message", as the API's error field shows it.
func (e *Error) Error() string { return string(e.Kind) + ": " + e.Message.EN }

// In says the same in a language.
func (e *Error) In(lang string) string { return string(e.Kind) + ": " + e.Message.In(lang) }

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
	return known(t.check(SizeError, message.TheFileSize, " kb", float64(bytes)/kilobyte, t.Kilobytes, 0))
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
	return known(t.check(PixelError, message.TheResolution, " PPI", resolution, t.PPI, 0))
}

// CheckSharpness returns a DefinitionError unless the text is sharp enough. A
// picture without text to measure has sharpness 0: whether its page is empty or
// blurred away cannot be told.
func (t Thresholds) CheckSharpness(gray *image.Gray) error {
	if t.Sharpness <= 0 {
		return nil
	}
	sharpness, ok := Sharpness(gray)
	err := t.check(DefinitionError, message.TheSharpness, "", sharpness, t.Sharpness, 1)
	if err != nil {
		if err.Measured = ok; !ok {
			err.Message = message.NoTextFound.With("reason", err.Message)
		}
	}
	return known(err)
}

// CheckLegibility returns a DefinitionError unless readers were sure enough of
// the page's text. Sharpness is measured before reading and lets doubtful pages
// through; this is the last word on them.
func (t Thresholds) CheckLegibility(legibility float64) error {
	return known(t.check(DefinitionError, message.TheLegibility, "", legibility, t.Legibility, 2))
}

func (t Thresholds) check(kind Kind, what message.Phrase, unit string, measured, threshold float64, decimals int) *Error {
	if threshold <= 0 || measured > threshold {
		return nil
	}
	return &Error{Kind: kind, Message: message.BelowThreshold.With("what", what, "measured", floor(measured, decimals), "unit", unit,
		"threshold", strconv.FormatFloat(threshold, 'f', -1, 64), "layout", t.Layout)}
}

// known makes no *Error no error.
func known(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}

// floor writes a measured value cut, not rounded: 49.97 is 49, so that a value
// at or below its threshold never looks greater.
func floor(v float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Floor(v*scale)/scale, 'f', -1, 64)
}
