package keywords

import (
	"slices"
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// A closing says what a token does to the scope of a cue where it applies: the scope
// ends before it, or goes on. Of a table of them the first that applies decides.
type closing struct {
	goesOn  bool
	applies func(s *cueScope, i int) bool
}

// decide is what the first closing that applies to token i says; none may.
func (s *cueScope) decide(table []closing, i int) (goesOn, decided bool) {
	for k := range table {
		if table[k].applies(s, i) {
			return table[k].goesOn, true
		}
	}
	return false, false
}

// commas say whether a scope goes on after a comma, where it ends otherwise.
var commas = [...]closing{
	{false, (*cueScope).conditionMet}, // 如有不适及时就医，宫颈肥大
	{true, func(s *cueScope, _ int) bool { return s.topic && s.hits == 0 }},
	{false, func(s *cueScope, i int) bool {
		return s.ahead() && (s.cue.Resumes != 0 && s.resumesAt(i) || s.describedAt(i))
	}},
	{false, (*cueScope).ownBodyAt},
	{true, (*cueScope).besideComma},
	{true, (*cueScope).measured},
	{true, func(s *cueScope, i int) bool { // 阑尾炎，已行阑尾切除
		return s.ofOperation() && s.hits == 0 && (s.Lexicon.Reads(lexicon.SharedSubjects) || s.performed(i))
	}},
	{false, func(s *cueScope, _ int) bool { return s.ofOperation() }},
	{false, func(s *cueScope, i int) bool { // 建议复查，右肾囊肿
		return s.cue.NewFinding && (s.hits == 0 || s.Lexicon.Has(lexicon.JudgedGroup)) && s.findingFollowsAtOnce(i)
	}},
	{false, func(s *cueScope, i int) bool { return s.scope == lexicon.BareScope && s.elsewhere(i) }},
	{true, func(s *cueScope, i int) bool { // 无恶心，呕吐; 否认高血压，脑梗死病史
		return s.scope == lexicon.BareScope && (s.bareFollows(i, s.listed) || s.cue.History && s.historyFollows(i))
	}},
	{true, func(s *cueScope, _ int) bool { return s.scope > lexicon.BareScope }},
}

// findings say which of them a cue says nothing of, and whether it goes on behind it.
var findings = [...]closing{
	{true, func(s *cueScope, i int) bool { return s.fullList() && !s.ahead() && s.adjectival(i) }},
	{false, func(s *cueScope, i int) bool { // 脂肪肝胆囊息肉可能
		return !s.ahead() && s.hits > 0 && !s.member && s.apart(i)
	}},
	{false, func(s *cueScope, i int) bool { return s.fullList() && !s.glued(i) }},
	{false, func(s *cueScope, i int) bool { return s.cue.Spares != nil && s.spared(i) }},
	{false, func(s *cueScope, i int) bool { return s.ofOperation() && !s.ofOrgan(i) && !s.isCause(i) }},
	{false, (*cueScope).ownItem},
	{false, func(s *cueScope, i int) bool { return s.cue.Graded && s.WordOrNone(i).Scale < 0 }},
	{false, (*cueScope).elsewhereNow}, // 未见疝包皮过长
	{false, (*cueScope).positive},
	{true, func(s *cueScope, i int) bool { return s.cue.Behind != 0 && !s.follows(i, s.cue.Behind) }},
	{true, func(s *cueScope, i int) bool { return s.cue.Corrects && !s.claimed(i) }},
	{true, func(s *cueScope, i int) bool { return s.cue.Doubts && s.statusAt(i) != Possible }},
}

// predicates are words at which a denial that has spoken of something is over, though
// no sign says so.
var predicates = [...]closing{
	{false, (*cueScope).beginsAgain}, // 未见房颤偶发室性早搏
	{false, (*cueScope).timeBegins},  // 无脑梗死去年查出房颤
	{false, (*cueScope).sideBegins},
	{false, (*cueScope).organBegins},
	{false, (*cueScope).seenAt}, // 未见结节钙化灶可见2处
	{false, (*cueScope).ofOtherTopic},
	{false, func(s *cueScope, i int) bool { // 无结石有息肉
		return s.Lexicon.Has(lexicon.JudgedGroup) && s.Groups(i)&lexicon.WithGroup != 0 && s.Groups(i)&lexicon.SeesGroup != 0 && s.isFinding(min(i+1, len(s.Tokens)-1))
	}},
	{false, (*cueScope).seesOrgan}, // 未见结石膀胱区见结石
}

// ownBodyAt reports whether the clause after the comma at token i tells a side of the body,
// as only the person's own examination does: 姐姐患乳腺癌，双乳增生.
func (s *cueScope) ownBodyAt(i int) bool {
	next := s.After(i)
	return s.Lexicon.Reads(lexicon.SidedClauses) && s.ahead() && s.status() == Family && s.WordOrNone(min(next, len(s.Tokens)-1)).Side != "" && s.findingFollowsAtOnce(i)
}

// fullList reports whether the scope ends with a list, and nothing says that the list
// goes on.
func (s *cueScope) fullList() bool { return s.narrow && !s.member }

// glued reports whether the finding at token i stands right before the last one, which
// names no site, so that both are one list: 尿频尿急没有了.
func (s *cueScope) glued(i int) bool {
	return s.Lexicon.Reads(lexicon.FartherAnswer) && !s.ahead() && s.hits > 0 && s.status() != Possible && s.last == i+1 && !s.ownSite(i+1) && s.Tokens[i].End == s.Tokens[i+1].Start
}

// positive reports whether the finding at token i has a positive result behind it, so that a
// denial says nothing of it: 肝脾未及、右下腹压痛(+).
func (s *cueScope) positive(i int) bool {
	const positive = lexicon.ResultGroup | lexicon.YesGroup
	return s.Lexicon.Reads(lexicon.OwnResults) && s.ahead() && s.status() == Negated && s.Groups(s.After(i))&positive == positive
}

// ownItem reports whether the finding at token i is an item of its own in a list of which an
// operation ends the last, for it is of another organ: 2型糖尿病、白内障术后.
func (s *cueScope) ownItem(i int) bool {
	if !s.Lexicon.Reads(lexicon.OwnItems) || !s.cue.SameSite || s.ahead() || s.hits == 0 {
		return false
	}
	if _, _, operation := s.Lexicon.Operations.Parse(s.cue.Text); !operation {
		return false
	}
	for k := i + 1; k < s.last; k++ {
		if s.Groups(k)&lexicon.ListGroup != 0 && unicode.IsLetter(s.Text.Runes[s.Tokens[k].Start]) {
			return false // 子宫肌瘤及卵巢囊肿术后
		}
	}
	site, operated := s.siteOf(i), s.siteOf(s.last)
	return site < 0 || operated < 0 || !s.sameSite(site, operated)
}

// ofOperation reports whether the cue tells an operation on an organ walked over.
func (s *cueScope) ofOperation() bool { return s.cue.SameSite && s.organ != -1 }

// conditionMet reports whether a condition has its consequence, and a finding follows
// the comma at token i.
func (s *cueScope) conditionMet(i int) bool {
	return s.Lexicon.Reads(lexicon.CompleteConditions) && s.ahead() && s.advised && s.status() == Conditional && s.findingFollowsAtOnce(i)
}

// besideComma reports whether the cue steps over the comma at token i: it stands right
// beside it, or shares its subject with the clauses between.
func (s *cueScope) besideComma(i int) bool {
	return s.cue.OverComma && (!s.ahead() || s.cue.Direction != lexicon.BackwardElseForward) && s.hits == 0 && (s.Distance(s.from, i) <= s.cue.Gap || s.chained())
}

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
