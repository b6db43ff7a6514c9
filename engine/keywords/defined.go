package keywords

import "tijian/engine/keywords/lexicon"

// define makes a general statement of what names again what the text explains, up to where it
// turns to the person: 什么是胆囊息肉？胆囊息肉是…….
func (a *analysis) define() {
	if !a.Lexicon.Reads(lexicon.DefinedTerms) {
		return
	}
	const ends = lexicon.SelfGroup | lexicon.TodayGroup | lexicon.PresentGroup
	at, defined := 0, map[int32]assertion{}
	for _, m := range a.mentions {
		for ; at < int(m.token); at++ {
			if len(defined) > 0 && (a.Groups(at)&ends != 0 || a.IsBreak(at)) {
				clear(defined)
			}
		}
		as := a.assertions[m.token]
		if by, ok := defined[m.term]; ok && a.statusAt(at) == Certain {
			a.assertions[m.token] = by
		} else if as.cue != nil && as.cue.Defines && as.category == as.cue.Category {
			defined[m.term] = as
		}
	}
}
