package lint

import (
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Release lists what a release still lacks: tables and risks that nobody has
// signed, and rows of tables with risks whose sources name no place.
func Release(set *ruleset.Set) problem.List {
	var list problem.List
	for _, byName := range set.AllTables() {
		for _, tables := range byName {
			for _, t := range tables {
				releaseTable(t, &list)
			}
		}
	}
	for _, r := range set.Risks {
		if r.Reviewed == nil {
			list.Add(message.Unsigned.At(r.At, "what", message.Phrase{ZH: r.Name, EN: r.ID}))
		}
	}
	list.Sort()
	return list
}

func releaseTable(t *ruleset.Table, list *problem.List) {
	if t.Reviewed == nil {
		list.Add(message.Unsigned.At(t.At, "what", t.Indicator.Called()))
	}
	for _, r := range t.Rows {
		if len(t.Risks) > 0 && !slices.ContainsFunc(r.Sources, func(c ruleset.Citation) bool { return c.Place != "" }) {
			list.Add(message.NoPlace.At(r.At, "what", t.Indicator.Called()))
		}
	}
}
