package table

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// bands makes one line of the lines that are one row of a table: what cells of a row hold
// in several lines stands in its middle, so that lines of one cell reach into those of
// another. What stands below each other in a cell stays together, top to bottom; names and
// intervals that go on are joined. plain are the given lines that each is made of, the line
// itself where something in it is one thing only when joined.
func (ps *Parser) bands(lines []block.Line) (out []block.Line, plain [][]block.Line) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && reachesInto(lines[from:to], lines[to:min(to+2, len(lines))]) {
			to++
		}
		line, of := lines[from], lines[from:to]
		if to > from+1 {
			var joined bool
			if line, joined = ps.band(lines[from:to]); joined {
				of = []block.Line{line}
			}
		}
		out, plain = append(out, line), append(plain, of)
		from = to
	}
	return out, plain
}

// reachesInto tells that the first of some lines stands in the row of those above: the
// last of them leaves its blocks their places, and both reach into each other, or touch
// where two lines of a cell stand around the middle of the other.
func reachesInto(above, lines []block.Line) bool {
	last, line := above[len(above)-1], lines[0]
	if len(last.Blocks) == 0 || len(line.Blocks) == 0 || !apart(last, line) {
		return false
	}
	near, lap, high := 1<<30, 0, 0
	for _, a := range last.Blocks { // the nearest tell: rows may slope
		for _, b := range line.Blocks {
			if d := besides(a.Box, b.Box); d >= 0 && d < near {
				near, lap, high = d, a.Box.Max.Y-b.Box.Min.Y, min(a.Box.Dy(), b.Box.Dy())
			}
		}
	}
	around := len(above) > 1 && apart(above[len(above)-2], last) && around(above[len(above)-2], last, line) ||
		len(lines) > 1 && apart(line, lines[1]) && around(last, line, lines[1])
	return high > 0 && 100*lap <= bandMost*high && (100*lap >= bandLap*high || around && 100*lap >= -bandLap*high)
}

// apart tells that blocks of one line leave those of the next their places: they stand
// beside these, or clearly above.
func apart(a, b block.Line) bool {
	return !slices.ContainsFunc(a.Blocks, func(a block.Block) bool {
		return slices.ContainsFunc(b.Blocks, func(b block.Block) bool {
			return besides(a.Box, b.Box) < 0 && 100*(a.Box.Max.Y-b.Box.Min.Y) > bandAbove*min(a.Box.Dy(), b.Box.Dy())
		})
	})
}

// around tells that two lines hold what a cell has in lines around the middle of another
// line: a block of the one stands above one of the other.
func around(above, line, below block.Line) bool {
	middle := line.Blocks[0].Box.Min.Y + line.Blocks[0].Box.Max.Y
	return slices.ContainsFunc(above.Blocks, func(a block.Block) bool {
		return slices.ContainsFunc(below.Blocks, func(b block.Block) bool {
			return besides(a.Box, b.Box) < 0 && 2*abs(a.Box.Min.Y+b.Box.Max.Y-middle) < min(a.Box.Dy(), b.Box.Dy()) && b.Box.Min.Y-a.Box.Max.Y < max(a.Box.Dy(), b.Box.Dy())
		})
	})
}

// besides is the gap between two boxes from left to right, below nought where they stand
// above each other.
func besides(a, b image.Rectangle) int { return max(a.Min.X, b.Min.X) - min(a.Max.X, b.Max.X) }

// band puts the blocks of some lines into the cells of one row, and tells whether some of
// them were joined.
func (ps *Parser) band(lines []block.Line) (out block.Line, joined bool) {
	type column struct {
		box    image.Rectangle
		blocks []block.Block
	}
	var all []column
	for _, l := range lines {
		for _, b := range l.Blocks {
			c := column{b.Box, []block.Block{b}}
			all = slices.DeleteFunc(all, func(o column) bool {
				stands := besides(o.box, c.box) < 0
				if stands {
					c.box, c.blocks = c.box.Union(o.box), append(o.blocks, c.blocks...)
				}
				return stands
			})
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b column) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	for _, c := range all {
		slices.SortStableFunc(c.blocks, func(a, b block.Block) int { return cmp.Compare(a.Box.Min.Y+a.Box.Max.Y, b.Box.Min.Y+b.Box.Max.Y) })
		blocks := ps.joinIntervals(ps.joinNames(c.blocks))
		joined = joined || len(blocks) < len(c.blocks)
		if n := len(out.Blocks); n > 0 {
			label := out.Blocks[n-1]
			main, ok := mainReading(&label)
			at := slices.IndexFunc(blocks, func(b block.Block) bool { return b.Box.Min.Y < label.Box.Max.Y && label.Box.Min.Y < b.Box.Max.Y })
			if ok && at > 0 && strings.HasSuffix(value.Normalise(main.Text), ":") {
				out.Blocks, blocks = out.Blocks[:n-1], slices.Insert(blocks, at, label) // it stands before what it is said of
			}
		}
		out.Blocks = append(out.Blocks, blocks...)
	}
	return out, joined
}

// joinIntervals joins blocks that stand below each other and are an interval only together:
// 0.02- and 0.52.
func (ps *Parser) joinIntervals(blocks []block.Block) (out []block.Block) {
	for _, b := range blocks {
		if n := len(out); n > 0 {
			joined := join(out[n-1], b)
			above, _ := mainReading(&out[n-1])
			main, _ := mainReading(&joined)
			limit := strings.TrimRight(value.Normalise(above.Text), " -~—–")
			low, ok := value.ParseNumber(limit)
			if ok && low.Compare == "" && limit[0] != '-' && lookOfTokens(ps.values.Scan(main.Text, ps.likeUnit)) == intervalLook {
				out[n-1] = joined
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// joinNames joins the first blocks of a cell where they are one name together rather than
// by themselves: as many as make the best.
func (ps *Parser) joinNames(blocks []block.Block) []block.Block {
	best, most, joined := 0.0, 0, block.Block{}
	for n := range blocks {
		all := blocks[0]
		for _, b := range blocks[1 : n+1] {
			all = join(all, b)
		}
		main, ok := mainReading(&all)
		if !ok || !vocabulary.HasHan(main.Text) {
			break
		}
		hits := ps.Names.Find(value.Normalise(main.Text))
		if len(hits) > 0 && !hits[0].Code && (n == 0 || hits[0].Sim >= namePlain) && hits[0].Sim*float64(hits[0].Length) > best {
			best, most, joined = hits[0].Sim*float64(hits[0].Length), n+1, all
		}
	}
	if most < 2 {
		return blocks
	}
	return append([]block.Block{joined}, blocks[most:]...)
}

// join reads a block and the one below it as one.
func join(a, b block.Block) block.Block {
	out := block.Block{Box: a.Box.Union(b.Box), Occluded: a.Occluded || b.Occluded}
	rest, ok := mainReading(&b)
	for _, r := range a.Readings {
		more := rest
		if i := slices.IndexFunc(b.Readings, func(o block.Reading) bool { return o.Reader == r.Reader }); i >= 0 {
			more = b.Readings[i]
		}
		if ok {
			r.Text, r.Confidence = r.Text+more.Text, min(r.Confidence, more.Confidence)
		}
		out.Readings = append(out.Readings, r)
	}
	return out
}
