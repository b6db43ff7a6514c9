package rows

import (
	"fmt"
	"math"
	"slices"

	"tijian/engine/assess"
)

// Difference tells the first thing in which a peer's answer differs from the
// engine's, leaving aside ideal ranges, assumptions and the last digits that
// another order of adding gives; "" when there is none.
func Difference(got, want *assess.Result) string {
	for id, w := range want.Derived {
		g := got.Derived[id]
		x, number := g.(float64)
		y, too := w.(float64)
		if number && too && math.Abs(x-y) <= 1e-9*math.Abs(y) || g == w {
			continue
		}
		return fmt.Sprintf("%s = %v, want %v", id, g, w)
	}
	if len(got.Derived) != len(want.Derived) {
		return fmt.Sprintf("%d derived values, want %d", len(got.Derived), len(want.Derived))
	}
	for i := range want.Samples {
		g, w := &got.Samples[i], &want.Samples[i]
		if g.Level != w.Level || g.Color != w.Color || g.Level[0] != 'U' && g.Tip != w.Tip || !slices.Equal(g.Risks, w.Risks) {
			return fmt.Sprintf("sample %d: %+v, want %+v", i, g, w)
		}
	}
	return ""
}
