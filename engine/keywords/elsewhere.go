package keywords

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// addElsewhere notes the term that the head at token i makes with the last site of its
// clause, where the dictionaries list none of the two, and reports whether it makes one;
// pieces lets words such as 触及 stand between.
func (a *analysis) addElsewhere(i int, w *lexicon.Word, near *nearby, part string, pieces bool) bool {
	last := near.count - 1
	if last < 0 {
		return false
	}
	at := near.clause[last]
	strict := a.Lexicon.Reads(lexicon.ListedElsewhere) && w.Length == 1 || a.Lexicon.Heads[w.Head].Beside && at.site >= 0 && !a.Lexicon.Sites[at.site].Own
	const far, most = 3, 6 // unknown characters
	unknown, ok := a.between(at.token, i, false)
	apart := strict && !a.closeBy(at.token, i) && (w.Length == 1 || unknown > far || unknown > 0 && !a.tellsPlace(at.token, i))
	if (!ok || unknown > most || apart) && !(pieces && a.inPieces(at.token, i)) {
		return false // 脊髓灰质炎 is none of the 脊髓
	}
	found, ok := a.elsewhere(w, at.site, part)
	if !ok {
		return false
	}
	a.flags[i] |= sitedFlag
	for k := last - 1; k >= 0 && a.joined(near.clause[k].token, near.clause[k+1].token); k-- { // 髌上囊、腘窝囊积液
		if s := near.clause[k]; s.site >= 0 && a.Lexicon.Sites[s.site].Own {
			if other, ok := a.elsewhere(w, s.site, part); ok && other != found {
				a.noteFrom(s, i, other)
			}
		} else if other := a.ofHead(w, s.site, true); other >= 0 && other != found && a.Lexicon.Reads(lexicon.ClippedNames) {
			a.noteFrom(s, i, other)
		}
	}
	if strict && unknown > 0 { // 前交通动脉见囊状突起, which may be the sign of a disease
		a.note(i, found, at.site)
	} else {
		a.noteFrom(at, i, found)
	}
	return true
}

// addOfOther notes the term that the head at token i makes with the site in the brackets behind
// it, or with that of the heading where nothing but a description stands before it in its
// clause, and reports whether it makes one: 积血(髌骨).
func (a *analysis) addOfOther(i int, w *lexicon.Word, near *nearby, part string) bool {
	if !a.Lexicon.Reads(lexicon.ComposedChanges) || w.Length == 1 {
		return false
	}
	h := &a.Lexicon.Heads[w.Head]
	named := near.section
	if h.Lesion || h.Alone >= 0 || w.Term >= 0 || near.lesion || near.count > 0 || !a.opensClause(i) {
		named = -1
	}
	for _, s := range [...]int32{a.siteInBrackets(i), named} {
		if found, ok := a.elsewhere(w, s, part); ok {
			a.note(i, found, s)
			return true
		}
	}
	return false
}

// tellsPlace reports whether all unknown text between tokens ends as what tells a place or a
// manner does: 局部, 下缘.
func (a *analysis) tellsPlace(i, j int) bool {
	for k := i + 1; k < j; k++ {
		if w := a.WordOrNone(k); a.Is(k, segment.TextToken) || a.Word(k) != nil && !w.Acts() && !w.Quality {
			if t := a.Text.Runes[a.Tokens[k].Start:a.Tokens[k].End]; !segment.EndsAny(t, a.Lexicon.Apart) {
				return false
			}
		}
	}
	return true
}

// addOfStructure notes what the head at token i says of a structure that no dictionary has, named
// right before it, and reports whether one is: 腓骨短肌腱断裂.
func (a *analysis) addOfStructure(i int, w *lexicon.Word) bool {
	const fewest, most = 2, 8 // characters
	h, k := &a.Lexicon.Heads[w.Head], a.Over(i-1)
	if k < 0 || h.Contexts == 0 || w.Length == 1 || !a.Is(k, segment.TextToken) {
		return false
	}
	from := a.Tokens[k].Start
	name := a.Text.Runes[from:a.Tokens[k].End]
	if len(name) > most || !segment.EndsAny(name, a.Lexicon.Structures) {
		return false
	}
	site := int32(-1)
	if a.near.siteAt(k-1) && a.Tokens[k-1].End == from {
		site, from = a.near.siteOfToken(k-1), a.Tokens[k-1].Start
	}
	if site < 0 && len(name) < fewest || site >= 0 && a.Lexicon.Sites[site].Analyte {
		return false
	}
	t := lexicon.Term{Name: string(a.Text.Runes[from:a.Tokens[k].End]) + cmp.Or(w.Named, h.Name), Contexts: h.Contexts, Site: site, Head: w.Head}
	a.mention(mention{term: a.makeTerm(t), token: int32(i), start: from, end: a.Tokens[i].End, site: site, siteToken: -1})
	a.flags[i] |= sitedFlag
	return true
}

// partBefore is what every organ has that is named right before the head at token i, and
// where that begins: 柱状上皮 of 宫颈轻度柱状上皮外移.
func (a *analysis) partBefore(i int) (from int, part string) {
	const limit = 6 // tokens, so that long runs of descriptions stay linear
	for j := i - 1; j >= max(0, i-limit); j-- {
		switch w := a.WordOrNone(j); {
		case a.near.siteAt(j):
			return from, part
		case w.Part && (part == "" || a.Tokens[j].End == a.Tokens[from].Start):
			from, part = j, w.Text+part
		case part != "" || a.Groups(j)&lexicon.CommaGroup != 0 || !w.Quality && w.Severity == "" && !a.IsGap(j) && !a.saysHow(w):
			return from, part
		}
	}
	return from, part
}

// addOfPart notes what the head at token i says of a part that every organ has and that
// stands at token from: of the organ of the sentence or the heading, or of the part
// alone where nobody knows whose it is.
func (a *analysis) addOfPart(i int, w *lexicon.Word, from int, part string) bool {
	h, near := &a.Lexicon.Heads[w.Head], &a.near
	if h.Contexts == 0 || utf8.RuneCountInString(part) == 1 || near.count > 0 && near.clause[near.count-1].site != nowhere {
		return false
	}
	for _, s := range [...]int32{near.sentence, near.section} {
		if near.count > 0 || !a.opensClause(i) {
			break
		}
		if found, ok := a.elsewhere(w, s, part); ok {
			a.note(i, found, s)
			return true
		}
	}
	t := lexicon.Term{Name: part + cmp.Or(w.Named, h.Name), Contexts: h.Contexts, Site: -1, Head: w.Head}
	if h.Alone >= 0 {
		t.Parents = []int32{h.Alone}
	}
	a.mention(mention{term: a.makeTerm(t), token: int32(i), start: a.Tokens[from].Start, end: a.Tokens[i].End, site: -1, siteToken: -1})
	return true
}

// elsewhere is the term of a word's head and a site, or a part of it, that the
// dictionaries do not list together: named by the word where that is no mere spelling of
// its head, and a kind of what the head makes with the larger site.
func (a *analysis) elsewhere(w *lexicon.Word, s int32, part string) (int32, bool) {
	h := &a.Lexicon.Heads[w.Head]
	if s < 0 || h.Contexts == 0 {
		return 0, false
	}
	listed, ok := h.Elsewhere[s]
	site := &a.Lexicon.Sites[s]
	free := site.Own && !(h.Unlisted && h.Lesion) || h.Any && !site.Analyte && !a.Lexicon.Listed(h, s) && !(h.Unlisted && h.Lesion && site.Anyone)
	if !free && (!ok || w.Named == "") || site.Term {
		return listed, ok
	}
	if id, direct := h.Terms[s]; direct {
		return id, true
	}
	t := lexicon.Term{Name: joinNames(site.Name+part, h.Name), Contexts: h.Contexts, Site: s, Head: w.Head}
	if parent, ok := a.termOf(h, s); ok {
		t.Parents = []int32{parent}
	} else if w.Term >= 0 { // 膝关节滑膜炎 is 滑膜炎
		t.Parents, t.ICD10 = []int32{w.Term}, a.term(w.Term).ICD10
	}
	if h.Beside && h.As < 0 && w.Named != "" && w.Named != h.Name { // 肩外展受阻 is 肩外展受限
		t.Parents = []int32{a.makeTerm(t)}
	}
	t.Name = joinNames(site.Name+part, cmp.Or(w.Named, h.Name))
	return a.makeTerm(t), true
}

// joinNames joins the names of a site and a change, which may share characters:
// 髋关节, 关节间隙变窄.
func joinNames(site, change string) string {
	for at := range site {
		if at > 0 && strings.HasPrefix(change, site[at:]) {
			return site[:at] + change
		}
	}
	return site + change
}

// byName is the term of a head and a part of a site as the word names it, where the
// dictionaries only join head and site: 睾丸萎缩 is a kind of 睾丸缩小, 脾包膜增厚 of 脾增厚.
func (a *analysis) byName(w *lexicon.Word, id int32, part string) int32 {
	t := a.term(id)
	if w.Named == "" && part == "" || t.Site < 0 || t.Name != a.Lexicon.Sites[t.Site].Name+a.Lexicon.Heads[w.Head].Name {
		return id
	}
	return a.makeTerm(lexicon.Term{Name: joinNames(a.Lexicon.Sites[t.Site].Name+part, cmp.Or(w.Named, a.Lexicon.Heads[w.Head].Name)), Contexts: t.Contexts, Site: t.Site, Head: w.Head, Parents: []int32{id}})
}

// addTail notes the term that the tail at token i makes with the last site of its
// clause, and reports whether it makes one.
func (a *analysis) addTail(i int, w *lexicon.Word) bool {
	near := &a.near
	if near.count == 0 {
		return false
	}
	last := near.clause[near.count-1]
	if !a.closeBy(last.token, i) && !(a.inPieces(last.token, i) && !a.Lexicon.Sites[last.site].Analyte && !a.describesNext(i)) {
		return false
	}
	if w.Head >= 0 {
		if _, ok := a.termOf(&a.Lexicon.Heads[w.Head], last.site); ok {
			return false
		}
	}
	for _, c := range w.Tails {
		if a.Lexicon.Within(last.site, c.Known...) {
			a.flags[i] |= targetFlag | sitedFlag
			a.noteFrom(seen{a.Lexicon.Terms[c.ID].Site, last.token}, i, c.ID)
			return true
		}
	}
	return false
}

// ofCourse makes of a mention the kind that the courses right before it name: 真菌性食管炎
// is a kind of 食管炎, and has its code; what a lesion looks like is none.
func (a *analysis) ofCourse(m *mention) {
	if h := a.term(m.term).Head; h >= 0 && a.Lexicon.Heads[h].Lesion {
		return
	}
	k := int(m.token)
	for a.Tokens[k].Start > m.start {
		k--
	}
	for k = a.Over(k - 1); k >= 0 && a.Tokens[a.After(k)].Start == m.start && a.WordOrNone(k).Course; k = a.Over(k - 1) {
		t := *a.term(m.term)
		if w := a.WordOrNone(int(m.token)); strings.HasSuffix(w.Text, t.Name) { // 开角型青光眼, of 青光眼
			t.Name = w.Text
		}
		t.Name, t.Parents, t.Head = a.Word(k).Text+t.Name, []int32{m.term}, -1
		m.term, m.start = a.makeTerm(t), a.Tokens[k].Start
	}
}

// elsewhereNow reports whether the finding at token i, which no list sign joins to the
// one denied before, is a whole term of another site: 未见疝包皮过长.
func (s *cueScope) elsewhereNow(i int) bool {
	if !s.Lexicon.Reads(lexicon.OwnTerms) || !s.opposed() || !s.ownSite(i) || s.Lexicon.Reads(lexicon.Attributive) && s.adjectival(s.last) ||
		s.Lexicon.Reads(lexicon.GluedHistories) && s.cue.History && s.historyFollows(i-1) {
		return false
	}
	return (s.whole(s.last) || s.ofTopicBut(s.siteOf(i)) || s.stated()) && s.closeBy(s.last, i) && s.siteOf(i) != s.siteOf(s.last)
}

// whole reports whether the finding at token i is a thing of its own, not 肿大, which may
// only describe the one behind it.
func (s *cueScope) whole(i int) bool {
	w := s.WordOrNone(i)
	return w.Head < 0 || s.Lexicon.Heads[w.Head].Lesion
}

// ofTopicBut reports whether a site, or a finding with one, other than the given stands
// right before the denial, so that what follows is topic and predicate anew:
// 颈椎无骨质增生腰椎间盘突出.
func (s *cueScope) ofTopicBut(site int32) bool {
	k := s.from - 1
	for k >= 0 && s.WordOrNone(k).Site < 0 && !s.isFinding(k) && s.WordOrNone(k).Describes() {
		k--
	}
	if !s.Lexicon.Reads(lexicon.GluedTopics) || k < 0 {
		return false
	}
	topic := s.WordOrNone(k).Site
	if s.isFinding(k) {
		topic = s.siteOf(k)
	}
	return topic >= 0 && topic != site
}
