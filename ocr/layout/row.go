package layout

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/glyph"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// A Block is a run of characters on one row, as ink.
type Block struct {
	Box   image.Rectangle
	Parts []raster.Component // left to right
	Scale float64            // size of its print, as a share of the page's; 0 for the same
	arrow string             // that it was recognised as when it was split off
}

// Em is the height of a block's Chinese characters, where the page's have that height.
func (b *Block) Em(page float64) float64 { return page * cmp.Or(b.Scale, 1) }

// join adds what has its place beside the block's parts.
func (b *Block) join(box image.Rectangle, parts ...raster.Component) {
	b.Box = b.Box.Union(box)
	b.Parts = append(b.Parts, parts...)
}

// A Row is a text row across the page, its blocks left to right.
type Row struct {
	Blocks []Block
	Y      float64 // height of its centre, at its left end
}

// Rows finds the text rows of a straightened page and cuts them into blocks,
// at gaps and at vertical rules. Rows come top to bottom.
func Rows(components []raster.Component, rules []page.Rule, em float64) []Row {
	uprights := uprightsOf(rules)
	all, components := largePrint(components, em)
	all = append(all, chains(components, em, chainGap)...)
	slices.SortFunc(all, func(a, b *chain) int { return cmp.Or(a.box.Min.X-b.box.Min.X, a.box.Min.Y-b.box.Min.Y) })

	type open struct {
		row   *Row
		y     float64 // centre at its right end
		right int
		em    float64 // of the print at its right end
	}
	var rows []*open
	for _, k := range all {
		if !k.plausible(em) {
			continue
		}
		first, last := k.ends(em)
		var home *open
		miss := 1.0
		for _, r := range rows {
			if float64(k.box.Min.X) < float64(r.right)-rowOverlap*em && !r.row.gapAt(k.box) {
				continue
			}
			if d := abs(first-r.y) / (rowDrift * max(em, k.em, r.em)); d < miss {
				home, miss = r, d
			}
		}
		if home == nil {
			home = &open{row: &Row{Y: first}}
			rows = append(rows, home)
		}
		home.row.Blocks = append(home.row.Blocks, k.split(uprights, em)...)
		// A short chain (a dash, a dot) shows its row's height badly.
		if k.box.Max.X > home.right && (len(k.letters) >= 2 || len(home.row.Blocks) == 1) {
			home.y, home.em = last, k.em
		}
		home.right = max(home.right, k.box.Max.X)
	}
	out := make([]Row, 0, len(rows))
	for _, r := range rows {
		r.row.Blocks = joinBroken(r.row.Blocks, uprights, em)
		out = append(out, *r.row)
	}
	slices.SortFunc(out, func(a, b Row) int { return cmp.Compare(a.Y, b.Y) })
	return out
}

func uprightsOf(rules []page.Rule) []page.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r page.Rule) bool { return !r.Vertical })
}

// gapAt tells that a box has a place between the row's blocks: the dash of an
// interval set wide.
func (r *Row) gapAt(box image.Rectangle) bool {
	return !slices.ContainsFunc(r.Blocks, func(b Block) bool { return b.Box.Max.X > box.Min.X && b.Box.Min.X < box.Max.X })
}

// joinBroken puts together the blocks of a row that a broken stroke took apart,
// and takes arrows off results.
func joinBroken(blocks []Block, uprights []page.Rule, em float64) []Block {
	slices.SortFunc(blocks, func(a, b Block) int { return a.Box.Min.X - b.Box.Min.X })
	var whole []Block
	for _, b := range blocks {
		if n := len(whole); n > 0 {
			last := &whole[n-1]
			if b.Scale == last.Scale && float64(b.Box.Min.X-last.Box.Max.X) < blockGap*em && !ruleBetween(uprights, last.Box, b.Box) {
				last.join(b.Box, b.Parts...)
				slices.SortFunc(last.Parts, byLeft)
				continue
			}
		}
		whole = append(whole, b)
	}
	var out []Block
	for _, b := range joinWideIntervals(whole, uprights, em) {
		out = append(out, splitArrow(b, em)...)
	}
	return out
}

// joinWideIntervals puts together what stands on both sides of a dash, as far from it on
// the one as on the other.
func joinWideIntervals(blocks []Block, uprights []page.Rule, em float64) []Block {
	var out []Block
	for i := 0; i < len(blocks); i++ {
		out = append(out, blocks[i])
		if i+2 >= len(blocks) {
			continue
		}
		a, dash, b := &out[len(out)-1], blocks[i+1], blocks[i+2]
		before, after := float64(dash.Box.Min.X-a.Box.Max.X), float64(b.Box.Min.X-dash.Box.Max.X)
		if float64(dash.Box.Dy()) > dashHigh*em || float64(dash.Box.Dx()) > dashWide*em || max(before, after) > intervalGap*em || abs(before-after) > intervalEven*em ||
			ruleBetween(uprights, a.Box, dash.Box) || ruleBetween(uprights, dash.Box, b.Box) {
			continue
		}
		a.join(dash.Box, dash.Parts...)
		a.join(b.Box, b.Parts...)
		i += 2
	}
	return out
}

// plausible tells text from noise: at least one part as large as a dash.
func (k *chain) plausible(em float64) bool {
	area := 0
	for _, p := range k.parts {
		area += p.Area
	}
	return float64(area) > chainInk*em*em
}

// ends returns the height of the chain's row at its left and right end.
func (k *chain) ends(em float64) (first, last float64) {
	n := len(k.letters)
	return fit(k.letters[:min(n, rowEnd)], float64(k.box.Min.X), em), fit(k.letters[max(n-rowEnd, 0):], float64(k.box.Max.X), em)
}

// split cuts the chain at wide gaps and where a rule passes.
func (k *chain) split(uprights []page.Rule, em float64) []Block {
	scale := k.em / em
	em = max(em, k.em)
	var out []Block
	for _, p := range k.parts {
		if len(out) > 0 {
			b := &out[len(out)-1]
			gap := float64(p.Box.Min.X - b.Box.Max.X)
			if gap < blockGap*em && !ruleBetween(uprights, b.Box, p.Box) {
				b.join(p.Box, p)
				continue
			}
		}
		out = append(out, Block{Box: p.Box, Parts: []raster.Component{p}, Scale: scale})
	}
	return slices.DeleteFunc(out, func(b Block) bool {
		return len(b.Parts) == 1 && float64(b.Box.Dx()) < speckWide*em && float64(b.Box.Dy()) < speckHigh*em
	})
}

// ruleBetween reports whether an upright rule passes between two neighbours.
func ruleBetween(uprights []page.Rule, left, right image.Rectangle) bool {
	y := (right.Min.Y + right.Max.Y) / 2
	for i := range uprights {
		if x, ok := uprights[i].At(y); ok && x >= left.Max.X-ruleInside && x <= right.Min.X+ruleInside {
			return true
		}
	}
	return false
}

// splitArrow splits an arrow off the end or the start of a block, where a
// result carries it.
func splitArrow(b Block, em float64) []Block {
	characters := glyph.Characters(b.Parts)
	n := len(characters)
	if em = b.Em(em); n < 2 {
		return []Block{b}
	}
	blockOf := func(characters [][]raster.Component, arrow string) Block {
		parts := slices.Concat(characters...)
		return Block{Box: raster.Bounds(parts), Parts: parts, Scale: b.Scale, arrow: arrow}
	}
	if arrow := glyph.TrailingArrow(characters, em); arrow != "" {
		return []Block{blockOf(characters[:n-1], ""), blockOf(characters[n-1:], arrow)}
	}
	if arrow := glyph.LeadingArrow(characters, em); arrow != "" {
		return []Block{blockOf(characters[:1], arrow), blockOf(characters[1:], "")}
	}
	return []Block{b}
}

// Sign names the sign that the block is, an arrow or a graded result, or returns
// ""; see glyph.Sign.
func (b *Block) Sign(em float64) string {
	if b.arrow != "" {
		return b.arrow
	}
	return glyph.Sign(b.Parts, b.Em(em))
}
