// Package degrade turns a drawn page into what a scanner or a phone makes of it.
package degrade

import (
	"image"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

// A Move carries a box of the drawn page to the picture.
type Move func(truth.Box) truth.Box

// Apply puts a page into a condition. A clean page stays as it is.
func Apply(rng *rand.Rand, page *image.RGBA, condition string) (image.Image, Move) {
	return page, func(b truth.Box) truth.Box { return b }
}
