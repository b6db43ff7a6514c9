package keywords

import (
	"cmp"
	"slices"
)

// itemisedReach is how many times farther a cue before a numbered list
// reaches.
const itemisedReach = 4

// itemised reports whether a colon and a number follow the cue.
func (w *walk) itemised() bool {
	i := w.after(w.from)
	if s := w.lexicon.categories[w.category].status; s != Negated && s != Possible {
		return false // 建议:1.脂肪肝 is a heading
	}
	return i+1 < len(w.tokens) && w.groups(i)&colonGroup != 0 && w.tokens[i+1].word == numberingToken
}

// A cueScope is a walk in one direction.
type cueScope struct {
	*walk
	step     int    // 1 or -1
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
	advised  bool   // 就医 was walked over, so that a condition has its consequence
	member   bool   // a finding may follow; a list goes on only after a list sign
}

// run walks in one direction (1 or -1) and returns how many findings it
// asserted.
func (w *walk) run(step int) int {
	s := cueScope{walk: w, step: step, limit: w.reach, narrow: w.scope <= listScope, member: true, siteAt: -1, organ: -1}
	if step > 0 && w.itemised() {
		s.itemised, s.limit = true, s.limit*itemisedReach
	}
	if w.cue.newFinding && step > 0 && w.adviceEnds(w.from) {
		return 0 // 请复查宫颈囊肿
	}
	for i := w.from + step; i >= 0 && i < len(w.tokens) && w.distance(w.from, i)-s.blank <= s.limit; i += step {
		if id := w.tokens[i].word; id < 0 && id != givenToken {
			if !s.passes(i) {
				break
			}
			continue
		}
		if s.endsItem(i) {
			continue
		}
		if s.stopsAt(i) {
			break
		}
		next, ok := s.visit(i)
		if !ok {
			break
		}
		i = next
		// 建议做甲状腺彩超双侧乳腺增生, 建议:脂肪肝低脂饮食: a finding begins anew.
		if w.cue.newFinding && step > 0 && (w.groups(i)&(examGroup|colonGroup) != 0 && w.findingFollowsAtOnce(i) || w.adviceEnds(i)) {
			break
		}
		if w.marked != nil {
			w.marked[i] = true
		}
	}
	return s.hits
}

// passes reports whether the scope goes on over token i, which is no word.
func (s *cueScope) passes(i int) bool {
	switch t := s.tokens[i]; t.word {
	case numberingToken:
		return s.itemised
	case breakToken: // 待排:\n肺癌
		return i == s.after(s.from)+1 && s.step > 0 && s.groups(i-1)&colonGroup != 0 && !s.cue.newFinding && !s.isBlankLine(i)
	case numberToken:
		return !s.cue.phrase || s.hits > 0
	case spaceToken, wrapToken:
		s.blank += int(t.end - t.start)
		if s.cue.tight {
			return false
		}
		if t.word == wrapToken && (s.completeAt(i) || s.doubtsNextLine(i)) {
			return false
		}
		return i == s.from+s.step || s.besidePunctuation(i) || s.measured(i) || s.overGap(i) || s.operated(i)
	default:
		if s.step < 0 && s.cue.overComma && s.lexicon.grammar >= 2 && s.hits == 0 && s.holdsAbnormal(i) {
			return false // 过敏性紫癜已愈 speaks of nothing before it
		}
		s.unknown += int(t.end - t.start)
		return !s.narrow && !s.cue.phrase || s.unknown <= s.gap
	}
}

// completeAt reports whether a doubt or a condition has what it speaks of when its
// line ends at token i, and a finding with its site begins the next line.
func (s *cueScope) completeAt(i int) bool {
	if st := s.lexicon.categories[s.category].status; s.step < 0 || st != Possible && st != Conditional || s.groups(i-1)&(listGroup|commaGroup) != 0 || s.wordOrNone(i-1).describes() {
		return false
	}
	k := s.over(s.from - 1)
	spoke := s.hits > 0 || s.cue.direction != forward && s.cue.direction != bothWays && k >= 0 && s.flags[k]&targetFlag != 0
	return spoke && i+1 < len(s.tokens) && s.groups(i+1)&listGroup == 0 && s.findingFollowsAtOnce(i)
}

// doubtsNextLine reports whether a denial that has what it speaks of ends with its line
// at token i, though a finding without a site begins the next: 未见结节, and 息肉 below.
// Whether that is denied, too, nobody can tell, so it is possible.
func (s *cueScope) doubtsNextLine(i int) bool {
	if s.lexicon.grammar < 4 || s.step < 0 || s.member || s.hits == 0 || s.lexicon.unreadable == nil || s.lexicon.categories[s.category].status != Negated ||
		i+1 >= len(s.tokens) || s.flags[i-1]&targetFlag == 0 || s.flags[i+1]&targetFlag == 0 || s.ownSite(i+1) {
		return false
	}
	s.doubtLine(i + 1)
	return true
}

// doubtLine makes possible the list of findings that begins at token k, of which
// nobody can tell whether the denial before the end of the line speaks of it.
func (a *analysis) doubtLine(k int) {
	for ; k < len(a.tokens) && (a.flags[k]&targetFlag != 0 || a.groups(k)&listGroup != 0); k++ {
		a.assertions[k] = assertion{a.lexicon.unreadable, a.lexicon.unreadable.category}
	}
}

// elsewhereNow reports whether the finding at token i, which no list sign joins to the
// one denied before, is a whole term of another site: 未见疝包皮过长.
func (s *cueScope) elsewhereNow(i int) bool {
	if s.lexicon.grammar < 4 || s.step < 0 || s.member || s.hits == 0 || !s.ownSite(i) || s.lexicon.categories[s.category].status != Negated ||
		s.lexicon.grammar >= 5 && s.adjectival(s.last) { // 未见钙化的肿大淋巴结
		return false
	}
	before := s.wordOrNone(s.last) // not 肿大, which only describes
	whole := before.head < 0 || s.lexicon.heads[before.head].lesion
	return whole && s.closeBy(s.last, i) && s.siteOf(i) != s.siteOf(s.last)
}

// siteOf is the site of the finding at token i, -1 where it has none.
func (s *cueScope) siteOf(i int) int32 {
	first, found := slices.BinarySearchFunc(s.mentions, int32(i), func(m mention, token int32) int { return cmp.Compare(m.token, token) })
	if !found {
		return -1
	}
	return s.mentions[first].site
}

// operated reports whether the gap at token i stands within what an operation is
// called: 胆囊结石 行胆囊\n切除.
func (s *cueScope) operated(i int) bool {
	return s.cue.sameSite && s.step < 0 && s.hits == 0 && i > 0 &&
		(s.organ != -1 || (s.groups(i-1)|s.groups(i+1))&s.lexicon.performed != 0 || s.wordOrNone(i-1).groups&siteGroup != 0 && i+2 == s.from)
}

// overGap reports whether the clause goes on over the blank or wrap at token i:
// where a phrase goes on behind it, or a denied list with a finding of the same
// kind. A finding with a site of its own begins anew.
func (s *cueScope) overGap(i int) bool {
	if i == 0 || i+1 >= len(s.tokens) || s.step > 0 && s.flags[i+1]&headingFlag != 0 {
		return false
	}
	if s.scope == sentenceScope && s.cue.stops == 0 && !s.cue.newFinding { // a legend: 选项:A高血压 B冠心病
		return true
	}
	before, after := s.wordOrNone(i-1), s.wordOrNone(i+1)
	first, last := s.tokens[i-1].word, s.tokens[i+1].word
	if first == textToken && last == textToken || before.describes() {
		return true
	}
	if s.step < 0 && before.scale >= 0 { // TI-RADS 3类升为
		return true
	}
	if s.step < 0 {
		return after.describes() || s.scope == sentenceScope || s.narrow && s.hits == 0 && (last == textToken || s.lexicon.grammar >= 3 && after.groups&s.lexicon.judged != 0)
	}
	return first == numberToken || last == numberToken || s.onwards(i, before, after)
}

// onwards reports the same of words before and after the gap that neither describe
// nor count.
func (s *cueScope) onwards(i int, before, after *word) bool {
	finding := s.flags[i+1]&(targetFlag|bareFlag) == targetFlag
	switch {
	case s.flags[i-1]&(targetFlag|bareFlag) == targetFlag:
		return !finding && after.stays(s.lexicon) ||
			finding && s.cue.direction == forward && s.hits > 0 && !s.ownSite(i+1) && s.likeKinds(i-1, i+1)
	case finding && before.ends(s.lexicon): // 否认药物过敏史 高血压5年
		return s.bareFollows(i, s.listed)
	case s.cue.newFinding:
		return !finding && !s.findingFollowsAtOnce(i)
	case s.lexicon.categories[s.category].status == Negated && s.hits > 0:
		return !s.findingFollowsAtOnce(i)
	default:
		return s.hits == 0 && s.unknown <= max(s.gap, 2*introduction) || !finding
	}
}

// ends reports whether a phrase is complete with the word: 过敏史.
func (w *word) ends(l *Lexicon) bool {
	return w.pseudo || w.stays(l)
}

// stays reports whether the word says that what is before it is still so: 病史.
func (w *word) stays(l *Lexicon) bool {
	return w.cue != nil && !w.cue.answers && l.categories[w.cue.category].status == Certain
}

// describes reports whether a finding must follow the word: 明显, 左侧, 肝.
func (w *word) describes() bool {
	return w.quality || w.side != "" || w.severity != "" || w.site >= 0 && w.term < 0
}

// likeKinds reports whether the findings at two tokens are of the same
// contexts: 高血压 and 糖尿病, not 结节 and 糖尿病.
func (a *analysis) likeKinds(i, j int) bool {
	x, y := a.kind(i), a.kind(j)
	return x == 0 || y == 0 || x&y != 0
}

// kind is the contexts of the finding at token i, 0 when not known.
func (a *analysis) kind(i int) uint32 {
	w := a.wordOrNone(i)
	if w.term >= 0 {
		return a.lexicon.terms[w.term].contexts
	}
	return 0
}

// apart reports whether a doubt says nothing of the finding at token i, which no sign
// joins to the one that it speaks of: where both name their sites, and from grammar 5
// on also where anything else stands between.
func (s *cueScope) apart(i int) bool {
	return s.lexicon.categories[s.category].status == Possible && s.scope > listScope &&
		(s.siteAt >= 0 && s.flags[i]&sitedFlag != 0 || s.lexicon.grammar >= 5 && (s.siteAt >= 0 || s.last > i+1))
}

// endsItem reports whether the stop at token i only ends an item of a numbered
// list.
func (s *cueScope) endsItem(i int) bool {
	return s.itemised && s.groups(i)&(sentenceGroup|commaGroup) != 0 && i+1 < len(s.tokens) && s.tokens[i+1].word == numberingToken
}

// visit takes in the word at token i. It returns the token where the walk goes
// on, and reports whether it goes on at all.
func (s *cueScope) visit(i int) (next int, ok bool) {
	w := s.wordOrNone(i)
	s.advised = s.advised || w.groups&s.lexicon.advised != 0
	s.denied = s.denied || s.flags[i]&trendFlag != 0
	switch {
	case s.flags[i]&targetFlag != 0 && !s.leaves(i):
		return i, s.finding(i)
	case w.groups&(openGroup|closeGroup) != 0:
		if s.step < 0 && s.hits > 0 && !s.member && w.groups&closeGroup != 0 && s.scope > listScope {
			return i, false // 脂肪肝(中度)肝血管瘤可能
		}
		return s.bracket(i, w)
	case w.groups&listGroup != 0:
		if s.scope == adjacentScope && (s.step > 0 || s.hits == 0) {
			return i, false
		}
		s.member, s.listed = true, true
	case w.groups&commaGroup != 0:
		return i, s.comma(i)
	case w.quality || w.side != "" || w.severity != "" || w.site >= 0 || w.groups&(colonGroup|examGroup) != 0:
		if w.groups&siteGroup != 0 && s.organ == -1 {
			if s.organ = w.site; w.site < 0 {
				s.organ = nowhere
			}
			s.passedOrgan = s.passedOrgan || s.step < 0
		}
		if w.site >= 0 && s.siteAt < 0 {
			s.siteAt = i
		}
		s.side = cmp.Or(s.side, w.side)
	case s.cue.sameSite && w.groups&s.lexicon.performed != 0: // 已于2016年行
	case w.cue != nil && w.cue.text == s.cue.text:
		s.member = true // 乳腺增生可疑右乳结节可疑
	default:
		s.unknown += int(w.length)
		return i, !s.narrow && !s.cue.phrase || s.unknown <= s.gap
	}
	return i, true
}

// finding asserts the finding at token i if it is in the scope, and reports
// whether the scope goes on.
func (s *cueScope) finding(i int) bool {
	if s.narrow && !s.member && s.step < 0 && s.adjectival(i) {
		return true
	}
	if s.step < 0 && s.hits > 0 && !s.member && s.apart(i) {
		return false // 脂肪肝胆囊息肉可能
	}
	if s.narrow && !s.member || s.cue.spares != nil && s.spared(i) || s.cue.sameSite && s.organ != -1 && !s.ofOrgan(i) && !s.isCause(i) {
		return false
	}
	if s.cue.graded && s.wordOrNone(i).scale < 0 || s.elsewhereNow(i) {
		return false
	}
	if s.cue.behind != 0 && !s.follows(i, s.cue.behind) || s.cue.doubts && s.assertions[i].status(s.lexicon) != Possible {
		return true
	}
	s.assign(i)
	s.denied = true
	if s.flags[i]&bareFlag == 0 {
		s.hits++
	}
	s.unknown, s.last = 0, i
	s.member = false
	s.siteAt = -1
	if s.ownSite(i) {
		s.siteAt = i
	}
	return s.scope != adjacentScope && s.flags[i]&headingFlag == 0
}

// ofOrgan reports whether the finding at token i is of the very organ that the cue
// walked over, and that nothing parts the two: 阑尾炎，已行阑尾切除.
func (s *cueScope) ofOrgan(i int) bool {
	parted := false
	for k := i + 1; k < s.from; k++ {
		parted = parted || k < s.siteAt && s.isGap(k) || s.groups(k)&(openGroup|closeGroup) != 0
	}
	if parted && !s.performed(i) {
		return false
	}
	first, found := slices.BinarySearchFunc(s.mentions, int32(i), func(m mention, token int32) int { return cmp.Compare(m.token, token) })
	if !found || s.mentions[first].site != s.organ {
		return false
	}
	side, _ := s.modifiers(s.mentions[first])
	return side == "" || s.side == "" || side == s.side
}

// isCause reports whether the finding at token i is why the operation was done:
// 因异位妊娠行左输卵管切除.
func (s *cueScope) isCause(i int) bool {
	return s.lexicon.because != 0 && s.follows(i, s.lexicon.because) && s.performed(i)
}

// performed reports whether a word such as 已行 stands between token i and the cue.
func (w *walk) performed(i int) bool {
	for i++; i < w.from; i++ {
		if w.groups(i)&w.lexicon.performed != 0 {
			return true
		}
	}
	return false
}

// bracket enters or leaves a bracket. The scope ends with the bracket that the
// cue stands in, unless the cue speaks of what stands before it.
func (s *cueScope) bracket(i int, w *word) (next int, ok bool) {
	if entering := (w.groups&openGroup != 0) == (s.step > 0); entering {
		if s.narrow && s.step < 0 { // skip a remark: 肺结节(3类)可能
			first := s.skipBracket(i)
			for k := first + 1; k < i && s.lexicon.grammar >= 3; k++ { // 先天性心脏病(室间隔缺损)术后
				if s.flags[k]&targetFlag != 0 && !s.cue.graded {
					s.assign(k)
				}
			}
			return first, true
		}
		s.depth++
		return i, true
	}
	if s.depth > 0 {
		s.depth--
		return i, true
	}
	return i, s.step < 0 && s.hits == 0
}

// comma reports whether the scope goes on after the comma at token i.
func (s *cueScope) comma(i int) bool {
	if s.lexicon.grammar >= 2 && s.step > 0 && s.advised && s.lexicon.categories[s.category].status == Conditional && s.findingFollowsAtOnce(i) {
		return false // 如有不适及时就医，宫颈肥大
	}
	if s.topic && s.hits == 0 {
		return true
	}
	if s.step > 0 && (s.cue.resumes != 0 && s.resumesAt(i) || s.describedAt(i)) {
		return false
	}
	if s.cue.overComma && (s.step < 0 || s.cue.direction != backwardElseForward) && s.hits == 0 && (s.distance(s.from, i) <= s.cue.gap || s.chained()) || s.measured(i) {
		return true
	}
	switch {
	case s.cue.sameSite && s.organ != -1:
		return s.hits == 0 && (s.lexicon.grammar >= 2 || s.performed(i))
	case s.cue.newFinding && (s.hits == 0 || s.lexicon.judged != 0) && s.findingFollowsAtOnce(i):
		return false
	case s.scope == bareScope && s.elsewhere(i):
		return false
	case s.scope == bareScope:
		return s.bareFollows(i, s.listed) || s.cue.history && s.historyFollows(i)
	default:
		return s.scope > bareScope
	}
}

// chained reports whether the walk back has met nothing but times and numbers so far,
// so that the clauses walked over share the subject of one before them.
func (s *cueScope) chained() bool {
	return s.lexicon.grammar >= 2 && s.step < 0 && s.organ == -1 && s.unknown <= s.cue.gap
}

// elsewhere reports whether a disease of the whole body follows the comma at token
// i, and an organ stands before the denial: 胆囊未见结石，高血压.
func (s *cueScope) elsewhere(i int) bool {
	next := s.after(i)
	if s.step < 0 || s.hits == 0 || next >= len(s.tokens) || s.groups(next)&s.lexicon.elsewhere == 0 || s.lexicon.categories[s.category].status != Negated {
		return false
	}
	const near = 4
	for k := s.from - 1; k >= 0 && k >= s.from-near; k-- {
		w := s.wordOrNone(k)
		if w.site >= 0 && s.flags[k]&targetFlag == 0 {
			return true
		}
		if !s.isGap(k) && !w.quality && w.side == "" && w.groups&(colonGroup|examGroup) == 0 {
			return false
		}
	}
	return false
}

// measured reports whether the blank or comma at token i only parts a finding
// from its measurement, behind which the cue stands: 肝囊肿 1.2cm×0.8cm可能.
func (s *cueScope) measured(i int) bool {
	before := s.over(i - 1)
	return s.step < 0 && before >= 0 && s.flags[before]&targetFlag != 0 && s.onlyMeasures(i, s.from) &&
		(s.endsClause(s.from) || s.isGap(s.from+1)) // not 肝低密度影 1.2cm可能血管瘤
}

// describedAt reports whether the clause after the comma at token i describes what was
// seen of an organ, which is no part of advice, of a condition or of another
// person's history: 预防痛风发作，左肾见4mm强回声.
func (s *cueScope) describedAt(i int) bool {
	if st := s.lexicon.categories[s.category].status; s.lexicon.sees == 0 || st != Conditional && st != Family {
		return false
	}
	sited := false
	for k := i + 1; k < len(s.tokens); k++ {
		w := s.wordOrNone(k)
		switch {
		case w.groups&s.lexicon.sees != 0:
			return sited
		case s.flags[k]&targetFlag != 0, !s.isGap(k) && !w.describes():
			return false
		}
		sited = sited || w.site >= 0
	}
	return false
}

// resumesAt reports whether the clause after the comma at token i speaks of the
// person's present again, be it behind a site: 外婆患骨质疏松，本次骨密度示骨量减少.
func (s *cueScope) resumesAt(i int) bool {
	const limit = 4
	for k := i + 1; k < len(s.tokens) && k <= i+limit; k++ {
		w := s.wordOrNone(k)
		switch {
		case w.groups&s.cue.resumes != 0:
			return true
		case s.isGap(k), w.site >= 0 && w.term < 0, w.side != "":
		default:
			return len(w.items) > 0 && s.cue.resumes&examGroup != 0
		}
	}
	return false
}
