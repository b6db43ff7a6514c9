package match

import (
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/table"
	"tijian/ocr/value"
)

// legible tells for each line of a page whether what was read in it can be
// trusted. Where most of a page or place is unreadable, what looks read is
// chance: blurred characters make other names and numbers.
func legible(lines []block.Line, noisy bool) []bool {
	all := make([]bool, len(lines))
	print := seen(lines, noisy)
	if sureness(print, noisy) < legiblePage {
		return all
	}
	var rows []int
	var printed []block.Line
	for i, line := range print {
		if len(line.Blocks) > 0 {
			rows, printed = append(rows, i), append(printed, line)
		}
	}
	for k, i := range rows {
		all[i] = sureness(printed[max(0, k-legibleAround):min(len(rows), k+legibleAround+1)], noisy) >= legibleLines
	}
	return all
}

// Legibility tells how sure the readers are of lines: the median over their
// blocks of the surest reading, 0 to 1, or most of that over the numbers if
// it is higher and there are enough of them: names in a hand-like print are misread on
// the sharpest page. It is 0 for lines without text.
func Legibility(lines []block.Line) float64 {
	loud, without := noisy(lines), table.WithoutSpecks(lines)
	still := noisy(without)
	return max(sureness(seen(lines, loud), loud), sureness(seen(without, still), still))
}

// sureness is the legibility of lines of print, on a noisy page without regard to
// numbers.
func sureness(lines []block.Line, noisy bool) float64 {
	var all, numbers []float64
	for _, line := range tabled(lines) {
		for i := range line.Blocks {
			surest, signs, number := 0.0, len(line.Blocks[i].Readings) > 0, false
			for _, r := range line.Blocks[i].Readings {
				surest = max(surest, r.Sureness())
				signs = signs && r.Reader == block.Shape
				number = number || r.Reader != block.Shape && isDecimal(r.Text)
			}
			if !signs { // smears look like signs
				all = append(all, surest)
				if number {
					numbers = append(numbers, surest)
				}
			}
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	slices.Sort(numbers)
	middle := all[(len(all)-1)/2]
	if n := len(numbers); n >= numbersFewest && !noisy {
		middle = max(middle, numbersAlone*numbers[(n-1)/2])
	}
	return middle
}

// seen gives the lines of a page without what is no print, if the page is noisy: blocks in
// which the compact reader saw nothing at all, or no number and less than a character's
// width. The grid of a screen and the weave of a cloth leave hundreds of them on a page
// that is read well; of blurred print that reader makes something. Other pages stay as
// they are.
func seen(lines []block.Line, noisy bool) []block.Line {
	if !noisy {
		return lines
	}
	high := block.Height(lines, printHeight)
	print := make([]block.Line, len(lines))
	for i, line := range lines {
		print[i].Blocks = slices.DeleteFunc(slices.Clone(line.Blocks), func(b block.Block) bool {
			saw := slices.IndexFunc(b.Readings, func(r block.Reading) bool { return r.Reader == block.Compact })
			return saw < 0 || b.Box.Dx() < high && !strings.ContainsAny(b.Readings[saw].Text, "0123456789")
		})
	}
	return print
}

// noisy tells that much of what was read on a page is no print.
func noisy(lines []block.Line) bool {
	count := func(lines []block.Line) (n int) {
		for _, line := range lines {
			n += len(line.Blocks)
		}
		return n
	}
	all, left := count(lines), count(seen(lines, true))
	return left > 0 && all-left >= noisyFewest && float64(left) <= noisyPrint*float64(all)
}

// tabled gives the lines of several blocks, as tables have, where there are
// enough of them: what creases, edges and the other side of a sheet leave on a
// page stands alone, and says nothing about its print.
func tabled(lines []block.Line) []block.Line {
	var out []block.Line
	blocks := 0
	for _, line := range lines {
		if n := len(line.Blocks); n >= tableBlocks {
			out = append(out, line)
			blocks += n
		}
	}
	if blocks < tableFewest {
		return lines
	}
	return out
}

// isDecimal tells a number with its point, which blur takes first.
func isDecimal(text string) bool {
	n, ok := value.ParseNumber(text)
	return ok && n.Decimals > 0
}
