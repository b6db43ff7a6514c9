package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/numeral"
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

// ReadingOrder puts the lines of a read page into reading order: where columns of
// lines stand side by side, each with names and results of its own, lines are cut at
// the gutters and the left column comes first. It returns the layout found: Double with
// such columns, else Table when gridded, else Single.
func ReadingOrder(lines []block.Line, width int, gridded bool) ([]block.Line, block.Layout) {
	gutters, first, last := headGutters(lines)
	if len(gutters) == 0 {
		var gutter int
		if gutter, first, last = findGutter(lines, width); gutter == 0 {
			if gridded {
				return lines, block.Table
			}
			return lines, block.Single
		}
		gutters = []int{gutter}
	}
	columns := make([][]block.Line, len(gutters)+1)
	for _, l := range lines[first : last+1] {
		for k, part := range cutAll(l.Blocks, gutters) {
			if len(part) > 0 {
				columns[k] = append(columns[k], block.Line{Blocks: part})
			}
		}
	}
	out := slices.Clone(lines[:first])
	for _, c := range columns {
		out = append(out, c...)
	}
	if below, found := ReadingOrder(lines[last+1:], width, gridded); found == block.Double {
		return append(out, below...), found // another table
	}
	return append(out, lines[last+1:]...), block.Double
}

// headGutters looks for a line of headings that repeats itself, 项目 结果 项目 结果, and
// returns the gutters between what stands below its parts, with the first and last of
// the lines that they part.
func headGutters(lines []block.Line) (gutters []int, first, last int) {
	for i, l := range lines {
		n := period(l.Blocks)
		if n == 0 {
			continue
		}
		last = len(lines) - 1
		for at := n; at < len(l.Blocks); at += n {
			x, end := clearest(lines[i:], l.Blocks[at-1].Box.Max.X, l.Blocks[at].Box.Max.X)
			gutters, last = append(gutters, x), min(last, i+end)
		}
		for last > i && !slices.ContainsFunc(lines[last].Blocks, func(b block.Block) bool { return isName(&b) || isResult(&b) }) {
			last-- // the foot
		}
		named := make([]int, len(gutters)+1) // lines of each column
		for _, l := range lines[i : last+1] {
			for k, part := range cutAll(l.Blocks, gutters) {
				if paired(part) {
					named[k]++
				}
			}
		}
		if slices.Min(named) > 0 {
			return gutters, i, last
		}
		gutters = nil
	}
	return nil, 0, 0
}

// period is the number of blocks after which a line of headings begins anew; 0 where it
// does not.
func period(blocks []block.Block) int {
	for n := 2; 2*n <= len(blocks); n++ {
		same := 0
		for i := range blocks[n:] {
			text := word(&blocks[i])
			if vocabulary.Han(text) >= 2 && text == word(&blocks[i+n]) {
				same++
			}
		}
		if rest := len(blocks) - n; len(blocks)%n == 0 && same >= 2 && gutterHeadSame*same >= rest {
			return n
		}
	}
	return 0
}

// word is the text of a block of Chinese.
func word(b *block.Block) string {
	return cmp.Or(b.Text(block.Compact), b.Text(block.ChiSim))
}

// clearest is the place between two others that blocks of the fewest lines lie across,
// as far down as hardly any do, and the last of these lines; the middle of such places.
func clearest(lines []block.Line, from, to int) (x, last int) {
	places := 0
	for at := from; at < to; at++ {
		end, crossed := 0, 0
		for i, l := range lines {
			if slices.ContainsFunc(l.Blocks, func(b block.Block) bool { return b.Box.Min.X < at && at < b.Box.Max.X }) {
				if crossed++; gutterCrossed*crossed > i {
					break
				}
			} else {
				end = i
			}
		}
		switch {
		case end > last:
			x, last, places = at, end, 1
		case end == last:
			x, places = (x*places+at)/(places+1), places+1
		}
	}
	return x, last
}

// cutAll gives the blocks between gutters.
func cutAll(blocks []block.Block, gutters []int) [][]block.Block {
	var all [][]block.Block
	for _, x := range gutters {
		var left []block.Block
		left, blocks = cutAt(blocks, x)
		all = append(all, left)
	}
	return append(all, blocks)
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
	// Where results stand before the names, it lies before that of such a name.
	before, ahead := leading(lines), resultsAhead(lines)
	var starts []int
	for _, l := range lines {
		result, named := -1, !ahead
		for i := range l.Blocks {
			b := &l.Blocks[i]
			if isName(b) && result >= 0 {
				start := max(i-before, result+1)
				if ahead {
					start = result
				}
				if named {
					starts = append(starts, l.Blocks[start].Box.Min.X)
				}
				result, named = -1, true
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

// resultsAhead reports whether results stand before the names of a page; intervals may
// stand behind.
func resultsAhead(lines []block.Line) bool {
	cells := make([][]*block.Block, len(lines))
	for i := range lines {
		for k := range lines[i].Blocks {
			cells[i] = append(cells[i], &lines[i].Blocks[k])
		}
	}
	return block.ResultsAhead(cells, gutterLines, isName, func(b *block.Block) bool { return isResult(b) && !isInterval(b) }, func(*block.Block) int { return 0 })
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
	chinese := b.Text(block.ChiSim)
	return slices.ContainsFunc(b.Readings, func(r block.Reading) bool {
		known := r.Reader == block.ChiSim || r.Reader == block.Compact && chinese == ""
		return known && vocabulary.Han(r.Text) >= 2 && !strings.ContainsAny(r.Text, ":：")
	})
}

// isInterval reports whether a block may be a reference interval, by any reading.
func isInterval(b *block.Block) bool {
	return slices.ContainsFunc(b.Readings, func(r block.Reading) bool {
		_, ok, crossed := numeral.ReadRange(r.Text)
		return ok || crossed
	})
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
