package diff

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the differences for machines, with regions as limits of
// each input. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(struct {
		Sides
		Same bool `json:"same"`
		Differences
	}{r.Sides, r.Same(), r.Differences})
}
