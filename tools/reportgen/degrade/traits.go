package degrade

import (
	"image"
	"image/draw"
	"math/rand/v2"
	"slices"

	"tijian/tools/reportgen/truth"
)

// A change alters a picture without moving anything.
type change func(rng *rand.Rand, m *image.RGBA)

// A step is a change and the trait that asks for it.
type step struct {
	trait string
	do    change
}

// prints is how a page is printed and what happened to the paper since, in the
// order in which it happens.
var prints = []step{
	{"bold", bold},
	{"faint", faint},
	{"pale", pale},
	{"dotmatrix", dotMatrix},
	{"thermal", thermal},
	{"redprint", redPrint},
	{"patterned", patterned},
	{"stamp", stamp},
	{"handwriting", handwriting},
	{"crease", crease},
}

// takings is how a picture of it is taken, besides views: "turned" lays it on
// its side or head, "lowres" has few pixels, "smallprint" fewer still.
var takings = []string{"lowres", "smallprint", "turned", Unreadable}

// files is what happens to the file afterwards.
var files = []string{"jpeg", "messenger"}

// Unreadable is the trait of a picture that no person can read. Nothing on it
// can be scored but silence.
const Unreadable = "unreadable"

// exposures is what light and lens do to the picture, in their order.
var exposures = []step{
	{"phonelight", phoneLight},
	{"motion", motion},
	{"moire", moire},
	{"screen", screen},
	{"sharpened", sharpened},
}

// Traits names everything that ApplyTraits can do to a page, sorted.
func Traits() []string {
	all := slices.Concat(views, takings, files)
	for _, s := range slices.Concat(prints, exposures) {
		all = append(all, s.trait)
	}
	slices.Sort(all)
	return all
}

// ApplyTraits puts a page into a condition as Apply does, with the given traits
// besides. A page with one of the views is photographed whatever the condition. Traits of other packages change nothing; without any it is Apply.
func ApplyTraits(rng *rand.Rand, page *image.RGBA, condition string, traits []string) (image.Image, Move) {
	if !slices.ContainsFunc(traits, func(t string) bool { return slices.Contains(Traits(), t) }) {
		return Apply(rng, page, condition)
	}
	has := func(name string) bool { return slices.Contains(traits, name) }
	height := 0.0
	if has("lowres") || has("smallprint") || has("messenger") || has(Unreadable) {
		height = characterHeight(page)
	}
	for _, s := range prints {
		if has(s.trait) {
			s.do(rng, page)
		}
	}
	var picture image.Image
	var move Move
	if slices.ContainsFunc(views, has) {
		picture, move = shoot(rng, page, has)
	} else {
		picture, move = Apply(rng, page, condition)
	}
	out := colour(picture)
	for _, s := range exposures {
		if has(s.trait) {
			s.do(rng, out)
		}
	}
	if has("lowres") {
		out, move = shrunk(out, move, min((14.5+3.5*rng.Float64())/height, 0.94))
	}
	if has("smallprint") {
		out, move = shrunk(out, move, min((10+4*rng.Float64())/height, 0.94))
	}
	if has(Unreadable) {
		illegible(rng, out, height)
	}
	if has("turned") {
		out, move = turned(out, move, 1+rng.IntN(3))
	}
	if has("jpeg") {
		pressedTwice(rng, out)
	}
	if has("messenger") {
		out, move = forwarded(rng, out, move, height)
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
