package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
)

// claimed reports whether the finding at token i is what somebody said before, which the
// correction at s.from takes back: a doubt, or a diagnosis behind a word such as 外院. A lesion
// that was seen is there whatever it turns out to be, and a disease whose kind is found.
func (s *cueScope) claimed(i int) bool {
	m := s.mentionAt(i)
	if m == nil || s.statusAt(i) == Possible {
		return m != nil
	}
	examined := slices.ContainsFunc(s.Lexicon.Pathology, func(p string) bool { return strings.Contains(s.cue.Text, p) })
	if h := s.term(m.term).Head; s.statusAt(i) != Certain || h >= 0 && s.Lexicon.Heads[h].Lesion && (examined || len(s.Lexicon.Heads[h].Settled) > 0) || s.ends(m, lexicon.SignEnding) || !s.claimBefore(i) {
		return false
	}
	for k := s.from + 1; k < len(s.Tokens) && !s.endsPhrase(k); k++ {
		if by := s.mentionAt(k); by != nil {
			return by.term != m.term && !s.isKindOf(by.term, m.term)
		}
	}
	return true
}

// claimBefore reports whether the clause of token i says before it that somebody said so.
func (s *cueScope) claimBefore(i int) bool {
	const limit = 8 // tokens
	return s.TellsBefore(i, lexicon.ClaimGroup, limit)
}

// isKindOf reports whether a term is of a wider one, by its parents or as it is named.
func (a *analysis) isKindOf(id, wider int32) bool {
	t := a.term(id)
	for _, p := range t.Parents {
		if p == wider || a.isKindOf(p, wider) {
			return true
		}
	}
	return strings.Contains(t.Name, a.term(wider).Name)
}
