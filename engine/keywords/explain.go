package keywords

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/keywords/lexicon"
)

// A sign (高回声团, 条索影, 丘疹) only describes. Where a conclusion names what it is
// (考虑血管瘤, 诊断：银屑病), certain or possible, it is no finding beside it; a lesion
// (结节, 包块) stays, and so does a sign beside what only cannot be excluded.

// isSign reports whether a mention is written as a sign and named as no lesion.
func (a *analysis) isSign(m *mention) bool {
	l := a.lexicon
	if len(l.SignEnds) == 0 {
		return false
	}
	last := string(a.text.Runes[m.end-1]) // most end otherwise
	if !slices.ContainsFunc(l.SignEnds, func(s string) bool { return strings.HasSuffix(s, last) }) {
		return false
	}
	written, name := a.spelled(m.start, m.end), a.term(m.term).Name
	ends := func(s string) func(string) bool {
		return func(ending string) bool { return strings.HasSuffix(s, ending) }
	}
	return slices.ContainsFunc(l.SignEnds, ends(written)) && !slices.ContainsFunc(l.LesionEnds, ends(name))
}

// explain settles the sign of mention i by the conclusion behind it: of its sentence,
// or of its section on the same site.
func (a *analysis) explain(i int) {
	m := &a.mentions[i]
	if a.statusAt(int(m.token)) != Certain {
		return
	}
	for j := i + 1; j < len(a.mentions) && j <= i+settleReach; j++ {
		by := &a.mentions[j]
		if s := a.statusAt(int(by.token)); s != Certain && s != Possible || by.token == m.token || a.isSign(by) {
			continue
		}
		if a.sameSentence(int(m.token), int(by.token)) {
			if (m.site < 0 || by.site < 0 || a.sameSite(m.site, by.site)) && a.isConclusion(m, by) {
				m.settled, m.settledBy = true, int32(j)
				return
			}
		} else if m.site >= 0 && by.site >= 0 && a.sameSite(m.site, by.site) && (a.isHeaded(by) || a.goesOnAs(m, by)) {
			m.settled, m.settledBy = true, int32(j)
			return
		}
	}
}

// isConclusion reports whether a word such as 考虑 stands before or behind a mention in
// its clause, behind the sign.
func (a *analysis) isConclusion(sign, m *mention) bool {
	const limit = 8 // tokens
	ends := func(k int) bool { return a.endsSentence(k) || a.groups(k)&lexicon.CommaGroup != 0 }
	for k := int(m.token) - 1; k > int(sign.token) && k >= int(m.token)-limit && !ends(k); k-- {
		if a.concludes(k) {
			return true
		}
	}
	for k := int(m.token) + 1; k < len(a.tokens) && k <= int(m.token)+limit && !ends(k) && !a.isFinding(k); k++ {
		if a.concludes(k) {
			return true
		}
	}
	return false
}

// goesOnAs reports whether the sentence of a mention begins with a conclusion, and the
// one before it has the sign: 肝内见低回声区，边界清。考虑血管瘤。
func (a *analysis) goesOnAs(sign, m *mention) bool {
	const limit = 6 // tokens
	for k := int(m.token) - 1; a.lexicon.Reads(lexicon.NextConclusions) && k > int(sign.token) && k >= int(m.token)-limit; k-- {
		if a.endsSentence(k) {
			return !a.isBlankLine(k) && a.concludes(a.after(k)) && a.sameSentence(int(sign.token), k)
		}
	}
	return false
}

// isHeaded reports whether a heading such as 诊断: stands above a mention in its sentence.
func (a *analysis) isHeaded(m *mention) bool {
	if m.section == lexicon.MeansSection {
		return true
	}
	const limit = 24 // tokens
	for k := int(m.token) - 1; k > 0 && k >= int(m.token)-limit && !a.endsSentence(k); k-- {
		if a.groups(k)&lexicon.ColonGroup != 0 {
			return a.concludes(k - 1)
		}
	}
	return false
}

// concludes reports whether token k tells that a conclusion is drawn: 考虑为, 系.
func (a *analysis) concludes(k int) bool {
	w := a.spelled(a.tokens[k].start, a.tokens[k].end)
	if slices.ContainsFunc(a.lexicon.Inconclusive, func(u string) bool { return strings.Contains(w, u) }) {
		return false // 不能诊断
	}
	return slices.ContainsFunc(a.lexicon.Conclusive, func(c string) bool {
		return w == c || utf8.RuneCountInString(c) > 1 && strings.Contains(w, c)
	})
}
