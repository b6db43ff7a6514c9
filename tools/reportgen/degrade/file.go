package degrade

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	xdraw "golang.org/x/image/draw"

	"tijian/tools/reportgen/truth"
)

// pressedTwice saves the picture as a poor JPEG twice, made smaller in between,
// as messengers do.
func pressedTwice(rng *rand.Rand, m *image.RGBA) {
	press(m, 35+rng.IntN(25))
	small := image.NewRGBA(scaled(m.Rect, 0.86+0.1*rng.Float64()))
	xdraw.ApproxBiLinear.Scale(small, small.Rect, m, m.Rect, xdraw.Src, nil)
	press(small, 40+rng.IntN(20))
	xdraw.ApproxBiLinear.Scale(m, m.Rect, small, small.Rect, xdraw.Src, nil)
}

// forwarded sends the picture through two messengers, each of which makes it
// smaller and saves it as a poor JPEG. Its characters, of some height on the
// page, are left 13 to 17 pixels.
func forwarded(rng *rand.Rand, m *image.RGBA, move Move, height float64) (*image.RGBA, Move) {
	k := math.Sqrt(min((13+4*rng.Float64())/height, 0.94))
	for range 2 {
		m, move = shrunk(m, move, k)
		press(m, 30+rng.IntN(26))
	}
	return m, move
}

func press(m *image.RGBA, quality int) {
	var buffer bytes.Buffer
	if err := jpeg.Encode(&buffer, m, &jpeg.Options{Quality: quality}); err != nil {
		return // a picture in memory always encodes
	}
	back, err := jpeg.Decode(&buffer)
	if err != nil {
		return
	}
	copy(m.Pix, colour(back).Pix)
}

func scaled(r image.Rectangle, k float64) image.Rectangle {
	return image.Rect(0, 0, int(float64(r.Dx())*k), int(float64(r.Dy())*k))
}

// shrunk gives the picture k times as large.
func shrunk(m *image.RGBA, move Move, k float64) (*image.RGBA, Move) {
	out := image.NewRGBA(scaled(m.Rect, k))
	xdraw.CatmullRom.Scale(out, out.Rect, m, m.Rect, xdraw.Src, nil)
	return out, func(b truth.Box) truth.Box {
		b = move(b)
		return truth.Box{int(float64(b[0]) * k), int(float64(b[1]) * k), int(math.Ceil(float64(b[2]) * k)), int(math.Ceil(float64(b[3]) * k))}
	}
}
