package impact

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/width"
)

// A table is columns of text that stand below each other whatever the width of
// their characters, and wherever the program runs: the first and last to the
// left, the others, which are numbers, to the right.
type table struct{ rows [][]string }

func newTable(header ...any) *table {
	t := &table{}
	t.row(header...)
	return t
}

func (t *table) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = fmt.Sprint(c)
	}
	t.rows = append(t.rows, texts)
}

// columns is how wide a text is on a terminal.
func columns(text string) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// numbers reports whether a column holds numbers.
func (t *table) numbers(column int) bool {
	last := t.rows[len(t.rows)-1][column]
	return column > 0 && strings.Trim(last, "0123456789. %") == ""
}

func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, text := range row {
			widths[i] = max(widths[i], columns(text))
		}
	}
	fmt.Fprintln(w)
	for k, row := range t.rows {
		var line strings.Builder
		for i, text := range row {
			blank := strings.Repeat(" ", widths[i]-columns(text))
			if i > 0 {
				line.WriteString("   ")
			}
			if t.numbers(i) {
				line.WriteString(blank + text)
			} else {
				line.WriteString(text + blank)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		if k == 0 {
			total := 3 * (len(widths) - 1)
			for _, n := range widths {
				total += n
			}
			fmt.Fprintln(w, strings.Repeat("-", total))
		}
	}
}
