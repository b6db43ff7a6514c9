package match

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/ocr/evidence"
	"tijian/ocr/table"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A verdict is what a row says if it is about one indicator.
type verdict struct {
	rivals []rival
	fit    float64 // how unit, kind and range of values speak for the indicator
	unit   string  // evidence.Unit's code
	doubt  string  // why there is no value
}

// A rival is one value that a row may say.
type rival struct {
	value float64 // in the standard unit
	step  float64 // result.Entry's
	basis evidence.Basis
}

// How a row speaks for or against an indicator, added to the similarity.
const (
	unitFits      = 0.05
	unitNear      = 0.02
	unitForeign   = -0.25
	kindFits      = 0.04
	kindForeign   = -0.20
	notPlausible  = -0.20
	rangeForeign  = -0.15
	gradeOfNumber = -0.10 // a graded word for a measured indicator
	gradeOfCount  = -0.25 // the same for counted cells, which are graded under the same names
)

// readings gives the numbers of the row for the i-th of n indicators: two
// share a pair, and a pair is nothing for one alone.
func (r *row) readings(i, n int) []value.Reading {
	switch {
	case r.Result == nil || (n > 1) != (r.Result.Look == table.PairLook):
		return nil
	case i > 0:
		return r.Result.Seconds
	}
	return r.Result.Numbers
}

// judge reads the row's value as one of an indicator; readings are the numbers
// that may be it.
func (m *Matcher) judge(r *row, indicator *dictionary.Indicator, readings []value.Reading) verdict {
	var v verdict
	unit, fit := m.unitOf(indicator, r.Units)
	v.fit, v.unit = fit, m.unitCode(indicator, fit)
	if r.Result == nil {
		v.doubt = "no part of the row can be told to be the result"
		return v
	}
	if indicator.Kind == dictionary.Qualitative {
		r.judgeGrade(&v)
		return v
	}
	if r.Result.Look == table.GradeLook {
		m.judgeWord(r, indicator, &v)
		if counted(indicator) {
			v.fit += gradeOfCount
		} else {
			v.fit += gradeOfNumber
		}
		return v
	}
	m.judgeNumber(r, indicator, unit, fit, readings, &v)
	return v
}

// counted reports whether an indicator counts things in a volume or a field of
// the microscope.
func counted(indicator *dictionary.Indicator) bool { return strings.HasPrefix(indicator.Unit, "/") }

// judgeWord reads a word beside a measured indicator. Negative is 0, as far as
// the indicator's scale has negative at its low end: competitive assays have
// not. Positive says nothing of how much, and 1 would be below many a limit.
func (m *Matcher) judgeWord(r *row, indicator *dictionary.Indicator, v *verdict) {
	v.doubt = "a word says nothing of a measured indicator"
	if counted(indicator) && v.unit == evidence.Absent && r.Interval() == nil {
		return // cells are graded too, under the same names: nothing tells that these were counted
	}
	if _, listed := m.parser.Words.Wordless[indicator.Name]; listed || indicator.Plausible[0] > 0 || v.fit < 0 || m.parser.Words.Unremarkable[vocabulary.Key(r.Result.Text)] {
		return
	}
	for _, g := range r.grades() {
		if g.value == 0 {
			v.rivals, v.doubt = []rival{g}, ""
		}
	}
}

func (m *Matcher) judgeNumber(r *row, indicator *dictionary.Indicator, unit string, fit float64, readings []value.Reading, v *verdict) {
	if len(readings) == 0 {
		v.doubt = "no number was read"
		return
	}
	interval := r.Interval()
	if fit > 0 && !indicator.IsStandard(unit) && belies(indicator, interval, unit) && !belies(indicator, interval, "") {
		if !m.nearStandard(indicator, unit) {
			v.doubt, v.fit = "the interval is in no unit of the indicator", v.fit+rangeForeign
			return // cells per µL of urine are none of blood
		}
		unit, fit = "", 0 // IU/mL of what is µIU/mL
	}
	if unit == "" && fit == 0 {
		unit = inferredUnit(indicator, interval)
		if unit == "" {
			var told bool
			if unit, told = unitOfInterval(indicator, interval); !told {
				v.doubt = "the interval is in one of several units"
				return
			}
		}
		if unit == "" && !(m.parser.Words.Unitless[indicator.Unit] && interval != nil) && m.otherUnitFits(indicator, interval, readings, r.PageUnits) {
			v.doubt = "the unit was not read and would matter"
			return // its unit was not read, and it matters
		}
	}
	low, okLow := indicator.FromStandard(indicator.Plausible[0], unit)
	high, okHigh := indicator.FromStandard(indicator.Plausible[1], unit)
	if !okLow || !okHigh {
		return
	}
	low, high = math.Min(low, high), math.Max(low, high)
	if interval != nil {
		if pointed, ok := interval.Pointed(low, high); ok {
			interval = &pointed
		}
	}
	if interval != nil && (interval.Low > high || interval.High < low) {
		v.fit += rangeForeign // the reference belongs to another indicator or unit
	}
	decimals := -1
	if indicator.IsStandard(unit) {
		decimals = indicator.Decimals
	}
	zero, ok := indicator.ToStandard(0, unit)
	if !ok || fit < 0 {
		v.doubt = "the printed unit is foreign"
		return // the printed unit is none of this indicator's
	}
	e := value.Evidence{
		Readings: readings, Interval: interval, Mark: r.Mark, Sure: r.Sure, Apart: r.Apart, Marks: r.Marks, Occluded: r.Result.Occluded, Usual: r.Usual,
		Low: low, High: high, Decimals: decimals, Dotted: r.Dotted,
	}
	for _, c := range e.Candidates() {
		standard, _ := indicator.ToStandard(c.Number.Value, unit)
		digit, _ := indicator.ToStandard(math.Pow10(-c.Number.Decimals), unit)
		if r.Result.Look == table.PairLook {
			c.Basis[evidence.Kind] = evidence.Pair
		}
		v.rivals = append(v.rivals, rival{round(standard), math.Abs(digit - zero), c.Basis})
	}
	if implausible(readings, low, high) {
		v.fit += notPlausible
	}
	if len(v.rivals) == 0 {
		v.doubt = "no reading is plausible"
	}
}

// nearStandard reports whether a unit is an indicator's standard one but for a
// letter, which a reader may have lost or taken for another.
func (m *Matcher) nearStandard(indicator *dictionary.Indicator, unit string) bool {
	return m.parser.Names.Confusions.Distance([]rune(table.UnitKey(indicator.Unit)), []rune(table.UnitKey(unit))) <= 1
}

// belies tells that a reference interval cannot be in a unit: its limits would
// not be plausible values.
func belies(indicator *dictionary.Indicator, interval *value.Interval, unit string) bool {
	if interval == nil {
		return false
	}
	for _, limit := range []float64{interval.Low, interval.High} {
		if math.IsInf(limit, 0) || limit == 0 {
			continue
		}
		if v, ok := indicator.ToStandard(limit, unit); !ok || v < indicator.Plausible[0] || v > indicator.Plausible[1] {
			return true
		}
	}
	return false
}

// narrow is how far apart, as a factor, limits lie at most that are believed to
// have their points.
const narrow = 4

// otherUnitFits tells that the page prints a unit that would give a reading
// another plausible value.
func (m *Matcher) otherUnitFits(indicator *dictionary.Indicator, interval *value.Interval, readings []value.Reading, printed []string) bool {
	for _, s := range printed {
		if _, ok := indicator.ToStandard(1, s); !ok {
			if s, ok = m.misreadUnit(indicator, s); !ok {
				continue
			}
		}
		if belies(indicator, interval, s) && interval.Low > 0 && interval.High <= narrow*interval.Low {
			continue // unless a limit lost its point: 13-175 may be 13-17.5
		}
		for _, r := range readings {
			v, ok := indicator.ToStandard(r.Number.Value, s)
			if ok && v != r.Number.Value && indicator.Plausible[0] <= v && v <= indicator.Plausible[1] {
				return true
			}
		}
	}
	return false
}

func implausible(readings []value.Reading, low, high float64) bool {
	for _, r := range readings {
		if low <= r.Number.Value && r.Number.Value <= high {
			return false
		}
	}
	return true
}

// inferredUnit is the unit of a row that prints none: the standard unit,
// except that a percentage whose reference ends below 1 is printed as a
// fraction. One that ends at 1 is a percentage: 0-1 of basophils.
func inferredUnit(indicator *dictionary.Indicator, interval *value.Interval) string {
	const percent, hundredth = "%", 100
	if indicator.Unit != percent || interval == nil || interval.High >= 1 || indicator.Plausible[0] < 1 && indicator.Plausible[1] <= hundredth/10 {
		return ""
	}
	for _, u := range indicator.Units {
		if u.Factor == hundredth && u.Offset == 0 {
			return u.Unit
		}
	}
	return ""
}

// round removes what binary arithmetic adds to a converted value.
func round(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 7, 64), 64)
	if err != nil {
		return v
	}
	return rounded
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

// gradeLead is how much surer a reader must be than another that sees another
// grade: 阴 and 阳 are one stroke apart.
const gradeLead = 2

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
		all = append(all, rival{grade, 0, b})
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

// unitCode puts what unitOf found as a fact.
func (m *Matcher) unitCode(indicator *dictionary.Indicator, fit float64) string {
	switch {
	case fit >= unitFits:
		return evidence.Printed
	case fit > 0:
		return evidence.Misread
	case m.parser.Words.Unitless[indicator.Unit]:
		return evidence.None
	}
	return evidence.Absent
}

// unitOf finds the printed unit of a row for an indicator: the exact one, one
// with misread characters, or none. fit is negative when a well-known unit of
// other indicators stands there.
func (m *Matcher) unitOf(indicator *dictionary.Indicator, printed []string) (unit string, fit float64) {
	for _, s := range printed {
		if _, ok := indicator.ToStandard(1, s); ok && s != "" {
			return s, unitFits
		}
	}
	for _, s := range printed {
		if u, ok := m.misreadUnit(indicator, s); ok {
			return u, unitNear
		}
	}
	for _, s := range printed {
		part := slices.ContainsFunc(indicator.KnownUnits(), func(u string) bool { return len(u) > len(s) && (strings.HasPrefix(u, s) || strings.HasSuffix(u, s)) })
		if m.parser.IsUnit(s) && !part { // g of g/L or g/dL tells nothing
			return "", unitForeign
		}
	}
	return "", 0
}

// misreadUnit finds the one unit of an indicator that a text is a misreading
// of. µ is often read as a Latin letter with a descender or a bow.
func (m *Matcher) misreadUnit(indicator *dictionary.Indicator, text string) (string, bool) {
	const likeMicro = "pPyYhHjJvV"
	if text != "" && strings.ContainsRune(likeMicro, rune(text[0])) {
		if s := "u" + text[1:]; m.parser.IsUnit(s) {
			if _, ok := indicator.ToStandard(1, s); ok {
				return s, true
			}
		}
	}
	if u, ok := cutUnit(indicator, text); ok {
		return u, true
	}
	if m.parser.IsUnit(text) {
		return "", false
	}
	k := []rune(table.UnitKey(text))
	if len(k) < 3 {
		return "", false
	}
	found, least, tie := "", 0.35*float64(len(k)), false
	for _, u := range indicator.KnownUnits() {
		if u == "" {
			continue
		}
		d := m.parser.Names.Confusions.Distance([]rune(table.UnitKey(u)), k)
		switch {
		case d < least:
			found, least, tie = u, d, false
		case d == least && found != "":
			tie = true
		}
	}
	return found, found != "" && !tie
}

// cutUnit finds the one unit of an indicator that begins with a text: g where
// the column's edge cut g/L off.
func cutUnit(indicator *dictionary.Indicator, text string) (string, bool) {
	found := ""
	for _, u := range indicator.KnownUnits() {
		if text == "" || text == u || !strings.HasPrefix(u, text) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = u
	}
	return found, found != ""
}
