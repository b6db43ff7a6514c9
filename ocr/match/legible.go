package match

import (
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
)

// legible tells for each line of a page whether what was read in it can be
// trusted. Where most of a page or place is unreadable, what looks read is
// chance: blurred characters make other names and numbers.
func legible(lines []block.Line) []bool {
	all := make([]bool, len(lines))
	if Legibility(lines) < legiblePage {
		return all
	}
	for i := range lines {
		all[i] = Legibility(lines[max(0, i-legibleAround):min(len(lines), i+legibleAround+1)]) >= legibleLines
	}
	return all
}

// Legibility tells how sure the readers are of lines: the median over their
// blocks of the surest reading, 0 to 1, or most of that over the numbers if
// it is higher and there are enough of them: names in a hand-like print are misread on
// the sharpest page. It is 0 for lines without text.
func Legibility(lines []block.Line) float64 {
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
	if n := len(numbers); n >= numbersFewest {
		middle = max(middle, numbersAlone*numbers[(n-1)/2])
	}
	return middle
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
