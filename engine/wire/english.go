package wire

import (
	"maps"
	"slices"

	"tijian/engine/jsontree"
)

// English is what readers of English call the indicators and levels that an
// answer names, for the full forms. Texts stay Chinese.
type English struct {
	Indicators map[string]string `json:"indicators"`
	Levels     map[string]string `json:"levels,omitempty"`
}

func (e *English) node() *jsontree.Node {
	return jsontree.NewObject("indicators", named(e.Indicators), "levels", named(e.Levels))
}

func named(list map[string]string) *jsontree.Node {
	n := jsontree.NewObject()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		n.Set(name, jsontree.NewString(list[name]))
	}
	return n
}
