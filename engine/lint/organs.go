package lint

import (
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// fewest is how many indicators have a table of another organ than their other tables
// where that is a custom: what is abnormal in pregnancy belongs to pregnancy.
const fewest = 3

// organs looks for a table of another organ than most tables of its indicator, where
// hardly any other indicator has one of that organ apart from its others.
func (s *reading) organs() {
	apart, indicators := map[*ruleset.Table]*ruleset.Organ{}, map[*ruleset.Organ]map[string]bool{}
	for _, byName := range s.set.AllTables() {
		for name, tables := range byName {
			count, most := map[*ruleset.Organ]int{}, (*ruleset.Organ)(nil)
			for _, t := range tables {
				if count[t.Organ]++; count[t.Organ] > count[most] {
					most = t.Organ
				}
			}
			for _, t := range tables {
				if t.Organ == nil || t.Organ == most || count[t.Organ] == count[most] {
					continue
				}
				apart[t] = most
				if indicators[t.Organ] == nil {
					indicators[t.Organ] = map[string]bool{}
				}
				indicators[t.Organ][name] = true
			}
		}
	}
	for t, most := range apart {
		if most != nil && len(indicators[t.Organ]) < fewest {
			s.list.Add(message.StrangeOrgan.At(t.At, "indicator", t.Indicator.Called(), "organ", t.Organ.Title, "most", most.Title))
		}
	}
}
