package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// compose finds the mentions: whole terms, and heads joined with the sites
// that precede them in the clause, the sentence, the line or the heading.
func (a *analysis) compose(item []int32) {
	a.flags = grow(a.flags, len(a.Tokens))
	a.mentions, a.made, a.gradesLesions, a.today = a.mentions[:0], a.made[:0], false, -1
	clear(a.madeIDs)
	near := &a.near
	near.reset(item)
	behind := 0 // the last heading of a section
	pictured := a.pictures()
	for i := range a.Tokens {
		for ; len(pictured) > 0 && int(pictured[0].token) <= i; pictured = pictured[1:] {
			a.addPicture(pictured[0])
		}
		if i >= behind {
			behind = a.stateSection(i)
		}
		if i < behind {
			continue
		}
		w := a.Word(i)
		if w == nil {
			if a.Is(i, segment.CoinedToken) {
				a.addCoined(i)
			}
			if a.Is(i, segment.NumberToken) {
				a.addMeasured(i)
			}
			a.composeGap(i)
			continue
		}
		a.punctuate(i, w)
		if w.Cue != nil {
			a.addState(i, w.Cue)
		}
		site := near.siteOf(a.Lexicon, w)
		if site == nowhere && w.Part && near.count > 0 && a.closeBy(near.clause[near.count-1].token, i) {
			site = -1 // 脾包膜
		}
		if a.heads(i, w, site) || a.saysNothing(i, w) || w.Site >= 0 && w.Term < 0 && w.Head < 0 && (a.Likens(i) || a.tellsWhere(i, w)) {
			continue
		}
		a.unclip(i, w)
		switch {
		case len(w.Meanings) > 0:
			if id, ok := a.meaning(i, w); ok {
				a.addTerm(i, id, near)
			}
		case len(w.Sited) > 0 && a.addSited(i, w), len(w.Tails) > 0 && a.addTail(i, w):
		case w.Head >= 0 && w.Quality && a.describesNext(i):
		case w.Head >= 0 && w.Length == 1 && a.addAhead(i, w):
		case w.Head >= 0:
			a.addHead(i, w, near)
		case w.Scale >= 0:
			a.addScale(i, w)
		case w.Term >= 0:
			a.addTerm(i, w.Term, near)
		case site != -1:
			for _, s := range w.Sites {
				near.see(s, i)
			}
			near.see(site, i)
		}
	}
	a.settlePictures()
}

// composeGap takes in token i, which is no word: a line or a section may end with
// it, a scale may be parted by it.
func (a *analysis) composeGap(i int) {
	if a.IsBreak(i) {
		a.near.endLine()
	}
	if a.endsLine(i) {
		if a.near.below = a.near.below || i > 0 && a.Groups(i-1)&(lexicon.ColonGroup|lexicon.TitleGroup) != 0; !a.near.below {
			a.near.endPast()
		}
	}
	if a.IsBlankLine(i) {
		a.near.endSection()
	}
	if a.Is(i, segment.TextToken) && i > 1 && a.IsGap(i-1) && a.Is(i-2, segment.TextToken) {
		a.addPartedScale(i)
	}
}

// punctuate ends the clause, the sentence or the section that the word at token i
// ends.
func (a *analysis) punctuate(i int, w *lexicon.Word) {
	near := &a.near
	if w.Groups&lexicon.ColonGroup != 0 && a.isForeignHeading(i) {
		near.section, near.items = -1, near.item
	}
	if w.Groups&lexicon.TodayGroup != 0 || w.Groups&lexicon.ColonGroup != 0 && i > int(near.heading)+segment.Headed && near.kind != lexicon.FormerSection || near.kind > lexicon.PastSection && a.Text.Runes[a.Tokens[i].Start] == '【' {
		near.endPast()
	}
	if w.Groups&lexicon.CommaGroup != 0 || w.Normal {
		near.endClause()
	}
	if w.Groups&lexicon.SentenceGroup != 0 {
		near.endSentence()
	}
}

// heads begins the section that the word at token i is the heading of, and reports
// whether it is nothing else.
func (a *analysis) heads(i int, w *lexicon.Word, site int32) bool {
	if (w.Section != lexicon.NoSection || len(w.Items) > 0) && a.isHeading(i) {
		a.startSection(i, w)
		return true
	}
	if (site >= 0 || w.Term >= 0 || w.Head >= 0) && a.isHeading(i) {
		a.flags[i] |= headingFlag
		if site >= 0 && !(a.Lexicon.Sites[site].Analyte && a.Is(a.After(a.After(i)), segment.NumberToken) && a.Lexicon.Reads(lexicon.PrintedLimits)) {
			a.near.startSection(site, i)
			return true
		}
	}
	return false
}

// saysNothing reports whether the finding that the word at token i could be is
// none: the head of nothing, or one whose change is told.
func (a *analysis) saysNothing(i int, w *lexicon.Word) bool {
	if w.Term < 0 && w.Head < 0 && len(w.Sited)+len(w.Tails)+len(w.Meanings) == 0 {
		return false
	}
	if a.Lexicon.Reads(lexicon.PartedNames) && a.HalfOperation(i, w) {
		a.flags[i] |= bareFlag
		if w.Term >= 0 && a.Lexicon.Terms[w.Term].Site >= 0 {
			a.near.see(a.Lexicon.Terms[w.Term].Site, i)
		}
		return true // 融合木史, of 融合术史: perhaps what was done
	}
	if a.headsNothing(i) || a.Lexicon.Reads(lexicon.DescribingFindings) && a.describesFinding(i) {
		return true
	}
	if w.Trend != "" && a.changes(i) {
		a.flags[i] |= trendFlag
		return true
	}
	return false
}

// tellsWhere reports whether the site at token i is not what the clause speaks of: another
// organ has a part called so (肝顶叶), what is seen lies beside it (左侧胸腔脊柱旁), or a
// lesion borders on it (与邻近椎间孔分界不清).
func (a *analysis) tellsWhere(i int, w *lexicon.Word) bool {
	near, t := &a.near, a.Tokens[i]
	if !a.Lexicon.Reads(lexicon.OtherOrgans) {
		return false
	}
	if before := i - 1; near.lesion && before > 0 {
		if a.Is(before, segment.TextToken) || a.WordOrNone(before).Quality {
			before--
		}
		name := a.Text.Runes[a.Tokens[before].Start:a.Tokens[before].End]
		if slices.ContainsFunc(a.Lexicon.Borders, func(b []rune) bool { return slices.Equal(name, b) }) {
			return true
		}
	}
	if near.count == 0 || near.clause[near.count-1].site < 0 || a.sameSite(near.clause[near.count-1].site, w.Site) {
		return false
	}
	if rest := a.Text.Runes[t.End:]; slices.ContainsFunc(a.Lexicon.Beside, func(b []rune) bool { return segment.StartsWith(rest, b) }) {
		return true
	}
	organ := w.Site
	for at := range a.Lexicon.Up(w.Site) {
		organ = at
	}
	return near.siteAt(i-1) && !a.isFinding(i-1) && a.Tokens[i-1].End == t.Start && a.Lexicon.IsSegment(w.Text) && !strings.ContainsAny(w.Text, a.Lexicon.Sites[organ].Name)
}

// siteOf is the site that a word means where it stands: its own, or one that it
// names only near another; nowhere where there is none near.
func (n *nearby) siteOf(words *lexicon.Lexicon, w *lexicon.Word) int32 {
	if len(w.Local) == 0 {
		return w.Site
	}
	if id, ok := n.choose(words, w.Local, false); ok {
		return id
	}
	if w.Site < 0 {
		return nowhere
	}
	return w.Site
}

// addSited notes the term that the word at token i means on a site nearby, and
// reports whether there is one.
func (a *analysis) addSited(i int, w *lexicon.Word) bool {
	near := &a.near
	id, ok := near.choose(a.Lexicon, w.Sited, true)
	if s := a.siteInBrackets(i); s >= 0 {
		id, ok = (&nearby{sentence: s, section: -1, line: -1}).choose(a.Lexicon, w.Sited, true)
	}
	if ok {
		t := a.Tokens[i]
		a.flags[i] |= targetFlag
		m := mention{term: id, token: int32(i), start: t.Start, end: t.End, site: a.Lexicon.Terms[id].Site, siteToken: -1}
		if last := near.count - 1; last >= 0 && a.Lexicon.Within(near.clause[last].site, m.site) {
			a.flags[i] |= sitedFlag
			m.siteToken = int32(near.clause[last].token)
			if a.closeBy(near.clause[last].token, i) {
				m.start = a.Tokens[m.siteToken].Start
			}
		}
		a.mention(m)
	}
	return ok
}

// mention notes a finding.
func (a *analysis) mention(m mention) {
	a.ofCourse(&m)
	m.section, m.heading = a.near.kind, a.near.heading
	a.mentions = append(a.mentions, m)
	t := a.term(m.term)
	a.gradesLesions = a.gradesLesions || t.OfLesion
	if h := t.Head; h >= 0 && a.Lexicon.Heads[h].Lesion {
		a.near.lesion = true
	}
}

// note notes the finding that token i is by itself.
func (a *analysis) note(i int, id, site int32) {
	a.mention(mention{term: id, token: int32(i), start: a.Tokens[i].Start, end: a.Tokens[i].End, site: site, siteToken: -1})
}

// noteFrom notes the finding that token i makes with a site before it.
func (a *analysis) noteFrom(from seen, i int, id int32) {
	a.mention(mention{term: id, token: int32(i), start: a.Tokens[from.token].Start, end: a.Tokens[i].End, site: from.site, siteToken: int32(from.token)})
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// addTerm notes a whole term at token i.
func (a *analysis) addTerm(i int, id int32, near *nearby) {
	a.flags[i] |= targetFlag
	t := a.Lexicon.Terms[id]
	s := t.Site
	if s < 0 {
		if last := near.count - 1; last >= 0 && a.closeBy(near.clause[last].token, i) {
			s = near.clause[last].site
		}
		if a.NamesSite(i) {
			a.flags[i] |= sitedFlag
		}
	} else {
		a.flags[i] |= sitedFlag
		if t.Head >= 0 {
			a.shareHead(i, i, t.Head, id, near.clause[:near.count])
		}
		near.see(s, i)
	}
	a.shareTerm(i, a.Word(i))
	a.note(i, id, s)
}

// shareHead notes the terms that the head of the mention at token i, whose
// site is at token at, makes with the sites listed before that site: 双肾、膀胱结石
// are 肾结石 and 膀胱结石.
func (a *analysis) shareHead(i, at int, head, id int32, before []seen) {
	h := &a.Lexicon.Heads[head]
	first := len(before)
	for first > 0 && a.joined(before[first-1].token, at) {
		first--
		at = before[first].token
	}
	for _, s := range before[first:] {
		if other, ok := a.termOf(h, s.site); ok && other != id && !a.isFinding(s.token) {
			a.noteFrom(s, i, other)
		}
	}
}

// joined reports whether only a list sign and modifiers stand between tokens, or
// nothing between two sites of one character: 肝脾肿大.
func (a *analysis) joined(i, j int) bool {
	if i == j { // 二、三尖瓣
		return true
	}
	list := j == a.After(i) && a.Tokens[i].End-a.Tokens[i].Start == 1 &&
		(a.Tokens[j].End-a.Tokens[j].Start == 1 || a.WordOrNone(j).Term >= 0 && a.Tokens[j].End-a.Tokens[j].Start <= 3)
	for k := i + 1; k < j; k++ {
		w := a.Word(k)
		switch {
		case w != nil && w.Groups&lexicon.ListGroup != 0 && w.Groups&lexicon.WithGroup == 0:
			list = true
		case w != nil && (w.Side != "" || w.Quality), a.IsGap(k):
		default:
			return false
		}
	}
	return list
}

// closeBy reports whether only modifiers and sites stand between tokens.
func (a *analysis) closeBy(i, j int) bool {
	for k := i + 1; k < j; k++ {
		w := a.Word(k)
		if (w == nil || w.Side == "" && w.Severity == "" && !w.Quality && w.Site < 0 && !a.saysHow(w)) && !a.IsGap(k) {
			return false
		}
	}
	return true
}

// saysHow reports whether a word only says how what follows is meant: the 似有 of
// 鼓膜似有穿孔, the 仍 of 左房仍大.
func (a *analysis) saysHow(w *lexicon.Word) bool {
	return a.Lexicon.Reads(lexicon.CuedHeads) && w.Term < 0 && w.Head < 0 &&
		(w.Cue != nil && w.Cue.Direction != lexicon.Backward && a.Lexicon.MarksAs(w.Cue) == Possible || w.Groups&lexicon.JudgedGroup != 0)
}

// inPieces reports whether what the word at token j names was seen at token i, and numbers
// and what describes stand between: 前列腺右叶触及硬结, not 附件触及不清.
func (a *analysis) inPieces(i, j int) bool {
	w := a.WordOrNone(j)
	unknown, ok := a.between(i, j, true)
	return ok && unknown == 0 && a.Lexicon.Reads(lexicon.NamesInPieces) && !w.Pseudo && !w.Quality
}

// between is how many unknown characters stand between tokens, where else only numbers and
// what describes do, and perhaps words of perception; a heading ends with its colon.
func (a *analysis) between(i, j int, seen bool) (unknown int32, ok bool) {
	headed := a.Lexicon.Reads(lexicon.ComposedChanges) && a.flags[i]&headingFlag != 0
	for headed && i < j && a.Groups(i)&(lexicon.ColonGroup|lexicon.TitleGroup) == 0 {
		i++
	}
	for k := i + 1; k < j; k++ {
		t := a.Tokens[k]
		switch w := a.WordOrNone(k); {
		case t.Word == segment.TextToken, a.Lexicon.Reads(lexicon.ComposedChanges) && a.Word(k) != nil && !w.Acts() && !w.Quality && w.Severity == "":
			unknown += t.End - t.Start
		case t.Word == segment.NumberToken, w.Side != "", w.Severity != "", w.Quality, w.Site >= 0, a.IsGap(k), a.saysHow(w):
		case seen && w.Groups&lexicon.SeesGroup != 0 && w.Cue == nil, seen && w.Groups&lexicon.ListGroup != 0 && a.Is(k-1, segment.NumberToken) && a.Is(k+1, segment.NumberToken):
		default:
			return unknown, false
		}
	}
	return unknown, true
}

// describesFinding reports whether the finding at token i only describes the one right
// behind it: 炎性实变影.
func (a *analysis) describesFinding(i int) bool {
	next := i + 2
	if next >= len(a.Tokens) || !a.adjectival(i) {
		return false
	}
	w := a.WordOrNone(next)
	return a.Tokens[next].Start == a.Tokens[i+1].End && (w.Head >= 0 || w.Term >= 0 || len(w.Sited) > 0)
}

// siteInBrackets is the site in brackets or behind 位于 right after token i:
// 囊肿(右肾).
func (a *analysis) siteInBrackets(i int) int32 {
	i = a.After(i)
	if i >= len(a.Tokens) || a.Groups(i)&(lexicon.OpenGroup|lexicon.LocatedGroup) == 0 {
		return -1
	}
	for j := i + 1; j < len(a.Tokens) && j < i+4; j++ {
		w := a.Word(j)
		switch {
		case a.IsGap(j):
		case w == nil:
			return -1
		case w.Site >= 0:
			return w.Site
		case w.Side == "":
			return -1
		}
	}
	return -1
}
