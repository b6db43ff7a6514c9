package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A finding is certain only where its clause is understood. What a clause says with
// words that no dictionary has is a description as long as it is written with the
// characters that descriptions are written with: those of findings, sites and what
// stands with them, and those that cues.yaml adds as plain: a few hundred, for
// descriptions repeat themselves. Another character makes the clause one about
// something else, so that what it mentions is only possible.

// How far, in tokens, what is not understood makes a finding behind or before it
// doubtful.
const (
	unclearBefore = 16
	unclearBehind = 8
)

// The ideographs in common use, by their code points.
const firstHan, lastHan = 0x4E00, 0x9FFF

// clarify makes possible what stands in a clause that is not understood.
func (a *analysis) clarify() {
	unclear := a.Lexicon.Unclear
	if unclear == nil {
		return
	}
	for _, m := range a.mentions {
		if a.statusAt(int(m.token)) == Certain && a.isUnclear(int(m.token)) {
			a.assertions[m.token] = assertion{unclear, unclear.Category}
		}
	}
}

// isUnclear reports whether the clause of token i holds unknown text that no
// description is written with. A blank or a label begins something else.
func (a *analysis) isUnclear(i int) bool {
	for k := i - 1; k >= max(0, i-unclearBefore) && !a.endsPhrase(k) && a.Groups(k)&lexicon.ColonGroup == 0; k-- {
		if a.Groups(k)&lexicon.CloseGroup != 0 {
			k = a.SkipBracket(k)
		} else if a.Groups(k)&lexicon.DiagnosedGroup != 0 {
			break // who found it, and where, is no part of what was found
		} else if a.isForeign(k) {
			return true
		}
	}
	for k := i + 1; k < min(len(a.Tokens), i+unclearBehind) && !a.endsPhrase(k) && a.Groups(k)&lexicon.ColonGroup == 0 && !a.isFinding(k); k++ {
		if a.Groups(k)&lexicon.OpenGroup != 0 {
			k = a.Closing(k)
		} else if a.Groups(k)&lexicon.TakesGroup != 0 {
			break // 甲减现服优甲乐
		} else if a.isForeign(k) {
			return true
		}
	}
	return false
}

// endsPhrase reports whether token k parts two phrases.
func (a *analysis) endsPhrase(k int) bool {
	switch t := a.Tokens[k]; {
	case a.IsBreak(k), t.Word == segment.SpaceToken, a.Groups(k)&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0:
		return true
	case t.Word == segment.WrapToken:
		return a.findingFollowsAtOnce(k) || a.resumed(k)
	default: // a cue may hold a sign: 吗?
		return t.Word >= 0 && (isStop(a.Text.Runes[t.Start]) || isStop(a.Text.Runes[t.End-1]))
	}
}

// resumed reports whether a word that speaks of the person's own examination stands
// behind the blank or wrap at token k: 建议低脂饮食, and 现右肾囊肿 below.
func (a *analysis) resumed(k int) bool {
	return a.Lexicon.Reads(lexicon.Resumptions) && a.Groups(k+1)&(lexicon.ResumedGroup|lexicon.SelfGroup) != 0
}

// isForeign reports whether token k is unknown text with a character that no
// description is written with.
func (a *analysis) isForeign(k int) bool {
	if !a.Is(k, segment.TextToken) {
		return false
	}
	unknown := a.Text.Runes[a.Tokens[k].Start:a.Tokens[k].End]
	if a.Is(k-1, segment.NumberToken) && a.Lexicon.Reads(lexicon.SpokenNumbers) { // 4毫米
		unknown = unknown[segment.SkipAny(unknown, 0, a.Lexicon.Units):]
	}
	for _, r := range unknown {
		if r >= firstHan && r <= lastHan && !a.Lexicon.Plain[r] {
			return true
		}
	}
	return false
}

func isStop(r rune) bool { return r == '?' || r == ',' }
