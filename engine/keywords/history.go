package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// recant takes back what was so before, where the text denies the very same
// finding behind it: 上次提示脂肪肝，本次未见脂肪肝. Without a word such as 上次 both
// stand, for the text contradicts itself.
func (a *analysis) recant() {
	if !a.Lexicon.Has(lexicon.FormerGroup) {
		return
	}
	r := recanter{analysis: a, denied: map[place]assertion{}, heads: map[int32]assertion{}, graded: map[int32]bool{}, behind: len(a.Tokens) - 1}
	a.readTimes()
	for i := len(a.mentions) - 1; i >= 0; i-- {
		m := a.mentions[i]
		r.hear(int(m.token))
		if r.regraded(m) {
			continue
		}
		switch a.statusAt(int(m.token)) {
		case Negated, Past:
			r.denied[place{m.term, m.site}] = a.assertions[m.token]
		case Certain, Possible:
			r.takeBack(m)
		}
	}
}

type place struct{ term, site int32 }

// A recanter goes back through a text with what it denies behind.
type recanter struct {
	*analysis
	denied map[place]assertion
	heads  map[int32]assertion // denied with no site, as in 复查未见结石
	graded map[int32]bool      // scales with a later grade
	well   []int32             // sites of which nothing abnormal is seen
	behind int                 // the last token that was not heard
	summed uint8               // what today sums up as normal, of the sentence: summedResults, summedAll
}

// hear takes in what the tokens behind the given one say of organs and heads.
func (r *recanter) hear(token int) {
	for ; r.before && r.behind > token; r.behind-- {
		if r.EndsSentence(r.behind) {
			r.summed = 0
		} else if r.Groups(r.behind)&lexicon.TodayGroup != 0 && r.Lexicon.Reads(lexicon.SumsOfToday) {
			r.summed = r.sumOf(r.behind)
		}
		r.well = r.allWell(r.behind, r.well)
		if s := r.measuredToday(r.behind); s >= 0 {
			r.well = append(r.well, s)
		}
		if w := r.WordOrNone(r.behind); w.Head >= 0 && r.Lexicon.Has(lexicon.TodayGroup) && r.flags[r.behind]&sitedFlag == 0 && r.statusAt(r.behind) == Negated {
			r.heads[w.Head] = r.assertions[r.behind]
		}
	}
}

// measuredToday is what token i names that has a new result behind it, be that normal or
// not: 去年尿酸512↑，今年尿酸389. It is -1 where there is none.
func (r *recanter) measuredToday(i int) int32 {
	const limit = 16 // tokens
	s := r.WordOrNone(i).Site
	next := r.After(i)
	if s < 0 && r.Lexicon.Reads(lexicon.SpokenTurns) && r.Groups(i)&(lexicon.TodayGroup|lexicon.RecheckedGroup) != 0 && r.Is(next, segment.NumberToken) && r.WordOrNone(next+1).Head < 0 && len(r.well) <= mostWell {
		return r.analyteBefore(i, limit) // 上月白细胞3.1↓，复查4.6
	}
	if s < 0 || !r.Lexicon.Sites[s].Analyte || !r.Lexicon.Reads(lexicon.NewResults) || len(r.well) > mostWell ||
		next == len(r.Tokens) || !r.Is(next, segment.NumberToken) && r.Groups(next)&lexicon.RecoveredGroup == 0 {
		return -1
	}
	for k := i - 1; k >= max(0, i-limit) && !r.EndsSentence(k); k-- {
		if r.Groups(k)&lexicon.TodayGroup != 0 {
			return s
		}
	}
	return -1
}

// analyteBefore is the last analyte named in the sentence before token i, -1 for none.
func (a *analysis) analyteBefore(i, limit int) int32 {
	for k := i - 1; k >= max(0, i-limit) && !a.EndsSentence(k); k-- {
		if s := a.WordOrNone(k).Site; s >= 0 && a.Lexicon.Sites[s].Analyte {
			return s
		}
	}
	return -1
}

// regraded takes back the grade that a later one of its scale replaces.
func (r *recanter) regraded(m mention) bool {
	if !r.Lexicon.Reads(lexicon.LaterGrades) || r.term(m.term).Grade == "" || r.statusAt(int(m.token)) != Certain {
		return false
	}
	scale := r.WordOrNone(int(m.token)).Scale
	if scale >= 0 && r.graded[scale] && r.formerly(int(m.token)) {
		r.assertions[m.token] = assertion{nil, r.Lexicon.Gone}
		return true
	}
	if scale >= 0 {
		r.graded[scale] = true
	}
	return false
}

// takeBack takes back a finding of a day before that is denied behind it; a doubt is
// settled by a denial, whenever it arose.
func (r *recanter) takeBack(m mention) {
	token := int(m.token)
	before := r.formerly(token) || r.datedBefore(token)
	by, ok := r.denied[place{m.term, m.site}]
	if !ok && before {
		by, ok = r.heads[r.term(m.term).Head]
	}
	switch {
	case ok && (before || r.Lexicon.Reads(lexicon.DenialsOfDoubts) && r.statusAt(token) == Possible):
		r.assertions[token] = by
	case before && m.site >= 0 && r.Lexicon.Within(m.site, r.well...), before && r.summed != 0 && r.Groups(token)&(lexicon.ElsewhereGroup|lexicon.LevelsGroup) != lexicon.ElsewhereGroup && (r.summed == summedAll || m.site < 0 || r.Lexicon.Sites[m.site].Analyte):
		r.assertions[token] = assertion{nil, r.Lexicon.Gone}
	}
}

// What today may sum up as normal: the results of analytes that it names, or all.
const (
	summedResults = iota + 1
	summedAll
)

// sumOf is what the words behind token i, which says that they are of today, sum up as
// normal: 本次均正常. An analyte that they name makes it the results of analytes only.
func (a *analysis) sumOf(i int) uint8 {
	const limit = 32 // tokens
	sums, what := false, uint8(summedAll)
	for k := i + 1; k < len(a.Tokens) && k < i+limit && !a.EndsSentence(k); k++ {
		w := a.WordOrNone(k)
		first := a.Lexicon.Find(string(a.Text.Runes[a.Tokens[k].Start])) // 均正常
		sums = sums || w.Groups&lexicon.SumsGroup != 0 || first != nil && first.Groups&lexicon.SumsGroup != 0
		switch {
		case sums && (w.Normal || w.Groups&lexicon.RecoveredGroup != 0) && a.endsClause(k):
			return what
		case w.Groups&lexicon.TodayGroup != 0, a.isFinding(k) && a.statusAt(k) != Negated:
			return 0
		case w.Site >= 0:
			what = summedResults
		}
	}
	return 0
}

// mostWell is how many sites are kept, so that long texts stay linear.
const mostWell = 32

// allWell adds the sites that the phrase at token i says nothing abnormal is seen of:
// what was there before is gone.
func (a *analysis) allWell(i int, sites []int32) []int32 {
	w := a.WordOrNone(i)
	phrase := w.Denial != nil && w.Denial.Phrase
	if !a.Lexicon.Has(lexicon.TodayGroup) || !w.Normal || !phrase && !a.Lexicon.Reads(lexicon.Turns) || len(sites) > mostWell {
		return sites
	}
	a.readSubject(i)
	for _, s := range a.subject.sites {
		if !slices.Contains(sites, s) && (phrase || s >= 0 && a.Lexicon.Sites[s].Analyte) { // 今年血脂正常
			sites = append(sites, s)
		}
	}
	return sites
}

// datedBefore reports whether a year begins the clause of token i: what the text says
// later of the same finding, it says of a later day.
func (a *analysis) datedBefore(i int) bool {
	const limit = 8 // tokens
	for k := i - 1; a.before && k > 0 && k >= i-limit && a.Lexicon.Has(lexicon.TodayGroup) && a.Groups(k)&(lexicon.CommaGroup|lexicon.SentenceGroup) == 0 && !a.IsBreak(k); k-- {
		if t := a.Tokens[max(0, a.Over(k-1))]; t.Word == segment.NumberToken && t.End-t.Start == 4 && a.Groups(k)&(lexicon.LastingGroup|lexicon.FormerGroup) != 0 {
			return true
		}
	}
	return false
}

// readTimes notes what the text says of other days: the latest year that a heading
// names, and whether it names any day before.
func (a *analysis) readTimes() {
	a.latest, a.before = 0, false
	for i := range a.Tokens {
		if g := a.Groups(i); g&lexicon.ColonGroup != 0 {
			a.latest = max(a.latest, a.YearAt(i))
		} else if g&(lexicon.FormerGroup|lexicon.LastingGroup) != 0 {
			a.before = true
		}
	}
}

// formerly reports whether the sentence says before token i that it speaks of
// what was.
func (a *analysis) formerly(i int) bool { return a.formerAt(i) >= 0 }

// formerAt is the word that says so, -1 where there is none or where a word such as
// 本次 has ended what was. Compared with what was (与去年相仿) is what is.
func (a *analysis) formerAt(i int) int {
	if !a.before {
		return -1
	}
	limit := 16 // tokens, so that long sentences stay linear
	for j := i - 1; j >= max(0, i-limit) && !a.EndsSentence(j); j-- {
		g := a.Groups(j)
		if g&lexicon.TodayGroup != 0 || limit == segment.Headed && (a.isFinding(j) || a.IsGap(j)) {
			return -1 // no finding stands in a heading
		}
		if year := a.YearAt(j); year != 0 && year < a.latest {
			return j - 1
		}
		if g&lexicon.ColonGroup != 0 && a.Lexicon.Has(lexicon.TodayGroup) && limit > segment.Headed { // of another heading, or of 上次体检:
			i = j
			limit = segment.Headed
		}
		if g&lexicon.FormerGroup != 0 && !(a.Lexicon.Has(lexicon.TodayGroup) && j > 0 && (a.Groups(j-1)&lexicon.ListGroup != 0 || a.WordOrNone(j-1).Compared)) {
			return j
		}
	}
	return -1
}

// remember tells as history what counts and was so before: behind a word such as
// 上次 or 3年前, under the heading of the past, or for so many years. Who has
// hypertension by history has it today, so it stays among what is certain.
func (a *analysis) remember() {
	l := a.Lexicon
	if l.History < 0 {
		return
	}
	for _, m := range a.mentions {
		if as := a.asserted(int(m.token)); as.Status != Certain || as.Told != Certain {
			continue
		}
		by := int(m.heading)
		if m.section != lexicon.PastSection {
			by = a.formerAt(int(m.token))
		}
		if by < 0 {
			by = a.lastingAt(int(m.token))
		}
		if by >= 0 {
			a.assertions[m.token] = assertion{&lexicon.Cue{Text: a.Spelled(a.Tokens[by].Start, a.Tokens[by].End)}, l.History}
		}
	}
}

// lastingAt is the word that tells for how long the finding at token i has been there,
// -1 for none: 高血压10年, not 高血压2015年.
func (a *analysis) lastingAt(i int) int {
	if i+2 < len(a.Tokens) && a.Is(i+1, segment.NumberToken) && a.Tokens[i+1].End-a.Tokens[i+1].Start <= 2 && a.Groups(i+2)&lexicon.LastingGroup != 0 && a.endsClause(i+2) {
		return i + 2
	}
	return -1
}
