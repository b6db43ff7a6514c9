package wire

import (
	"maps"
	"slices"

	"tijian/engine/jsontree"
)

// English is what readers of English call what an answer names, for the full forms.
// Texts stay Chinese.
type English struct {
	Indicators map[string]string `json:"indicators"`
	Levels     map[string]string `json:"levels,omitempty"`
	Risks      map[string]string `json:"risks,omitempty"`
	Findings   map[string]string `json:"findings,omitempty"`
}

func (e *English) node() *jsontree.Node {
	n := jsontree.NewObject("indicators", named(e.Indicators), "levels", named(e.Levels))
	if len(e.Risks) > 0 {
		n.Set("risks", named(e.Risks))
	}
	return n
}

func named(list map[string]string) *jsontree.Node {
	n := jsontree.NewObject()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		n.Set(name, jsontree.NewString(list[name]))
	}
	return n
}
