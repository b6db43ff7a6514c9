package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// suppress marks the descriptions (无回声区) that a finding behind them on the same
// site explains (囊肿): in the same sentence, or as a conclusion of what a section
// of findings describes.
func (a *analysis) suppress() {
	for i := range a.mentions {
		m := &a.mentions[i]
		head := a.term(m.term).Head
		a.settleGrade(i)
		if a.hasAlternatives(i) {
			continue
		}
		if a.Lexicon.Reads(lexicon.Conclusions) {
			a.conclude(i)
		} else {
			a.explain(i)
		}
		if head < 0 || len(a.Lexicon.Heads[head].Settled) == 0 {
			continue
		}
		settled := a.Lexicon.Heads[head].Settled
		for j := i + 1; j < len(a.mentions) && j <= i+settleReach; j++ {
			by := a.mentions[j]
			if h := a.term(by.term).Head; by.pictured || h < 0 || !slices.Contains(settled, h) || !a.sameSite(m.site, by.site) || a.Lexicon.Reads(lexicon.Conclusions) && !a.samePlace(&by, m) {
				continue
			}
			if s := a.statusAt(int(by.token)); s != Certain && s != Possible || a.statusAt(int(m.token)) != Certain {
				continue
			}
			if by.section == lexicon.MeansSection && m.section != lexicon.MeansSection || a.sameSentence(int(m.token), int(by.token)) {
				m.settled, m.settledBy = true, int32(j)
				break
			}
		}
	}
}

// hasAlternatives reports whether what mention i describes may be one of several things
// (低密度影，血管瘤？囊肿？), so that only the description is certain.
func (a *analysis) hasAlternatives(i int) bool {
	m := &a.mentions[i]
	if !a.Lexicon.Reads(lexicon.Alternatives) || a.statusAt(int(m.token)) != Certain || !a.ends(m, lexicon.SignEnding) {
		return false
	}
	guess := func(k int) *mention {
		if k == len(a.mentions) || a.statusAt(int(a.mentions[k].token)) != Possible || a.ends(&a.mentions[k], lexicon.SignEnding) || a.mentions[k].site >= 0 && !a.samePlace(&a.mentions[k], m) {
			return nil
		}
		return &a.mentions[k]
	}
	first := guess(i + 1)
	if first == nil || !a.sameSentence(int(m.token), int(first.token)) {
		return false
	}
	other := guess(i + 2)
	if other == nil || other.term == first.term || other.token == first.token {
		return false
	}
	apart := false // each doubted by itself, not 考虑结石或息肉
	for k := int(first.token) + 1; k < int(other.token); k++ {
		w := a.WordOrNone(k)
		apart = apart || w.Cue != nil && w.Groups&lexicon.ListGroup == 0
		if w.Cue == nil && !a.IsGap(k) && !w.Describes() && w.Groups&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ListGroup) == 0 {
			return false
		}
	}
	return apart
}

// settleGrade leaves a grade that is no finding beside its lesion to that of mention i,
// which it only describes: a nodule of TI-RADS 2 is one finding.
func (a *analysis) settleGrade(i int) {
	l := a.Lexicon
	m := a.mentions[i]
	if !a.gradesLesions {
		return
	}
	if head := a.term(m.term).Head; a.statusAt(int(m.token)) != Certain || (head < 0 || !l.Heads[head].Lesion) && !(l.Reads(lexicon.OwnGrades) && m.site >= 0 && a.ends(&m, lexicon.FocalEnding|lexicon.VagueEnding)) {
		return
	}
	_, at := a.gradeOf(i)
	for k := at; k >= 0 && k < len(a.mentions) && a.mentions[k].token == a.mentions[at].token; k++ { // 3-4A类
		if g := &a.mentions[k]; a.term(g.term).OfLesion && a.statusAt(int(g.token)) == Certain {
			g.settled, g.settledBy = true, int32(i)
		}
	}
}

// settleReach is how many mentions behind a description its explanation is
// looked for, so that long texts stay linear.
const settleReach = 40

// sameSite reports whether one site is the other or a part of it.
func (a *analysis) sameSite(s, t int32) bool {
	return s == t || a.Lexicon.Within(s, t) || a.Lexicon.Within(t, s)
}

// sameSentence reports whether no full stop stands between two tokens.
func (a *analysis) sameSentence(i, j int) bool {
	for i++; i < j; i++ {
		if a.EndsSentence(i) {
			return false
		}
	}
	return true
}
