package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// Where the scope of a cue ends though no sign says so: at a new predicate, organ or
// side.

// stopsAt reports whether the scope ends before the word at token i.
func (s *cueScope) stopsAt(i int) bool {
	w := s.WordOrNone(i)
	if s.cue.Phrase && s.beginsAnew(i) {
		return true
	}
	if s.newPredicate(i) {
		return true
	}
	if !s.ahead() && w.Groups&lexicon.ResultGroup != 0 && s.Groups(s.from)&lexicon.ResultGroup != 0 {
		return true // the (-) of 尿蛋白(-) says nothing of 尿潜血(+) before it
	}
	if !s.ahead() && s.Groups(s.from)&lexicon.ResultGroup != 0 && s.isFinding(i) && s.tellsPositive(i) {
		return true
	}
	if s.isFinding(i) {
		return s.flags[i]&headingFlag != 0 && !s.ahead() || w.Groups&s.cue.Stops&lexicon.TermGroup != 0
	}
	if s.asks(i) {
		return false
	}
	return s.flags[i]&headingFlag != 0 && !s.heads(i) || s.asked && w.Groups&lexicon.ColonGroup != 0 || w.Normal || w.Groups&(lexicon.SentenceGroup|s.cue.Stops) != 0 && !s.carried(i) || w.Groups&s.cue.Stops&lexicon.TermGroup != 0
}

// tellsPositive reports whether the finding at token i is a result itself, of which the
// result of another item says nothing: 乙肝表面抗原阳性、e抗原阴性, 尿蛋白2+ 尿糖阴性.
func (a *analysis) tellsPositive(i int) bool {
	if !a.Lexicon.Reads(lexicon.OwnResults) {
		return false
	}
	if h := a.WordOrNone(i).Head; h >= 0 && segment.EndsAny([]rune(a.Lexicon.Heads[h].Name), a.Lexicon.Positive) {
		return true
	}
	return segment.EndsAny(a.Text.Runes[a.Tokens[i].Start:a.Tokens[i].End], a.Lexicon.Positive)
}

// asks reports whether a question mark stands at token i in what a field such as 申请单:
// asks, which ends no field.
func (s *cueScope) asks(i int) bool {
	if !s.Lexicon.Reads(lexicon.AskedFields) || !s.ahead() || s.status() != Conditional || !strings.HasSuffix(s.cue.Text, ":") || s.Text.Runes[s.Tokens[i].Start] != '?' {
		return false
	}
	s.asked = true
	return true
}

// heads reports whether the cue speaks of the heading at token i itself: 请按格式填写:诊断:.
func (s *cueScope) heads(i int) bool {
	return s.Lexicon.Reads(lexicon.SumVerdicts) && s.status() == Conditional && i == s.from+2 && s.Groups(i-1)&lexicon.ColonGroup != 0
}

// newPredicate reports whether a condition or a denial that has spoken of something is
// over at the word at token i, though no sign says so.
func (s *cueScope) newPredicate(i int) bool {
	if !s.ahead() {
		return false
	}
	switch s.status() {
	case Conditional: // 防止脂肪肝左肾结石
		return s.Lexicon.Reads(lexicon.OwnSides) && s.hits > 0 && s.isFinding(i-1) && s.WordOrNone(i).Side != "" && s.findingFollowsAtOnce(i-1)
	case Negated:
		if s.affirmedAt(i) {
			return true
		}
		if s.member || s.hits == 0 && !(s.denied && s.Lexicon.Reads(lexicon.ChangesDenied)) || !s.Lexicon.Has(lexicon.SeesGroup) {
			return false
		}
		_, over := s.decide(predicates[:], i)
		return over
	}
	return false
}

// affirmedAt reports whether the member of a denied list that begins at token i is
// affirmed: 无肿块、有压痛, 否认输血有慢支.
func (s *cueScope) affirmedAt(i int) bool {
	return s.Lexicon.Reads(lexicon.Affirmed) && s.hits+s.unknown > 0 && s.Groups(i)&lexicon.WithGroup != 0 && s.Groups(i)&lexicon.SeesGroup != 0 &&
		(s.Groups(i-1)&(lexicon.ListGroup|lexicon.CommaGroup) != 0 || s.Lexicon.Reads(lexicon.SpokenTurns) && (s.Is(i-1, segment.TextToken) || s.WordOrNone(i-1).Stays(s.Lexicon))) && i+1 < len(s.Tokens) && s.isFinding(i+1)
}

// timeBegins reports whether the word at token i says when, or that something was found.
func (s *cueScope) timeBegins(i int) bool {
	times := lexicon.FormerGroup | lexicon.TodayGroup
	if s.hits > 0 || !s.Lexicon.Reads(lexicon.PrintedChoices) { // not 未显示异常发现
		times |= lexicon.DiagnosedGroup
	}
	return s.Lexicon.Reads(lexicon.NewTimes) && s.Groups(i)&times != 0
}

// sideBegins reports whether a side, behind the finding denied, begins another statement:
// 未见占位右侧基底节腔梗.
func (s *cueScope) sideBegins(i int) bool {
	return s.Lexicon.Reads(lexicon.SidedClauses) && s.last == i-1 && s.WordOrNone(i).Side != "" && s.findingFollowsAtOnce(i-1)
}

// organBegins reports whether an organ, right behind a finding that names none, begins another
// statement: 未见骨折髌骨骨质增生. Complaints are listed so: 无恶心腹部不适.
func (s *cueScope) organBegins(i int) bool {
	w := s.WordOrNone(i)
	if s.last != i-1 || s.isFinding(i) || w.Site < 0 || s.Lexicon.Sites[w.Site].Anyone || s.ownSite(i-1) || !s.stated() {
		return false
	}
	m := s.mentionAt(i - 1)
	return (m == nil || int(m.siteToken) < s.from) && s.findingFollowsAtOnce(i-1)
}

// stated reports whether the cue denies that something was seen or felt (未见, not 无), and
// what it denied is more than an attribute of what may follow (未见肿大, 未见低回声).
func (s *cueScope) stated() bool {
	if !s.Lexicon.Reads(lexicon.GluedSites) || s.flags[s.last]&bareFlag != 0 || s.WordOrNone(s.last).Quality || s.ends(s.mentionAt(s.last), lexicon.ChangeEnding) {
		return false
	}
	runes := []rune(s.cue.Text)
	last := s.Lexicon.Find(string(runes[len(runes)-1:]))
	return last != nil && last.Groups&lexicon.NegatorEndGroup != 0
}

// beginsAgain reports whether the word at token i tells how often something comes.
func (s *cueScope) beginsAgain(i int) bool {
	runes := s.Text.Runes[s.Tokens[i].Start:]
	return slices.ContainsFunc(s.Lexicon.Anew, func(w []rune) bool { return segment.StartsWith(runes, w) })
}

// seenAt reports whether the finding at token i is seen, by a word behind it.
func (s *cueScope) seenAt(i int) bool {
	return s.isFinding(i) && s.Groups(i+1)&lexicon.SeesGroup != 0 && (i+2 == len(s.Tokens) || !s.isFinding(i+2))
}

// seesOrgan reports whether an organ follows at token i and what is seen there: a
// degree, too, is only told of what is there.
func (s *cueScope) seesOrgan(i int) bool {
	const limit = 8 // tokens
	for k, sited := i, false; k < len(s.Tokens) && k < i+limit; k++ {
		w := s.WordOrNone(k)
		switch {
		case s.isFinding(k), w.Cue != nil && !w.Quality, w.Groups&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ListGroup) != 0, s.IsBreak(k):
			return false
		case w.Groups&lexicon.SeesGroup != 0, w.Severity != "", s.Is(k, segment.NumberToken):
			return sited
		}
		sited = sited || w.Site >= 0 || s.Lexicon.Has(lexicon.JudgedGroup) && w.Side != ""
	}
	return false
}

// ofOtherTopic reports whether another organ than the one that the denial speaks of
// follows without a sign: 肝内无结石左肾囊肿.
func (s *cueScope) ofOtherTopic(i int) bool {
	if !s.Lexicon.Has(lexicon.JudgedGroup) || s.Groups(i-1)&(lexicon.ListGroup|lexicon.CommaGroup) != 0 {
		return false
	}
	const limit = 8 // tokens
	for k := s.from - 1; k >= max(0, s.from-limit) && !s.endsPhrase(k); k-- {
		if w := s.WordOrNone(k); w.Site >= 0 && !s.isFinding(k) {
			return s.otherOrgan(w.Site, i) || s.Lexicon.Reads(lexicon.OwnSides) && s.otherSide(k, i)
		}
	}
	return false
}

// otherSide reports whether a finding of the site at token k, or of a part of it, follows
// at token i with a side of its own: 双肾无积水右肾囊肿.
func (s *cueScope) otherSide(k, i int) bool {
	side := s.WordOrNone(i).Side
	if side == "" || side == s.sideBefore(k) {
		return false
	}
	site := s.WordOrNone(k).Site
	for ; i < len(s.Tokens) && s.WordOrNone(i).Describes() && !s.isFinding(i); i++ {
	}
	if i == len(s.Tokens) || !s.isFinding(i) {
		return false
	}
	w := s.WordOrNone(i)
	return w.Term >= 0 && s.sameSite(s.Lexicon.Terms[w.Term].Site, site) || w.Head >= 0 && s.WordOrNone(i-1).Site >= 0
}
