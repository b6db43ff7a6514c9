package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tijian/ocr/block"
	"tijian/ocr/page"
	"tijian/ocr/vocabulary"
)

// Gridded reports whether the rules form a table: several lines across and
// several down, each over several rows of text.
func Gridded(rules []page.Rule, em float64) bool {
	across, down := 0, 0
	for _, r := range rules {
		switch {
		case r.Vertical && float64(r.Box.Dy()) > gridDown*em:
			down++
		case !r.Vertical && float64(r.Box.Dx()) > gridAcross*em:
			across++
		}
	}
	return across >= gridRules && down >= gridRules
}

// ReadingOrder puts the lines of a read page into reading order: where two columns
// of lines stand side by side, each with names and results of its own, lines
// are cut at the gutter and the left column comes first. It returns the
// layout found: Double with such columns, else Table when gridded, else
// Single.
func ReadingOrder(lines []block.Line, width int, gridded bool) ([]block.Line, block.Layout) {
	gutter, first, last := findGutter(lines, width)
	if gutter == 0 {
		if gridded {
			return lines, block.Table
		}
		return lines, block.Single
	}
	var head, left, right, foot []block.Line
	for i, l := range lines {
		switch {
		case i < first:
			head = append(head, l)
		case i > last:
			foot = append(foot, l)
		default:
			a, b := cutAt(l.Blocks, gutter)
			if len(a) > 0 {
				left = append(left, block.Line{Blocks: a})
			}
			if len(b) > 0 {
				right = append(right, block.Line{Blocks: b})
			}
		}
	}
	return slices.Concat(head, left, right, foot), block.Double
}

// cutAt gives the blocks on both sides of a gutter.
func cutAt(blocks []block.Block, gutter int) (left, right []block.Block) {
	at := slices.IndexFunc(blocks, func(b block.Block) bool { return (b.Box.Min.X+b.Box.Max.X)/2 > gutter })
	if at < 0 {
		at = len(blocks)
	}
	return blocks[:at:at], blocks[at:]
}

// findGutter looks for the place with names and results on both sides in most
// lines that have any, and returns it with the first and last of these lines,
// or 0.
func findGutter(lines []block.Line, width int) (gutter, first, last int) {
	// A gutter lies before a name that follows a result, and before as many
	// blocks (codes, numbers) as stand before the names of the left column.
	before := leading(lines)
	var starts []int
	for _, l := range lines {
		result := -1
		for i := range l.Blocks {
			b := &l.Blocks[i]
			if isName(b) && result >= 0 {
				starts = append(starts, l.Blocks[max(i-before, result+1)].Box.Min.X)
				result = -1
			} else if isResult(b) {
				result = i
			}
		}
	}
	if len(starts) < gutterLines {
		return 0, 0, 0
	}
	slices.Sort(starts)
	best, most := 0, 0
	for i := range starts { // the densest place
		n := 0
		for _, s := range starts[i:] {
			if s-starts[i] <= width/gutterSpread {
				n++
			}
		}
		if n > most {
			best, most = starts[i], n
		}
	}
	gutter = best - width/gutterBefore
	both, any := 0, 0
	first, last = -1, -1
	for i, l := range lines {
		left, right := cutAt(l.Blocks, gutter)
		a, b := paired(left), paired(right)
		if a || b {
			any++
		}
		if a && b {
			both++
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if both < gutterLines || 5*both < gutterShare*any {
		return 0, 0, 0
	}
	// The heads of the columns belong to them, specks between them or not.
	for i := first - 1; i >= max(first-gutterHeads, 0); i-- {
		if len(lines[i].Blocks) >= gutterHeadBlocks && straddles(lines[i].Blocks, gutter) {
			first = i
			break
		}
	}
	// The longer column goes on below the shorter one.
	for last+1 < len(lines) && oneSided(lines[last+1].Blocks, gutter) {
		last++
	}
	return gutter, first, last
}

// leading is the usual number of blocks before the first name of a line.
func leading(lines []block.Line) int {
	var count [4]int
	for _, l := range lines {
		if i := slices.IndexFunc(l.Blocks, func(b block.Block) bool { return isName(&b) }); i >= 0 && i < len(count) && paired(l.Blocks) {
			count[i]++
		}
	}
	return slices.Index(count[:], slices.Max(count[:]))
}

// paired reports whether blocks hold a name followed by a result.
func paired(blocks []block.Block) bool {
	name := false
	for i := range blocks {
		if isName(&blocks[i]) {
			name = true
		} else if name && isResult(&blocks[i]) {
			return true
		}
	}
	return false
}

// straddles reports whether there are blocks on both sides and none across.
func straddles(blocks []block.Block, gutter int) bool {
	left, right := false, false
	for _, b := range blocks {
		if b.Box.Max.X > gutter && b.Box.Min.X < gutter {
			return false
		}
		left, right = left || b.Box.Max.X <= gutter, right || b.Box.Max.X > gutter
	}
	return left && right
}

// oneSided reports whether a line of a result lies on one side of the gutter.
func oneSided(blocks []block.Block, gutter int) bool {
	if !paired(blocks) {
		return false
	}
	low := slices.MinFunc(blocks, func(a, b block.Block) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	high := slices.MaxFunc(blocks, func(a, b block.Block) int { return cmp.Compare(a.Box.Max.X, b.Box.Max.X) })
	return high.Box.Max.X <= gutter || low.Box.Min.X >= gutter
}

// isName reports whether a block holds Chinese words and is no label of the
// report's head.
func isName(b *block.Block) bool {
	text := b.Text(block.ChiSim)
	return vocabulary.Han(text) >= 2 && !strings.ContainsAny(text, ":：")
}

// isResult reports whether a block begins with a number or is a graded sign.
func isResult(b *block.Block) bool {
	for _, r := range b.Readings {
		if r.Reader == block.ChiSim {
			continue
		}
		text := strings.TrimLeft(r.Text, "<>≤≥＜＞ ")
		if text != "" && (unicode.IsDigit(rune(text[0])) || r.Reader == block.Shape && strings.ContainsAny(text, "+-±")) {
			return true
		}
	}
	return false
}
