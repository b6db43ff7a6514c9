package oracle

import (
	"math"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// printed finds the row that a printed range decides; nil when the table's own
// bounds do.
func (o *Oracle) printed(e *examination, s assess.Sample, t *ruleset.Table, x float64, inside *state) *ruleset.Row {
	if s.Reference == nil || !o.givesWay(t) {
		return nil
	}
	f := facets(s, t.Indicator, e.Person, x)
	printedLow, printedHigh := f["ref_low"], f["ref_high"]
	rowAt := func(y float64) *ruleset.Row { return o.rowAt(t, y, inside) }
	low, high, _, normal := o.ends(t, rowAt, "N")
	coreLow, coreHigh, middle, ideal := o.ends(t, rowAt, "N0")
	if !normal || !ideal {
		return nil
	}
	if math.IsInf(low, -1) {
		low = coreLow
	}
	if math.IsInf(high, 1) {
		high = coreHigh
	}
	positive := func(end value) bool { return end.kind == isNumber && end.number > 0 }
	byLow := positive(printedLow) && low > 0
	byHigh := positive(printedHigh) && high > 0 && !math.IsInf(high, 1)
	from, to := coreLow, coreHigh
	if byLow {
		from = printedLow.number
	}
	if byHigh {
		to = printedHigh.number
	}
	if own := rowAt(x); from >= to || !byLow && !byHigh || own != nil && own.Level.Severity > 2 {
		return nil
	}
	switch { // the row of a value that lies to the table's bounds as x to the printed
	case byHigh && x > printedHigh.number:
		return rowAt(max(rounded(x*high/printedHigh.number), math.Nextafter(high, math.Inf(1))))
	case byLow && x < printedLow.number:
		return rowAt(min(rounded(x*low/printedLow.number), math.Nextafter(low, math.Inf(-1))))
	case byHigh && x >= coreHigh, byLow && x <= coreLow:
		return rowAt(middle)
	}
	return nil
}

// rowAt is the row of a table that a value would have, nil for none.
func (o *Oracle) rowAt(t *ruleset.Table, y float64, inside *state) *ruleset.Row {
	there := &state{known: map[string]value{o.name(o.set.Names.Value): number(y)}, around: inside}
	for _, row := range t.Rows {
		if o.holds(row.When, there) == yes {
			return row
		}
	}
	return nil
}

// givesWay reports whether a printed range goes before a table's own bounds, none of
// whose rows looks at what is printed.
func (o *Oracle) givesWay(t *ruleset.Table) bool {
	return t.Printed && !slices.ContainsFunc(t.Rows, func(row *ruleset.Row) bool {
		return slices.ContainsFunc(o.set.Names.Facets[:], func(slot int) bool { return slices.Contains(row.When.Slots(), slot) })
	})
}

func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// ends gives the ends of the one range of values with levels of that beginning,
// and a value within; false when there are several or none.
func (o *Oracle) ends(t *ruleset.Table, rowAt func(float64) *ruleset.Row, level string) (low, high, middle float64, ok bool) {
	cuts := slices.Clone(o.near[t.Indicator.Name])
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if len(cuts) == 0 {
		return 0, 0, 0, false
	}
	type piece struct{ from, to, at float64 }
	pieces := []piece{{math.Inf(-1), cuts[0], cuts[0] - 1}}
	for i, c := range cuts {
		next := math.Inf(1)
		between := c + 1
		if i+1 < len(cuts) {
			next = cuts[i+1]
			between = c + (next-c)/2
		}
		pieces = append(pieces, piece{c, c, c}, piece{c, next, between})
	}
	ranges, within := 0, false
	low, high = math.Inf(-1), math.Inf(1)
	for _, p := range pieces {
		row := rowAt(p.at)
		ideal := row != nil && strings.HasPrefix(row.Level.ID, level)
		switch {
		case ideal && !within:
			ranges++
			low, high = p.from, p.to
		case ideal:
			high = p.to
		}
		if ideal && p.from < p.to {
			middle = p.at
		}
		within = ideal
	}
	return low, high, middle, ranges == 1
}
