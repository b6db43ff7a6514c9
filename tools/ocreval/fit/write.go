package fit

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"tijian/ocr/evidence"
)

// Write writes a model as a file that evidence.Parse reads, the facts in their
// order.
func Write(w io.Writer, m *evidence.Model) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# How much each fact counts for a value, in log-odds. Made by tools/ocreval --fit; not to be edited.\nmade:\n  on: %q\n  command: %s\n  sets:\n", m.Made.On, strconv.Quote(m.Made.Command))
	for _, s := range m.Made.Sets {
		fmt.Fprintf(&b, "    - %s\n", strconv.Quote(s))
	}
	fmt.Fprintf(&b, "threshold: %g # a value less probable is not given\nunmarked: %g # the same of one that lies outside where the page marks what does\nbias: %.2f # of a value of which nothing is known\nweights:\n", m.Threshold, m.Unmarked, m.Bias)
	for _, q := range evidence.Questions {
		fmt.Fprintf(&b, "  %s:\n", q.Fact)
		for _, code := range q.Codes {
			fmt.Fprintf(&b, "    %q: %.2f\n", code, m.Weights[q.Fact][code])
		}
	}
	_, err := b.WriteTo(w)
	return err
}

// bounds are the probabilities from which rows are counted together.
var bounds = []float64{0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999}

// Table writes how many rows of each probability the model expects to be right
// and how many are.
func Table(w io.Writer, title string, m *evidence.Model, samples []Sample) error {
	rows, right, expected := make([]int, len(bounds)), make([]int, len(bounds)), make([]float64, len(bounds))
	for i := range samples {
		at, p := best(m, &samples[i])
		k := 0
		for k+1 < len(bounds) && bounds[k+1] <= p {
			k++
		}
		rows[k]++
		expected[k] += p
		if at == samples[i].Right {
			right[k]++
		}
	}
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(t, "%s: probability from\trows\tright as predicted\tright as observed\n", title)
	for k, b := range bounds {
		if n := rows[k]; n > 0 {
			fmt.Fprintf(t, "%.3f\t%d\t%.4f\t%.4f\n", b, n, expected[k]/float64(n), float64(right[k])/float64(n))
		}
	}
	return t.Flush()
}
