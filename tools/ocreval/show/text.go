// Package show presents scores: as text, as JSON and as one HTML page with the
// crops of wrong values.
package show

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
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
		kinds := []string{score.All, score.Layout, score.Condition, score.Both, score.Trait}
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
	if err := compare(w, columns); err != nil {
		return err
	}
	if err := matches(w, columns[0].Board.Matches, long); err != nil {
		return err
	}
	return faults(w, columns[0].Board, long)
}

// compare tells how the other readers' F1 differs from the first one's.
func compare(w io.Writer, columns []Column) error {
	f1 := func(c Column) float64 {
		for _, g := range c.Board.Groups(score.All) {
			return g.F1
		}
		return 1
	}
	for _, c := range columns[1:] {
		if _, err := fmt.Fprintf(w, "F1 %s %s, %s %s, difference %+.4f\n", columns[0].Reader, figure(f1(columns[0])), c.Reader, figure(f1(c)), f1(c)-f1(columns[0])); err != nil {
			return err
		}
	}
	return nil
}

// matches writes how often matches of each similarity are right.
func matches(w io.Writer, c score.Calibration, long bool) error {
	if c.Sure.Matches == 0 {
		return nil
	}
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.SetTitle("matches of names with indicators")
	t.AppendHeader(table.Row{"sim", "matches", "right", "wrong", "share right"})
	add := func(name string, b score.Bucket) {
		if b.Matches > 0 {
			t.AppendRow(table.Row{name, b.Matches, b.Right, b.Matches - b.Right, figure(b.Share())})
		}
	}
	for i, b := range c.Buckets {
		if i+1 < len(c.Buckets) {
			add(fmt.Sprintf("%.2f to %.2f", b.From, c.Buckets[i+1].From), b)
		} else {
			add(fmt.Sprintf("%.2f", b.From), b)
		}
	}
	t.AppendSeparator()
	add(fmt.Sprintf("%.2f and more", c.Sure.From), c.Sure)
	var right []table.ColumnConfig
	for n := 2; n <= 5; n++ {
		right = append(right, table.ColumnConfig{Number: n, Align: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	if _, err := fmt.Fprintln(w, t.Render()); err != nil {
		return err
	}
	if !long {
		return nil
	}
	for _, m := range c.Mismatches {
		if _, err := fmt.Fprintf(w, "match   %s: %q read as %q and taken for %s, sim %.3f\n", m.Picture, m.Line, m.Read, m.Indicator, m.Sim); err != nil {
			return err
		}
	}
	return nil
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
		causes := map[score.Cause]int{}
		for _, f := range b.Missings {
			causes[f.Cause]++
			print("missing %s line %d: %s (%s) printed %s: %s %s\n", f.File, f.Line, f.Indicator, f.Name, f.Printed, f.Cause, f.Read)
		}
		for _, c := range slices.Sorted(maps.Keys(causes)) {
			print("cause   %s: %d\n", c, causes[c])
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
		Matches  score.Calibration        `json:"matches"`
	}
	var list []reader
	for _, c := range columns {
		r := reader{Reader: c.Reader, Groups: map[string][]score.Group{}, Wrongs: c.Board.Wrongs, Missings: c.Board.Missings, Failures: c.Board.Failures, Matches: c.Board.Matches}
		r.Median, r.Longest = c.Board.Seconds()
		for _, kind := range []string{score.All, score.Layout, score.Condition, score.Both, score.Trait, score.Form, score.Hospital, score.Indicator} {
			r.Groups[kind] = c.Board.Groups(kind)
		}
		list = append(list, r)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(list)
}
