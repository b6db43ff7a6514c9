package keywords

import (
	"slices"

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
	first := lastLatin(a.Text.Runes[before.Start:before.End])
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
	at := a.skipFillers(int(behind))
	g, end := a.grade(s, at)
	if end == at {
		if g, start := a.gradeBefore(s, i); start >= 0 {
			a.addGrade(i, g, int32(start), a.Tokens[i].End)
		}
		return
	}
	a.addGrade(i, g, from, int32(end))
	for parts := 0; parts < 2; parts++ { // 3-4类, 4a、4b
		next := a.skipSpace(end)
		if next >= len(a.Text.Runes) || !isTimes(a.Text.Runes[next]) && a.Text.Runes[next] != '/' && a.Text.Runes[next] != '、' {
			return
		}
		more, stop := a.grade(s, a.skipSpace(next+1))
		if stop == a.skipSpace(next+1) || a.Text.Runes[next] == '、' && a.gradeUnit(s, stop) == stop {
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

// grade reads a grade at rune i, with its unit; end is i when there is none.
func (a *analysis) grade(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := a.Text.Runes
	for _, g := range s.Grades {
		if i > len(runes) || !segment.StartsWith(runes[i:], g.Text) {
			continue
		}
		end := i + len(g.Text)
		if end < len(runes) && (segment.IsDigit(runes[end]) || segment.IsLatin(runes[end]) || runes[end] == '.' && end+1 < len(runes) && segment.IsDigit(runes[end+1])) {
			continue
		}
		if behind := a.gradeUnit(s, end); behind > end {
			end = behind
		}
		return g, end
	}
	return lexicon.ScaleGrade{}, i
}

// gradeUnit returns the rune behind the unit of a grade that ends before rune i,
// or i when none follows.
func (a *analysis) gradeUnit(s *lexicon.Scale, i int) int {
	at := a.skipSpace(i)
	for _, unit := range s.Units {
		if segment.StartsWith(a.Text.Runes[at:], unit) {
			return at + len(unit)
		}
	}
	return i
}

// gradeBefore reads a grade with its unit right before token i, over an
// opening bracket: 4A类(TI-RADS).
func (a *analysis) gradeBefore(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := a.Text.Runes
	end := int(a.Tokens[i].Start)
	for end > 0 && (segment.IsBlank(runes[end-1]) || runes[end-1] == '(') {
		end--
	}
	unit := slices.IndexFunc(s.Units, func(unit []rune) bool { return segment.EndsWith(runes[:end], unit) })
	if unit < 0 {
		return lexicon.ScaleGrade{}, -1
	}
	end -= len(s.Units[unit])
	for end > 0 && segment.IsBlank(runes[end-1]) { // 4B 类
		end--
	}
	for _, g := range s.Grades {
		start := end - len(g.Text)
		if start >= 0 && segment.StartsWith(runes[start:], g.Text) && (start == 0 || !segment.IsDigit(runes[start-1]) && !segment.IsLatin(runes[start-1])) {
			return g, start
		}
	}
	return lexicon.ScaleGrade{}, -1
}

// skipFillers steps over blanks and words like 分级为.
func (a *analysis) skipFillers(i int) int {
	for steps := 0; steps < 6; steps++ {
		i = a.skipSpace(i)
		longest := 0
		for _, f := range a.Lexicon.Fillers {
			if len(f) > longest && segment.StartsWith(a.Text.Runes[i:], f) {
				longest = len(f)
			}
		}
		if longest == 0 {
			break
		}
		i += longest
	}
	return i
}

// lastLatin is the run of Latin letters at the end of a text.
func lastLatin(runes []rune) string {
	i := len(runes)
	for i > 0 && segment.IsLatin(runes[i-1]) {
		i--
	}
	return string(runes[i:])
}
