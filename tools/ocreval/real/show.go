package real

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"tijian/tools/ocreval/score"
)

// JSON writes everything, but of the part that is held back the counts only.
func JSON(w io.Writer, sheets []*Sheet) error {
	shown := make([]Sheet, len(sheets))
	for i, s := range sheets {
		if shown[i] = *s; s.Held {
			shown[i].Wrong, shown[i].Lost = nil, nil
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(shown)
}

var stages = []Stage{Gate, Geometry, Block, Reader, Name, Value, Judgement}

// Text writes tables for people: the figures of the tuned part, the part that
// is held back and all; where values were lost; of the tuned part every picture
// and wrong value, and with long every lost one.
func Text(w io.Writer, sheets []*Sheet, long bool) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "part\tpictures\trefused\tempty\ttrue\tgiven\tright\tprecision\trecall\tF1")
	for _, part := range []struct {
		name string
		in   func(*Sheet) bool
	}{
		{"tuned", func(s *Sheet) bool { return !s.Held }},
		{"held back", func(s *Sheet) bool { return s.Held }},
		{"all", func(*Sheet) bool { return true }},
	} {
		var sum score.Tally
		refused, empty := 0, 0
		for _, s := range sheets {
			if !part.in(s) {
				continue
			}
			sum = score.Tally{Pages: sum.Pages + 1, True: sum.True + s.Tally.True, Given: sum.Given + s.Tally.Given, Right: sum.Right + s.Tally.Right}
			switch {
			case s.Error != "":
				refused++
			case s.Tally.Given == 0 && s.Tally.True > 0:
				empty++
			}
		}
		if sum.Pages > 0 {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.4f\t%.4f\t%.4f\n", part.name, sum.Pages, refused, empty, sum.True, sum.Given, sum.Right, sum.Precision(), sum.Recall(), sum.F1())
		}
	}
	fmt.Fprintln(t)
	fmt.Fprintln(t, "lost at\tvalues")
	for _, stage := range stages {
		n := 0
		for _, s := range sheets {
			for _, l := range s.Lost {
				if l.Stage == stage {
					n++
				}
			}
		}
		fmt.Fprintf(t, "%s\t%d\n", stage, n)
	}
	fmt.Fprintln(t)
	calibration(t, sheets)
	fmt.Fprintln(t)
	fmt.Fprintln(t, "picture\ttrue\tgiven\tright\tF1\tseconds\terror")
	sorted := slices.Clone(sheets)
	slices.SortStableFunc(sorted, func(a, b *Sheet) int { return cmp.Compare(a.Tally.F1(), b.Tally.F1()) })
	for _, s := range sorted {
		if s.Held {
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.3f\t%.1f\t%s\n", s.Name, s.Tally.True, s.Tally.Given, s.Tally.Right, s.Tally.F1(), s.Seconds, s.Error)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range sheets {
		if s.Held {
			continue // counted, not looked at
		}
		for _, l := range s.Wrong {
			if _, err := fmt.Fprintf(w, "wrong %s %s: read %v, true %v (%s %s %s) p %.3f: %s\n", s.Name, l.Indicator, *l.Read, l.True, l.Item.Name, l.Item.Value, l.Item.Unit, l.P, l.Line); err != nil {
				return err
			}
		}
		for _, l := range s.Lost {
			if !long {
				break
			}
			if _, err := fmt.Fprintf(w, "lost %s %s at %s (%s): %s %s %s %s: %s\n", s.Name, l.Indicator, l.Stage, l.Doubt, l.Item.Name, l.Item.Value, l.Item.Unit, l.Item.Interval, l.Line); err != nil {
				return err
			}
		}
	}
	return nil
}

// calibration writes how often values of each confidence were right.
func calibration(w io.Writer, sheets []*Sheet) {
	bounds := []float64{0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99}
	given, right := make([]int, len(bounds)), make([]int, len(bounds))
	for _, s := range sheets {
		for _, g := range s.Given {
			at, _ := slices.BinarySearchFunc(bounds, g.P, func(b, p float64) int {
				if b <= p {
					return -1
				}
				return 1
			})
			given[at-1]++
			if g.Right {
				right[at-1]++
			}
		}
	}
	fmt.Fprintln(w, "confidence from\tgiven\tright")
	for i, b := range bounds {
		fmt.Fprintf(w, "%.2f\t%d\t%d\n", b, given[i], right[i])
	}
}
