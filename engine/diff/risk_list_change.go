package diff

import (
	"slices"

	"tijian/engine/change"
	"tijian/engine/ruleset"
)

// shown compares the risks that the tables of one indicator bear on.
func (r *Report) shown(namespace, indicator string, from, to []*ruleset.Table) {
	if len(from) == 0 || len(to) == 0 {
		return
	}
	before, after := risksOf(from), risksOf(to)
	s := change.Change[string]{Namespace: namespace, Indicator: indicator, Lost: without(before, after), Gained: without(after, before), FromAt: change.Row(from[0].At), ToAt: change.Row(to[0].At)}
	if len(s.Lost)+len(s.Gained) > 0 {
		r.RiskLists = append(r.RiskLists, s)
	}
}

func risksOf(tables []*ruleset.Table) []string {
	risks := []string{}
	for _, t := range tables {
		risks = append(risks, t.Risks...)
	}
	slices.Sort(risks)
	return slices.Compact(risks)
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return slices.Contains(other, id) })
}
