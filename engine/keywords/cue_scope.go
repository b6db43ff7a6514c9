package keywords

import (
	"cmp"
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// itemisedReach is how many times farther a cue before a numbered list
// reaches.
const itemisedReach = 4

// itemised reports whether a colon and a number follow the cue.
func (w *walk) itemised() bool {
	i := w.After(w.from)
	if s := w.status(); s != Negated && s != Possible {
		return false // 建议:1.脂肪肝 is a heading
	}
	return i+1 < len(w.Tokens) && w.Groups(i)&lexicon.ColonGroup != 0 && w.Is(i+1, segment.NumberingToken)
}

// A cueScope is a walk in one direction. It ends where a sign, a word or a new subject
// closes it: at each token the tables of closings.go, stopsAt (cue_stops.go) and the
// handlers of visit say whether it goes on, within the gap, reach and stops that
// cues.yaml gives its category.
type cueScope struct {
	*walk
	step     int    // 1 or -1
	at       int    // the token where it is
	limit    int    // characters at most
	narrow   bool   // the scope ends with the list
	itemised bool   // over a numbered list: 考虑:1.肝囊肿;2.肝血管瘤
	hits     int    // findings asserted
	last     int    // the token of the last of them
	unknown  int    // characters of unknown text since the last one
	depth    int    // brackets entered
	siteAt   int    // the site of the last finding asserted, or itself where it names it, -1: none seen
	organ    int32  // the site beside the cue, -1: none
	side     string // walked over
	blank    int    // characters of gaps walked over
	listed   bool   // a list sign was walked over
	asked    bool   // a question mark of a field was walked over
	advised  bool   // 就医 was walked over, so that a condition has its consequence
	member   bool   // a finding may follow; a list goes on only after a list sign
}

// run walks in one direction (1 or -1) and returns how many findings it
// asserted.
func (w *walk) run(step int) int {
	s := cueScope{walk: w, step: step, limit: w.reach, narrow: w.scope <= lexicon.ListScope, member: true, siteAt: -1, organ: -1}
	if step > 0 && w.itemised() {
		s.itemised, s.limit = true, s.limit*itemisedReach
	}
	if s.ahead() && w.cue.NewFinding && w.adviceEnds(w.from) {
		return 0 // 请复查宫颈囊肿
	}
	for s.at = w.from + step; s.inReach(); s.at += step {
		switch id := w.Tokens[s.at].Word; {
		case id < 0 && id != segment.GivenToken && id != segment.CoinedToken:
			if !s.passes(s.at) {
				return s.hits
			}
		case s.endsItem(s.at):
		case s.stopsAt(s.at), !s.visit(s.at), s.beginsBehind(s.at):
			return s.hits
		case w.marked != nil:
			w.marked[s.at] = true
		}
	}
	return s.hits
}

// ahead reports whether the walk goes forward.
func (s *cueScope) ahead() bool { return s.step > 0 }

// inReach reports whether the walk is still in the text, and near enough to the cue.
func (s *cueScope) inReach() bool {
	return s.at >= 0 && s.at < len(s.Tokens) && s.Distance(s.from, s.at)-s.blank <= s.limit
}

// beginsBehind reports whether a finding begins anew behind token i:
// 建议做甲状腺彩超双侧乳腺增生, 建议:脂肪肝低脂饮食.
func (s *cueScope) beginsBehind(i int) bool {
	return s.cue.NewFinding && s.ahead() && (s.Groups(i)&(lexicon.ExamGroup|lexicon.ColonGroup) != 0 && s.findingFollowsAtOnce(i) || s.adviceEnds(i))
}

// passes reports whether the scope goes on over token i, which is no word.
func (s *cueScope) passes(i int) bool {
	switch s.Tokens[i].Word {
	case segment.NumberingToken:
		return s.itemised
	case segment.BreakToken: // 待排:\n肺癌
		return s.ahead() && i == s.After(s.from)+1 && s.Groups(i-1)&lexicon.ColonGroup != 0 && !s.cue.NewFinding && !s.IsBlankLine(i)
	case segment.NumberToken:
		return !s.cue.Phrase || s.hits > 0
	case segment.SpaceToken, segment.WrapToken:
		return s.passesGap(i)
	}
	if !s.ahead() && s.cue.OverComma && s.Lexicon.Reads(lexicon.SharedSubjects) && s.hits == 0 && s.HoldsAbnormal(i) {
		return false // 过敏性紫癜已愈 speaks of nothing before it
	}
	return s.passesUnknown(s.Tokens[i].End - s.Tokens[i].Start)
}

// passesGap reports the same of the blank or wrap at token i.
func (s *cueScope) passesGap(i int) bool {
	s.blank += int(s.Tokens[i].End - s.Tokens[i].Start)
	if s.Lexicon.Reads(lexicon.GluedHistories) && s.cue.History && s.historyFollows(i) {
		return true // 否认胃炎 胃溃疡病史
	}
	if s.cue.Tight || s.Is(i, segment.WrapToken) && (s.completeAt(i) || s.doubtsNextLine(i)) || s.ahead() && s.resumed(i) && (i > s.from+1 || s.isFinding(s.Over(s.from-1))) {
		return false
	}
	return i == s.from+s.step || s.BesidePunctuation(i) || s.measured(i) || s.overGap(i) || s.operated(i)
}

// passesUnknown reports the same of so many characters of what is not understood.
func (s *cueScope) passesUnknown(characters int32) bool {
	s.unknown += int(characters)
	return !s.narrow && !s.cue.Phrase || s.unknown <= s.gap
}

// opposed reports whether the walk is that of a denial that has spoken of something, and
// no list sign lets it go on.
func (s *cueScope) opposed() bool {
	return s.ahead() && !s.member && s.hits > 0 && s.status() == Negated
}

// completeAt reports whether a doubt or a condition has what it speaks of when its
// line ends at token i, and a finding with its site begins the next line.
func (s *cueScope) completeAt(i int) bool {
	if st := s.status(); !s.ahead() || st != Possible && st != Conditional || s.Groups(i-1)&(lexicon.ListGroup|lexicon.CommaGroup) != 0 || s.WordOrNone(i-1).Describes() {
		return false
	}
	spoke := s.hits > 0 || s.cue.Direction != lexicon.Forward && s.cue.Direction != lexicon.BothWays && s.isFinding(s.Over(s.from-1))
	return spoke && s.Groups(i+1)&lexicon.ListGroup == 0 && s.findingFollowsAtOnce(i)
}

// doubtsNextLine reports whether a denial that has what it speaks of ends with its line
// at token i, though a finding without a site begins the next: 未见结节, and 息肉 below.
// Whether that is denied, too, nobody can tell, so it is possible.
func (s *cueScope) doubtsNextLine(i int) bool {
	if !s.Lexicon.Reads(lexicon.DoubtfulLines) || !s.opposed() || s.Lexicon.Unreadable == nil || !s.isFinding(i-1) || !s.isFinding(i+1) || s.ownSite(i+1) {
		return false
	}
	s.doubtLine(i + 1)
	return true
}

// doubtLine makes possible the list of findings that begins at token k, of which
// nobody can tell whether the denial before the end of the line speaks of it.
func (a *analysis) doubtLine(k int) {
	for ; a.isFinding(k) || a.Groups(k)&lexicon.ListGroup != 0; k++ {
		a.assertions[k] = assertion{a.Lexicon.Unreadable, a.Lexicon.Unreadable.Category}
	}
}

// mentionAt is the first mention of the finding at token i, nil for none.
func (a *analysis) mentionAt(i int) *mention {
	first, found := slices.BinarySearchFunc(a.mentions, int32(i), func(m mention, token int32) int { return cmp.Compare(m.token, token) })
	if !found {
		return nil
	}
	return &a.mentions[first]
}

// siteOf is the site of the finding at token i, -1 where it has none.
func (a *analysis) siteOf(i int) int32 {
	if m := a.mentionAt(i); m != nil {
		return m.site
	}
	return -1
}

// operated reports whether the gap at token i stands within what an operation is
// called: 胆囊结石 行胆囊\n切除.
func (s *cueScope) operated(i int) bool {
	return s.cue.SameSite && !s.ahead() && s.hits == 0 && i > 0 &&
		(s.organ != -1 || (s.Groups(i-1)|s.Groups(i+1))&lexicon.PerformedGroup != 0 || s.WordOrNone(i-1).Groups&lexicon.SiteGroup != 0 && i+2 == s.from)
}

// overGap reports whether the clause goes on over the blank or wrap at token i:
// where a phrase goes on behind it, or a denied list with a finding of the same
// kind. A finding with a site of its own begins anew.
func (s *cueScope) overGap(i int) bool {
	if i == 0 || i+1 >= len(s.Tokens) || s.ahead() && s.flags[i+1]&headingFlag != 0 {
		return false
	}
	before, after := s.WordOrNone(i-1), s.WordOrNone(i+1)
	switch {
	case s.scope == lexicon.SentenceScope && s.cue.Stops == 0 && !s.cue.NewFinding: // a legend: 选项:A高血压 B冠心病
		return true
	case s.Is(i-1, segment.TextToken) && s.Is(i+1, segment.TextToken), before.Describes():
		return true
	case s.ahead():
		return s.Is(i-1, segment.NumberToken) || s.Is(i+1, segment.NumberToken) || s.onwards(i, before, after)
	case before.Scale >= 0: // TI-RADS 3类升为
		return true
	}
	return after.Describes() || s.scope == lexicon.SentenceScope ||
		s.narrow && s.hits == 0 && (s.Is(i+1, segment.TextToken) || s.Lexicon.Reads(lexicon.FreeVerdicts) && after.Groups&lexicon.JudgedGroup != 0 || s.Lexicon.Reads(lexicon.FartherAnswer) && after.Groups&lexicon.ExamGroup != 0)
}

// onwards reports the same of words before and after the gap that neither describe
// nor count.
func (s *cueScope) onwards(i int, before, after *lexicon.Word) bool {
	finding := s.flags[i+1]&(targetFlag|bareFlag) == targetFlag
	switch {
	case s.flags[i-1]&(targetFlag|bareFlag) == targetFlag:
		return !finding && after.Stays(s.Lexicon) ||
			finding && s.cue.Direction == lexicon.Forward && s.hits > 0 && !s.ownSite(i+1) && s.likeKinds(i-1, i+1)
	case finding && before.Ends(s.Lexicon): // 否认药物过敏史 高血压5年
		return s.bareFollows(i, s.listed)
	case s.cue.NewFinding:
		return !finding && !s.findingFollowsAtOnce(i)
	case s.status() == Negated && s.hits > 0:
		return !s.findingFollowsAtOnce(i)
	default:
		return s.hits == 0 && s.unknown <= max(s.gap, 2*introduction) || !finding
	}
}

// likeKinds reports whether the findings at two tokens are of the same
// contexts: 高血压 and 糖尿病, not 结节 and 糖尿病.
func (a *analysis) likeKinds(i, j int) bool {
	x, y := a.kind(i), a.kind(j)
	return x == 0 || y == 0 || x&y != 0
}

// kind is the contexts of the finding at token i, 0 when not known.
func (a *analysis) kind(i int) uint32 {
	w := a.WordOrNone(i)
	if w.Term >= 0 {
		return a.Lexicon.Terms[w.Term].Contexts
	}
	return 0
}

// apart reports whether a doubt says nothing of the finding at token i, which no sign
// joins to the one that it speaks of: where both name their sites, or by a later rule where anything else stands between.
func (s *cueScope) apart(i int) bool {
	return s.status() == Possible && s.scope > lexicon.ListScope &&
		(s.siteAt >= 0 && s.flags[i]&sitedFlag != 0 || s.Lexicon.Reads(lexicon.JoinedDoubts) && (s.siteAt >= 0 || s.last > i+1))
}

// endsItem reports whether the stop at token i only ends an item of a numbered
// list.
func (s *cueScope) endsItem(i int) bool {
	return s.itemised && s.Groups(i)&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0 && i+1 < len(s.Tokens) && s.Is(i+1, segment.NumberingToken)
}

// visit takes in the word at token i, and reports whether the walk goes on.
func (s *cueScope) visit(i int) bool {
	w := s.WordOrNone(i)
	s.advised = s.advised || w.Groups&lexicon.AdvisedGroup != 0
	s.denied = s.denied || s.flags[i]&trendFlag != 0
	switch {
	case s.isFinding(i) && !s.leaves(i):
		return s.finding(i)
	case w.Groups&(lexicon.OpenGroup|lexicon.CloseGroup) != 0:
		return s.bracket(i, w)
	case w.Groups&lexicon.ListGroup != 0:
		return s.list()
	case w.Groups&lexicon.CommaGroup != 0:
		goesOn, _ := s.decide(commas[:], i)
		return goesOn
	case w.Quality || w.Side != "" || w.Severity != "" || w.Site >= 0 || w.Groups&(lexicon.ColonGroup|lexicon.ExamGroup) != 0:
		s.describe(i, w)
		return true
	case s.cue.SameSite && w.Groups&lexicon.PerformedGroup != 0: // 已于2016年行
		return true
	case w.Cue != nil && w.Cue.Text == s.cue.Text:
		s.member = true // 乳腺增生可疑右乳结节可疑
		return true
	}
	return s.passesUnknown(w.Length)
}

// list takes in a list sign: another finding may follow.
func (s *cueScope) list() bool {
	if s.scope == lexicon.AdjacentScope && (s.ahead() || s.hits == 0) {
		return false
	}
	s.member, s.listed = true, true
	return true
}

// describe takes in the site, side or other description at token i.
func (s *cueScope) describe(i int, w *lexicon.Word) {
	if w.Groups&lexicon.SiteGroup != 0 && s.organ == -1 {
		if s.organ = w.Site; w.Site < 0 {
			s.organ = nowhere
		}
		s.passedOrgan = s.passedOrgan || !s.ahead()
	}
	if w.Site >= 0 && s.siteAt < 0 {
		s.siteAt = i
	}
	s.side = cmp.Or(s.side, w.Side)
}

// finding asserts the finding at token i if it is in the scope, and reports
// whether the scope goes on.
func (s *cueScope) finding(i int) bool {
	if goesOn, decided := s.decide(findings[:], i); decided {
		return goesOn
	}
	s.assign(i)
	s.denied = true
	if s.flags[i]&bareFlag == 0 {
		s.hits++
	}
	s.unknown, s.last, s.member, s.siteAt = 0, i, false, -1
	if s.ownSite(i) {
		s.siteAt = i
	}
	return s.scope != lexicon.AdjacentScope && s.flags[i]&headingFlag == 0
}

// ofOrgan reports whether the finding at token i is of the very organ that the cue
// walked over, and that nothing parts the two: 阑尾炎，已行阑尾切除.
func (s *cueScope) ofOrgan(i int) bool {
	parted := false
	for k := i + 1; k < s.from; k++ {
		parted = parted || k < s.siteAt && s.IsGap(k) || s.Groups(k)&(lexicon.OpenGroup|lexicon.CloseGroup) != 0
	}
	if parted && !s.performed(i) {
		return false
	}
	m := s.mentionAt(i)
	if m == nil || m.site != s.organ {
		return false
	}
	side, _ := s.modifiers(*m)
	return side == "" || s.side == "" || side == s.side
}

// isCause reports whether the finding at token i is why the operation was done:
// 因异位妊娠行左输卵管切除.
func (s *cueScope) isCause(i int) bool {
	return s.Lexicon.Reads(lexicon.NamedCauses) && s.follows(i, lexicon.BecauseGroup) && s.performed(i)
}

// performed reports whether a word such as 已行 stands between token i and the cue.
func (w *walk) performed(i int) bool {
	for i++; i < w.from; i++ {
		if w.Groups(i)&lexicon.PerformedGroup != 0 {
			return true
		}
	}
	return false
}

// bracket enters or leaves a bracket. The scope ends with the bracket that the
// cue stands in, unless the cue speaks of what stands before it.
func (s *cueScope) bracket(i int, w *lexicon.Word) bool {
	closes := w.Groups&lexicon.CloseGroup != 0
	if !s.ahead() && s.hits > 0 && !s.member && closes && s.scope > lexicon.ListScope {
		return false // 脂肪肝(中度)肝血管瘤可能
	}
	switch entering := (w.Groups&lexicon.OpenGroup != 0) == s.ahead(); {
	case entering && s.narrow && !s.ahead(): // skip a remark: 肺结节(3类)可能
		s.at = s.SkipBracket(i)
		for k := s.at + 1; k < i && s.Lexicon.Reads(lexicon.RemarkedNames) && !s.cue.Graded; k++ {
			if s.isFinding(k) {
				s.assign(k)
			}
		}
		return true
	case entering:
		s.depth++
		return true
	case s.depth > 0:
		s.depth--
		return true
	}
	const report = 2 // characters; more tell of something else: 占位(具体报告未见)
	return !s.ahead() && s.hits == 0 && (s.unknown <= report || !s.Lexicon.Reads(lexicon.FartherAnswer) || s.status() != Negated)
}

// chained reports whether the walk back has met nothing but times and numbers so far,
// so that the clauses walked over share the subject of one before them.
func (s *cueScope) chained() bool {
	return s.Lexicon.Reads(lexicon.SharedSubjects) && !s.ahead() && s.organ == -1 && s.unknown <= s.cue.Gap
}

// elsewhere reports whether a disease of the whole body follows the comma at token
// i, and an organ stands before the denial: 胆囊未见结石，高血压.
func (s *cueScope) elsewhere(i int) bool {
	next := s.After(i)
	if !s.ahead() || s.hits == 0 || next >= len(s.Tokens) || s.Groups(next)&lexicon.ElsewhereGroup == 0 || s.status() != Negated {
		return false
	}
	const near = 4
	for k := s.from - 1; k >= 0 && k >= s.from-near; k-- {
		w := s.WordOrNone(k)
		if w.Site >= 0 && !s.isFinding(k) {
			return true
		}
		if !s.IsGap(k) && !w.Quality && w.Side == "" && w.Groups&(lexicon.ColonGroup|lexicon.ExamGroup) == 0 {
			return false
		}
	}
	return false
}

// measured reports whether the blank or comma at token i only parts a finding
// from its measurement, behind which the cue stands: 肝囊肿 1.2cm×0.8cm可能.
func (s *cueScope) measured(i int) bool {
	before := s.Over(i - 1)
	return !s.ahead() && before >= 0 && s.isFinding(before) && s.onlyMeasures(i, s.from) &&
		(s.endsClause(s.from) || s.IsGap(s.from+1)) // not 肝低密度影 1.2cm可能血管瘤
}

// describedAt reports whether the clause after the comma at token i describes what was
// seen of an organ, which is no part of advice, of a condition or of another
// person's history: 预防痛风发作，左肾见4mm强回声.
func (s *cueScope) describedAt(i int) bool {
	if st := s.status(); !s.Lexicon.Has(lexicon.SeesGroup) || st != Conditional && st != Family {
		return false
	}
	sited := false
	for k := i + 1; k < len(s.Tokens); k++ {
		w := s.WordOrNone(k)
		switch {
		case w.Groups&lexicon.SeesGroup != 0:
			return sited
		case s.isFinding(k), !s.IsGap(k) && !w.Describes():
			return false
		}
		sited = sited || w.Site >= 0
	}
	return false
}

// resumesAt reports whether the clause after the comma at token i speaks of the
// person's present again, be it behind a site: 外婆患骨质疏松，本次骨密度示骨量减少.
func (s *cueScope) resumesAt(i int) bool {
	const limit = 4
	for k := i + 1; k < len(s.Tokens) && k <= i+limit; k++ {
		w := s.WordOrNone(k)
		switch {
		case w.Groups&s.cue.Resumes != 0:
			return true
		case s.IsGap(k), w.Site >= 0 && w.Term < 0, w.Side != "":
		default:
			return len(w.Items) > 0 && s.cue.Resumes&lexicon.ExamGroup != 0
		}
	}
	return false
}
