// Package textlayer makes lines of blocks of the characters that a page of a PDF
// prints as text, as layout analysis makes them of ink.
package textlayer

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tijian/ocr/block"
	"tijian/ocr/pdf"
)

// Lengths in em, the width of a Chinese character.
const (
	wordGap    = 0.3  // between characters: more separates blocks
	spaceGap   = 0.8  // the same where a blank is printed between them
	blankGap   = 0.15 // a gap as wide is a blank, whether the file has one there or not
	sameHeight = 0.45 // by which the middles of characters of one row may differ
)

// mostBad is the share of a page's characters that may be none: fonts without a
// table of what their glyphs mean give such.
const mostBad = 0.05

// mostAstray is the share of characters that may stand below or left of the one
// before and near to it: on a page that lies on its side, or on its head, all do.
const mostAstray = 0.5

// fewest is how many characters a page must print to be read as text.
const fewest = 10

// illegible stands for a character that the file does not tell.
const illegible = '囗'

// sure is the confidence of what a file says itself.
const sure = 0.999

// Lines gives the rows of text of a page, top to bottom, each with its blocks left to
// right. Places are pixels of the drawn page. It reports false when the page does
// not say what it prints.
func Lines(glyphs []pdf.Glyph) ([]block.Line, bool) {
	em, ok := measure(glyphs)
	if !ok {
		return nil, false
	}
	var lines []block.Line
	joined := unwrap(glyphs, em)
	inked, spaces := sorted(joined, em)
	for _, row := range level(inked, em) {
		line := block.Line{}
		for _, w := range words(row.glyphs, spaces, em) {
			line.Blocks = append(line.Blocks, w.block(row.middle, em))
		}
		lines = append(lines, line)
	}
	return lines, true
}

// follows tells that one character stands to the right of another, or far from it.
func follows(a, b *pdf.Glyph) bool {
	dx, dy := b.Cell.X0-a.Cell.X0, middleOf(b)-middleOf(a)
	high := a.Cell.Y1 - a.Cell.Y0
	return math.Abs(dy) < high/4 && dx > 0 || math.Hypot(dx, dy) > 3*high
}

// measure returns the width of a Chinese character, the commonest on the page.
func measure(glyphs []pdf.Glyph) (em float64, ok bool) {
	var wide, high []float64
	all, bad, astray := 0, 0, 0
	var before *pdf.Glyph
	for i := range glyphs {
		g := &glyphs[i]
		if blank(g) {
			continue
		}
		all++
		if before != nil && !follows(before, g) {
			astray++
		}
		before = g
		if unknown(g.Char) {
			bad++
		}
		high = append(high, g.Cell.Y1-g.Cell.Y0)
		if unicode.Is(unicode.Han, g.Char) {
			wide = append(wide, g.Cell.X1-g.Cell.X0)
		}
	}
	if all < fewest || float64(bad) > mostBad*float64(all) || float64(astray) > mostAstray*float64(all) {
		return 0, false
	}
	if len(wide) == 0 {
		wide = high
	}
	slices.Sort(wide)
	em = wide[len(wide)/2]
	return em, em > 0 && !math.IsInf(em, 0)
}

// unknown tells what stands for a glyph whose meaning is not known.
func unknown(r rune) bool {
	return r == 0 || r == unicode.ReplacementChar || r > unicode.MaxRune || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cc, r)
}

// blank tells what leaves no ink.
func blank(g *pdf.Glyph) bool {
	return unicode.IsSpace(g.Char) || g.Char == 0xFFFE || g.Char == 0xAD || unicode.Is(unicode.Cf, g.Char) || !(g.Cell.X1 > g.Cell.X0) || !(g.Cell.Y1 > g.Cell.Y0)
}

// A word is a run of characters on one row without a wide gap.
type word struct {
	text   strings.Builder
	x0, x1 float64
}

// block is the word of a row as readers would have read it: what a file says needs no second
// reader, and each of them would say the same.
// All of a row stand level, whatever the heights of their fonts.
func (w *word) block(middle, em float64) block.Block {
	text := w.text.String()
	second := block.Eng
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		second = block.ChiSim
	}
	return block.Block{
		Box:      image.Rect(int(math.Floor(w.x0)), int(math.Floor(middle-em/2)), int(math.Ceil(w.x1)), int(math.Ceil(middle+em/2))),
		Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: sure}, {Reader: second, Text: text, Confidence: sure}},
	}
}

// blanks are printed spaces by their height in em.
type blanks map[int][]*pdf.Glyph

// sorted tells what leaves ink from printed spaces.
func sorted(glyphs []pdf.Glyph, em float64) (inked []*pdf.Glyph, spaces blanks) {
	spaces = blanks{}
	for i := range glyphs {
		g := &glyphs[i]
		switch {
		case !blank(g):
			inked = append(inked, g)
		case g.Cell.X1 > g.Cell.X0 && unicode.Is(unicode.Zs, g.Char):
			at := int(middleOf(g) / em)
			spaces[at] = append(spaces[at], g)
		}
	}
	return inked, spaces
}

// words puts the characters of a row together.
func words(row []*pdf.Glyph, spaces blanks, em float64) []*word {
	var all []*word
	var open *word
	for _, g := range row {
		gap, printed, spaced := 0.0, false, false
		if open != nil {
			gap = g.Cell.X0 - open.x1
			printed = gap > 0 && spaces.between(open.x1, g.Cell.X0, middleOf(g), em)
			spaced = printed || gap > blankGap*em
		}
		if open == nil || gap > wordGap*em && !(printed && gap <= spaceGap*em) {
			open = &word{x0: g.Cell.X0, x1: g.Cell.X1}
			all = append(all, open)
		} else if spaced {
			open.text.WriteByte(' ')
		}
		open.x1 = max(open.x1, g.Cell.X1)
		open.text.WriteString(letter(g.Char))
	}
	return all
}

func middleOf(g *pdf.Glyph) float64 { return (g.Cell.Y0 + g.Cell.Y1) / 2 }

// between tells that one is printed between two characters of a row.
func (spaces blanks) between(left, right, y, em float64) bool {
	at := int(y / em)
	for k := at - 1; k <= at+1; k++ {
		for _, s := range spaces[k] {
			if x := (s.Cell.X0 + s.Cell.X1) / 2; x > left && x < right && math.Abs(middleOf(s)-y) < sameHeight*em {
				return true
			}
		}
	}
	return false
}

// A row is characters that stand level, left to right. Its middle is that of its
// highest one: raised and lowered ones stand beside it.
type row struct {
	glyphs          []*pdf.Glyph
	middle, highest float64
}

// level sorts characters into rows, top to bottom.
func level(inked []*pdf.Glyph, em float64) []*row {
	slices.SortStableFunc(inked, func(a, b *pdf.Glyph) int { return cmp.Compare(middleOf(a), middleOf(b)) })
	var out []*row
	for _, g := range inked {
		if n := len(out); n == 0 || middleOf(g)-out[n-1].middle > sameHeight*em {
			out = append(out, &row{})
		}
		r := out[len(out)-1]
		r.glyphs = append(r.glyphs, g)
		if high := g.Cell.Y1 - g.Cell.Y0; high > r.highest {
			r.middle, r.highest = middleOf(g), high
		}
	}
	for _, r := range out {
		slices.SortStableFunc(r.glyphs, func(a, b *pdf.Glyph) int { return cmp.Compare(a.Cell.X0, b.Cell.X0) })
	}
	return out
}

// letter is a character in its common form: files name Chinese characters by the
// radicals that look the same.
func letter(r rune) string {
	switch {
	case unknown(r):
		return string(illegible)
	case r >= 0x2E80 && r <= 0x2FDF, r >= 0xF900 && r <= 0xFAFF:
		return norm.NFKC.String(string(r))
	}
	return string(r)
}
