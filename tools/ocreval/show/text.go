// Package show presents scores: as text, as JSON and as one HTML page with the
// crops of wrong values.
package show

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"tijian/tools/ocreval/score"
)

// A Column is the score of one reader.
type Column struct {
	Reader string
	Board  *score.Board
}

// Text writes tables of all readers and the wrong values of the first. Long
// adds hospitals, forms and every value that was not given.
func Text(w io.Writer, columns []Column, long bool) error {
	for i, c := range columns {
		kinds := []string{score.All, score.Layout, score.Condition, score.Both}
		if long && i == 0 {
			kinds = append(kinds, score.Form, score.Hospital)
		}
		t := table.NewWriter()
		t.SetStyle(table.StyleLight)
		t.SetTitle(title(c))
		t.AppendHeader(table.Row{"", "pages", "pairs", "given", "right", "precision", "recall", "F1", "wrong"})
		for _, kind := range kinds {
			t.AppendSeparator()
			for _, g := range c.Board.Groups(kind) {
				t.AppendRow(row(g))
			}
		}
		if i == 0 {
			t.AppendSeparator()
			for _, g := range c.Board.Worst(score.Indicator, 12) {
				t.AppendRow(row(g))
			}
		}
		var right []table.ColumnConfig
		for n := 2; n <= 9; n++ {
			right = append(right, table.ColumnConfig{Number: n, Align: text.AlignRight})
		}
		t.SetColumnConfigs(right)
		if _, err := fmt.Fprintln(w, t.Render()); err != nil {
			return err
		}
	}
	return faults(w, columns[0].Board, long)
}

func title(c Column) string {
	median, longest := c.Board.Seconds()
	return fmt.Sprintf("%s: median %.2f s a page, longest %.2f s", c.Reader, median, longest)
}

func row(g score.Group) table.Row {
	return table.Row{g.Name, g.Pages, g.True, g.Given, g.Right, figure(g.Precision), figure(g.Recall), figure(g.F1), figure(g.Wrong)}
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

func faults(w io.Writer, b *score.Board, long bool) error {
	var err error
	print := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for _, f := range b.Failures {
		print("error   %s: %s\n", f.File, f.Error)
	}
	for _, f := range b.Wrongs {
		if f.True == nil {
			print("wrong   %s: %s read as %v, not on the page\n", f.File, f.Indicator, f.Read)
			continue
		}
		print("wrong   %s line %d: %s (%s) printed %s %s [%s] = %v, read as %v\n", f.File, f.Line, f.Indicator, f.Name, f.Printed, f.Unit, f.Reference, *f.True, f.Read)
	}
	if long {
		for _, f := range b.Missings {
			print("missing %s line %d: %s (%s) printed %s\n", f.File, f.Line, f.Indicator, f.Name, f.Printed)
		}
	}
	return err
}

// JSON writes everything of the columns.
func JSON(w io.Writer, columns []Column) error {
	type reader struct {
		Reader   string                   `json:"reader"`
		Median   float64                  `json:"seconds_median"`
		Longest  float64                  `json:"seconds_longest"`
		Groups   map[string][]score.Group `json:"groups"`
		Wrongs   []score.Wrong            `json:"wrong"`
		Missings []score.Missing          `json:"missing"`
		Failures []score.Failure          `json:"errors"`
	}
	var list []reader
	for _, c := range columns {
		r := reader{Reader: c.Reader, Groups: map[string][]score.Group{}, Wrongs: c.Board.Wrongs, Missings: c.Board.Missings, Failures: c.Board.Failures}
		r.Median, r.Longest = c.Board.Seconds()
		for _, kind := range []string{score.All, score.Layout, score.Condition, score.Both, score.Form, score.Hospital, score.Indicator} {
			r.Groups[kind] = c.Board.Groups(kind)
		}
		list = append(list, r)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(list)
}
