package value

import (
	"cmp"
	"math"
	"slices"
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
	Touched  bool // other ink runs into the result and may have taken characters
	Dotted   bool // zeros on this page are often read as 6, 8 or 9
	Usual    int  // digits after the point of most numbers on the page; 0 without such a habit
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
	majorAlone     = 0.80 // less trust no evidence makes up for, which knows nothing of the last digit;
	majorPlain     = 0.65 // the same where interval, mark and decimals all speak for it
	majorAgreed    = 0.50 // the same where a minor reader agrees
	enough         = 0.55 // less is no value
	clear          = 1.40 // the best must be so many times better than the next
	clearBare      = 2.00 // the same where no reference interval was read
	full           = 1.35 // this much is certainty
)

type candidate struct {
	number  Number
	doubt   float64 // product of 1 - trust of its readers
	readers int
	major   float64 // trust in the best reader behind it that is no minor one
	both    bool    // read as it is by a minor reader and another
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
	if best.score < enough || e.unsure(&best) || e.glued(best.number) || e.Touched && !e.whole(&best) {
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

// whole reports whether a number that other ink runs into was read in full: two
// kinds of reader agree, and the interval with the mark or its absence.
func (e Evidence) whole(c *candidate) bool {
	if !c.both || e.Interval == nil {
		return false
	}
	if e.Mark == NoMark {
		return e.Interval.Position(c.number.Value) == 0
	}
	return e.Sure && e.marked(c.number.Value)
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
	case n.Decimals == e.Interval.Decimals || n.Decimals == e.Decimals || e.Usual > 0 && n.Decimals == e.Usual:
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
