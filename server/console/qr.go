package console

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// A qrCode is drawn by the page itself: an SVG path of squares of one unit each.
type qrCode struct {
	Size int // units a side, with the quiet zone
	Path string
}

// quiet is the empty border that readers need, in squares (ISO/IEC 18004).
const quiet = 4

func drawQR(text string) (qrCode, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return qrCode{}, err
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
	return qrCode{side + 2*quiet, path.String()}, nil
}
