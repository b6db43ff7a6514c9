package value

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A Reading is one reader's number for a result.
type Reading struct {
	Number Number
	Trust  float64 // 0 to 1: the reader's usual skill times its own confidence
	Minor  bool    // the reader has less skill with numbers than others
	Signs  bool    // the reader tells arrows from digits, and dotted zeros from 8
}

// Evidence is all that speaks for and against readings of one result.
type Evidence struct {
	Readings []Reading
	Interval *Interval // the reference interval printed beside it, nil without
	Mark     Mark      // the mark printed beside it
	Sure     bool      // the mark was read plainly
	Apart    bool      // and in a block of its own, so that no digit is part of it
	Marks    bool      // the page prints marks at all
	Low      float64   // plausible range in the printed unit
	High     float64
	Dotted   bool // zeros on this page are often read as 6, 8 or 9
	Decimals int  // digits after the point that laboratories print in this unit; negative when unknown
}

// Weights of the evidence. They scale a reading's trust; what is left decides
// whether a value is given at all. Set on drawn pages of all three layouts.
const (
	lostPoint      = 0.48 // a number whose point both readers may have lost
	lostPointLoose = 0.20 // the same where the interval has one limit only
	gluedSupport   = 0.50 // 2.861 where two decimals are usual supports 2.86 and an arrow
	gluedApart     = 0.80 // the same where another reader saw number and arrow apart
	maybeZero      = 0.45 // 8 on a page of dotted zeros
	perhapsGlued   = 0.60 // the same without a sign of an arrow
	usualSlip      = 0.40 // what is left of a reader that made its usual slip: 9 for 0
	overruled      = 0.50 // what is left of a minor reader that another contradicts, beside a reference interval
	guess          = 0.30 // whose trust is at most this share of a minor reader's does not contradict it
	serious        = 0.65 // a minor reader trusted so far is contradicted only by one that is
	certain        = 0.93
	pointSupport   = 0.50 // 34 supports 3.4: a point is lost more often than invented
	insideNoMark   = 1.20
	outsideNoMark  = 0.90
	missedMark     = 0.75 // outside without a mark on a page that prints marks
	agreedDoubt    = 0.30 // doubt at most, however unsure they are, where two kinds of reader agree
	oneReader      = 0.85 // and only one reader saw it so
	farOutside     = 0.70 // more than three times beyond a limit, no mark
	farUnmarked    = 0.50 // the same on a page that prints marks
	pointMissed    = 0.70 // an integer outside, no mark, where laboratories print decimals: 36 beside 3-10 is 3.6
	markAgrees     = 1.25
	markDisagrees  = 0.30
	markMisplaced  = 0.60 // the same where two readers agree: the mark may be dirt or a neighbour's
	agreed         = 0.05 // so much doubt is left when two good readers agree
	vagueAgrees    = 1.10
	vagueDisagrees = 0.90
	sameDecimals   = 1.10
	noDecimals     = 0.50 // an integer where laboratory and interval print decimals
	manyDecimals   = 0.60
	strange        = 0.50 // for each character taken for another
	enough         = 0.55 // less is no value
	clear          = 1.40 // the best must be so many times better than the next
	clearBare      = 2.00 // the same where no reference interval was read
	full           = 1.35 // this much is certainty
)

type candidate struct {
	number  Number
	doubt   float64 // product of 1 - trust of its readers
	readers int
	both    bool // read as it is by a minor reader and another
	score   float64
}

// Decide gives the value that readings and evidence agree on, with a
// confidence from 0 to 1. ok is false when none is sure enough: no value is
// better than a wrong one.
func Decide(e Evidence) (number Number, confidence float64, ok bool) {
	candidates := e.candidates()
	for i := range candidates {
		c := &candidates[i]
		if c.readers > 1 && c.number.Repaired == 0 && c.both {
			c.doubt = math.Min(c.doubt, agreedDoubt)
		}
		c.score = (1 - c.doubt) * e.weigh(c.number)
		if e.Mark == NoMark && e.Interval != nil && e.Interval.Position(c.number.Value) != 0 && c.readers < 2 {
			c.score *= oneReader
		}
		if e.Dotted && !e.holds(c) {
			c.score *= maybeZero
		}
		if e.Sure && e.Interval != nil && e.Interval.Position(c.number.Value) == 0 && c.doubt <= agreed && c.readers > 1 {
			c.score *= markMisplaced / markDisagrees
		}
	}
	if len(candidates) == 0 {
		return Number{}, 0, false
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	best := candidates[0]
	if best.score < enough || e.glued(best.number) {
		return Number{}, 0, false
	}
	confidence = math.Min(1, best.score/full)
	if len(candidates) > 1 && candidates[1].score > 0 {
		lead := best.score / candidates[1].score
		if lead < clear || e.Interval == nil && lead < clearBare {
			return Number{}, 0, false
		}
		confidence *= 1 - 0.5/lead
	}
	return best.number, confidence, true
}

// candidates merges equal readings and adds those that a lost decimal point
// explains.
func (e Evidence) candidates() []candidate {
	var all []candidate
	add := func(n Number, trust float64) {
		for i := range all {
			if all[i].number.Compare == n.Compare && all[i].number.Digits() == n.Digits() {
				all[i].doubt *= 1 - trust
				all[i].readers++
				return
			}
		}
		all = append(all, candidate{number: n, doubt: 1 - trust, readers: 1})
	}
	readings := e.withoutSlips()
	for _, r := range readings {
		add(r.Number, math.Min(r.Trust, 0.99)*math.Pow(strange, float64(r.Number.Repaired)))
	}
	for i := range all {
		var minor, major bool
		for _, r := range e.Readings {
			if r.Number == all[i].number {
				minor, major = minor || r.Minor, major || !r.Minor
			}
		}
		all[i].both = minor && major
	}
	read := len(all)
	for _, r := range readings {
		if bare, ok := e.unglue(r.Number); ok {
			add(bare, r.Trust*gluedSupport)
		}
		for _, pointed := range pointed(r.Number) {
			trust := r.Trust * e.lostPoint()
			if e.Mark != NoMark && e.marked(r.Number.Value) {
				trust = r.Trust * min(lostPointLoose, e.lostPoint()) // the mark explains the number as it is
			}
			for i := range all[:read] {
				if all[i].number.Digits() == pointed.Digits() {
					trust = r.Trust * pointSupport
				}
			}
			if trust > 0 {
				add(pointed, trust)
			}
		}
	}
	return all
}

// holds tells that a number is sure although the page's zeros are misread: it
// has no digit that a zero may have become, or both kinds of reader agree and
// the reference interval or the mark with them.
func (e Evidence) holds(c *candidate) bool {
	if sure, _ := e.plainly(c.number); sure {
		return true
	}
	if !strings.ContainsAny(c.number.Digits(), "689") {
		return true
	}
	return c.both && e.Interval != nil && (e.Interval.Position(c.number.Value) == 0 || e.Mark != NoMark && e.marked(c.number.Value))
}

// plainly tells whether a reader who knows signs from digits surely saw a
// number as it is, and whether another agrees.
func (e Evidence) plainly(n Number) (sure, agreed bool) {
	for _, r := range e.Readings {
		if r.Number != n {
			continue
		}
		if r.Signs && r.Trust >= certain {
			sure = true
		} else {
			agreed = true
		}
	}
	return sure, agreed
}

// withoutSlips lowers the trust of a reading that differs from a more trusted
// one only where it has 9, 6 or 8 for 0: the printer's zero has a dot or a
// stroke.
func (e Evidence) withoutSlips() []Reading {
	all := slices.Clone(e.Readings)
	for i := range all {
		bare, ok := e.unglue(all[i].Number)
		for _, other := range e.Readings {
			if ok && bare.Digits() == other.Number.Digits() {
				// Another reader saw the arrow apart.
				all[i].Number, all[i].Trust = bare, all[i].Trust*gluedApart
				break
			}
			if arrowLike(all[i].Number, other.Number) {
				all[i].Trust *= perhapsGlued
				break
			}
		}
	}
	read := slices.Clone(all)
	for i := range all {
		for _, other := range read {
			if e.Interval != nil && all[i].Minor && !other.Minor && other.overrules(all[i]) && differ(all[i].Number, other.Number) && !arrowLike(other.Number, all[i].Number) {
				all[i].Trust *= overruled
				break
			}
			if other.Trust > all[i].Trust && slipped(all[i].Number.Digits(), other.Number.Digits()) {
				all[i].Trust *= usualSlip
				break
			}
		}
	}
	return all
}

// overrules tells that a better reader's number stands against that of a
// lesser one: always against one who often errs, but against one who seldom
// does only when it is sure itself.
func (r Reading) overrules(minor Reading) bool {
	return r.Trust > guess*minor.Trust && (minor.Trust < serious || r.Trust >= certain)
}

// arrowLike tells that n has one digit more than bare, at its end, and that it
// looks like an arrow.
func arrowLike(n, bare Number) bool {
	digits := n.Digits()
	longer := n.Decimals == bare.Decimals+1 && n.Decimals > 1 || n.Decimals == 0 && bare.Decimals == 0
	return longer && digits[:len(digits)-1] == bare.Digits() && strings.ContainsRune("147", rune(digits[len(digits)-1]))
}

// differ tells that two readings differ by more than a point that one missed.
func differ(a, b Number) bool {
	digits := func(n Number) string { return strings.TrimLeft(strings.ReplaceAll(n.Digits(), ".", ""), "0") }
	return digits(a) != digits(b)
}

func slipped(digits, truth string) bool {
	if len(digits) != len(truth) || digits == truth {
		return false
	}
	for i := range len(digits) {
		if a, b := digits[i], truth[i]; a != b && (b != '0' || a != '9' && a != '6' && a != '8') {
			return false
		}
	}
	return true
}

// unglue takes an arrow that was read as a last digit off a number that has
// one decimal more than is usual.
func (e Evidence) unglue(n Number) (Number, bool) {
	if e.Apart || e.Interval == nil || e.Decimals < 0 && n.Decimals == 0 || n.Decimals == 1 || n.Decimals > 0 && n.Decimals != max(e.Interval.Decimals, e.Decimals)+1 ||
		n.Decimals == 0 && (n.Value < 100 || e.Mark == NoMark) {
		return n, false
	}
	digits := n.Digits()
	if !strings.ContainsRune("147", rune(digits[len(digits)-1])) {
		return n, false
	}
	bare, ok := ParseNumber(n.Compare + digits[:len(digits)-1])
	return bare, ok && e.Interval.Position(bare.Value) != 0 // an arrow stands only beside what lies outside
}

// glued tells that the last digit may be the mark that a page which prints
// marks should show: 151↑ as 1514, with 151 outside too and no fewer decimals
// than usual.
func (e Evidence) glued(n Number) bool {
	if e.Interval == nil || !e.Marks || e.Mark != NoMark || n.Compare != "" {
		return false
	}
	if sure, agreed := e.plainly(n); sure && agreed {
		return false
	}
	digits := n.Digits()
	position := e.Interval.Position(n.Value)
	if position == 0 || len(digits) < 2 || n.Decimals > 0 && n.Decimals <= max(e.Decimals, e.Interval.Decimals) || !strings.ContainsRune("147", rune(digits[len(digits)-1])) {
		return false
	}
	bare, ok := ParseNumber(digits[:len(digits)-1])
	return ok && e.Interval.Position(bare.Value) != 0
}

// lostPoint tells how readily a point is supplied that no reader saw.
func (e Evidence) lostPoint() float64 {
	switch {
	case e.Decimals == 0 || e.Interval == nil || e.Interval.Decimals == 0:
		return 0
	case e.Interval.TwoSided && e.Interval.Low > 0 && e.Mark != Abnormal:
		return lostPoint
	}
	return lostPointLoose
}

// pointed gives the numbers that an integer may be without its point: 55 gives
// 5.5; 130 gives 13.0 and 1.30.
func pointed(n Number) []Number {
	if n.Decimals > 0 || n.Value < 10 {
		return nil
	}
	var all []Number
	for k := 1; k <= 3 && n.Value >= math.Pow10(k); k++ {
		p := n
		p.Value, p.Decimals = n.Value/math.Pow10(k), k
		all = append(all, p)
	}
	return all
}

// weigh tells how well a number fits the evidence; 1 is neutral, 0 refuses.
func (e Evidence) weigh(n Number) float64 {
	if n.Value < e.Low || n.Value > e.High {
		return 0
	}
	weight := e.weighDecimals(n)
	if e.Interval == nil {
		return weight
	}
	position := e.Interval.Position(n.Value)
	switch {
	case e.Mark == NoMark && position == 0:
		return weight * insideNoMark
	case e.Mark == NoMark:
		if n.Decimals == 0 && e.Decimals > 0 && n.Value >= 10 {
			weight *= pointMissed
		}
		if far := e.Interval.far(n.Value); far && e.Marks && n.Compare == "" {
			weight *= farUnmarked
		} else if far {
			weight *= farOutside
		}
		if e.Marks {
			return weight * missedMark
		}
		return weight * outsideNoMark
	}
	if n.Decimals == 0 && e.lostPoint() > 0 && e.Interval.far(n.Value) {
		weight *= farOutside // 75 beside 3.9-6.1 and an arrow may still be 7.5
	}
	agrees := e.marked(n.Value)
	switch {
	case e.Sure && agrees:
		return weight * markAgrees
	case e.Sure:
		return weight * markDisagrees
	case agrees:
		return weight * vagueAgrees
	}
	return weight * vagueDisagrees
}

// marked tells that the printed mark and interval agree on a value.
func (e Evidence) marked(v float64) bool {
	if e.Interval == nil {
		return true
	}
	position := e.Interval.Position(v)
	return position != 0 && (e.Mark == Abnormal || position > 0 == (e.Mark == High))
}

func (e Evidence) weighDecimals(n Number) float64 {
	if e.Interval == nil || e.Decimals < 0 {
		return 1
	}
	most := max(e.Interval.Decimals, e.Decimals)
	switch {
	case n.Decimals == e.Interval.Decimals || n.Decimals == e.Decimals:
		return sameDecimals
	case n.Decimals == 0 && min(e.Interval.Decimals, e.Decimals) > 0:
		return noDecimals
	case n.Decimals > most+1:
		return manyDecimals
	}
	return 1
}

// far tells that a value lies more than three times beyond a limit.
func (i Interval) far(v float64) bool {
	return i.High > 0 && !math.IsInf(i.High, 1) && v > 3*i.High || i.Low > 0 && v < i.Low/3
}
