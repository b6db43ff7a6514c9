package sheet

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"

	"tijian/ocr"
	"tijian/ocr/raster"
	"tijian/tools/readertrain/content"
	"tijian/tools/reportgen/paint"
)

// A Labelled block is a strip with the text that stands in it.
type Labelled struct {
	ocr.Strip
	Label string // folded; characters outside the alphabet are content.Unknown
	Kind  content.Kind
	Fonts []string // of its characters, each once
}

// Label finds for each block what is drawn in it. Blocks whose edge runs
// through a character are left out. Ink without a character has the label "".
func (p *Page) Label(strips *ocr.Strips, alphabet []rune) []Labelled {
	known := map[rune]bool{}
	for _, r := range alphabet {
		known[r] = true
	}
	placed := p.placed(strips)
	var out []Labelled
	for _, s := range strips.Blocks {
		if b, ok := label(placed, p.Kinds, s.Box, strips.Em, known); ok {
			b.Strip = s
			out = append(out, b)
		}
	}
	return out
}

// A place is where a glyph lies on the prepared page.
type place struct {
	x0, x, x1, y0, y, y1 float64
	glyph                paint.Glyph
	space                bool // one stands before it
}

// placed carries the glyphs to the prepared page.
func (p *Page) placed(strips *ocr.Strips) []place {
	find := newInverse(strips.Back, strips.Size)
	out := make([]place, 0, len(p.Glyphs))
	space, text := false, 0
	for _, g := range p.Glyphs {
		if g.Text != text {
			space, text = false, g.Text
		}
		if g.Box.Empty() {
			space = true
			continue
		}
		cx, cy := float64(g.Box.Min.X+g.Box.Max.X-1)/2, float64(g.Box.Min.Y+g.Box.Max.Y-1)/2
		x, y := find.at(cx, cy)
		x0, ya := find.at(float64(g.Box.Min.X), cy)
		x1, yb := find.at(float64(g.Box.Max.X-1), cy)
		xa, y0 := find.at(cx, float64(g.Box.Min.Y))
		xb, y1 := find.at(cx, float64(g.Box.Max.Y-1))
		out = append(out, place{min(x0, x1, xa, xb), x, max(x0, x1, xa, xb), min(y0, y1, ya, yb), y, max(y0, y1, ya, yb), g, space})
		space = false
	}
	slices.SortStableFunc(out, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	return out
}

func label(places []place, kinds map[int]content.Kind, box image.Rectangle, em float64, known map[rune]bool) (out Labelled, ok bool) {
	var b strings.Builder
	out.Kind = content.Text
	var last *place
	written := rune(0)
	votes := map[content.Kind]int{}
	x0, y0, x1, y1 := float64(box.Min.X), float64(box.Min.Y), float64(box.Max.X), float64(box.Max.Y)
	for i := range places {
		p := &places[i]
		near := 0.08 * em
		if p.x1 < x0-near || p.x0 > x1+near || p.y < y0-near || p.y > y1+near {
			continue
		}
		inside := min(p.x1, x1) - max(p.x0, x0)
		if wide := max(p.x1-p.x0, 1); inside < 0.75*wide {
			if inside > 0.25*wide {
				return out, false // cut through
			}
			continue
		}
		// a character that rises far out of the block was cut off
		if tall := p.y1 - p.y0; min(p.y1, y1)-max(p.y0, y0) < 0.7*tall && tall > 0.2*em {
			return out, false
		}
		r := content.Fold(p.glyph.Char)
		if !known[r] {
			r = content.Unknown
		}
		point := written == '.' && r >= '0' && r <= '9' // the gap after a decimal point is the font's
		if last != nil && !point && (p.space && last.glyph.Text == p.glyph.Text || last.glyph.Text != p.glyph.Text && p.x0-last.x1 > 0.2*em) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		written = r
		votes[kinds[p.glyph.Text]]++
		if !slices.Contains(out.Fonts, p.glyph.Font) {
			out.Fonts = append(out.Fonts, p.glyph.Font)
		}
		last = p
	}
	for k, n := range votes {
		if n > votes[out.Kind] || n == votes[out.Kind] && k < out.Kind {
			out.Kind = k
		}
	}
	out.Label = b.String()
	return out, true
}

// An inverse finds the point of a page that a map leads to a given one.
type inverse struct {
	m    raster.Map
	grid [][4]float64 // x, y of the page and where the map leads them
}

func newInverse(m raster.Map, size image.Point) inverse {
	f := inverse{m: m}
	const n = 12
	for i := range n + 1 {
		for j := range n + 1 {
			x, y := float64(size.X*i)/n, float64(size.Y*j)/n
			u, v := m(x, y)
			f.grid = append(f.grid, [4]float64{x, y, u, v})
		}
	}
	return f
}

// at solves m(x, y) = (u, v) by Newton's method from the nearest grid point.
func (f inverse) at(u, v float64) (x, y float64) {
	best := math.Inf(1)
	for _, g := range f.grid {
		if d := (g[2]-u)*(g[2]-u) + (g[3]-v)*(g[3]-v); d < best {
			best, x, y = d, g[0], g[1]
		}
	}
	const step = 2
	for range 12 {
		a, b := f.m(x, y)
		du, dv := u-a, v-b
		if math.Abs(du)+math.Abs(dv) < 0.05 {
			break
		}
		ax, bx := f.m(x+step, y)
		ay, by := f.m(x, y+step)
		ax, bx, ay, by = (ax-a)/step, (bx-b)/step, (ay-a)/step, (by-b)/step
		det := ax*by - ay*bx
		if math.Abs(det) < 1e-9 {
			break
		}
		x += (du*by - dv*ay) / det
		y += (dv*ax - du*bx) / det
	}
	return x, y
}
