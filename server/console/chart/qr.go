package chart

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// A QR is drawn by the page itself: an SVG path of squares of one unit each.
type QR struct {
	Size int // units a side, with the quiet zone
	Path string
}

// quiet is the empty border that readers need, in squares (ISO/IEC 18004).
const quiet = 4

// DrawQR draws a text of up to some 2,000 bytes; longer ones are an error.
func DrawQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, err
	}
	side := code.Bounds().Dx()
	var path strings.Builder
	for y := range side {
		for x := range side {
			if color.GrayModel.Convert(code.At(x, y)).(color.Gray).Y < 128 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return QR{side + 2*quiet, path.String()}, nil
}
