package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// endsClause reports whether nothing but a stop follows token i.
func (a *analysis) endsClause(i int) bool {
	for i++; i < len(a.Tokens); i++ {
		if t := a.Tokens[i].Word; t == segment.WrapToken && a.newFindingFollows(i) {
			return true
		} else if !a.IsGap(i) {
			return a.IsBreak(i) || a.Groups(i)&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.CloseGroup) != 0
		}
	}
	return true
}

// endsLine reports whether a line ends with token i, be it one that only the width of
// the page may have ended, where a finding with a site of its own begins the next.
func (a *analysis) endsLine(i int) bool {
	if !a.Is(i, segment.WrapToken) || i+1 >= len(a.Tokens) || a.Groups(i-1)&(lexicon.ListGroup|lexicon.CommaGroup) != 0 {
		return a.IsBreak(i)
	}
	w := a.WordOrNone(i + 1)
	return w.Site >= 0 || w.Term >= 0 && a.Lexicon.Terms[w.Term].Site >= 0
}

// newFindingFollows reports whether a finding with a site of its own stands
// right behind token i.
func (a *analysis) newFindingFollows(i int) bool {
	return i+1 < len(a.Tokens) && a.ownSite(i+1)
}

// ownSite reports whether the word at token i is a finding that names its site.
func (a *analysis) ownSite(i int) bool {
	w := a.WordOrNone(i)
	return a.isFinding(i) && w.Term >= 0 && a.Lexicon.Terms[w.Term].Site >= 0
}

// findingFollowsAtOnce reports whether the clause after the comma at token i
// begins with a finding, over sites and descriptions only: 建议复查，右肾囊肿.
func (a *analysis) findingFollowsAtOnce(i int) bool {
	sited := false
	for j := i + 1; j < len(a.Tokens); j++ {
		if a.isFinding(j) {
			return sited || a.ownSite(j) || a.flags[j]&sitedFlag != 0 && !a.IsGap(i)
		}
		w := a.Word(j)
		switch {
		case a.IsGap(j):
		case w == nil:
			return false
		case w.Site >= 0:
			sited = true
		case w.Side == "" && w.Severity == "" && !w.Quality && w.Groups&lexicon.ListGroup == 0:
			return false
		}
	}
	return false
}

// bareFollows reports whether nothing but findings stands between the comma at
// token i and the next comma or stop: 无恶心，呕吐，腹泻。 Where a list goes on over the
// comma, what is listed may be unknown, too: 未见渗出、实变，结节影及空洞.
func (a *analysis) bareFollows(i int, listed bool) bool {
	const (
		unknown = iota
		no
		yes
	)
	known := &a.bare[2*i]
	if listed {
		known = &a.bare[2*i+1]
	}
	if *known != unknown {
		return *known == yes
	}
	findings, begins := 0, true // a member of the list
	answer := int8(yes)
	for j := i + 1; j < len(a.Tokens); j++ {
		if a.IsBreak(j) {
			break
		}
		if a.IsGap(j) {
			continue
		}
		g := a.Groups(j)
		if g&(lexicon.CommaGroup|lexicon.SentenceGroup) != 0 {
			break
		}
		if a.flags[j]&(targetFlag|sitedFlag|headingFlag) == targetFlag {
			findings++
			begins = false
			continue
		}
		if begins && listed {
			if k := a.unknownMember(j); k > j {
				begins = false
				j = k - 1
				continue
			}
		}
		begins = begins || g&lexicon.ListGroup != 0
		if g&lexicon.OpenGroup != 0 && findings > 0 { // a remark: 白血病(M3型)
			if k := a.Closing(j); k > j {
				j = k
				continue
			}
		}
		if w := a.Word(j); w != nil && w.Cue != nil && findings > 0 && a.Lexicon.MarksAs(w.Cue) == Certain {
			continue // 无高血压，冠心病史
		}
		if w := a.Word(j); w == nil || g&lexicon.WithGroup != 0 || g&lexicon.ListGroup == 0 && !w.Quality {
			answer = no
			break
		}
	}
	if findings == 0 {
		answer = no
	}
	*known = answer
	return answer == yes
}

// longestMember is how many characters the unknown member of a list has at most.
const longestMember = 6

// unknownMember is the token behind the unknown text at token i, over gaps, if
// that is as short as a noun and the next member of the list or the end of the
// clause follows, no predicate; else it is i.
func (a *analysis) unknownMember(i int) int {
	length, end := int32(0), i
	for ; end < len(a.Tokens) && length <= longestMember && (a.isUnknown(end) || a.IsGap(end) && end > i); end++ {
		if !a.IsGap(end) {
			length += a.Tokens[end].End - a.Tokens[end].Start
		}
	}
	if length > longestMember {
		return i
	}
	if end < len(a.Tokens) && !a.IsBreak(end) && (a.Groups(end)&(lexicon.ListGroup|lexicon.CommaGroup|lexicon.SentenceGroup) == 0 || a.Groups(end)&lexicon.WithGroup != 0) {
		return i
	}
	return end
}

// isUnknown reports whether token i is no word, or one that makes a finding only on
// an organ that is not near: 空洞.
func (a *analysis) isUnknown(i int) bool {
	if a.Is(i, segment.TextToken) {
		return true
	}
	w := a.WordOrNone(i)
	return a.Lexicon.Reads(lexicon.UnknownMembers) && len(w.Sited)+len(w.Tails) > 0 && w.Head < 0 && w.Term < 0 && !a.isFinding(i) && w.Cue == nil && w.Groups == 0
}

// follows reports whether the finding at token i stands right behind a word of
// the group, over what describes it: 因肠腔积气.
func (a *analysis) follows(i int, group uint64) bool {
	const longestList = 6 // tokens
	listed := 0           // of a list behind the word: 与肥胖、糖尿病有关
	for i--; i >= 0 && a.Groups(i)&group == 0 && (a.IsGap(i) || a.WordOrNone(i).Describes() || listed < longestList && a.joins(i)); i-- {
		if a.joins(i) {
			listed++
		}
	}
	return i >= 0 && a.Groups(i)&group != 0
}

// joins reports whether token i is a member of a list or what joins two.
func (a *analysis) joins(i int) bool {
	return a.Lexicon.Reads(lexicon.ListedFrames) && (a.isFinding(i) || a.Groups(i)&lexicon.ListGroup != 0 || a.isUnknown(i) && a.Groups(i+1)&lexicon.ListGroup != 0)
}

// historyFollows reports whether the clause after the comma at token i is
// nothing but findings and 病史: 否认高血压，脑梗死病史.
func (a *analysis) historyFollows(i int) bool {
	findings := 0
	for j := i + 1; j < len(a.Tokens) && j < i+12; j++ {
		w := a.WordOrNone(j)
		switch {
		case a.isFinding(j):
			findings++
		case w.Stays(a.Lexicon):
			return findings > 0 && a.endsClause(j)
		case a.IsGap(j):
		case w.Groups&lexicon.ListGroup == 0 || w.Groups&lexicon.WithGroup != 0:
			return false
		}
	}
	return false
}

// adviceEnds reports whether advice is complete with token i, and a finding
// with its site follows: 建议就诊双侧乳腺增生. What is to be rechecked may be the
// object of the advice, unless it is described: 建议复查宫颈囊肿（多发）.
func (a *analysis) adviceEnds(i int) bool {
	switch g := a.Groups(i); {
	case g&lexicon.AdvisedGroup != 0:
		next := a.After(i)
		return a.findingFollowsAtOnce(i) || next < len(a.Tokens) && a.flags[next]&(targetFlag|bareFlag) == targetFlag && a.described(i)
	case g&lexicon.RecheckedGroup != 0:
		return a.findingFollowsAtOnce(i) && a.described(i)
	}
	return false
}

// advisedBefore reports whether the clause before token i, or its own, tells what to do:
// 规律服药，警惕脑梗死.
func (a *analysis) advisedBefore(i int) bool {
	const limit = 8 // tokens
	for k := i - 1; a.Lexicon.Reads(lexicon.AdvisedRisks) && k >= max(0, i-limit) && !a.EndsSentence(k) && !a.isFinding(k); k-- {
		if a.Groups(k)&lexicon.AdvisedGroup != 0 {
			return true
		}
	}
	return false
}

// described reports whether the finding behind token i has a side, a bracket,
// a measurement or another finding with it.
func (a *analysis) described(i int) bool {
	for i++; i < len(a.Tokens); i++ {
		if a.isFinding(i) {
			break
		}
		if a.WordOrNone(i).Side != "" {
			return true
		}
	}
	i = a.After(i)
	return i < len(a.Tokens) && (a.Groups(i)&(lexicon.OpenGroup|lexicon.ListGroup) != 0 || a.isFinding(i) || a.Is(i, segment.NumberToken) || a.WordOrNone(i).Side != "")
}

// missesOrgan reports whether the denial at token i speaks of the organ before
// it, and of nothing behind: 胆囊未探及（自述已切除）胆总管增宽. A bracket without a
// finding says why, or another organ's finding follows behind a blank.
func (a *analysis) missesOrgan(i int) bool {
	before := i - 1
	for before >= 0 && (a.IsGap(before) || a.Groups(before)&lexicon.ColonGroup != 0) {
		before--
	}
	if before < 0 || a.WordOrNone(before).Site < 0 || a.isFinding(before) {
		return false
	}
	next := a.After(i)
	if next >= len(a.Tokens) || a.endsPhrase(next) {
		return a.Lexicon.Reads(lexicon.UnseenOrgans) && a.Groups(i)&lexicon.UnseenGroup != 0
	}
	if a.labels(next) {
		return true
	}
	if a.Groups(next)&lexicon.OpenGroup == 0 {
		return next > i+1 && a.otherOrgan(a.WordOrNone(before).Site, next) &&
			(!a.isFinding(next) || a.Groups(i)&lexicon.UnseenGroup != 0) // not 颈部未见 甲状腺结节
	}
	end := a.Closing(next)
	for j := next + 1; j < end; j++ {
		if w := a.WordOrNone(j); a.isFinding(j) || w.Quality && j+1 == end {
			return false
		}
	}
	return end > next
}

// labels reports whether a label, and its colon, stand at token i: 鼓膜未窥见其它:耳鸣.
func (a *analysis) labels(i int) bool {
	for end := min(len(a.Tokens), i+segment.Headed); a.Lexicon.Reads(lexicon.MadeNegators) && i < end && !a.isFinding(i) && !a.endsPhrase(i); i++ {
		if a.Groups(i)&lexicon.ColonGroup != 0 {
			return true
		}
	}
	return false
}

// otherOrgan reports whether a site that is neither s nor a part of it, nor
// what s is part of, stands at token i, over a side.
func (a *analysis) otherOrgan(s int32, i int) bool {
	if a.WordOrNone(i).Side != "" && a.WordOrNone(i).Site < 0 {
		i++
	}
	if i >= len(a.Tokens) {
		return false
	}
	w := a.WordOrNone(i)
	other := w.Site
	if other < 0 && w.Term >= 0 {
		other = a.Lexicon.Terms[w.Term].Site
	}
	return other >= 0 && !a.sameSite(s, other)
}

// closedBy reports whether a word of the group ends what the cue at token i began,
// behind a finding of the same clause: the 外 of 除胆囊息肉外.
func (a *analysis) closedBy(i int, group uint64) bool {
	const limit = 12
	finding := false
	for k := i + 1; k < len(a.Tokens) && k <= i+limit; k++ {
		g := a.Groups(k)
		if finding && g&group != 0 {
			return true
		}
		if g&(lexicon.CommaGroup|lexicon.SentenceGroup) != 0 || a.IsBreak(k) {
			return false
		}
		finding = finding || a.isFinding(k)
	}
	return false
}

// postposed reports whether the denial at token i answers what stands before it and
// ends the clause, so that what follows is another matter: 举痛无，息肉有.
func (a *analysis) postposed(i int) bool {
	next := i + 1
	return i > 0 && !a.IsBreak(i-1) && a.Groups(i-1)&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup) == 0 && next < len(a.Tokens) && a.Groups(next)&(lexicon.CommaGroup|lexicon.SentenceGroup) != 0
}

// hasUnknownObject reports whether the doubt is about something unknown
// right behind it, and so not about what stands before: 低回声区倾向局灶性脂肪缺失.
func (w *walk) hasUnknownObject() bool {
	return w.Lexicon.Reads(lexicon.UnknownObjects) && w.status() == Possible && w.Is(w.from+1, segment.TextToken)
}

// isPlanned reports whether the clause says before token i that what the cue there
// tells is still to be done: 待行子宫肌瘤剔除术.
func (a *analysis) isPlanned(i int) bool { return a.TellsBefore(i, lexicon.PlannedGroup, 8) }
