package paint

import (
	"image"
	"image/color"
	"image/draw"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Families lists the names that a Pen may use, sorted.
func Families() []string { return slices.Sorted(maps.Keys(families)) }

// A Pen says how text looks.
type Pen struct {
	CJK, Latin string  // families; Latin draws what stands before U+2E80
	Size       float64 // of the em, in pixels
	Ink        color.Color
	Bold       bool
}

// A Canvas is a white page to draw on. The first error is kept and returned by
// Err; it is always a missing font.
type Canvas struct {
	Image  *image.RGBA
	Glyphs []Glyph // what Text has drawn, in its order
	lib    *Library
	faces  map[faceKey]font.Face
	texts  int
	err    error
}

// A Glyph is one drawn character. A space has an empty Box.
type Glyph struct {
	Char rune            // as in the text: a raised digit stays one
	Box  image.Rectangle // of its ink
	Text int             // number of the call of Text that drew it
	Font string          // that it was drawn in
}

type faceKey struct {
	family string
	size   float64
}

// NewCanvas makes a white page of the given size in pixels.
func NewCanvas(lib *Library, width, height int) *Canvas {
	c := &Canvas{Image: image.NewRGBA(image.Rect(0, 0, width, height)), lib: lib, faces: map[faceKey]font.Face{}}
	draw.Draw(c.Image, c.Image.Bounds(), image.White, image.Point{}, draw.Src)
	return c
}

// Err returns the first error of any drawing.
func (c *Canvas) Err() error { return c.err }

func (c *Canvas) face(family string, size float64) font.Face {
	key := faceKey{family, size}
	if f := c.faces[key]; f != nil {
		return f
	}
	f, err := c.lib.font(family)
	if err == nil {
		var face font.Face
		face, err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err == nil {
			c.faces[key] = face
			return face
		}
	}
	if c.err == nil {
		c.err = err
	}
	return nil
}

// superscripts are drawn as small raised digits: most fonts have only some.
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// A glyph is one character in its face, at its place from the text's start.
type glyph struct {
	face font.Face
	font string  // the face's family
	char rune    // in the face
	text rune    // in the text
	x, y float64 // y is downwards from the baseline
}

// shape places the characters of text and returns its width.
func (c *Canvas) shape(text string, pen Pen) ([]glyph, float64) {
	var glyphs []glyph
	x := 0.0
	for _, r := range text {
		said := r
		size, raise := pen.Size, 0.0
		if i := strings.IndexRune(superscripts, r); i >= 0 {
			r = rune('0' + len([]rune(superscripts[:i])))
			size, raise = pen.Size*0.62, pen.Size*0.36
		}
		families := []string{pen.CJK, fallback}
		if r < 0x2E80 {
			families = []string{pen.Latin, pen.CJK, fallback}
		}
		for i, name := range families {
			face := c.face(name, size)
			if face == nil {
				return nil, 0
			}
			if i < len(families)-1 && !c.has(name, r) {
				continue
			}
			advance, _ := face.GlyphAdvance(r)
			glyphs = append(glyphs, glyph{face, name, r, said, x, -raise})
			x += float64(advance) / 64
			break
		}
	}
	return glyphs, x
}

func (c *Canvas) has(family string, r rune) bool { return c.lib.Has(family, r) }

// Has reports whether a font can draw a character.
func (l *Library) Has(family string, r rune) bool {
	f, err := l.font(family)
	if err != nil {
		return false
	}
	var buffer sfnt.Buffer
	index, err := f.GlyphIndex(&buffer, r)
	return err == nil && index != 0
}

// Width measures text in pixels.
func (c *Canvas) Width(text string, pen Pen) float64 {
	_, width := c.shape(text, pen)
	return width
}

// Text draws text with its start at x on the baseline y and returns the box
// of its ink.
func (c *Canvas) Text(x, y float64, text string, pen Pen) image.Rectangle {
	glyphs, _ := c.shape(text, pen)
	ink := image.NewUniform(pen.Ink)
	var box image.Rectangle
	steps := []float64{0}
	if pen.Bold {
		steps = []float64{0, pen.Size / 32, pen.Size / 16}
	}
	c.texts++
	for _, g := range glyphs {
		drawn := Glyph{Char: g.text, Text: c.texts, Font: g.font}
		for _, step := range steps {
			dot := fixed.Point26_6{X: fixed.Int26_6((x + g.x + step) * 64), Y: fixed.Int26_6((y + g.y) * 64)}
			to, mask, at, _, ok := g.face.Glyph(dot, g.char)
			if !ok {
				continue
			}
			draw.DrawMask(c.Image, to, ink, image.Point{}, mask, at, draw.Over)
			if !to.Empty() && g.char != ' ' && g.char != '　' {
				drawn.Box = drawn.Box.Union(to)
			}
		}
		c.Glyphs = append(c.Glyphs, drawn)
		box = box.Union(drawn.Box)
	}
	return box
}

// Rule draws a horizontal or vertical line of the given thickness.
func (c *Canvas) Rule(x1, y1, x2, y2, thick float64, ink color.Color) {
	half := thick / 2
	r := image.Rect(int(math.Round(min(x1, x2)-half)), int(math.Round(min(y1, y2)-half)),
		int(math.Round(max(x1, x2)+half)), int(math.Round(max(y1, y2)+half)))
	if r.Dx() == 0 {
		r.Max.X++
	}
	if r.Dy() == 0 {
		r.Max.Y++
	}
	draw.Draw(c.Image, r, image.NewUniform(ink), image.Point{}, draw.Over)
}

// Fill paints a rectangle.
func (c *Canvas) Fill(r image.Rectangle, ink color.Color) {
	draw.Draw(c.Image, r, image.NewUniform(ink), image.Point{}, draw.Over)
}
