package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// addScale notes the grades of the scale at token i: TI-RADS 4a, BI-RADS分类:
// 3-4类, also 4A类(TI-RADS). A scale without a grade is no finding.
func (a *analysis) addScale(i int, w *lexicon.Word) {
	if w.Grade >= 0 { // TI-RADSⅣa
		a.addGrade(i, a.lexicon.Scales[w.Scale].Grades[w.Grade], a.tokens[i].start, a.tokens[i].end)
		return
	}
	a.addGrades(i, w.Scale, a.tokens[i].start, a.tokens[i].end)
}

// addPartedScale notes the grades of a scale whose name has a blank in it and
// ends with token i.
func (a *analysis) addPartedScale(i int) {
	before, after := a.tokens[i-2], a.tokens[i]
	first := lastLatin(a.text.Runes[before.start:before.end])
	end := after.start
	for end < after.end && (isLatin(a.text.Runes[end]) || a.text.Runes[end] == '-') {
		end++
	}
	if id, ok := a.lexicon.Parted[[2]string{first, string(a.text.Runes[after.start:end])}]; ok {
		a.addGrades(i, id, before.end-int32(len(first)), end)
	}
}

func (a *analysis) addGrades(i int, id, from, behind int32) {
	s := &a.lexicon.Scales[id]
	at := a.skipFillers(int(behind))
	g, end := a.grade(s, at)
	if end == at {
		if g, start := a.gradeBefore(s, i); start >= 0 {
			a.addGrade(i, g, int32(start), a.tokens[i].end)
		}
		return
	}
	a.addGrade(i, g, from, int32(end))
	for parts := 0; parts < 2; parts++ { // 3-4类, 4a、4b
		next := a.skipSpace(end)
		if next >= len(a.text.Runes) || !isTimes(a.text.Runes[next]) && a.text.Runes[next] != '/' && a.text.Runes[next] != '、' {
			return
		}
		more, stop := a.grade(s, a.skipSpace(next+1))
		if stop == a.skipSpace(next+1) || a.text.Runes[next] == '、' && a.gradeUnit(s, stop) == stop {
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
	a.mention(mention{term: g.Term, token: int32(i), start: start, end: end, site: a.lexicon.Terms[g.Term].Site, siteToken: -1})
}

// grade reads a grade at rune i, with its unit; end is i when there is none.
func (a *analysis) grade(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := a.text.Runes
	for _, g := range s.Grades {
		if i > len(runes) || !startsWith(runes[i:], g.Text) {
			continue
		}
		end := i + len(g.Text)
		if end < len(runes) && (isDigit(runes[end]) || isLatin(runes[end]) || runes[end] == '.' && end+1 < len(runes) && isDigit(runes[end+1])) {
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
		if startsWith(a.text.Runes[at:], unit) {
			return at + len(unit)
		}
	}
	return i
}

// gradeBefore reads a grade with its unit right before token i, over an
// opening bracket: 4A类(TI-RADS).
func (a *analysis) gradeBefore(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := a.text.Runes
	end := int(a.tokens[i].start)
	for end > 0 && (isBlank(runes[end-1]) || runes[end-1] == '(') {
		end--
	}
	unit := slices.IndexFunc(s.Units, func(unit []rune) bool { return endsWith(runes[:end], unit) })
	if unit < 0 {
		return lexicon.ScaleGrade{}, -1
	}
	end -= len(s.Units[unit])
	for end > 0 && isBlank(runes[end-1]) { // 4B 类
		end--
	}
	for _, g := range s.Grades {
		start := end - len(g.Text)
		if start >= 0 && startsWith(runes[start:], g.Text) && (start == 0 || !isDigit(runes[start-1]) && !isLatin(runes[start-1])) {
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
		for _, f := range a.lexicon.Fillers {
			if len(f) > longest && startsWith(a.text.Runes[i:], f) {
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
	for i > 0 && isLatin(runes[i-1]) {
		i--
	}
	return string(runes[i:])
}
