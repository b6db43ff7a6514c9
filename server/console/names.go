package console

import (
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// called is what readers of a language call an indicator.
func called(lang string, i *dictionary.Indicator) string {
	if lang == problem.English {
		return i.InEnglish()
	}
	return i.Title
}

// nameOf is what readers call an indicator, a risk or a derived value of a set; ""
// for what is none of them.
func nameOf(lang string, set *ruleset.Set, id string) string {
	if i, ok := set.Dictionary.Lookup(id); ok {
		return called(lang, i)
	}
	for _, r := range set.Risks {
		if r.ID == id {
			return r.Name
		}
	}
	for _, d := range set.Derived {
		if d.ID == id {
			return d.Title
		}
	}
	return ""
}
