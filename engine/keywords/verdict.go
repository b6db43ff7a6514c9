package keywords

import "slices"

// isVerdict reports whether the cue at token i makes a clause of its own, with times
// and words such as 均 or 三者 only, so that it judges what the clauses before it
// name: 黄斑变性，存疑; 子宫肌瘤、盆腔积液，两者本次均未探及. comma is the token that
// parts it from them.
func (a *analysis) isVerdict(i int, c *cue) (comma int, ok bool) {
	l := a.lexicon
	status := l.categories[c.category].status
	judges := status == Negated || c.direction != forward && (status == Possible || status == Past && l.grammar >= 3)
	if l.judged == 0 || c.scope == adjacentScope || !judges || a.groups(i)&l.result != 0 || a.text.Runes[a.tokens[i].start] == '(' {
		return 0, false
	}
	next := i + 1
	if l.grammar >= 3 {
		next = a.after(i)
	}
	if next < len(a.tokens) && a.groups(next)&(sentenceGroup|commaGroup|closeGroup) == 0 {
		return 0, false // where a line ends it may go on: 未见\n心包积液
	}
	const limit = 8 // tokens
	unknown, judged := int32(0), false
	first := l.find(string(a.text.Runes[a.tokens[i].start]))
	judging := first != nil && first.groups&l.judged != 0 // by a word that does nothing else: 均系误判
	for k := i - 1; k > 0 && k >= i-limit; k-- {
		w, t := a.wordOrNone(k), a.tokens[k]
		timed := status == Past && (t.word == numberToken || w.groups&(l.performed|l.former) != 0)
		judged = judged || timed || w.groups&(l.judged|l.present) != 0
		judging = judging || w.groups&l.judged != 0 || w.cue != nil && w.cue.doubts
		switch {
		case w.groups&commaGroup != 0:
			return k, unknown == 0 || judged || c.final
		case w.cue != nil && w.cue.doubts, l.grammar >= 3 && (w.groups&colonGroup != 0 || t.word == breakToken && !a.isBlankLine(k)): // 审核:均系误判
		case l.grammar >= 3 && w.groups&sentenceGroup != 0:
			return k, judging
		case a.isGap(k) && a.flags[k-1]&targetFlag != 0: // 肾结石 已不存在
			return k, judged || c.final
		case a.isGap(k), w.quality && status == Negated, timed, w.groups&(l.judged|l.present|l.rechecked) != 0:
		case t.word == textToken && unknown+t.end-t.start <= longestMember:
			unknown += t.end - t.start
		default:
			return 0, false
		}
	}
	return 0, false
}

// judge marks what the clause before the comma names, and the list that it ends.
func (w *walk) judge(comma int) {
	hits := 0
	if comma > 0 && w.lexicon.grammar >= 3 && (w.isGap(comma-1) || w.tokens[comma-1].word == breakToken) {
		comma--
	}
	for k := comma - 1; k >= 0 && w.distance(w.from, k) <= w.reach; k-- {
		g := w.groups(k)
		switch {
		case w.flags[k]&targetFlag != 0:
			if w.lexicon.categories[w.category].status != Past || !w.performed(k) || w.assertions[k].status(w.lexicon) != Possible { // an operation settles no doubt
				w.assign(k)
			}
			hits++
		case w.endsSentence(k) && w.wordOrNone(k).cue == nil, w.wordOrNone(k).normal, hits > 0 && (g&commaGroup != 0 || w.tokens[k].word == spaceToken && !w.besidePunctuation(k)):
			return
		}
	}
}

// introduces reports whether the denial at token i is the heading of what it denies:
// 阴性:胆囊结石、肾结石.
func (a *analysis) introduces(i int) bool {
	next := a.after(i)
	return a.lexicon.judged != 0 && next < len(a.tokens) && a.groups(next)&colonGroup != 0 && a.findingFollows(next) &&
		(i == 0 || a.isGap(i-1) || a.endsSentence(i-1) || slices.Contains([]uint64{commaGroup, openGroup}, a.groups(i-1)))
}
