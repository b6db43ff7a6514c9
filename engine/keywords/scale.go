package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// addScale notes the grades of the scale at token i: TI-RADS 4a, BI-RADS分类:
// 3-4类, also 4A类(TI-RADS). A scale without a grade is no finding.
func (a *analysis) addScale(i int, w *lexicon.Word) {
	if w.Grade >= 0 { // TI-RADSⅣa
		a.addGrade(i, a.Lexicon.Scales[w.Scale].Grades[w.Grade], a.Tokens[i].Start, a.Tokens[i].End)
		return
	}
	a.addGrades(i, w.Scale, a.Tokens[i].Start, a.Tokens[i].End)
}

// addPartedScale notes the grades of a scale whose name has a blank in it and
// ends with token i.
func (a *analysis) addPartedScale(i int) {
	before, after := a.Tokens[i-2], a.Tokens[i]
	first := segment.LastLatin(a.Text.Runes[before.Start:before.End])
	end := after.Start
	for end < after.End && (segment.IsLatin(a.Text.Runes[end]) || a.Text.Runes[end] == '-') {
		end++
	}
	if id, ok := a.Lexicon.Parted[[2]string{first, string(a.Text.Runes[after.Start:end])}]; ok {
		a.addGrades(i, id, before.End-int32(len(first)), end)
	}
}

func (a *analysis) addGrades(i int, id, from, behind int32) {
	s := &a.Lexicon.Scales[id]
	at := a.SkipFillers(int(behind))
	g, end := a.Grade(s, at)
	if end == at {
		if g, start := a.GradeBefore(s, i); start >= 0 {
			a.addGrade(i, g, int32(start), a.Tokens[i].End)
		}
		return
	}
	a.addGrade(i, g, from, int32(end))
	for parts := 0; parts < 2; parts++ { // 3-4类, 4a、4b
		next := a.SkipSpace(end)
		if next >= len(a.Text.Runes) || !segment.IsTimes(a.Text.Runes[next]) && a.Text.Runes[next] != '/' && a.Text.Runes[next] != '、' {
			return
		}
		more, stop := a.Grade(s, a.SkipSpace(next+1))
		if stop == a.SkipSpace(next+1) || a.Text.Runes[next] == '、' && a.GradeUnit(s, stop) == stop {
			return
		}
		a.addGrade(i, more, from, int32(stop))
		end = stop
	}
}

func (a *analysis) addGrade(i int, g lexicon.ScaleGrade, start, end int32) {
	if g.Term < 0 {
		return
	}
	a.flags[i] |= targetFlag | sitedFlag
	a.mention(mention{term: g.Term, token: int32(i), start: start, end: end, site: a.Lexicon.Terms[g.Term].Site, siteToken: -1})
}
