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

// ends reports whether a mention is written or named with one of some endings. It is
// written as a sign only if it is named as no lesion.
func (a *analysis) ends(m *mention, with lexicon.Ending) bool {
	if m == nil {
		return false
	}
	if m.endings == 0 {
		m.named = a.Lexicon.Endings.Of(a.term(m.term).Name)
		m.endings = lexicon.ReadEnding | m.named&^lexicon.SignEnding | a.Lexicon.Endings.Of(a.Spelled(m.start, m.end))
		if m.named&lexicon.LesionEnding != 0 {
			m.endings &^= lexicon.SignEnding
		}
	}
	return m.endings&with != 0
}

// explain settles what mention i describes by the conclusion behind it: of its sentence,
// or of its section on the same site.
func (a *analysis) explain(i int) {
	m := &a.mentions[i]
	if s := a.statusAt(int(m.token)); s != Certain && (s != Possible || !a.Lexicon.Reads(lexicon.AloneBehind)) {
		return
	}
	sign, diffuse, vague := a.ends(m, lexicon.SignEnding), a.ends(m, lexicon.DiffuseEnding), a.ends(m, lexicon.VagueEnding)
	if !sign && !diffuse && !vague {
		return
	}
	for j := i + 1; j < len(a.mentions) && j <= i+settleReach; j++ {
		by := &a.mentions[j]
		s := a.statusAt(int(by.token))
		if s != Certain && s != Possible || by.pictured || by.token == m.token || m.site >= 0 && by.site >= 0 && !a.sameSite(m.site, by.site) || a.ends(by, lexicon.SignEnding) ||
			a.Lexicon.Reads(lexicon.AloneBehind) && a.Groups(int(by.token))&lexicon.ElsewhereGroup != 0 { // 红斑，高血压
			continue
		}
		if !sign && s != Certain {
			continue
		}
		focal := a.ends(by, lexicon.FocalEnding)
		means := diffuse && !focal && !a.ends(by, lexicon.DiffuseEnding|lexicon.VagueEnding) || vague && focal
		if sign && a.isNamed(m, by, false, false) || s == Certain && means && a.isNamed(m, by, true, sign && diffuse) ||
			(sign || vague) && s == Certain && focal && a.concludesAlone(m, by) {
			m.settled, m.settledBy = true, int32(j)
			return
		}
	}
}

// isNamed reports whether a mention is the conclusion that what was described before it
// leads to. A diagnosis also stands below a heading in the same sentence, and that of a bare
// sign alone in its clause.
func (a *analysis) isNamed(m, by *mention, diagnosis, bare bool) bool {
	known := m.site >= 0 && by.site >= 0
	headed := func() bool { return a.isHeaded(by) && !(diagnosis && a.isHeaded(m)) }
	if !a.sameSentence(int(m.token), int(by.token)) {
		return (known || diagnosis) && (headed() || a.goesOnAs(m, by))
	}
	return a.isConclusion(m, by) || diagnosis && headed() ||
		bare && a.isAlone(by) && a.term(by.term).Contexts&^a.term(m.term).Contexts != 0 // no sign beside a sign
}

// concludesAlone reports whether a disease, alone in its clause, is what was described before
// it in the sentence: it names no site again, or a clause between goes on describing.
func (a *analysis) concludesAlone(sign, m *mention) bool {
	from, to := int(sign.token), int(m.token)
	if !a.Lexicon.Reads(lexicon.AloneBehind) || a.term(m.term).Contexts&^a.term(sign.term).Contexts == 0 || !a.sameSentence(from, to) ||
		a.Groups(a.Over(to-1))&lexicon.CommaGroup == 0 || !a.endsClause(to) || from == 0 || a.endsPhrase(from-1) {
		return false
	}
	commas := 0
	for k := from + 1; k < to; k++ {
		if a.isFinding(k) && a.statusAt(k) != Negated {
			return false
		}
		if a.Groups(k)&lexicon.CommaGroup != 0 {
			commas++
		}
	}
	return commas > 1 || !a.ownSite(to)
}

// isAlone reports whether a mention is all that its clause says, and a comma begins that.
func (a *analysis) isAlone(m *mention) bool {
	k := int(m.token) - 1
	for k > 0 && a.Groups(k)&lexicon.CommaGroup == 0 && !a.isFinding(k) && (a.IsGap(k) || a.WordOrNone(k).Describes()) {
		k--
	}
	return k > 0 && a.Groups(k)&lexicon.CommaGroup != 0 && a.endsClause(int(m.token))
}

// isConclusion reports whether a word such as 考虑 stands before or behind a mention in
// its clause, behind the sign.
func (a *analysis) isConclusion(sign, m *mention) bool {
	_, cued, _ := a.clauseBefore(int(m.token), int(sign.token))
	behind, _ := a.cuedBehind(int(m.token))
	return cued || behind
}

// goesOnAs reports whether the sentence of a mention begins with a conclusion, and the
// one before it has the sign: 肝内见低回声区，边界清。考虑血管瘤。
func (a *analysis) goesOnAs(sign, m *mention) bool {
	const limit = 6 // tokens
	for k := int(m.token) - 1; a.Lexicon.Reads(lexicon.NextConclusions) && k > int(sign.token) && k >= int(m.token)-limit; k-- {
		if a.EndsSentence(k) {
			return !a.IsBlankLine(k) && a.concludes(a.After(k)) && a.sameSentence(int(sign.token), k)
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
	for k := int(m.token) - 1; k > 0 && k >= int(m.token)-limit && !a.EndsSentence(k); k-- {
		if a.Groups(k)&lexicon.ColonGroup != 0 {
			return a.concludes(k - 1)
		}
	}
	return false
}

// concludes reports whether token k tells that a conclusion is drawn: 考虑为, 系.
func (a *analysis) concludes(k int) bool {
	w := a.Spelled(a.Tokens[k].Start, a.Tokens[k].End)
	if a.isUndecided(w) {
		return false
	}
	return slices.ContainsFunc(a.Lexicon.Conclusive, func(c string) bool {
		return w == c || utf8.RuneCountInString(c) > 1 && strings.Contains(w, c)
	})
}
