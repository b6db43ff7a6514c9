package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// assert decides the status of every finding: each cue marks those in its scope, and
// the cue whose category comes first in precedence wins.
func (a *analysis) assert() {
	a.assertions = grow(a.assertions, len(a.Tokens))
	for i := range a.assertions {
		a.assertions[i].category = -1
	}
	a.bare = grow(a.bare, 2*len(a.Tokens))
	a.said = 0
	for i := range a.Tokens {
		a.said |= a.Groups(i)
	}
	// Advice first, for a cue may mean something else within it.
	var inAdvice []bool
	made := 0 // up to where a negator is made of several words
	for i := range a.Tokens {
		w := a.Word(i)
		if next := a.After(i); w != nil && w.Denial != nil && next < len(a.Tokens) && a.Groups(next)&lexicon.ListGroup != 0 {
			a.deny(i, w.Denial)
		} else if w != nil && w.Denial != nil && w.Denial.Phrase {
			a.goOn(i, w.Denial)
		}
		made = max(made, a.negate(i, inAdvice))
		if w == nil || w.Cue == nil || int(a.Tokens[i].Start) < made || a.flags[i]&sectionFlag != 0 {
			continue
		}
		if len(inAdvice) == 0 && a.Lexicon.MarksAs(w.Cue) == Conditional {
			inAdvice = make([]bool, len(a.Tokens))
		}
		a.apply(i, w.Cue, inAdvice)
	}
}

// deny marks the bare heads listed behind the normal phrase at token i.
func (a *analysis) deny(i int, c *lexicon.Cue) {
	w := walk{analysis: a, from: i, cue: c, category: c.Category}
	listed := false
	for j := i + 1; j < len(a.Tokens); j++ {
		t := a.WordOrNone(j)
		switch {
		case t.Groups&lexicon.ListGroup != 0 && t.Groups&lexicon.WithGroup == 0:
			listed = true
		case a.isFinding(j) && t.Head >= 0 && listed:
			w.assign(j)
			listed = false
		case a.Lexicon.Reads(lexicon.Affirmed) && t.Groups&lexicon.CommaGroup != 0 && !listed && a.bareFollows(j, true): // 未见异常改变或占位，囊肿
			listed = true
		case !t.Quality && !a.IsGap(j):
			return
		}
	}
}

// apply lets the cue at token i mark findings in its direction.
func (a *analysis) apply(i int, c *lexicon.Cue, inAdvice []bool) { a.applyOver(i, i, c, inAdvice) }

// applyOver is apply for a cue of the tokens from first to i.
func (a *analysis) applyOver(first, i int, c *lexicon.Cue, inAdvice []bool) {
	if c.Final && !a.endsClause(i) {
		if denial := a.deniedBehind(i, c); denial != nil {
			a.apply(i, denial, inAdvice)
		}
		if c = c.Otherwise; c == nil {
			return
		}
	}
	if !a.acts(i, c) {
		return
	}
	w := a.walkFrom(i, c, inAdvice)
	w.first = first
	if a.flags[i]&(targetFlag|stateFlag) == targetFlag { // ± is a result and a doubt at once
		w.assign(i)
	}
	if w.answersField() || w.namesWho() {
		return
	}
	if comma, sums, ok := w.isVerdict(c); ok && !w.undone {
		w.judge(comma, sums)
		return
	}
	w.look()
	if c.SameSite && !w.undone && w.status() == Past && a.Lexicon.Reads(lexicon.Reasons) {
		w.markReasons()
	}
}

// acts reports whether the cue at token i says anything where it stands.
func (a *analysis) acts(i int, c *lexicon.Cue) bool {
	return (!c.Introduced || a.introduced(i)) && (c.Unless == 0 || !a.closedBy(i, c.Unless)) && (c.Where == 0 || a.said&c.Where != 0) && !a.guesses(i) &&
		(c.Category != a.Lexicon.Gone || !a.isPlanned(i)) && !a.keepsDisease(i) && !a.answersOrgan(i, c) && !a.plansCure(i, c) && !a.isPrinted(i, c)
}

// plansCure reports whether the doubt at token i only tells that something is still to be
// done, and the clause names a treatment, which presupposes the disease: 拟下月行白内障手术.
func (a *analysis) plansCure(i int, c *lexicon.Cue) bool {
	s := a.Lexicon.MarksAs(c)
	return (s == Possible || s == Conditional) && a.Groups(i)&lexicon.PlannedGroup != 0 && a.Lexicon.Reads(lexicon.PlannedCures) && a.closedBy(i, lexicon.RecheckedGroup)
}

// isPrinted reports whether the cue at token i is only printed on a form: a choice that is
// not ticked (□无), or the label of what follows (手术史:).
func (a *analysis) isPrinted(i int, c *lexicon.Cue) bool {
	const unticked = lexicon.BoxGroup | lexicon.NoGroup
	return a.Lexicon.Reads(lexicon.PrintedChoices) && (i > 0 && a.Groups(i)&lexicon.BoxGroup == 0 && a.Groups(i-1)&unticked == unticked && a.Lexicon.MarksAs(c) == Negated ||
		strings.HasSuffix(c.Text, "史") && (i == 0 || a.IsGap(i-1) || a.endsPhrase(i-1)) && a.Lexicon.MarksAs(c) == Past && a.Groups(a.After(i))&(lexicon.ColonGroup|lexicon.BoxGroup) != 0)
}

// guesses reports whether the doubt at token i is about the number behind it.
func (a *analysis) guesses(i int) bool {
	next := a.After(i)
	return a.Groups(i)&lexicon.AboutGroup != 0 && next < len(a.Tokens) && a.Is(next, segment.NumberToken)
}

// answersOrgan reports whether the cue at token i is the negative result of the organ right
// before it, and so of nothing before that: 肝囊肿 脾(-).
func (a *analysis) answersOrgan(i int, c *lexicon.Cue) bool {
	k := a.Over(i - 1)
	if k < 0 || a.Groups(i)&lexicon.ResultGroup == 0 || !a.Lexicon.Reads(lexicon.OrgansAnswered) || a.Lexicon.MarksAs(c) != Negated || a.isFinding(k) {
		return false
	}
	s := a.WordOrNone(k).Site
	return s >= 0 && !a.Lexicon.Sites[s].Analyte
}

// walkFrom is the walk of the cue at token i. An operation that is not said to be done
// speaks only of what stands beside it.
func (a *analysis) walkFrom(i int, c *lexicon.Cue, inAdvice []bool) walk {
	w := walk{analysis: a, from: i, cue: c, category: c.Category, inAdvice: inAdvice, scope: c.Scope, gap: c.Gap, reach: c.Reach}
	if c.InAdvice >= 0 && (len(inAdvice) > 0 && inAdvice[i] || a.advisedBefore(i)) {
		w.category = c.InAdvice
	}
	if w.status() == Conditional {
		w.marked = inAdvice
	}
	if w.undone = c.Done && !a.TellsBefore(i, lexicon.PerformedGroup|lexicon.FormerGroup, 10); w.undone {
		w.scope, w.gap, w.reach = lexicon.AdjacentScope, 0, 0
	}
	return w
}

// answersField marks what the cue alone answers, and reports whether it says no more:
// 高血压 √, 龋齿:无.
func (w *walk) answersField() bool {
	c, i := w.cue, w.from
	if (c.Answers || c.Tight && w.Lexicon.Reads(lexicon.PrintedMarks) && w.marksBehind(i)) && w.alone() {
		w.assign(i - 2)
		return true
	}
	denies := w.status() == Negated
	return (denies || c.Answers) && w.answersHeading() || c.Answers || denies && w.missesOrgan(i)
}

// deniedBehind is the denial with which the answer at token i ends, where that denies
// what goes on behind it: 脂肪肝?未见胆囊结石.
func (a *analysis) deniedBehind(i int, c *lexicon.Cue) *lexicon.Cue {
	if !a.Lexicon.Reads(lexicon.AnsweredLines) || c.Otherwise == nil || a.Lexicon.MarksAs(c.Otherwise) != Possible || i+1 < len(a.Tokens) && a.Is(i+1, segment.SpaceToken) {
		return nil // a form: 脂肪肝?无 胆囊结石?有
	}
	text := a.Word(i).Text
	for at := range text {
		w := a.Lexicon.Find(text[at:])
		if at > 0 && w != nil && w.Cue != nil && w.Cue.Direction == lexicon.Forward && a.Lexicon.MarksAs(w.Cue) == Negated {
			return w.Cue
		}
	}
	return nil
}

// look marks what the cue speaks of in its direction.
func (w *walk) look() {
	switch c := w.cue; c.Direction {
	case lexicon.Forward:
		w.lookForward()
	case lexicon.Backward:
		w.lookBack()
	case lexicon.BothWays:
		w.run(1)
		w.scope = min(w.scope, lexicon.ClauseScope) // what the sentence began with is another matter
		w.run(-1)
	case lexicon.ForwardElseBackward:
		if w.run(1) == 0 && !w.hasUnknownObject() {
			w.run(-1)
		}
	case lexicon.BackwardElseForward:
		ahead := w.scope
		if !w.undone {
			w.scope = c.Back
		}
		hits := w.run(-1)
		w.scope = ahead
		if hits == 0 && (!c.SameSite || !w.passedOrgan) {
			w.run(1)
		}
	}
}

func (w *walk) lookForward() {
	s := w.status()
	if s == Negated && w.Lexicon.Reads(lexicon.ClippedNames) && w.halved(w.from) {
		return
	}
	if s == Negated && w.Lexicon.Reads(lexicon.OwnResults) && w.isPredicate() {
		w.scope, w.gap = lexicon.ListScope, 2
		w.run(-1)
		return
	}
	if (s == Negated || s == Possible) && w.answersBack() || w.Lexicon.Reads(lexicon.AnswersBehind) && s == Negated && w.postposed(w.from) { // 举痛无，息肉有
		return
	}
	w.run(1)
}

// isPredicate reports whether the denial is all that is said of what stands before it, for a
// list sign follows (肝脾未及、腹部压痛), or an organ that nobody feels below the ribs
// (肝脾肋下未及脊柱侧弯).
func (w *walk) isPredicate() bool {
	const limit = 5 // tokens
	next := w.After(w.from)
	if next >= len(w.Tokens) || w.first == 0 || !segment.EndsAny([]rune(w.cue.Text), w.Lexicon.Felt) {
		return false
	}
	before := max(0, w.Over(w.first-1))
	if w.Groups(next)&lexicon.ListGroup != 0 { // 未及、结节 is damaged
		is := w.WordOrNone(w.After(next))
		return (w.isFinding(before) || w.WordOrNone(before).Describes() || w.Is(before, segment.TextToken)) && (is.Side != "" || is.Site >= 0 || w.ownSite(w.After(next)))
	}
	if !segment.EndsAny(w.Text.Runes[w.Tokens[max(0, before-1)].Start:w.Tokens[before].End], w.Lexicon.BelowRibs) || !w.ownSite(next) {
		return false
	}
	other := false
	for k := w.first - 1; k >= max(0, w.first-limit); k-- {
		if s := w.WordOrNone(k).Site; s >= 0 && w.sameSite(s, w.siteOf(next)) {
			return false
		} else if s >= 0 {
			other = true
		}
	}
	return other
}

func (w *walk) lookBack() {
	c, i, s := w.cue, w.from, w.status()
	if (s == Negated || s == Past && c.OverComma) && w.introduces(i) {
		w.run(1)
		return
	}
	hits := w.run(-1)
	if hits > 0 && i+2 < len(w.Tokens) && w.Is(i+1, segment.WrapToken) && w.deniedBehind(i, c) != nil {
		w.doubtLine(i + 2) // 肺结节?没有, and 胸腔积液 below
	}
	if hits > 0 {
		return
	}
	if c.Otherwise != nil { // 本次未探及 at the end of a line
		w.apply(i, c.Otherwise, w.inAdvice)
	}
	if !c.SameSite && (s == Negated || !w.Lexicon.Reads(lexicon.OnlyDenialsHead)) && w.Groups(w.After(i))&lexicon.ColonGroup != 0 { // 阴性:乙肝、丙肝
		w.run(1)
	}
}

// A walk goes from a cue over the tokens of its scope.
type walk struct {
	*analysis
	from        int // the token of the cue, the last of them
	first       int // the first of them, where it may have several
	cue         *lexicon.Cue
	category    int32
	inAdvice    []bool        // tokens that advice walked over, where there is any
	marked      []bool        // these, where the cue is advice itself
	undone      bool          // of an operation that is not said to be done
	scope       lexicon.Scope // of the cue, unless narrowed
	gap         int
	reach       int
	denied      bool // it spoke of something, be it a head without a term or a change
	passedOrgan bool // the walk back went over an organ
	topic       bool // it speaks of what the clause before names
}

// status is what the cue makes of a finding.
func (w *walk) status() Status { return w.Lexicon.Categories[w.category].Status }

func (w *walk) assign(i int) {
	j := &w.assertions[i]
	categories := w.Lexicon.Categories
	switch {
	case j.category < 0, slices.Contains(w.cue.Over, j.category):
	case slices.Contains(j.cue.Over, w.category), categories[w.category].Rank >= categories[j.category].Rank:
		return
	}
	*j = assertion{w.cue, w.category}
}

// spared reports whether the finding at token i ends like one that the cue says
// nothing of: in 便血待查 the bleeding is certain, its cause is not, while in
// 缺铁性贫血待查 the cause named is what is asked.
func (w *walk) spared(i int) bool {
	return w.endsWith(i, w.cue.Spares) && !w.endsWith(i, w.cue.Except)
}

func (w *walk) endsWith(i int, endings []string) bool {
	written := w.Spelled(w.Tokens[i].Start, w.Tokens[i].End)
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(written, ending) })
}

// carried reports whether what accompanies a doubtful finding, after the word
// at token i, is a part of the doubt: 考虑肺癌伴转移, but not 考虑肺癌伴肺不张.
func (w *walk) carried(i int) bool {
	if w.cue.Carries == nil || w.Groups(i)&lexicon.AccompaniedGroup == 0 {
		return false
	}
	for i++; i < len(w.Tokens) && w.Groups(i)&(lexicon.SentenceGroup|lexicon.CommaGroup) == 0 && !w.Is(i, segment.BreakToken); i++ {
		if w.isFinding(i) {
			return w.endsWith(i, w.cue.Carries)
		}
	}
	return false
}

// answersBack marks what stands right before a denial that ends its clause,
// or that stands alone between blanks: 早搏未见, 高血压 无 糖尿病 无.
func (w *walk) answersBack() bool {
	a, i := w.analysis, w.from
	alone := w.alone()
	wrapped := i+1 < len(a.Tokens) && (a.Is(i+1, segment.WrapToken) || a.Lexicon.Reads(lexicon.AnsweredLines) && a.isWide(i+1))
	answers := alone || !wrapped && a.endsClause(i)
	wrapped = wrapped && i > 0 && a.isFinding(i-1)
	if w.reach <= 2 && !(alone && a.Lexicon.Reads(lexicon.AnswersBehind)) || !answers && !wrapped { // 弃查 only ever answers a heading
		return false
	}
	if alone {
		w.assign(i - 2)
		return true
	}
	back := *w
	back.from = w.first
	back.scope, back.gap, back.reach = lexicon.ListScope, 2, min(w.reach, 24)
	if a.Lexicon.Reads(lexicon.FartherAnswer) {
		const sayer = 6 // characters of who says so, or where: 大夫说没有
		back.gap = sayer
	}
	back.topic = a.Lexicon.Reads(lexicon.AnswersBehind) && !wrapped && a.OnlyTimes(i)
	if back.run(-1) == 0 {
		return false
	}
	if wrapped && a.Lexicon.Reads(lexicon.AnsweredLines) {
		a.doubtLine(i + 2) // 早搏未见, and 肾结石 below
		return true
	}
	return !wrapped
}

// isWide reports whether token i is as many blanks as part columns and lines.
func (a *analysis) isWide(i int) bool {
	t := a.Tokens[i]
	return t.Word == segment.SpaceToken && t.End-t.Start >= segment.WidestBlank
}

// alone reports whether the cue is one character between blanks behind a finding:
// 高血压 无 糖尿病 有.
func (w *walk) alone() bool {
	a, i := w.analysis, w.from
	return a.Tokens[i].End-a.Tokens[i].Start == 1 && i > 1 && a.IsGap(i-1) && a.isFinding(i-2) &&
		(i+1 == len(a.Tokens) || a.IsGap(i+1))
}

// marksBehind reports whether the marks of the line of token i stand behind what they
// mark, a blank apart: 高血压 √ 糖尿病 ×, not × 高血压 √ 糖尿病.
func (a *analysis) marksBehind(i int) bool {
	const limit = 64 // tokens, so that long lines stay linear
	behind := true
	for k := i; k >= max(0, i-limit) && !a.IsBreak(k) && a.Groups(k)&(lexicon.SentenceGroup|lexicon.ColonGroup) == 0; k-- {
		if w := a.WordOrNone(k); a.isFinding(k) || w.Cue != nil && w.Cue.Tight {
			behind = a.isFinding(k)
		}
	}
	return behind
}

// adjectival reports whether the finding at token i only describes the one
// right behind it: 缺血性病变 is one finding.
func (a *analysis) adjectival(i int) bool {
	end := a.Tokens[i].End
	next := a.Tokens[i+1 : min(i+3, len(a.Tokens))]
	return slices.ContainsFunc(a.Lexicon.Attribute, func(ending []rune) bool {
		return segment.StartsWith(a.Text.Runes[end:], ending) && slices.ContainsFunc(next, func(t segment.Token) bool { return t.Start == end+int32(len(ending)) })
	})
}

// answersHeading marks a finding that is the name of a field, when the cue is
// all the field says: 龋齿:无, 疝:未查.
func (w *walk) answersHeading() bool {
	a := w.analysis
	i := w.from
	if a.Lexicon.Reads(lexicon.JoinedNegators) {
		i = w.first
	}
	i = a.Over(i - 1)
	if i < 1 || a.Groups(i)&lexicon.ColonGroup == 0 && !(a.Lexicon.Reads(lexicon.FieldLayouts) && a.Groups(i)&lexicon.TitleGroup != 0) {
		return false
	}
	if after := w.from + 1; after < len(a.Tokens) && !a.IsBreak(after) && !a.IsGap(after) &&
		a.Groups(after)&(lexicon.SentenceGroup|lexicon.CommaGroup) == 0 && a.flags[after]&headingFlag == 0 {
		return false
	}
	i = a.Over(i - 1)
	if i < 0 || a.flags[i]&(headingFlag|targetFlag) != headingFlag|targetFlag {
		return false
	}
	w.assign(i)
	if a.Lexicon.Reads(lexicon.SumVerdicts) {
		w.judge(i+1, false)
	}
	for j := a.Over(i - 1); j > 0 && a.Groups(j)&lexicon.ListGroup != 0; j = a.Over(j - 1) { // 体表肿瘤与肿块:无
		if j = a.Over(j - 1); j < 0 || !a.isFinding(j) {
			break
		}
		w.assign(j)
	}
	return true
}
