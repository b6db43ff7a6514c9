// Package tabular writes tables that people open with a spreadsheet. Whatever the
// product exports as CSV goes through it.
package tabular

import (
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Write writes rows as CSV, in one piece. No cell of it is a formula to a
// spreadsheet, wherever its text comes from, nor becomes another cell where
// semicolons or tabs separate cells.
func Write(w io.Writer, rows [][]string) error {
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			cell = Cell(cell)
			if strings.ContainsAny(cell, ",;\"\t\r\n") || strings.HasPrefix(cell, " ") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Cell is a text as a spreadsheet takes it for a text: with an apostrophe before it
// where it would be a formula. Numbers are numbers, signs and all.
func Cell(text string) string {
	if formula.MatchString(norm.NFKC.String(text)) && !number.MatchString(text) {
		return "'" + text
	}
	return text
}

// A formula begins with one of these, or with a blank of any kind that spreadsheets
// may leave out before it; some know the wide characters, too.
var (
	formula = regexp.MustCompile(`^(?:[\t\r\n]|[\s\x00\x{FEFF}]*[=+@-])`)
	number  = regexp.MustCompile(`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?%?$`)
)
