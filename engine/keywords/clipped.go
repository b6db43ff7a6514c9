package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// Of a list of names that end alike only the last is written out (颈、腰椎体,
// 双膝、右踝关节退行性变, 升、降主动脉), and of two statements that say yes and no of
// the same only the last says of what (左侧无、右侧有腹股沟疝).

// unclip completes the names listed before the word at token i by the end of its own.
func (a *analysis) unclip(i int, w *lexicon.Word) {
	if w.Site < 0 && w.Term < 0 || w.Length < 2 {
		return
	}
	site := ""
	for _, at := range a.membersBefore(i) {
		if site == "" {
			site, _ = a.Lexicon.SiteAndHead(w)
		}
		own := a.WordOrNone(at).Site
		whole := a.Lexicon.Completed(a.Spelled(a.Tokens[at].Start, a.Tokens[at].End), site, func(c *lexicon.Word) bool { return c.Site >= 0 }, own >= 0)
		if whole != nil && whole.Site != own {
			a.near.put(seen{whole.Site, at})
		}
	}
}

// shareTerm notes the terms that the term at token i is with the names listed before its own,
// those that its head made apart.
func (a *analysis) shareTerm(i int, w *lexicon.Word) {
	for _, at := range a.membersBefore(i) {
		id := int32(-1)
		if whole := a.Lexicon.Completed(a.Spelled(a.Tokens[at].Start, a.Tokens[at].End), w.Text, func(c *lexicon.Word) bool { return c.Term >= 0 }, false); whole != nil {
			id = whole.Term
		} else if _, head := a.Lexicon.SiteAndHead(w); head != nil {
			id = a.ofHead(head, a.near.siteOfToken(at), a.WordOrNone(at).Site < 0)
		}
		made := slices.ContainsFunc(a.mentions[max(0, len(a.mentions)-len(a.near.clause)):], func(m mention) bool { return m.token == int32(i) && m.term == id })
		if id >= 0 && id != w.Term && !made {
			a.noteFrom(seen{a.term(id).Site, at}, i, id)
		}
	}
}

// ofHead is the term of a head's word and a site, -1 for none. One that the dictionary has
// not is made of a clipped name alone: a site that is written out may share more than the
// head (左肺尖、叶间胸膜增厚 is no 肺增厚).
func (a *analysis) ofHead(w *lexicon.Word, s int32, clipped bool) int32 {
	if s < 0 {
		return -1
	}
	if id, ok := a.termOf(&a.Lexicon.Heads[w.Head], s); ok {
		return a.byName(w, id, "")
	}
	if clipped {
		if id, ok := a.elsewhere(w, s, ""); ok {
			return id
		}
	}
	return -1
}

// membersBefore are the short names listed before token i, the nearest first.
func (a *analysis) membersBefore(i int) (members []int) {
	const most = 5
	for a.Lexicon.Reads(lexicon.ClippedNames) && len(members) < most {
		if i = a.memberBefore(i); i < 0 {
			break
		}
		members = append(members, i)
	}
	return members
}

// memberBefore is the short name, no finding, that a list sign parts from token i, over
// sides; -1 for none.
func (a *analysis) memberBefore(i int) int {
	const longest = 3 // characters
	k := a.overSides(i - 1)
	if g := a.Groups(k); k < 1 || g&lexicon.ListGroup == 0 || g&lexicon.WithGroup != 0 {
		return -1
	}
	k = a.Over(k - 1)
	if k < 0 || a.Tokens[k].End-a.Tokens[k].Start > longest || a.isFinding(k) && a.flags[k]&bareFlag == 0 {
		return -1
	}
	if w := a.WordOrNone(k); !a.Is(k, segment.TextToken) && w.Site < 0 && w.Head < 0 && !w.Quality {
		return -1
	}
	return k
}

// overSides goes back over gaps and sides.
func (a *analysis) overSides(i int) int {
	for i > 0 && (a.IsGap(i) || a.WordOrNone(i).Side != "" && a.WordOrNone(i).Site < 0) {
		i--
	}
	return i
}

// halved reports whether the denial at token i and an affirmation beside it, each of a side
// or site, speak of one finding: 左侧无、右侧有腹股沟疝, 左侧有、右侧无腹股沟疝.
func (a *analysis) halved(i int) bool {
	const signs = lexicon.ListGroup | lexicon.CommaGroup
	affirms := func(k int) bool {
		return a.Groups(k)&lexicon.WithGroup != 0 && a.Groups(k)&lexicon.SeesGroup != 0
	}
	names := func(k int) bool {
		return k >= 0 && k < len(a.Tokens) && (a.WordOrNone(k).Side != "" || a.WordOrNone(k).Site >= 0) && !a.isFinding(k)
	}
	k := i + 1
	if a.Groups(k)&signs != 0 && names(k+1) {
		for k++; names(k); k++ {
		}
		return affirms(k) && a.isFinding(min(k+1, len(a.Tokens)-1))
	}
	for k = i - 1; names(k); k-- {
	}
	return k > 0 && k < i-1 && a.Groups(k)&signs != 0 && affirms(k-1) && names(k-2)
}
