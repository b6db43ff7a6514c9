// Package sheet draws pages full of blocks with known text and degrades them
// as scanners and phones do, so that the blocks that recognition itself cuts
// from them can be labelled.
package sheet

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/image/draw"

	"tijian/tools/readertrain/content"
	"tijian/tools/readertrain/fonts"
	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/paint"
	"tijian/tools/reportgen/truth"
)

// A Maker draws pages. It is safe for concurrent use.
type Maker struct {
	Library *paint.Library
	Fonts   fonts.Set
	Content *content.Content
	Strict  bool // only texts that their font has wholly
	Hard    bool // pages as people photograph them: small, pale, forwarded, with columns that run together
}

// A Page is a degraded picture and what is drawn on it.
type Page struct {
	Picture image.Image
	Glyphs  []paint.Glyph        // at their places in the picture
	Kinds   map[int]content.Kind // by Glyph.Text
	Traits  []string
}

// A column of blocks of one kind.
type column struct {
	kind  content.Kind
	x, w  float64 // in em
	align float64 // 0 left, 1 right
	pen   paint.Pen
}

// Draw makes the page of a seed.
func (m *Maker) Draw(seed uint64) (*Page, error) {
	rng := rand.New(rand.NewPCG(seed, 0x7265_6164_6572))
	em := 15 + 13*rng.Float64() + 6*rng.Float64()
	if m.Hard && rng.IntN(3) == 0 {
		em = 11 + 5*rng.Float64()
	}
	width, height := math.Min(62*em, 2000), math.Min(78*em, 2500)
	canvas := paint.NewCanvas(m.Library, int(width), int(height))
	kinds := map[int]content.Kind{}
	m.fill(rng, canvas, em, kinds)
	if err := canvas.Err(); err != nil {
		return nil, err
	}
	img, glyphs := canvas.Image, canvas.Glyphs
	if k := 0.84 + 0.32*rng.Float64(); rng.IntN(3) == 0 {
		img = stretched(img, k)
		for i := range glyphs {
			b := &glyphs[i].Box
			b.Min.X, b.Max.X = int(math.Floor(float64(b.Min.X)*k)), int(math.Ceil(float64(b.Max.X)*k))
		}
	}
	condition := []string{truth.Clean, truth.Scanned, truth.Scanned, truth.Photographed, truth.Photographed}[rng.IntN(5)]
	traits := chosen(rng, em)
	if m.Hard {
		traits = append(traits, hard(rng, em, traits)...)
	}
	picture, move := degrade.ApplyTraits(rng, img, condition, traits)
	for i := range glyphs {
		if g := &glyphs[i]; !g.Box.Empty() {
			g.Box = move(truth.Box{g.Box.Min.X, g.Box.Min.Y, g.Box.Max.X, g.Box.Max.Y}).Rect()
		}
	}
	picture, err := pressed(rng, picture)
	return &Page{picture, glyphs, kinds, traits}, err
}

// chosen gives half of the pages one or two traits: one of print or paper, one
// of the taking. Small print is not made smaller or coarser still.
func chosen(rng *rand.Rand, em float64) []string {
	prints := []string{"dotmatrix", "thermal", "faint", "bold", "stamp", "crease", "handwriting", "redprint", "patterned"}
	takings := []string{"curved", "tilted", "table", "lowres", "phonelight", "moire", "motion", "jpeg"}
	var all []string
	if rng.IntN(3) == 0 {
		all = append(all, prints[rng.IntN(len(prints))])
	}
	if rng.IntN(3) == 0 {
		all = append(all, takings[rng.IntN(len(takings))])
	}
	coarse := slices.ContainsFunc(all, func(t string) bool { return t == "dotmatrix" || t == "thermal" || t == "faint" })
	return slices.DeleteFunc(all, func(t string) bool {
		return em < 19 && (t == "dotmatrix" || t == "thermal" || t == "motion" || t == "moire") || t == "lowres" && (em < 23 || coarse)
	})
}

// hard gives most pages a trait of what people send, beside those that they
// have: small print is not made smaller, nor what is faint or coarse fainter.
func hard(rng *rand.Rand, em float64, have []string) []string {
	var more []string
	choose := func(one int, list ...string) {
		if rng.IntN(one) == 0 {
			more = append(more, pick(rng, list))
		}
	}
	choose(2, "sharpened", "sharpened", "screen", "smallprint", "messenger", "messenger")
	choose(4, "keystone", "curled")
	choose(5, "pale")
	if slices.Contains(have, "dotmatrix") { // a new ribbon blots
		choose(2, "bold")
	}
	rough := []string{"dotmatrix", "thermal", "faint", "motion", "moire", "lowres", "phonelight"}
	return slices.DeleteFunc(more, func(t string) bool {
		shrinks := t == "smallprint" || t == "messenger"
		coarse := slices.ContainsFunc(have, func(h string) bool { return slices.Contains(rough, h) })
		return shrinks && (em < 17 || coarse) || coarse && t == "pale" || t == "pale" && (em < 14 || slices.Contains(more, "screen"))
	})
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// pressed saves the picture as a JPEG of some quality and opens it again.
func pressed(rng *rand.Rand, img image.Image) (image.Image, error) {
	var buffer bytes.Buffer
	quality := 40 + rng.IntN(56)
	if err := jpeg.Encode(&buffer, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return jpeg.Decode(&buffer)
}

// stretched draws a page k times as wide: condensed or wide print.
func stretched(img *image.RGBA, k float64) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, int(float64(img.Rect.Dx())*k), img.Rect.Dy()))
	draw.ApproxBiLinear.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out
}

// fill covers a page with columns of blocks, in bands of some rows.
func (m *Maker) fill(rng *rand.Rand, canvas *paint.Canvas, em float64, kinds map[int]content.Kind) {
	w, h := float64(canvas.Image.Rect.Dx()), float64(canvas.Image.Rect.Dy())
	margin := em * (1.5 + 2*rng.Float64())
	for y := margin; y < h-3*em; {
		rows := 4 + rng.IntN(16)
		pitch := em * (1.3 + 0.9*rng.Float64())
		rows = min(rows, int((h-margin-y)/pitch))
		if rows < 1 {
			return
		}
		m.band(rng, canvas, em, margin, w-margin, y, rows, pitch, kinds)
		y += float64(rows)*pitch + em*rng.Float64()
	}
}

var black = color.Gray{Y: 12}

// pen chooses how a column is printed. One in two has the Latin characters of
// its Chinese font, as most printers do.
func (m *Maker) pen(rng *rand.Rand, em float64) paint.Pen {
	choose := func(list []fonts.Font) string {
		for {
			if f := list[rng.IntN(len(list))]; !f.Rare || rng.IntN(4) == 0 {
				return f.Name
			}
		}
	}
	p := paint.Pen{CJK: choose(m.Fonts.Chinese), Size: em, Ink: black}
	p.Latin = p.CJK
	if rng.IntN(2) == 0 {
		p.Latin = choose(m.Fonts.Latin)
	}
	p.Bold = rng.IntN(7) == 0
	switch rng.IntN(12) {
	case 0:
		p.Ink = color.RGBA{200, 20, 30, 255}
	case 1:
		p.Ink = color.RGBA{30, 40, 150, 255}
	case 2, 3:
		g := uint8(40 + rng.IntN(90))
		p.Ink = color.Gray{Y: g}
	}
	p.Size *= 0.94 + 0.1*rng.Float64()
	return p
}

func (m *Maker) band(rng *rand.Rand, canvas *paint.Canvas, em, x0, x1, y float64, rows int, pitch float64, kinds map[int]content.Kind) {
	var columns []column
	shared := m.pen(rng, em)
	for x := x0; x < x1-4*em; {
		kind := []content.Kind{content.Number, content.Number, content.Number, content.Name, content.Name, content.Name, content.Unit, content.Text, content.Random}[rng.IntN(9)]
		wide := map[content.Kind]float64{content.Number: 6, content.Name: 9, content.Unit: 6, content.Text: 9, content.Random: 7}[kind]
		c := column{kind: kind, x: x, w: min((wide+3*rng.Float64())*em, x1-x), align: []float64{0, 0, 0.5, 1}[rng.IntN(4)], pen: shared}
		if rng.IntN(2) == 0 {
			c.pen = m.pen(rng, em)
		}
		columns = append(columns, c)
		x += c.w
	}
	if len(columns) == 0 {
		return
	}
	thick := max(1, math.Round(em/16))
	ruling := rng.IntN(4) // 0, 1: none
	dash := 0.0
	if rng.IntN(4) == 0 {
		dash = em * (0.15 + 0.6*rng.Float64())
	}
	for r := range rows {
		top := y + float64(r)*pitch
		for _, c := range columns {
			pen := c.pen
			if rng.IntN(12) == 0 {
				pen = m.pen(rng, em)
			}
			m.cell(rng, canvas, c, pen, top, pitch, kinds)
		}
		if ruling == 2 || ruling == 3 {
			rule(canvas, x0, top, x1, top, thick, dash)
		}
	}
	if ruling == 3 {
		for _, c := range columns {
			rule(canvas, c.x, y, c.x, y+float64(rows)*pitch, thick, dash)
		}
	}
}

// rule draws a level or upright line, dashed when dash is the length of one.
func rule(canvas *paint.Canvas, x0, y0, x1, y1, thick, dash float64) {
	if dash == 0 {
		canvas.Rule(x0, y0, x1, y1, thick, black)
		return
	}
	for at := 0.0; at < x1-x0+y1-y0; at += 2 * dash {
		canvas.Rule(min(x0+at, x1), min(y0+at, y1), min(x0+at+dash, x1), min(y0+at+dash, y1), thick, black)
	}
}

// cell draws one block, where the text fits.
func (m *Maker) cell(rng *rand.Rand, canvas *paint.Canvas, c column, pen paint.Pen, top, pitch float64, kinds map[int]content.Kind) {
	inset := 0.35 * pen.Size
	for range 6 {
		text := m.text(rng, c.kind)
		if text == "" || m.Strict && !m.whole(text, pen) {
			continue
		}
		if m.Hard && rng.IntN(12) == 0 && m.Library.Has(pen.Latin, content.FlatThree) {
			text = strings.ReplaceAll(text, "3", string(content.FlatThree))
		}
		spare := c.w - 2*inset - canvas.Width(text, pen)
		if spare < 0 {
			continue
		}
		canvas.Text(c.x+inset+spare*c.align, top+pitch/2+pen.Size*0.36, text, pen)
		kinds[canvas.Glyphs[len(canvas.Glyphs)-1].Text] = c.kind
		return
	}
}

func (m *Maker) text(rng *rand.Rand, kind content.Kind) string {
	if m.Hard && rng.IntN(2) == 0 {
		return m.Content.Close(rng, kind)
	}
	return m.Content.Make(rng, kind)
}

// whole reports whether no character of text needs a fallback font.
func (m *Maker) whole(text string, pen paint.Pen) bool {
	for _, r := range text {
		if r >= 0x2e80 && !m.Library.Has(pen.CJK, r) || r < 0x2e80 && !m.Library.Has(pen.Latin, r) && !m.Library.Has(pen.CJK, r) {
			return false
		}
	}
	return true
}
