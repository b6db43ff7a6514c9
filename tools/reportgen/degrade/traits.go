package degrade

import (
	"image"
	"image/draw"
	"maps"
	"math/rand/v2"
	"slices"

	"tijian/tools/reportgen/truth"
)

// A change alters a picture without moving anything.
type change func(rng *rand.Rand, m *image.RGBA)

// prints is how a page is printed and what happened to the paper since.
var prints = map[string]change{
	"dotmatrix":   dotMatrix,
	"thermal":     thermal,
	"faint":       faint,
	"bold":        bold,
	"stamp":       stamp,
	"crease":      crease,
	"handwriting": handwriting,
}

// takings is how a picture of it is taken: "tilted" and "curved" bend a
// photograph more than usual, "table" shows more of what it lies on, "turned"
// lays it on its side or head, "lowres" has few pixels.
var takings = []string{"curved", "lowres", "table", "tilted", "turned"}

// exposures is what light, lens and file format do to the picture.
var exposures = map[string]change{
	"phonelight": phoneLight,
	"moire":      moire,
	"motion":     motion,
	"jpeg":       pressedTwice,
}

// Traits names everything that ApplyTraits can do to a page, sorted.
func Traits() []string {
	all := slices.Concat(slices.Collect(maps.Keys(prints)), takings, slices.Collect(maps.Keys(exposures)))
	slices.Sort(all)
	return all
}

// ApplyTraits puts a page into a condition as Apply does, with the given traits
// besides. A page that is bent, tilted or on a table is photographed whatever
// the condition. Traits of other packages change nothing; without any it is Apply.
func ApplyTraits(rng *rand.Rand, page *image.RGBA, condition string, traits []string) (image.Image, Move) {
	if !slices.ContainsFunc(traits, func(t string) bool { return slices.Contains(Traits(), t) }) {
		return Apply(rng, page, condition)
	}
	has := func(name string) bool { return slices.Contains(traits, name) }
	for _, t := range slices.Sorted(maps.Keys(prints)) {
		if has(t) {
			prints[t](rng, page)
		}
	}
	var picture image.Image
	var move Move
	if has("tilted") || has("curved") || has("table") {
		picture, move = shoot(rng, page, has("tilted"), has("curved"), has("table"))
	} else {
		picture, move = Apply(rng, page, condition)
	}
	out := colour(picture)
	for _, t := range slices.Sorted(maps.Keys(exposures)) {
		if has(t) && t != "jpeg" {
			exposures[t](rng, out)
		}
	}
	if has("lowres") {
		out, move = shrunk(out, move, 0.68+0.12*rng.Float64())
	}
	if has("turned") {
		out, move = turned(out, move, 1+rng.IntN(3))
	}
	if has("jpeg") {
		pressedTwice(rng, out)
	}
	return out, move
}

// colour copies any picture to one that can be changed.
func colour(m image.Image) *image.RGBA {
	if c, ok := m.(*image.RGBA); ok {
		return c
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// turned lays a picture on its side (1: clockwise, 3) or its head (2).
func turned(m *image.RGBA, move Move, quarters int) (*image.RGBA, Move) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if quarters&1 == 1 {
		size = image.Rect(0, 0, h, w)
	}
	to := func(x, y int) (int, int) {
		switch quarters {
		case 1:
			return h - 1 - y, x
		case 2:
			return w - 1 - x, h - 1 - y
		}
		return y, w - 1 - x
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			tx, ty := to(x, y)
			copy(out.Pix[ty*out.Stride+4*tx:][:4], m.Pix[y*m.Stride+4*x:][:4])
		}
	}
	return out, func(b truth.Box) truth.Box {
		b = move(b)
		x0, y0 := to(b[0], b[1])
		x1, y1 := to(b[2]-1, b[3]-1)
		return truth.Box{min(x0, x1), min(y0, y1), max(x0, x1) + 1, max(y0, y1) + 1}
	}
}
