package keywords

import (
	"slices"
	"strconv"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// addMeasured notes what the number at token i tells by itself of the site and dimension
// before it: 脾厚约56mm, 裸眼视力:右0.2左0.4. A word such as 小于 between them makes it a bound.
func (a *analysis) addMeasured(i int) {
	if a.Lexicon.Reads(lexicon.PrintedLimits) && a.addBeyond(i) || a.addQuantity(i) {
		return
	}
	for _, m := range a.Lexicon.Measures {
		if !a.measures(m.Site) {
			continue
		}
		times, long := a.LengthBehind(i)
		k, sided := a.BeforeNumber(i)
		if k < 0 || long != (len(m.Dimensions) > 0) {
			continue
		}
		value, err := strconv.ParseFloat(a.Spelled(a.Tokens[i].Start, a.Tokens[i].End), 64)
		if err != nil || !m.Has(value*times) {
			continue
		}
		if slices.Contains(m.Dimensions, a.Spelled(a.Tokens[k].Start, a.Tokens[k].End)) || !long && (sided || a.Lexicon.Within(m.Site, a.WordOrNone(k).Site)) {
			a.flags[i] |= targetFlag | sitedFlag
			a.note(i, m.Term, m.Site)
			return
		}
	}
}

// addBeyond notes what the number at token i is of the analyte right before it by the limits
// printed behind, and reports whether it is anything: 血钾5.9(参考值3.5-5.3).
func (a *analysis) addBeyond(i int) bool {
	k, _ := a.BeforeNumber(i)
	if k < 0 || !a.near.siteAt(k) || !a.Lexicon.Sites[a.near.siteOfToken(k)].Analyte {
		return false
	}
	at := seen{a.near.siteOfToken(k), k}
	for _, mark := range [...][]string{{"↓"}, nil, {"↑", "+"}}[a.Beyond(i)+1] {
		if w := a.Lexicon.Find(mark); w != nil && w.Head >= 0 {
			if id, ok := a.termOf(&a.Lexicon.Heads[w.Head], at.site); ok {
				a.flags[i] |= targetFlag | sitedFlag
				a.noteFrom(at, i, id)
				return true
			}
		}
	}
	return false
}

// measures reports whether the number that comes next is of a site: the last one named, be
// it a part of the site, or one of which it is a part (视力:右眼0.3).
func (a *analysis) measures(site int32) bool {
	n := &a.near
	for k := n.count - 1; k >= 0; k-- {
		if s := n.clause[k].site; a.Lexicon.Within(s, site) {
			return true
		} else if !a.Lexicon.Within(site, s) {
			return false
		}
	}
	return n.count == 0 && a.Lexicon.Within(n.sentence, site) || a.Lexicon.Within(n.section, site)
}

// tellsSize reports whether the word at token i, which may mean 增厚, only says what the
// number behind it measures: 内膜厚8mm, 内-中膜厚小于1mm.
func (a *analysis) tellsSize(i int, w *lexicon.Word) bool {
	if w.Length > 1 || w.Head < 0 || !a.Lexicon.Heads[w.Head].Any || !a.Lexicon.Reads(lexicon.PartedNames) {
		return false
	}
	for n, k := 1, a.After(i); k < len(a.Tokens); n, k = n+1, a.After(k) {
		const near, far = 2, 5 // tokens
		if a.Is(k, segment.NumberToken) {
			return true
		}
		if n >= near && (n == far || !a.Lexicon.Reads(lexicon.Measured) || a.endsPhrase(k) || a.isFinding(k)) {
			break
		}
	}
	return false
}
