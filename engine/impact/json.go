package impact

import (
	"bytes"
	"io"
	"slices"

	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

// WriteJSON writes every count for machines. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	if r.Place != nil {
		for _, s := range slices.Concat(r.Indicators, r.Risks, r.Added, r.Removed) {
			for i := range s.Moves {
				s.Moves[i].Example = r.Place(s.Moves[i].First)
			}
		}
	}
	return jsontree.WriteIndented(w, r)
}

// MarshalJSON lists the reasons in English.
func (f Failures) MarshalJSON() ([]byte, error) { return marshal(f.In(problem.English)) }

// MarshalJSON writes levels with their colours, which flags do not have.
func (m Move) MarshalJSON() ([]byte, error) {
	color := func(c int) *int {
		if m.From.Color < 0 || m.To.Color < 0 {
			return nil
		}
		return &c
	}
	return marshal(struct {
		From      string `json:"from"`
		To        string `json:"to"`
		FromColor *int   `json:"from_color,omitempty"`
		ToColor   *int   `json:"to_color,omitempty"`
		N         int    `json:"n"`
		Example   string `json:"example,omitempty"`
	}{m.From.Level, m.To.Level, color(m.From.Color), color(m.To.Color), m.N, m.Example})
}

// marshal leaves the characters of HTML as they are.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	err := jsontree.WriteIndented(&out, v)
	return out.Bytes(), err
}
