package values

import (
	"slices"
	"strconv"
	"strings"

	"tijian/engine/numeral"
)

// number reads a number at rune i that no sign before or behind makes a bound,
// a range or a date. It may be one that can be read in two ways.
func (p *parser) number(i int) (x float64, n numeral.Number, end int, ok bool) {
	runes := p.runes
	for end = i; end < len(runes) && (digit(runes[end]) || end > i && (runes[end] == ',' || runes[end] == '.')); end++ {
	}
	if end == i || i > 0 && (digit(runes[i-1]) || slices.Contains([]rune("<>≤≥.-~±"), runes[i-1])) {
		return 0, n, i, false
	}
	n, _, _ = numeral.Cut(string(runes[i:end]))
	n.Plain = strings.TrimSuffix(n.Plain, ".")
	end = i + len(strings.TrimSuffix(n.Written, ".")) // which are digits, commas and points
	if strings.Contains(n.Plain, ".") && end < len(runes) && runes[end] == '.' {
		return 0, n, i, false
	}
	if n.Plain != "" {
		var err error
		if x, err = strconv.ParseFloat(n.Plain, 64); err != nil {
			return 0, n, i, false
		}
	}
	return x, n, end, !p.broken(end)
}

// broken reports whether the number that ends before rune i may go on behind a
// blank or the end of a line: 15\n2/96, 7. 2.
func (p *parser) broken(i int) bool {
	runes := p.runes
	k := i
	point := k < len(runes) && runes[k] == '.'
	if point {
		k++
	}
	blanks := k
	for k < len(runes) && (isGap(runes[k]) || runes[k] == '\n') {
		k++
	}
	if k >= len(runes) || k == blanks && !point {
		return false
	}
	if point || runes[k] == '.' || runes[k] == '/' {
		return k < len(runes) && (digit(runes[k]) || runes[k] == '.' || runes[k] == '/')
	}
	if !digit(runes[k]) {
		return false
	}
	if _, end := p.rangeAt(k); end > k {
		return false
	}
	for k < len(runes) && digit(runes[k]) {
		k++
	}
	// The number of an item is no part of it: \n2、
	return !(k+1 < len(runes) && slices.Contains([]rune(".、)"), runes[k]) && !digit(runes[k+1]))
}

// grade reads a graded result at rune i, and how many runes it takes.
func (p *parser) grade(i int) (float64, int) {
	for n := min(p.grades, len(p.runes)-i); n > 0; n-- {
		written := p.runes[i : i+n]
		if isGap(written[0]) || isGap(written[n-1]) {
			continue
		}
		if x, ok := p.dictionary.Grades().Value(string(written)); ok {
			return x, n
		}
	}
	return 0, 0
}
