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
	if len(a.Lexicon.Measures) == 0 {
		return
	}
	value, err := strconv.ParseFloat(a.Spelled(a.Tokens[i].Start, a.Tokens[i].End), 64)
	if err != nil {
		return
	}
	times, long := a.lengthBehind(i)
	k, sided := a.beforeNumber(i)
	if k < 0 {
		return
	}
	word := a.Spelled(a.Tokens[k].Start, a.Tokens[k].End)
	for _, m := range a.Lexicon.Measures {
		if long != (len(m.Dimensions) > 0) || !m.Has(value*times) || !a.measures(m.Site) {
			continue
		}
		if slices.Contains(m.Dimensions, word) || !long && (sided || a.Lexicon.Within(m.Site, a.WordOrNone(k).Site)) {
			a.flags[i] |= targetFlag | sitedFlag
			a.note(i, m.Term, m.Site)
			return
		}
	}
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

// beforeNumber goes back from the number at token i over what may stand between it and what
// it tells of, and reports whether a side does.
func (a *analysis) beforeNumber(i int) (at int, sided bool) {
	const limit = 6 // tokens
	for k := i - 1; k >= max(0, i-limit); k-- {
		w, t := a.WordOrNone(k), a.Tokens[k]
		side := w.Side != "" && w.Site < 0
		sided = sided || side
		if w.Head >= 0 || !side && !a.IsGap(k) && w.Groups&(lexicon.ColonGroup|lexicon.AboutGroup|lexicon.CommaGroup|lexicon.SumsGroup) == 0 && !w.Quality && !a.saysAbout(t) {
			return k, sided
		}
	}
	return -1, sided
}

// saysAbout reports whether a token is one unknown character before a number: 约, not <.
func (a *analysis) saysAbout(t segment.Token) bool {
	return t.Word == segment.TextToken && t.End-t.Start == 1 && a.Text.Runes[t.Start] >= firstHan
}

// lengthBehind is how many of the first unit of length the one right behind the number at
// token i is; of a bare number there is none, and one with a sign or letter has neither.
func (a *analysis) lengthBehind(i int) (times float64, long bool) {
	end := a.skipSpace(int(a.Tokens[i].End))
	rest := a.Text.Runes[end:]
	for _, l := range a.Lexicon.Lengths {
		if n := len(l.Unit); segment.StartsWith(rest, l.Unit) && (n == len(rest) || !segment.IsLatin(rest[n]) && !isTimes(rest[n])) {
			return l.Times, true
		}
	}
	if _, unit := a.unit(end); unit || len(rest) > 0 && (segment.IsLatin(rest[0]) || isTimes(rest[0]) || rest[0] == '/' || rest[0] == '%') {
		return 0, false
	}
	return 1, false
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
