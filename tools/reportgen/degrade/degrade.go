// Package degrade turns a drawn page into what a scanner or a phone makes of it.
package degrade

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"tijian/tools/reportgen/truth"
)

// A Move carries a box of the drawn page to the picture.
type Move func(truth.Box) truth.Box

// Apply puts a page into a condition; rng decides by how much. A clean page
// stays as it is.
func Apply(rng *rand.Rand, page *image.RGBA, condition string) (image.Image, Move) {
	switch condition {
	case truth.Scanned:
		return scan(rng, page)
	case truth.Photographed:
		return photograph(rng, page)
	}
	return page, func(b truth.Box) truth.Box { return b }
}

// scan lays the page a little askew on a scanner with a tired lamp.
func scan(rng *rand.Rand, page *image.RGBA) (image.Image, Move) {
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	angle := symmetric(rng) * 1.5 * math.Pi / 180
	dx, dy := symmetric(rng)*w*0.006, symmetric(rng)*h*0.006
	turn := func(x, y float64) point {
		x, y = x-w/2, y-h/2
		sin, cos := math.Sincos(angle)
		return point{x*cos - y*sin + w/2 + dx, x*sin + y*cos + h/2 + dy}
	}
	b := &bend{shape: square([4]point{turn(0, 0), turn(w, 0), turn(w, h), turn(0, h)})}
	b.w, b.h = w, h
	rim := uint8(214 + rng.IntN(42))
	picture := b.warp(page, page.Rect.Dx(), page.Rect.Dy(), func(int, int) color.RGBA { return color.RGBA{rim, rim, rim, 255} })

	blur(picture, 0.35+0.45*rng.Float64())
	paper, ink := 232+22*rng.Float64(), 10+60*rng.Float64()
	slope := symmetric(rng) * 9 // one side of the glass is darker
	colour := rng.IntN(3) == 0
	sigma := 2 + 5*rng.Float64()
	shade(picture, func(x, _ int) light {
		gain := (paper - ink + slope*(float64(x)/w-0.5)) / 255
		return light{gain, gain, gain, ink}
	})
	speckle(rng, picture, int(w*h/40_000))
	noise(rng, picture, sigma)
	if colour {
		return picture, b.move
	}
	return grey(picture), b.move
}

// photograph takes the page, not quite flat, on a dark table with a phone.
func photograph(rng *rand.Rand, page *image.RGBA) (image.Image, Move) {
	w, h := float64(page.Rect.Dx()), float64(page.Rect.Dy())
	rim := 0.03 + 0.05*rng.Float64()
	width, height := int(w*(1+2*rim)), int(h*(1+2*rim))
	jitter := func(x, y float64) point {
		return point{x + symmetric(rng)*0.028*w, y + symmetric(rng)*0.028*h}
	}
	l, t := rim*w, rim*h
	corners := [4]point{jitter(l, t), jitter(l+w, t), jitter(l+w, t+h), jitter(l, t+h)}
	b := &bend{shape: square(corners), w: w, h: h}
	if rng.IntN(4) > 0 {
		b.depth = symmetric(rng) * 0.011
		b.waves = 0.5 + rng.Float64()
		b.phase = rng.Float64() * 2 * math.Pi
	}
	table := [3]float64{30 + 50*rng.Float64(), 25 + 40*rng.Float64(), 20 + 35*rng.Float64()}
	grain := rng.Float64() * 2 * math.Pi
	picture := b.warp(page, width, height, func(x, y int) color.RGBA {
		streak := 1 + 0.12*math.Sin(float64(y)*0.05+3*math.Sin(float64(x)*0.004)+grain)
		return color.RGBA{uint8(table[0] * streak), uint8(table[1] * streak), uint8(table[2] * streak), 255}
	})

	blur(picture, 0.5+0.6*rng.Float64())
	shade(picture, lamp(rng, width, height))
	noise(rng, picture, 2+4*rng.Float64())
	return picture, b.move
}

// lamp is uneven room light with the soft shadow of a hand or a phone.
func lamp(rng *rand.Rand, width, height int) func(x, y int) light {
	w, h := float64(width), float64(height)
	level := 0.78 + 0.2*rng.Float64()
	tx, ty := symmetric(rng)*0.22, symmetric(rng)*0.22
	warm := symmetric(rng) * 0.06
	dark := 0.0
	if rng.IntN(3) > 0 {
		dark = 0.15 + 0.28*rng.Float64()
	}
	angle := rng.Float64() * 2 * math.Pi
	sin, cos := math.Sincos(angle)
	edge := 0.1 + 0.35*rng.Float64() // how far from the middle the shadow begins
	soft := 0.02 + 0.06*rng.Float64()
	base := 6 + 14*rng.Float64()
	return func(x, y int) light {
		u, v := float64(x)/w-0.5, float64(y)/h-0.5
		gain := level * (1 + tx*u + ty*v) * (1 - 0.25*(u*u+v*v))
		far := u*cos + v*sin - edge
		gain *= 1 - dark/(1+math.Exp(-far/soft))
		return light{gain * (1 + warm), gain, gain * (1 - warm), base * gain}
	}
}

func symmetric(rng *rand.Rand) float64 { return 2*rng.Float64() - 1 }
