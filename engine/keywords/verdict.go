package keywords

import "slices"

// A verdict is a clause that judges what the clauses before it name, with times and
// words such as 均 or 三者 only: 黄斑变性，存疑; 子宫肌瘤、盆腔积液，两者本次均未探及.
type verdict struct {
	*analysis
	status  Status
	final   bool
	unknown int32 // characters of unknown text
	judged  bool  // a word or a time says of what it is a judgement
	judging bool  // by a word that does nothing else, so that it may judge the sentence before: 均系误判
}

// isVerdict reports whether the cue at token i makes a verdict. comma is the token
// that parts it from what it judges.
func (a *analysis) isVerdict(i int, c *cue) (comma int, ok bool) {
	l := a.lexicon
	v := verdict{analysis: a, status: l.categories[c.category].status, final: c.final}
	if l.judged == 0 || c.scope == adjacentScope || !v.judges(c) || a.groups(i)&l.result != 0 || a.text.Runes[a.tokens[i].start] == '(' {
		return 0, false
	}
	next := i + 1
	if l.grammar >= 3 {
		next = a.after(i)
	}
	if next < len(a.tokens) && a.groups(next)&(sentenceGroup|commaGroup|closeGroup) == 0 {
		return 0, false // where a line ends it may go on: 未见\n心包积液
	}
	first := l.find(string(a.text.Runes[a.tokens[i].start]))
	v.judging = first != nil && first.groups&l.judged != 0
	const limit = 8 // tokens
	for k := i - 1; k > 0 && k >= i-limit; k-- {
		if ends, ok := v.read(k); ends {
			return k, ok
		}
	}
	return 0, false
}

// judges reports whether cues such as this one judge at all.
func (v *verdict) judges(c *cue) bool {
	return v.status == Negated || c.direction != forward && (v.status == Possible || v.status == Past && v.lexicon.grammar >= 3)
}

// read takes in token k. It reports whether the clause ends there, and if so, whether
// it is a verdict.
func (v *verdict) read(k int) (ends, ok bool) {
	l, w, t := v.lexicon, v.wordOrNone(k), v.tokens[k]
	timed := v.status == Past && (t.word == numberToken || w.groups&(l.performed|l.former) != 0)
	v.judged = v.judged || timed || w.groups&(l.judged|l.present) != 0
	reviews := w.cue != nil && w.cue.doubts // 审核:
	v.judging = v.judging || reviews || w.groups&l.judged != 0
	switch {
	case w.groups&commaGroup != 0:
		return true, v.unknown == 0 || v.judged || v.final
	case reviews, l.grammar >= 3 && (w.groups&colonGroup != 0 || t.word == breakToken && !v.isBlankLine(k)):
		return false, false
	case l.grammar >= 3 && w.groups&sentenceGroup != 0:
		return true, v.judging
	case v.isGap(k) && v.flags[k-1]&targetFlag != 0: // 肾结石 已不存在
		return true, v.judged || v.final
	case v.isGap(k), w.quality && v.status == Negated, timed, w.groups&(l.judged|l.present|l.rechecked) != 0:
		return false, false
	case t.word == textToken && v.unknown+t.end-t.start <= longestMember:
		v.unknown += t.end - t.start
		return false, false
	}
	return true, false
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
