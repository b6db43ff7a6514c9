package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A description tells how something looks: a focus (高回声区, 丘疹), a whole organ (回声增粗,
// 充血), or a lump without a kind (包块). What a diagnosis drawn from it names, it gives way
// to: a focus or a look to a certain or possible one, a lump and a change of shape (增厚) to a
// certain one only. A sign,
// a diagnosis that only cannot be excluded, one of another site or side, one that affects no
// organ (高血压), and one merely listed beside it explain nothing.

// conclude settles what mention i describes by the first diagnosis drawn from it.
func (a *analysis) conclude(i int) {
	m := &a.mentions[i]
	if s := a.statusAt(int(m.token)); s != Certain && s != Possible || !a.ends(m, lexicon.SignEnding|lexicon.DiffuseEnding|lexicon.VagueEnding) {
		return
	}
	for j := i + 1; j < len(a.mentions) && j <= i+settleReach; j++ {
		if by := &a.mentions[j]; !by.pictured && a.isDiagnosis(by, m) && a.isDrawn(by, m) {
			m.settled, m.settledBy = true, int32(j)
			return
		}
	}
}

// isDiagnosis reports whether a mention names a disease that another may describe.
func (a *analysis) isDiagnosis(by, m *mention) bool {
	s := a.statusAt(int(by.token))
	if s != Certain && (s != Possible || a.leavesOpen(int(by.token))) || by.token == m.token ||
		a.ends(by, lexicon.SignEnding) || by.named&lexicon.SignEnding != 0 ||
		a.Groups(int(by.token))&lexicon.ElsewhereGroup != 0 || !a.samePlace(by, m) {
		return false
	}
	return a.ends(m, lexicon.SignEnding) || (s == Certain || a.ends(m, lexicon.DiffuseEnding) && !a.ends(m, lexicon.ChangeEnding)) && a.hasLook(by, m)
}

// hasLook reports whether what a mention describes is what a diagnosis looks like: a focus
// or a lump is a tumour or a stone, an organ that looks otherwise has none of these.
func (a *analysis) hasLook(by, m *mention) bool {
	if a.ends(by, lexicon.FocalEnding) {
		return a.ends(m, lexicon.SignEnding|lexicon.VagueEnding)
	}
	return a.ends(m, lexicon.DiffuseEnding) && !a.ends(by, lexicon.DiffuseEnding|lexicon.VagueEnding)
}

// samePlace reports whether two mentions may be of one place and side.
func (a *analysis) samePlace(by, m *mention) bool {
	switch {
	case m.site < 0, by.site >= 0 && a.sameSite(m.site, by.site):
	case by.site < 0 || a.Lexicon.Sites[by.site].Anyone || a.namesNoSite(by): // no other place is named between
		if !a.meansSiteOf(int(m.token), int(by.token)) {
			return false
		}
	default: // 趾间脱屑, 足癣: both of the skin
		if t := a.WordOrNone(int(m.token)).Term; t < 0 || a.term(t).Site < 0 || !a.Lexicon.Within(a.term(t).Site, by.site) {
			return false
		}
	}
	left, _ := a.modifiers(*m)
	right, _ := a.modifiers(*by)
	return left == right || left == "" || right == "" || left == a.Lexicon.Both || right == a.Lexicon.Both
}

// namesNoSite reports whether a mention has its site of one nearby: 畸胎瘤 beside 附件.
func (a *analysis) namesNoSite(m *mention) bool {
	w := a.WordOrNone(int(m.token))
	return w.Term < 0 && len(w.Sited) > 0
}

// isDrawn reports whether a diagnosis is drawn from what was described before it: in the
// same sentence by a word such as 考虑, by the heading above it, or standing alone; in the
// next one by such a word; farther on below a heading.
func (a *analysis) isDrawn(by, m *mention) bool {
	from, to := int(m.token), int(by.token)
	begin, cued, alone := a.clauseBefore(to, from)
	behind, open := a.cuedBehind(to)
	cued = cued || behind
	headed, bare := a.isHeaded(by), !a.isHeaded(m)
	switch {
	case open:
		return false
	case !a.sameSentence(from, to):
		return m.site >= 0 && by.site >= 0 && headed && (bare || a.ends(m, lexicon.SignEnding)) || cued && a.EndsSentence(begin) && !a.IsBlankLine(begin) && a.sameSentence(from, begin)
	case cued || headed && bare:
		return true
	case !alone:
		return false
	case begin == from: // 高密度影结石
		return to <= from+2 && a.ends(m, lexicon.SignEnding) && !a.ends(by, lexicon.DiffuseEnding) && !a.ownSite(to)
	case !a.endsConclusion(to) || !a.hasLook(by, m) || a.term(by.term).Contexts&^a.term(m.term).Contexts == 0:
		return false
	case a.ends(by, lexicon.FocalEnding): // not 宫颈口赘生物, 宫颈囊肿: a list
		return a.ends(m, lexicon.SignEnding) || !a.ownSite(to) || a.groupBetween(from, begin, lexicon.CommaGroup)
	}
	return !a.ends(by, lexicon.LesionEnding) // 肥大 is a look, too
}

// groupBetween reports whether a word of the group stands between two tokens.
func (a *analysis) groupBetween(from, to int, group uint64) bool {
	for k := from + 1; k < to; k++ {
		if a.Groups(k)&group != 0 {
			return true
		}
	}
	return false
}

// clauseBefore goes back from a diagnosis to the sign, or to what begins its clause, and
// reports whether a word on the way draws a conclusion, and whether the clause only names
// the diagnosis, as nothing newly seen.
func (a *analysis) clauseBefore(to, from int) (begin int, cued, alone bool) {
	const limit = 9 // tokens
	alone = true
	k := to - 1
	for ; k > max(from, to-limit) && !a.EndsSentence(k) && a.Groups(k)&(lexicon.CommaGroup|lexicon.OpenGroup) == 0; k-- {
		cued = cued || a.concludes(k)
		alone = alone && (a.WordOrNone(k).Describes() || a.IsGap(k) || a.isFinding(k)) && a.Groups(k)&lexicon.SeesGroup == 0
	}
	return k, cued, alone && k > to-limit
}

// cuedBehind reports whether a word behind a diagnosis in its clause draws a conclusion, and
// whether one leaves it open: 可能尚不能排除.
func (a *analysis) cuedBehind(to int) (cued, open bool) {
	const limit = 8 // tokens
	for k := to + 1; k < len(a.Tokens) && k <= to+limit && !a.EndsSentence(k) && a.Groups(k)&lexicon.CommaGroup == 0 && !a.isFinding(k); k++ {
		cued = cued || a.concludes(k)
		c := a.WordOrNone(k).Cue
		open = open || c != nil && a.Lexicon.MarksAs(c) == Possible && a.isUndecided(a.Spelled(a.Tokens[k].Start, a.Tokens[k].End))
	}
	return cued, open
}

// endsConclusion reports whether nothing but what describes it stands behind a diagnosis
// in its clause: 骨关节炎改变, 痤疮(中度).
func (a *analysis) endsConclusion(to int) bool {
	const longest = 2 // characters that are not understood: B型
	for to+1 < len(a.Tokens) && (a.WordOrNone(to+1).Describes() || a.Is(to+1, segment.TextToken) && a.Tokens[to+1].End-a.Tokens[to+1].Start <= longest) {
		to++
	}
	return a.endsClause(to) || a.Groups(to+1)&lexicon.OpenGroup != 0
}

// leavesOpen reports whether the cue of token i leaves open what it speaks of.
func (a *analysis) leavesOpen(i int) bool {
	c := a.assertions[i].cue
	return c != nil && a.isUndecided(c.Text)
}

// isUndecided reports whether a word leaves open what it speaks of: 不能诊断, 不除外.
func (a *analysis) isUndecided(w string) bool {
	return slices.ContainsFunc(a.Lexicon.Inconclusive, func(u string) bool { return strings.Contains(w, u) })
}
