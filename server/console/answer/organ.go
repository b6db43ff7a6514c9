package answer

import (
	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// OrganOf is the organ of an indicator for people in general: the one that most of
// the tables are of that hold for a man or a woman of 40 years. Tables for few, such
// as those who are pregnant, do not name the group that it is looked for in. It is
// nil where no organ is named.
func OrganOf(set *ruleset.Set, indicator string) *ruleset.Organ {
	in := set.Scope.NewInputs()
	times := map[*ruleset.Organ]int{}
	for _, sex := range []assess.Sex{assess.Male, assess.Female} {
		in.SetString(set.Names.Sex, string(sex))
		in.SetNumber(set.Names.Age, 40)
		for _, t := range set.Tables[indicator] {
			if t.For == nil || t.For.Eval(in) != expression.False {
				times[t.Organ]++
			}
		}
	}
	var most *ruleset.Organ
	for _, t := range set.Tables[indicator] { // of as many the first
		if most == nil || times[t.Organ] > times[most] {
			most = t.Organ
		}
	}
	return most
}
