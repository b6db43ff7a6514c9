package keywords

import "tijian/engine/keywords/lexicon"

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
