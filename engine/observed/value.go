package observed

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// A Value is that of a result: a number, or a grade.
type Value struct {
	wire.Measured
	Graded bool
	Beside string // the word that stands beside a number, blank for none
}

// A Result is one that is used.
type Result struct {
	Sample    *jsontree.Node // as a request has it
	Bound     message.Phrase // how a value that is only a bound is judged
	UnitTaken message.Phrase // in which unit a number is taken that was sent without the one it needs
	Range     message.Phrase // what became of a printed range that is in another unit
	OfUnit    bool           // it cannot be used for its unit
}

// Beside is what stands beside a value.
type Beside struct {
	Unit
	Reference func(sample *jsontree.Node) // puts the printed range into a sample; nil for none
	OfRange   Unit                        // of the ends of that range; blank for the value's, or what a text says
	Others    bool                        // that range may be another person's, as of several
	Flags     []string                    // what marks the value high, low or ordinary
	Absent    string                      // why there is no value, blank where nothing says that
}

// IsGrade reports whether a text is a word of a grade.
func (r Reader) IsGrade(text string) bool {
	_, ok := r.Grades().Value(Grade(text))
	return ok
}

// Read reads a value in words or digits: a grade, or a number, also behind a
// comparison and before a mark; Rest is what else stands behind it.
func (r Reader) Read(k *Known, text string) (v Value, ok bool) {
	text = Grade(text)
	if unit, can := k.Graded(); can {
		if _, plain := r.Grades().Value(text); !plain && k.InWords(unit) {
			if word, number, ok := wire.WordAndNumber(r.Grades(), text); ok {
				return Value{Measured: number, Beside: word}, true
			}
		}
		grade, ok := wire.Grade(r.Grades(), text)
		if !ok {
			if word, number, beside := wire.WordAndNumber(r.Grades(), text); beside && r.isUnit(number.Rest) { // 2+(1.0 g/L)
				grade, ok = r.Grades().Value(word)
			}
		}
		if ok && k.has(grade, unit) {
			return Value{Measured: wire.Measured{Number: jsontree.NewFloat(grade)}, Graded: true}, true
		}
	}
	m, ok := wire.Measure(text)
	m.Rest = timesTen.ReplaceAllString(m.Rest, "10")
	return Value{Measured: m}, ok
}

// isUnit reports whether a text is nothing but a unit, as of what a strip's grade stands for.
func (r Reader) isUnit(text string) bool {
	_, is := r.Units().Canonical(Respelled(text))
	return is && strings.Contains(text, "/")
}

// contrary reports whether the word beside a number says the other side of what is
// usual.
func (k *Known) contrary(r Reader, v *Value, unit string) bool {
	grade, _ := r.Grades().Value(v.Beside)
	n, _ := v.Number.Float()
	return otherSide(k.Indicator, grade, n, unit)
}

// otherSide reports whether a word says that a number of an indicator is on the other
// side of what is usual.
func otherSide(k *dictionary.Indicator, grade, number float64, unit string) bool {
	words, _ := k.Graded()
	negative, _ := k.ToStandard(0, words)
	positive, upwards := k.ToStandard(1, words)
	upwards = !upwards || positive > negative // competitive assays are positive where they are low
	x, _ := k.ToStandard(number, unit)
	high := (grade > 0) == upwards
	return slices.ContainsFunc([]float64{k.Usual.Low, k.Usual.High}, func(end float64) bool {
		return end != 0 && (high && x < end || !high && x > end)
	})
}

// has reports whether a grade says anything of an indicator.
func (k *Known) has(grade float64, unit string) bool {
	_, ok := k.ToStandard(grade, unit)
	return ok
}

var (
	timesTen = regexp.MustCompile(`^[x×X*]\s*10`) // begins a unit behind a number: 6.5 x10^9/L
	ofTen    = regexp.MustCompile(`^\s*[x×X*]?\s*10`)
)

// Text is the result of a text; a zero Sample where it cannot be used, for why.
func (r Reader) Text(k *Known, text string, of Beside) (Result, message.Phrase) {
	v, ok := r.Read(k, text)
	if ok && v.Rest != "" {
		_, _, ok = k.UnitOf(Unit{Whole: v.Rest})
	}
	if !ok || v.Power && v.Rest == "" && ofTen.MatchString(of.sent()) { // the power may be the unit's, or another
		return Result{}, wire.Unread(text)
	}
	return r.Result(k, v, of)
}

// Result is that of a value; a zero Sample where it cannot be used, for why: its unit,
// its printed range or its flag cannot be those of the indicator.
func (r Reader) Result(k *Known, v Value, of Beside) (Result, message.Phrase) {
	if of.Absent != "" {
		return Result{}, message.ValueDenied.With("reason", of.Absent)
	}
	if _, number := v.Number.Float(); !number || !wire.Compares(v.Bound) {
		return Result{}, message.ValueUnread.With("text", v.Bound+string(v.Number.Append(nil)))
	}
	printed := jsontree.NewObject()
	if of.Reference != nil {
		of.Reference(printed)
	}
	between, bare := r.unitOfRange(printed, of.OfRange)
	unit, why, ok := k.unit(&v, of.Unit)
	var taken, ranged message.Phrase
	if v.Rest == "" && of.Unit.sent() == "" && unit == "" && !v.Graded && k.Measured() {
		like, said := k.clear(between)
		if between == "" || !said {
			like = k.byRange(printed)
		}
		if like != "" {
			unit, ok, taken = like, true, message.UnitOfRange.With("name", k.Called(), "unit", like)
		}
	}
	if !ok {
		return Result{OfUnit: true}, why
	}
	if unit == "" && of.Unit.sent() == "" && between == "" && !v.Graded {
		ranged = k.rescaled(&v, printed)
	}
	if v.Beside != "" && k.contrary(r, &v, unit) {
		return Result{}, message.CodedContrary.With("one", v.Beside, "other", message.Plain(v.Number.Raw))
	}
	if !v.Graded && between != "" {
		ranged = r.ranged(k, printed, unit, between)
	}
	s := jsontree.NewObject("name", k.Name, "unit", unit)
	v.Put(s)
	if r := printed.Get("reference"); r != nil && !(v.Graded && k.InWords(unit) && bytes.ContainsAny(r.Append(nil), "0123456789")) { // it is of numbers
		s.Set("reference", r)
	}
	if why, contrary := r.conflict(k, s, append(slices.Clone(of.Flags), v.Mark), !of.Others && bare); contrary {
		return Result{}, why
	}
	result := Result{Sample: s, UnitTaken: taken, Range: ranged}
	if unit == "" && k.Measured() {
		result.UnitTaken = message.UnitOfTaken.With("name", k.Called(), "unit", k.Indicator.Unit)
	}
	if v.Bound != "" {
		result.Bound = v.Taken()
	}
	return result, message.Phrase{}
}

// byRange is the unit in which a printed range is nearly the usual one, blank where it
// is so in the standard unit or tells none: 0.620 with 0.500-0.700 is a fraction.
func (k *Known) byRange(printed *jsontree.Node) string {
	near := known().Near
	low, high := wire.Ends(printed)
	unit, foreign := k.ForeignRange("", low, high, near, near)
	if !foreign {
		return ""
	}
	return unit
}

// unit is that of a value: of grades their own, the one that stands behind the number,
// or the one that was sent; where there are both, they have to be of one scale.
func (k *Known) unit(v *Value, sent Unit) (unit string, why message.Phrase, ok bool) {
	if v.Graded {
		unit, _ = k.Graded()
		return unit, why, true
	}
	if v.Rest == "" {
		return k.UnitOf(sent)
	}
	behind, why, ok := k.UnitOf(Unit{Whole: v.Rest})
	if !ok || sent.sent() == "" {
		return behind, why, ok
	}
	if unit, why, ok = k.UnitOf(sent); ok && !sameScale(k.Indicator, unit, behind) {
		return "", message.UnitsContrary.With("name", k.Called(), "code", message.Plain(unit), "unit", message.Plain(behind)), false
	}
	return unit, why, ok
}

// Together says of samples of one examination which are not used because another one of
// the same indicator says it: the same once more, and a word beside its number says no
// more than that; one that the number contradicts makes both unsure. The zero phrase is
// one that is used.
func (r Reader) Together(samples []*jsontree.Node) []message.Phrase {
	why := make([]message.Phrase, len(samples))
	type statement struct {
		name, comparator, unit string
		value                  float64
	}
	said := map[statement]bool{}
	for i, sample := range samples {
		k, _ := r.Lookup(sample.Get("name").Text)
		if k == nil {
			continue
		}
		x, _ := sample.Get("value").Float()
		unit := sample.Get("unit").Text
		s := statement{name: k.Name, unit: unit, value: x}
		if standard, ok := k.ToStandard(x, unit); ok && !k.InWords(unit) {
			s.unit, s.value = "", standard
		}
		if bound := sample.Get("comparator"); bound != nil {
			s.comparator = bound.Text
		}
		if said[s] {
			why[i] = message.Twice
		}
		said[s] = true
	}
	for i, word := range samples {
		k, _ := r.Lookup(word.Get("name").Text)
		if k == nil || !k.InWords(word.Get("unit").Text) || why[i] != (message.Phrase{}) {
			continue
		}
		for j, number := range samples {
			unit := number.Get("unit").Text
			if number.Get("name").Text != k.Name || k.InWords(unit) {
				continue
			}
			grade, _ := word.Get("value").Float()
			x, _ := number.Get("value").Float()
			if why[i] = message.Twice; otherSide(k, grade, x, unit) {
				said, _ := r.Grades().Display(grade)
				why[i] = message.CodedContrary.With("one", said, "other", message.Plain(number.Get("value").Raw))
				why[j] = why[i]
				break
			}
		}
	}
	return why
}
