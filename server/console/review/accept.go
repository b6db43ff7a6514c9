package review

import (
	"cmp"
	"net/url"
	"slices"

	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// A Subject is an indicator, risk or derived value of which cases fail: each is asked
// why it is expected otherwise, and what gets milder once more.
type Subject struct {
	Name, Title string
	Milder      bool
	Reason, Why string // as they were typed
}

// Subjects are those of failures that can be accepted, in order.
func Subjects(lang string, set *ruleset.Set, failures []regress.Failure, typed url.Values) (list []Subject) {
	for _, f := range failures {
		if !f.Change.Possible() {
			continue
		}
		name := f.Change.Subject()
		i := slices.IndexFunc(list, func(s Subject) bool { return s.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, Subject{Name: name, Title: cmp.Or(words.NameOf(lang, set, name), name), Reason: typed.Get("reason." + name), Why: typed.Get("milder." + name)})
		}
		list[i].Milder = list[i].Milder || f.Change.Milder(set)
	}
	return list
}

// Because is what a form says of them.
func Because(form url.Values) release.Because {
	return release.Because{Reason: byID(form, "reason."), Milder: byID(form, "milder.")}
}
