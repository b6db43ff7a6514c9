package match

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/ocr/evidence"
	"tijian/ocr/table"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// counted reports whether an indicator counts things in a volume or a field of
// the microscope.
func counted(indicator *dictionary.Indicator) bool { return strings.HasPrefix(indicator.Unit, "/") }

// judgeWord reads a word beside a measured indicator. Negative is 0, as far as
// the indicator's scale has negative at its low end: competitive assays have
// not. Positive says nothing of how much, and 1 would be below many a limit: it
// counts where the dictionary puts words on the scale and their cut-off is 1.
func (m *Matcher) judgeWord(r *row, indicator *dictionary.Indicator, v *verdict) {
	v.doubt = "a word says nothing of a measured indicator"
	if counted(indicator) && v.unit == evidence.Absent && r.Interval() == nil {
		return // cells are graded too, under the same names: nothing tells that these were counted
	}
	if _, listed := m.parser.Words.Wordless[indicator.Name]; listed || indicator.Plausible[0] > 0 || v.fit < 0 || m.parser.Words.Unremarkable[vocabulary.Key(r.Result.Text)] {
		return
	}
	if !counted(indicator) && utf8.RuneCountInString(r.Result.Text) == 1 {
		return // a dash there means that nothing was measured, or is a piece of a rule
	}
	words, _ := indicator.Graded()
	cutoff, _ := indicator.ToStandard(1, words)
	for _, g := range r.grades() {
		if g.value == 0 || g.value >= 1 && cutoff == 1 && indicator.InWords(words) {
			v.rivals, v.doubt = append(v.rivals, g), ""
		}
	}
}

func (r *row) judgeGrade(v *verdict) {
	if r.Result.Look != table.GradeLook {
		v.doubt = "no grade was read"
		if len(r.Result.Numbers) > 0 {
			v.fit += kindForeign
		}
		return
	}
	v.fit = max(v.fit, 0) + kindFits // a unit there is that of the strip's scale
	v.rivals = r.grades()
	if len(v.rivals) == 0 {
		v.doubt = "the readers see different grades"
	}
}

// grades gives the graded words that a row may say, none where readers see
// different ones and none of them is far surer.
func (r *row) grades() []rival {
	var all []rival
	sure := map[float64]float64{}
	for _, g := range r.Result.Grades {
		sure[g.Number.Value] = max(sure[g.Number.Value], g.Sure)
	}
	if most := slices.Sorted(maps.Values(sure)); len(most) > 1 && most[len(most)-1] < gradeLead*most[len(most)-2] {
		return nil
	}
	for _, g := range r.Result.Grades {
		grade := g.Number.Value
		if slices.ContainsFunc(all, func(o rival) bool { return o.value == grade }) {
			continue
		}
		b := value.Witnesses(r.Result.Grades, g.Number)
		b[evidence.Kind] = evidence.Grade
		b[evidence.Interval] = r.normal(grade)
		b[evidence.Mark] = r.marked(grade)
		all = append(all, rival{value: grade, step: 0, basis: b})
	}
	return all
}

// normal tells whether a grade is the one printed as reference.
func (r *row) normal(grade float64) string {
	if r.Reference == nil || len(r.Reference.Grades) == 0 {
		return evidence.Absent
	}
	if slices.ContainsFunc(r.Reference.Grades, func(o value.Reading) bool { return o.Number.Value == grade }) {
		return evidence.Inside
	}
	return evidence.Outside
}

// marked tells what the mark beside a grade says of it: nothing is negative
// that is marked, and where a page marks what is not, an unmarked grade is
// hardly positive, since 阴 and 阳 are one stroke apart.
func (r *row) marked(grade float64) string {
	switch {
	case r.Mark == value.NoMark && !r.Marks:
		return evidence.None
	case r.Mark == value.NoMark && grade == 0:
		return evidence.Absent
	case r.Mark == value.NoMark:
		return evidence.Missing
	case !r.Sure:
		return evidence.Vague
	case grade > 0:
		return evidence.Agrees
	}
	return evidence.Contradicts
}
