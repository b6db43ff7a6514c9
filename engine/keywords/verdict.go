package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A verdict is a clause that judges what the clauses before it name, with times and
// words such as 均 or 三者 only: 黄斑变性，存疑; 子宫肌瘤、盆腔积液，两者本次均未探及.
type verdict struct {
	*analysis
	status  Status
	final   bool
	unknown int32 // characters of unknown text
	judged  bool  // a word or a time says of what it is a judgement
	judging bool  // by a word that does nothing else, so that it may judge the sentence before: 均系误判
	sums    bool  // all that the sentence names: 以上均否认
}

// isVerdict reports whether the cue makes a verdict. comma is the token
// that parts it from what it judges, sums whether that is all of the sentence.
func (w *walk) isVerdict(c *lexicon.Cue) (comma int, sums, ok bool) {
	a, l, i, begin := w.analysis, w.Lexicon, w.from, w.from
	if l.Reads(lexicon.JoinedNegators) {
		begin = w.first
	}
	v := verdict{analysis: a, status: l.MarksAs(c), final: c.Final}
	if !l.Has(lexicon.JudgedGroup) || c.Scope == lexicon.AdjacentScope || !v.judges(c) || a.Groups(i)&lexicon.ResultGroup != 0 || a.Text.Runes[a.Tokens[i].Start] == '(' {
		return 0, false, false
	}
	next := i + 1
	if l.Reads(lexicon.FreeVerdicts) {
		next = a.After(i)
	}
	if l.Reads(lexicon.SumVerdicts) && next+1 < len(a.Tokens) && a.Is(next, segment.BreakToken) && a.Groups(next+1)&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0 {
		next++
	}
	if next < len(a.Tokens) && a.Groups(next)&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.CloseGroup) == 0 {
		return 0, false, false // where a line ends it may go on: 未见\n心包积液
	}
	first := l.Find(string(a.Text.Runes[a.Tokens[begin].Start]))
	v.judging = first != nil && first.Groups&lexicon.JudgedGroup != 0
	v.sums = first != nil && first.Groups&lexicon.SumsGroup != 0
	const limit = 8 // tokens
	for k := begin - 1; k > 0 && k >= begin-limit; k-- {
		if ends, ok := v.read(k); ends {
			return k, v.sums, ok
		}
	}
	return 0, false, false
}

// judges reports whether cues such as this one judge at all.
func (v *verdict) judges(c *lexicon.Cue) bool {
	return v.status == Negated || c.Direction != lexicon.Forward && (v.status == Possible || v.status == Past && v.Lexicon.Reads(lexicon.FreeVerdicts))
}

// read takes in token k. It reports whether the clause ends there, and if so, whether
// it is a verdict.
func (v *verdict) read(k int) (ends, ok bool) {
	l, w, t := v.Lexicon, v.WordOrNone(k), v.Tokens[k]
	timed := v.status == Past && (t.Word == segment.NumberToken || w.Groups&(lexicon.PerformedGroup|lexicon.FormerGroup) != 0)
	v.judged = v.judged || timed || w.Groups&(lexicon.JudgedGroup|lexicon.PresentGroup) != 0
	reviews := w.Cue != nil && w.Cue.Doubts // 审核:
	v.judging = v.judging || reviews || w.Groups&lexicon.JudgedGroup != 0
	v.sums = v.sums || w.Groups&lexicon.SumsGroup != 0
	switch {
	case v.sums && w.Groups&lexicon.ColonGroup != 0 && v.endsList(k): // 头痛、眩晕:一概否认
		v.sums = false
		return true, true
	case w.Groups&lexicon.CommaGroup != 0:
		return true, v.unknown == 0 || v.judged || v.final
	case reviews, l.Reads(lexicon.FreeVerdicts) && (w.Groups&lexicon.ColonGroup != 0 || t.Word == segment.BreakToken && !v.IsBlankLine(k)):
		return false, false
	case l.Reads(lexicon.FreeVerdicts) && w.Groups&lexicon.SentenceGroup != 0:
		return true, v.judging
	case v.IsGap(k) && v.isFinding(k-1): // 肾结石 已不存在
		return true, v.judged || v.final
	case l.Reads(lexicon.SumVerdicts) && w.Groups&(lexicon.ExamGroup|lexicon.ListGroup) != 0 && w.Groups&lexicon.WithGroup == 0, v.IsGap(k), w.Quality && v.status == Negated, timed, w.Groups&(lexicon.JudgedGroup|lexicon.PresentGroup|lexicon.RecheckedGroup) != 0:
		return false, false
	case t.Word == segment.TextToken && v.unknown+t.End-t.Start <= longestMember:
		v.unknown += t.End - t.Start
		return false, false
	}
	return true, false
}

// judge marks what the clause before the comma names, and the list that it ends; a verdict
// that sums up, what the clauses before list, too.
func (w *walk) judge(comma int, sums bool) {
	hits := 0
	if comma > 0 && w.Lexicon.Reads(lexicon.FreeVerdicts) && (w.IsGap(comma-1) || w.Is(comma-1, segment.BreakToken)) {
		comma--
	}
	for k := comma - 1; k >= 0 && w.Distance(w.from, k) <= w.reach; k-- {
		g := w.Groups(k)
		switch {
		case w.goesOnAt(k), sums && w.IsGap(k):
		case w.isFinding(k) && w.status() == Possible && w.Lexicon.Reads(lexicon.OwnResults) && ((g|w.Groups(w.After(k)))&lexicon.ResultGroup != 0 || w.spared(k)): // Hp(+),待病理
		case w.isFinding(k):
			if w.status() != Past || !w.performed(k) || w.statusAt(k) != Possible { // an operation settles no doubt
				w.assign(k)
			}
			hits++
		case w.EndsSentence(k) && w.WordOrNone(k).Cue == nil, w.WordOrNone(k).Normal, hits > 0 && (g&lexicon.CommaGroup != 0 && !(sums && w.onlyLists(k)) || w.Is(k, segment.SpaceToken) && !w.BesidePunctuation(k)):
			return
		}
	}
}

// endsList reports whether a finding, or a list that may end with what is not known, stands
// right before the colon at token i.
func (a *analysis) endsList(i int) bool {
	const near = 6 // tokens
	for k := i - 1; k >= max(0, i-near); k-- {
		if a.isFinding(k) || a.Groups(k)&lexicon.ListGroup != 0 {
			return true
		} else if a.Groups(k)&(lexicon.CommaGroup|lexicon.SentenceGroup) != 0 {
			return false
		}
	}
	return false
}

// goesOnAt reports whether the blank or the end of a line at token i stands within a list.
func (a *analysis) goesOnAt(i int) bool {
	return a.Lexicon.Reads(lexicon.SumVerdicts) && (a.IsGap(i) || a.Is(i, segment.BreakToken) && !a.IsBlankLine(i)) &&
		(a.BesidePunctuation(i) || a.Is(i-1, segment.TextToken) || a.Is(i+1, segment.TextToken) || a.WordOrNone(i-1).Describes())
}

// onlyLists reports whether the clause before the comma at token i is a list and says
// nothing of it.
func (a *analysis) onlyLists(i int) bool {
	const longest = 8 // characters that are not understood: 等慢性病
	for i--; i >= 0 && a.Groups(i)&lexicon.CommaGroup == 0 && !a.EndsSentence(i); i-- {
		w, t := a.WordOrNone(i), a.Tokens[i]
		unknown := t.Word == segment.TextToken && t.End-t.Start <= longest
		if !a.isFinding(i) && !unknown && !a.IsGap(i) && !w.Describes() && w.Groups&(lexicon.ListGroup|lexicon.ColonGroup) == 0 && !w.Stays(a.Lexicon) {
			return w.Cue == nil && w.Groups&lexicon.ColonGroup != 0
		}
	}
	return true
}

// introduces reports whether the denial at token i is the heading of what it denies:
// 阴性:胆囊结石、肾结石.
func (a *analysis) introduces(i int) bool {
	next := a.After(i)
	return a.Lexicon.Has(lexicon.JudgedGroup) && next < len(a.Tokens) && a.Groups(next)&lexicon.ColonGroup != 0 && a.findingFollows(next) &&
		(i == 0 || a.IsGap(i-1) || a.EndsSentence(i-1) || slices.Contains([]uint64{lexicon.CommaGroup, lexicon.OpenGroup}, a.Groups(i-1)))
}
