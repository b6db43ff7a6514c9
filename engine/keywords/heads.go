package keywords

import (
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// describesNext reports whether the word at token i describes the head right
// after it: 强回声 is a finding, in 强回声结节 and 低回声肌瘤 it is not.
func (a *analysis) describesNext(i int) bool {
	next := a.After(i)
	if next >= len(a.Tokens) {
		return false
	}
	for a.Lexicon.Reads(lexicon.GluedSites) && next+1 < len(a.Tokens) && a.WordOrNone(next).Quality && a.WordOrNone(next).Head < 0 && a.WordOrNone(next).Term < 0 { // 粗大良性钙化
		next++
	}
	w := a.Word(next)
	return w != nil && (w.Head >= 0 || w.Term >= 0)
}

// addHead notes the terms that the head at token i makes with its sites; a
// word that is a whole term as well falls back to that.
func (a *analysis) addHead(i int, w *lexicon.Word, near *nearby) {
	h := &a.Lexicon.Heads[w.Head]
	if a.tellsSize(i, w) || a.ofUnknown(i) {
		return
	}
	from, part := a.partBefore(i)
	if part != "" && near.count == 0 && near.lesion && !h.Lesion {
		return // 无回声区，壁厚
	}
	if h.Own && near.lesion && a.siteInBrackets(i) < 0 {
		return
	}
	a.flags[i] |= targetFlag
	made, lost := a.addOfClause(i, w, h, near, from, part)
	switch {
	case made,
		!lost && (a.addOfFarther(i, w, h, near) || a.addElsewhere(i, w, near, part, true) || a.addOfOther(i, w, near, part)),
		a.addJudged(i, w),
		part != "" && a.addOfPart(i, w, from, part),
		w.Term < 0 && h.Alone < 0 && a.addOfStructure(i, w):
	case w.Term >= 0:
		a.addTerm(i, w.Term, near)
	case h.Alone >= 0:
		id := h.Alone
		if h.Beside && w.Named != "" { // 膝反射减弱, a spelling of 膝反射减退
			id = a.makeTerm(lexicon.Term{Name: w.Named, Contexts: h.Contexts, Site: -1, Head: w.Head, Parents: []int32{id}})
		}
		a.note(i, id, near.nearest())
	default:
		a.flags[i] |= bareFlag
		a.near.lesion = a.near.lesion || h.Lesion && a.Lexicon.Reads(lexicon.PartedNames) // of a site that is not known
	}
}

// ofUnknown reports whether the mark at token i stands behind the number of an item that no
// word has: ALB 46 XYZ 138↑.
func (a *analysis) ofUnknown(i int) bool {
	if !a.Lexicon.Reads(lexicon.OwnArrows) {
		return false
	}
	if segment.IsLatin(a.Text.Runes[a.Tokens[i].Start]) { // Ca 2.35, not 肝Ca 3cm
		number := a.After(i)
		if !a.Is(number, segment.NumberToken) || i > 0 && !a.IsGap(i-1) {
			return false
		}
		_, long := a.LengthBehind(number)
		return !long
	}
	if i < 2 || unicode.IsLetter(a.Text.Runes[a.Tokens[i].Start]) {
		return false
	}
	number := a.Over(i - 1)
	name := a.Over(number - 1)
	if a.Is(name, segment.NumberToken) && a.Is(name-1, segment.TextToken) {
		name-- // QC3 138
	}
	return name >= 0 && a.Is(number, segment.NumberToken) && a.Is(name, segment.TextToken) && segment.IsLatin(a.Text.Runes[a.Tokens[name].Start]) &&
		name > 0 && a.IsGap(name-1)
}

// addOfClause notes the terms that a head makes with the sites of its clause, the last
// of them first, and reports whether it makes any; lost is a head whose site nobody
// knows, or one that another answer took: HBsAg(-) anti-HBc(+).
func (a *analysis) addOfClause(i int, w *lexicon.Word, h *lexicon.Head, near *nearby, from int, part string) (made, lost bool) {
	for k := near.count - 1; k >= 0; k-- {
		s := near.clause[k]
		if s.site == nowhere {
			return false, true
		}
		if a.Lexicon.Sites[s.site].Own {
			if k < near.count-1 {
				continue // its larger site is farther away still
			}
			if a.addElsewhere(i, w, near, part, false) {
				return true, false
			}
		}
		found, ok := a.termOf(h, s.site)
		if !ok {
			continue
		}
		if a.answered(s.token, i) {
			return false, true
		}
		if part != "" && (h.Lesion || !a.Word(from).Apart) {
			part = ""
		}
		found = a.byName(w, found, part)
		a.flags[i] |= sitedFlag
		t := a.Tokens[i]
		if k == near.count-1 && a.closeBy(s.token, i) {
			a.shareHead(i, s.token, w.Head, found, near.clause[:k])
			t.Start = a.Tokens[s.token].Start
		}
		a.mention(mention{term: found, token: int32(i), start: t.Start, end: t.End, site: s.site, siteToken: int32(s.token)})
		return true, false
	}
	return false, false
}

// addOfFarther notes the term that a head makes with a site outside its clause, or of
// the examination, and reports whether it makes one.
func (a *analysis) addOfFarther(i int, w *lexicon.Word, h *lexicon.Head, near *nearby) bool {
	for _, s := range a.furtherSites(i, h.Reach, near) {
		if found, ok := a.termOf(h, s); ok {
			a.note(i, a.byName(w, found, ""), s)
			return true
		}
	}
	found, s, ok := a.termOfItem(h)
	if ok {
		a.note(i, found, s)
	}
	return ok
}

// answered reports whether the result at token i cannot be that of the analyte
// at token from, which has its own.
func (a *analysis) answered(from, i int) bool {
	if a.Groups(i)&lexicon.ResultGroup == 0 {
		return false
	}
	for j := from + 1; j < i; j++ {
		if a.Groups(j)&lexicon.ResultGroup != 0 && !a.joinsType(j) {
			return true
		}
	}
	return false
}

// joinsType reports whether the sign at token j only joins an analyte and the
// number of its type: HPV-16, not HBsAg-.
func (a *analysis) joinsType(j int) bool {
	t := a.Tokens[j]
	return t.End-t.Start == 1 && a.Text.Runes[t.Start] == '-' && j > 0 && !a.IsGap(j-1) && j+1 < len(a.Tokens) && a.Is(j+1, segment.NumberToken)
}

// termOfItem is what a head makes with the sites of the examination, if it makes
// one term only.
func (a *analysis) termOfItem(h *lexicon.Head) (term, site int32, ok bool) {
	for _, s := range a.near.items {
		if found, fits := a.termOf(h, s); fits {
			if ok && found != term {
				return -1, -1, false
			}
			term, site, ok = found, s, true
		}
	}
	return term, site, ok
}

// furtherSites lists where a head may find its site outside its clause.
func (a *analysis) furtherSites(i int, r lexicon.Reach, near *nearby) [4]int32 {
	sites := [4]int32{a.siteInBrackets(i), near.section, -1, -1}
	if r >= lexicon.SentenceReach || a.opensClause(i) {
		sites[1], sites[2] = near.sentence, near.section
	}
	if r == lexicon.LineReach {
		sites[3] = near.line
	}
	return sites
}

// opensClause reports whether only cues and descriptions stand between the last
// comma and token i, so that the clause before says what is meant: 血糖7.2，升高.
func (a *analysis) opensClause(i int) bool {
	const limit = 12 // so that long runs of descriptions stay linear
	for j := i - 1; j >= max(0, i-limit); j-- {
		w := a.WordOrNone(j)
		if w.Groups&lexicon.CommaGroup != 0 {
			return true
		}
		leads := a.Lexicon.Reads(lexicon.Contrasts) && w.Groups&lexicon.ContrastGroup != 0 ||
			a.Lexicon.Reads(lexicon.LedClauses) && w.Groups&(lexicon.SeesGroup|lexicon.WithGroup) != 0
		if !leads && w.Cue == nil && !w.Quality && w.Severity == "" && !a.IsGap(j) && !a.tellsResult(j) {
			return false
		}
	}
	return false
}

// tellsResult reports whether token i is a time, a number or a unit before what these are of an
// analyte: 上次尿酸正常，本次512umol/L偏高.
func (a *analysis) tellsResult(i int) bool {
	if s := a.near.sentence; s < 0 || !a.Lexicon.Sites[s].Analyte || !a.Lexicon.Reads(lexicon.Ellipses) {
		return false
	}
	t := a.Tokens[i]
	return t.Word == segment.NumberToken || t.Word == segment.TextToken && segment.IsLatin(a.Text.Runes[t.End-1]) || a.Groups(i)&(lexicon.TodayGroup|lexicon.RecheckedGroup) != 0 || a.Text.Runes[t.Start] == '/'
}

// termOf is what a head makes with a site or with what the site is part of.
func (a *analysis) termOf(h *lexicon.Head, s int32) (int32, bool) {
	for at := range a.Lexicon.Up(s) {
		if t, ok := h.Terms[at]; ok {
			return t, true
		}
		if h.As >= 0 && a.Lexicon.Sites[at].Analyte {
			return a.termOf(&a.Lexicon.Heads[h.As], at)
		}
	}
	return 0, false
}
