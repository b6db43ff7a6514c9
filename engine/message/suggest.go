package message

import "tijian/engine/problem"

// mostKnown is how many known names are worth listing.
const mostKnown = 20

// mostNear is how many equally near names are worth listing: to name one of
// them would lead astray.
const mostNear = 8

// How a mistyped name may have been meant.
var (
	DidYouMean    = Phrase{"是否想写 {near}？", "Did you mean {near}?"}
	DidYouMeanOne = Phrase{"是否想写其中之一：{near}？", "Did you mean one of {near}?"}
	Known         = Phrase{"可用：{known}", "Known: {known}"}
)

// Suggest returns what to write instead of a name that is not among the known
// ones: the nearest of them, else all when they are few, else nothing.
func Suggest(name string, known []string) Phrase {
	switch near := problem.AllNearest(name, known); {
	case len(near) == 1:
		return DidYouMean.With("near", near[0])
	case len(near) > 1 && len(near) <= mostNear:
		return DidYouMeanOne.With("near", near)
	}
	if len(known) > 0 && len(known) <= mostKnown {
		return Known.With("known", known)
	}
	return Phrase{}
}
