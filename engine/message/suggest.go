package message

import "tijian/engine/problem"

// mostKnown is how many known names are worth listing.
const mostKnown = 20

// How a mistyped name may have been meant.
var (
	DidYouMean = Phrase{"是否想写 {near}？", "Did you mean {near}?"}
	Known      = Phrase{"可用：{known}", "Known: {known}"}
)

// Suggest returns what to write instead of a name that is not among the known
// ones: the nearest of them, else all when they are few, else nothing.
func Suggest(name string, known []string) Phrase {
	if near := problem.Nearest(name, known); near != "" {
		return DidYouMean.With("near", near)
	}
	if len(known) > 0 && len(known) <= mostKnown {
		return Known.With("known", known)
	}
	return Phrase{}
}
