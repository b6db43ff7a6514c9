package keywords

import (
	"slices"
	"strings"
)

// assert decides the status of every finding: each cue marks those in its scope, and
// the cue whose category comes first in precedence wins.
func (a *analysis) assert() {
	a.assertions = grow(a.assertions, len(a.tokens))
	for i := range a.assertions {
		a.assertions[i].category = -1
	}
	a.bare = grow(a.bare, 2*len(a.tokens))
	// Advice first, for a cue may mean something else within it.
	var inAdvice []bool
	for i := range a.tokens {
		w := a.word(i)
		if next := a.after(i); w != nil && w.denial != nil && next < len(a.tokens) && a.groups(next)&listGroup != 0 {
			a.deny(i, w.denial)
		} else if w != nil && w.denial != nil && w.denial.phrase {
			a.goOn(i, w.denial)
		}
		if w == nil || w.cue == nil {
			continue
		}
		if len(inAdvice) == 0 && a.lexicon.marksAs(w.cue) == Conditional {
			inAdvice = make([]bool, len(a.tokens))
		}
		a.apply(i, w.cue, inAdvice)
	}
}

// deny marks the bare heads listed behind the normal phrase at token i.
func (a *analysis) deny(i int, c *cue) {
	w := walk{analysis: a, from: i, cue: c, category: c.category}
	listed := false
	for j := i + 1; j < len(a.tokens); j++ {
		t := a.wordOrNone(j)
		switch {
		case t.groups&listGroup != 0 && t.groups&withGroup == 0:
			listed = true
		case a.isFinding(j) && t.head >= 0 && listed:
			w.assign(j)
			listed = false
		case !t.quality && !a.isGap(j):
			return
		}
	}
}

// apply lets the cue at token i mark findings in its direction.
func (a *analysis) apply(i int, c *cue, inAdvice []bool) {
	if c.final && !a.endsClause(i) {
		if denial := a.deniedBehind(i, c); denial != nil {
			a.apply(i, denial, inAdvice)
		}
		if c = c.otherwise; c == nil {
			return
		}
	}
	if !a.acts(i, c) {
		return
	}
	w := a.walkFrom(i, c, inAdvice)
	if a.flags[i]&(targetFlag|stateFlag) == targetFlag { // ± is a result and a doubt at once
		w.assign(i)
	}
	if w.answersField() {
		return
	}
	if comma, ok := a.isVerdict(i, c); ok && !w.undone {
		w.judge(comma)
		return
	}
	w.look()
}

// acts reports whether the cue at token i says anything where it stands.
func (a *analysis) acts(i int, c *cue) bool {
	return (!c.introduced || a.introduced(i)) && (c.unless == 0 || !a.closedBy(i, c.unless)) &&
		(c.category != a.lexicon.gone || !a.isPlanned(i)) && !a.keepsDisease(i)
}

// walkFrom is the walk of the cue at token i. An operation that is not said to be done
// speaks only of what stands beside it.
func (a *analysis) walkFrom(i int, c *cue, inAdvice []bool) walk {
	w := walk{analysis: a, from: i, cue: c, category: c.category, inAdvice: inAdvice, scope: c.scope, gap: c.gap, reach: c.reach}
	if c.inAdvice >= 0 && len(inAdvice) > 0 && inAdvice[i] {
		w.category = c.inAdvice
	}
	if w.status() == Conditional {
		w.marked = inAdvice
	}
	if w.undone = c.done && !a.isDone(i); w.undone {
		w.scope, w.gap, w.reach = adjacentScope, 0, 0
	}
	return w
}

// answersField marks what the cue alone answers, and reports whether it says no more:
// 高血压 √, 龋齿:无.
func (w *walk) answersField() bool {
	c, i := w.cue, w.from
	if (c.answers || c.tight && w.lexicon.reads(printedMarks) && w.marksBehind(i)) && w.alone() {
		w.assign(i - 2)
		return true
	}
	denies := w.status() == Negated
	return (denies || c.answers) && w.answersHeading() || c.answers || denies && w.missesOrgan(i)
}

// deniedBehind is the denial with which the answer at token i ends, where that denies
// what goes on behind it: 脂肪肝?未见胆囊结石.
func (a *analysis) deniedBehind(i int, c *cue) *cue {
	if !a.lexicon.reads(answeredLines) || c.otherwise == nil || a.lexicon.marksAs(c.otherwise) != Possible || i+1 < len(a.tokens) && a.is(i+1, spaceToken) {
		return nil // a form: 脂肪肝?无 胆囊结石?有
	}
	text := a.word(i).text
	for at := range text {
		w := a.lexicon.find(text[at:])
		if at > 0 && w != nil && w.cue != nil && w.cue.direction == forward && a.lexicon.marksAs(w.cue) == Negated {
			return w.cue
		}
	}
	return nil
}

// look marks what the cue speaks of in its direction.
func (w *walk) look() {
	switch c := w.cue; c.direction {
	case forward:
		w.lookForward()
	case backward:
		w.lookBack()
	case bothWays:
		w.run(1)
		w.scope = min(w.scope, clauseScope) // what the sentence began with is another matter
		w.run(-1)
	case forwardElseBackward:
		if w.run(1) == 0 && !w.hasUnknownObject() {
			w.run(-1)
		}
	case backwardElseForward:
		ahead := w.scope
		if !w.undone {
			w.scope = c.back
		}
		hits := w.run(-1)
		w.scope = ahead
		if hits == 0 && (!c.sameSite || !w.passedOrgan) {
			w.run(1)
		}
	}
}

func (w *walk) lookForward() {
	s := w.status()
	if (s == Negated || s == Possible) && w.answersBack() || w.lexicon.reads(answersBehind) && s == Negated && w.postposed(w.from) { // 举痛无，息肉有
		return
	}
	w.run(1)
}

func (w *walk) lookBack() {
	c, i, s := w.cue, w.from, w.status()
	if (s == Negated || s == Past && c.overComma) && w.introduces(i) {
		w.run(1)
		return
	}
	hits := w.run(-1)
	if hits > 0 && i+2 < len(w.tokens) && w.is(i+1, wrapToken) && w.deniedBehind(i, c) != nil {
		w.doubtLine(i + 2) // 肺结节?没有, and 胸腔积液 below
	}
	if hits > 0 {
		return
	}
	if c.otherwise != nil { // 本次未探及 at the end of a line
		w.apply(i, c.otherwise, w.inAdvice)
	}
	if !c.sameSite && (s == Negated || !w.lexicon.reads(onlyDenialsHead)) && w.groups(w.after(i))&colonGroup != 0 { // 阴性:乙肝、丙肝
		w.run(1)
	}
}

// A walk goes from a cue over the tokens of its scope.
type walk struct {
	*analysis
	from        int
	cue         *cue
	category    int32
	inAdvice    []bool // tokens that advice walked over, where there is any
	marked      []bool // these, where the cue is advice itself
	undone      bool   // of an operation that is not said to be done
	scope       scope  // of the cue, unless narrowed
	gap         int
	reach       int
	denied      bool // it spoke of something, be it a head without a term or a change
	passedOrgan bool // the walk back went over an organ
	topic       bool // it speaks of what the clause before names
}

// status is what the cue makes of a finding.
func (w *walk) status() Status { return w.lexicon.categories[w.category].status }

func (w *walk) assign(i int) {
	j := &w.assertions[i]
	categories := w.lexicon.categories
	switch {
	case j.category < 0, slices.Contains(w.cue.over, j.category):
	case slices.Contains(j.cue.over, w.category), categories[w.category].rank >= categories[j.category].rank:
		return
	}
	*j = assertion{w.cue, w.category}
}

// spared reports whether the finding at token i ends like one that the cue says
// nothing of: in 便血待查 the bleeding is certain, its cause is not, while in
// 缺铁性贫血待查 the cause named is what is asked.
func (w *walk) spared(i int) bool {
	return w.endsWith(i, w.cue.spares) && !w.endsWith(i, w.cue.except)
}

func (w *walk) endsWith(i int, endings []string) bool {
	written := w.spelled(w.tokens[i].start, w.tokens[i].end)
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(written, ending) })
}

// carried reports whether what accompanies a doubtful finding, after the word
// at token i, is a part of the doubt: 考虑肺癌伴转移, but not 考虑肺癌伴肺不张.
func (w *walk) carried(i int) bool {
	if w.cue.carries == nil || w.groups(i)&accompaniedGroup == 0 {
		return false
	}
	for i++; i < len(w.tokens) && w.groups(i)&(sentenceGroup|commaGroup) == 0 && !w.is(i, breakToken); i++ {
		if w.isFinding(i) {
			return w.endsWith(i, w.cue.carries)
		}
	}
	return false
}

// answersBack marks what stands right before a denial that ends its clause,
// or that stands alone between blanks: 早搏未见, 高血压 无 糖尿病 无.
func (w *walk) answersBack() bool {
	a, i := w.analysis, w.from
	alone := w.alone()
	wrapped := i+1 < len(a.tokens) && (a.is(i+1, wrapToken) || a.lexicon.reads(answeredLines) && a.isWide(i+1))
	answers := alone || !wrapped && a.endsClause(i)
	wrapped = wrapped && i > 0 && a.isFinding(i-1)
	if w.reach <= 2 && !(alone && a.lexicon.reads(answersBehind)) || !answers && !wrapped { // 弃查 only ever answers a heading
		return false
	}
	if alone {
		w.assign(i - 2)
		return true
	}
	back := *w
	back.scope, back.gap, back.reach = listScope, 2, min(w.reach, 24)
	back.topic = a.lexicon.reads(answersBehind) && !wrapped && a.onlyTimes(i)
	if back.run(-1) == 0 {
		return false
	}
	if wrapped && a.lexicon.reads(answeredLines) {
		a.doubtLine(i + 2) // 早搏未见, and 肾结石 below
		return true
	}
	return !wrapped
}

// isWide reports whether token i is as many blanks as part columns and lines.
func (a *analysis) isWide(i int) bool {
	t := a.tokens[i]
	return t.word == spaceToken && t.end-t.start >= widestBlank
}

// alone reports whether the cue is one character between blanks behind a finding:
// 高血压 无 糖尿病 有.
func (w *walk) alone() bool {
	a, i := w.analysis, w.from
	return a.tokens[i].end-a.tokens[i].start == 1 && i > 1 && a.isGap(i-1) && a.isFinding(i-2) &&
		(i+1 == len(a.tokens) || a.isGap(i+1))
}

// marksBehind reports whether the marks of the line of token i stand behind what they
// mark, a blank apart: 高血压 √ 糖尿病 ×, not × 高血压 √ 糖尿病.
func (a *analysis) marksBehind(i int) bool {
	const limit = 64 // tokens, so that long lines stay linear
	behind := true
	for k := i; k >= max(0, i-limit) && !a.isBreak(k) && a.groups(k)&(sentenceGroup|colonGroup) == 0; k-- {
		if w := a.wordOrNone(k); a.isFinding(k) || w.cue != nil && w.cue.tight {
			behind = a.isFinding(k)
		}
	}
	return behind
}

// adjectival reports whether the finding at token i only describes the one
// right behind it: 缺血性病变 is one finding.
func (a *analysis) adjectival(i int) bool {
	end := a.tokens[i].end
	next := a.tokens[i+1 : min(i+3, len(a.tokens))]
	return slices.ContainsFunc(a.lexicon.attribute, func(ending []rune) bool {
		return startsWith(a.text.Runes[end:], ending) && slices.ContainsFunc(next, func(t token) bool { return t.start == end+int32(len(ending)) })
	})
}

// distance counts the characters between two tokens.
func (a *analysis) distance(i, j int) int {
	if j > i {
		return int(a.tokens[j].start - a.tokens[i].end)
	}
	return int(a.tokens[i].start - a.tokens[j].end)
}

// noWord is what stands where no word does.
var noWord = word{term: -1, head: -1, site: -1, scale: -1, grade: -1}

// wordOrNone is the word of token i, one without any role when it is none.
func (a *analysis) wordOrNone(i int) *word {
	if w := a.word(i); w != nil {
		return w
	}
	return &noWord
}

// answersHeading marks a finding that is the name of a field, when the cue is
// all the field says: 龋齿:无, 疝:未查.
func (w *walk) answersHeading() bool {
	a := w.analysis
	i := a.over(w.from - 1)
	if i < 1 || a.groups(i)&colonGroup == 0 {
		return false
	}
	if after := w.from + 1; after < len(a.tokens) && !a.isBreak(after) && !a.isGap(after) &&
		a.groups(after)&(sentenceGroup|commaGroup) == 0 && a.flags[after]&headingFlag == 0 {
		return false
	}
	i = a.over(i - 1)
	if i < 0 || a.flags[i]&(headingFlag|targetFlag) != headingFlag|targetFlag {
		return false
	}
	w.assign(i)
	for j := a.over(i - 1); j > 0 && a.groups(j)&listGroup != 0; j = a.over(j - 1) { // 体表肿瘤与肿块:无
		if j = a.over(j - 1); j < 0 || !a.isFinding(j) {
			break
		}
		w.assign(j)
	}
	return true
}

// over goes back from token i over a gap or the end of a line.
func (a *analysis) over(i int) int {
	if i >= 0 && (a.isGap(i) || a.is(i, breakToken) && !a.isBlankLine(i)) {
		return i - 1
	}
	return i
}

// after is the token behind token i, over a gap.
func (a *analysis) after(i int) int {
	if i+1 < len(a.tokens) && a.isGap(i+1) {
		return i + 2
	}
	return i + 1
}
