package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
)

// endByTreatment makes gone what a treatment, told behind it, ended with all well behind
// that in its sentence: 尿路感染治疗后，复查尿常规正常. So does an examination that finds well
// what somebody only said, or what was seen before: 自称颈椎病，片示颈椎正常. What lasts is only
// kept in check.
func (a *analysis) endByTreatment() {
	const limit = 16 // tokens
	if !a.Lexicon.Has(lexicon.RecoveredGroup) {
		return
	}
	for k := range a.Tokens {
		if s := a.statusAt(k); !a.isFinding(k) || s != Certain && s != Possible || a.Groups(k)&lexicon.ElsewhereGroup != 0 {
			continue
		}
		treated, claimed := false, a.Lexicon.Reads(lexicon.WellToday) && a.flags[k]&stateFlag == 0 &&
			(a.saidAt(k) || a.Lexicon.Reads(lexicon.WellAgain) && a.TellsBefore(k, lexicon.FormerGroup, limit))
		for i := k + 1; i < len(a.Tokens) && i <= k+limit && !a.EndsSentence(i); i++ {
			if (treated && a.wellAt(k, i) || claimed && a.examinedWell(k, i)) && a.meansSiteOf(k, i) {
				a.assertions[k] = assertion{&lexicon.Cue{Text: a.WrittenToken(i)}, a.Lexicon.Gone}
				break
			}
			if a.isFinding(i) && (a.statusAt(i) != Negated || !a.Lexicon.Reads(lexicon.WellToday)) {
				break
			}
			treated = treated || a.treats(i)
		}
	}
}

// saidAt reports whether somebody only says that the finding at token k is so, by a word
// right before it: 自称“颈椎病”.
func (a *analysis) saidAt(k int) bool {
	const near = 4 // tokens
	for i := k - 1; i >= max(0, k-near) && !a.isFinding(i) && !a.endsPhrase(i); i-- {
		switch g := a.Groups(i); {
		case g&lexicon.ClaimGroup != 0:
			return true
		case g&(lexicon.ColonGroup|lexicon.OpenGroup|lexicon.CloseGroup) != 0:
			return false
		}
	}
	return false
}

// treats reports whether token i tells of a treatment: 根除, 治疗后.
func (a *analysis) treats(i int) bool {
	written := string(a.Text.Runes[a.Tokens[i].Start:a.Tokens[i].End])
	return a.Groups(i)&lexicon.TreatedGroup != 0 || slices.ContainsFunc(a.Lexicon.Afterwards, func(e string) bool { return strings.HasSuffix(written, e) })
}

// wellAt reports whether token i says that the finding at token k has healed: all is well
// again, or of what heals nothing more is seen.
func (a *analysis) wellAt(k, i int) bool {
	if a.Groups(i)&lexicon.RecoveredGroup != 0 {
		return a.endsClause(i)
	}
	if !a.Lexicon.Reads(lexicon.WellToday) || !a.ends(a.mentionAt(k), lexicon.HealingEnding) {
		return false
	}
	return a.WordOrNone(i).Normal || a.isFinding(i) && a.statusAt(i) == Negated
}

// examinedWell reports whether an examination between the finding at token k and token i
// finds its organ well there.
func (a *analysis) examinedWell(k, i int) bool {
	if w := a.WordOrNone(i); !w.Normal && (w.Groups&lexicon.RecoveredGroup == 0 || !a.endsClause(i)) {
		return false
	}
	m, examined, named := a.mentionAt(k), false, false
	for j := k + 1; m != nil && m.site >= 0 && j < i; j++ {
		w := a.WordOrNone(j)
		same := func(s int32) bool { return s >= 0 && a.sameSite(s, m.site) }
		examined = examined || w.Groups&(lexicon.ExamGroup|lexicon.PresentGroup|lexicon.RecheckedGroup|lexicon.SeesGroup) != 0 || len(w.Items) > 0
		named = named || same(w.Site) || slices.ContainsFunc(w.Items, same)
	}
	return examined && named
}

// markReasons makes past what an operation, which the cue tells, was for: in brackets
// behind it, or as the pathologist calls it: 肾切除术后(肾癌), 已切除，病理腺瘤.
func (w *walk) markReasons() {
	begin := w.After(w.from)
	end := w.Closing(begin)
	if w.Groups(begin)&lexicon.OpenGroup == 0 {
		if w.Groups(begin)&lexicon.CommaGroup == 0 || begin+1 >= len(w.Tokens) || !slices.ContainsFunc(w.Lexicon.Pathology, func(p string) bool {
			at := int(w.Tokens[begin+1].Start)
			return strings.HasPrefix(string(w.Text.Runes[at:]), p) || w.Lexicon.Reads(lexicon.OwnResults) && w.SkipWord(at, []rune(p)) > at
		}) {
			return
		}
		for end = begin + 1; end < len(w.Tokens) && !w.endsPhrase(end); end++ {
		}
	}
	site, reason := w.operatedSite(), false
	for k := begin + 1; k < end; k++ {
		if m := w.mentionAt(k); m != nil && w.flags[k]&stateFlag == 0 {
			reason = reason || (m.site < 0 || site < 0 || w.sameSite(m.site, site)) && w.ends(m, lexicon.LesionEnding|lexicon.FocalEnding|lexicon.HealingEnding)
			if reason {
				w.assign(k)
			}
		}
	}
}

// operatedSite is the site of the operation that the cue tells, -1 where nobody knows.
func (w *walk) operatedSite() int32 {
	const limit = 12 // tokens
	for k := w.from; k >= max(0, w.from-limit) && (k == w.from || !w.EndsSentence(k)); k-- {
		if m := w.mentionAt(k); m != nil {
			return m.site
		}
	}
	return -1
}

// meansSiteOf reports whether no site between the finding at token k and token i is of
// another organ than the finding.
func (a *analysis) meansSiteOf(k, i int) bool {
	m := a.mentionAt(k)
	for j := k + 1; m != nil && m.site >= 0 && j < i; j++ {
		if s := a.WordOrNone(j).Site; s >= 0 && !a.sameSite(s, m.site) && !a.Lexicon.Sites[s].Analyte {
			return false
		}
	}
	return m != nil
}

// turn tells what was from what is at words such as 进展为, where the clause tells that it
// came to that (由骨量减少进展为骨质疏松, 现已发展为糖尿病); without, it tells what may come.
func (a *analysis) turn() {
	const limit = 16 // tokens
	if !a.Lexicon.Reads(lexicon.Turns) || !a.Lexicon.Has(lexicon.TurnGroup) {
		return
	}
	for i := range a.Tokens {
		if a.Groups(i)&lexicon.TurnGroup == 0 || !a.TellsBefore(i, lexicon.FromGroup|lexicon.TodayGroup|lexicon.FormerGroup|lexicon.JudgedGroup, limit) && !a.treatedBefore(i, limit) && !(a.Lexicon.Reads(lexicon.DatedTurns) && a.TellsYear(i)) {
			continue
		}
		is := i + 1
		for ; is < min(len(a.Tokens), i+limit) && !a.isFinding(is) && !a.endsPhrase(is) && a.WordOrNone(is).Severity == ""; is++ {
		}
		if is == len(a.Tokens) || !a.isFinding(is) {
			continue
		}
		if cue := a.Word(i).Cue; a.assertions[is].cue != nil && a.assertions[is].cue == cue {
			a.assertions[is] = assertion{category: -1}
		}
		a.leaveBehind(i, limit)
	}
}

// treatedBefore reports whether the sentence tells of a treatment before token i:
// 甲亢治疗后5年，转为甲减.
func (a *analysis) treatedBefore(i, limit int) bool {
	for k := i - 1; a.Lexicon.Reads(lexicon.TreatedTurns) && k >= max(0, i-limit) && !a.EndsSentence(k); k-- {
		if a.treats(k) {
			return true
		}
	}
	return false
}

// leaveBehind makes past what the turn at token i has left: back to the word that it
// begins with, or what the clause, or else the one before, names.
func (a *analysis) leaveBehind(i, limit int) {
	left := false
	for k := i - 1; k >= max(0, i-limit) && !a.EndsSentence(k) && a.Groups(k)&lexicon.FromGroup == 0; k-- {
		switch status := a.statusAt(k); {
		case a.isFinding(k) && (status == Certain || status == Possible):
			a.assertions[k] = assertion{nil, a.Lexicon.Gone}
			left = true
		case left && a.Groups(k)&lexicon.CommaGroup != 0:
			return
		}
	}
}
