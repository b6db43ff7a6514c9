package diff

import (
	"io"

	"tijian/engine/jsontree"
)

// WriteJSON writes the differences for machines, with regions as limits of
// each input. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsontree.WriteIndented(w, struct {
		Sides
		Same bool `json:"same"`
		Differences
	}{r.Sides, r.Same(), r.Differences})
}
