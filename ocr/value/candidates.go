package value

import (
	"math"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/evidence"
)

// A Reading is one reader's number, or grade, for a result.
type Reading struct {
	Number  Number
	Reader  block.Reader
	Sure    float64       // 0 to 1, as the reader says
	Missing block.Missing // what the ink shows besides
	// Contested is set where the compact reader saw something else than one
	// number: Tesseract makes up digits it cannot see.
	Contested bool
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
	Occluded bool // other ink runs into the result and may have taken characters
	Dotted   bool // zeros on this page are often read as 6, 8 or 9
	Usual    int  // digits after the point of most numbers on the page; 0 without such a habit
	Decimals int  // digits after the point that laboratories print in this unit; negative when unknown
}

// A Candidate is a number that a row may say, with what it rests on.
type Candidate struct {
	Number Number
	Basis  evidence.Basis
}

// Candidates lists the plausible numbers that a result may be: those read,
// and those that a lost point or an arrow read as a digit explains.
func (e Evidence) Candidates() []Candidate {
	var numbers []Number
	add := func(n Number) {
		same := func(o Number) bool { return o.Compare == n.Compare && o.Digits() == n.Digits() }
		if at := slices.IndexFunc(numbers, same); at >= 0 {
			numbers[at].Repaired = min(numbers[at].Repaired, n.Repaired)
		} else if e.Low <= n.Value && n.Value <= e.High {
			numbers = append(numbers, n)
		}
	}
	for _, r := range e.Readings {
		add(r.Number)
	}
	for _, r := range e.Readings {
		if bare, ok := e.unglue(r.Number); ok {
			add(bare)
		}
		if e.losesPoints() {
			for _, p := range pointed(r.Number) {
				add(p)
			}
		}
	}
	var all []Candidate
	for _, n := range numbers {
		if !e.pointLost(n) && !e.belied(n.Value) {
			all = append(all, Candidate{n, e.basis(n)})
		}
	}
	return all
}

// losesPoints reports whether a point that no reader saw may be put back:
// laboratory and interval print one.
func (e Evidence) losesPoints() bool {
	return e.Decimals != 0 && e.Interval != nil && e.Interval.Decimals > 0
}

// pointed gives the numbers that an integer may be without its point: 55 gives
// 5.5; 130 gives 13.0 and 1.30.
func pointed(n Number) []Number {
	if n.Decimals > 0 || n.Value < 10 {
		return nil
	}
	var all []Number
	for k := 1; k <= mostDecimals && n.Value >= math.Pow10(k); k++ {
		p := n
		p.Value, p.Decimals = n.Value/math.Pow10(k), k
		all = append(all, p)
	}
	return all
}

// pointLost reports whether a number lost its point for certain: it is an
// integer outside the interval and has no mark, with a point it would be
// inside, and laboratories print one.
func (e Evidence) pointLost(n Number) bool {
	if n.Decimals > 0 || e.Decimals <= 0 || e.Mark != NoMark || e.Interval == nil || !e.Interval.TwoSided || e.Interval.Position(n.Value) == 0 {
		return false
	}
	for k := 1; k <= mostDecimals; k++ {
		if e.Interval.Position(n.Value/math.Pow10(k)) == 0 {
			return n.Value >= 10
		}
	}
	return false
}

// unglue takes an arrow that was read as a last digit off a number that has
// one decimal more than is usual.
func (e Evidence) unglue(n Number) (Number, bool) {
	if e.Apart || e.Interval == nil || e.Decimals < 0 && n.Decimals == 0 || n.Decimals == 1 || n.Decimals > 0 && n.Decimals != max(e.Interval.Decimals, e.Decimals)+1 ||
		n.Decimals == 0 && (n.Value < 100 || e.Mark == NoMark) || !arrowEnds(n) {
		return n, false
	}
	digits := n.Digits()
	bare, ok := ParseNumber(n.Compare + digits[:len(digits)-1])
	return bare, ok && e.Interval.Position(bare.Value) != 0 // an arrow stands only beside what lies outside
}

// maybeMark reports whether the last digit may be the mark that a page which
// prints marks should show: 151↑ as 1514, with 151 outside too and no fewer
// decimals than usual.
func (e Evidence) maybeMark(n Number) bool {
	if e.Interval == nil || !e.Marks || e.Mark != NoMark || n.Compare != "" || e.Interval.Position(n.Value) == 0 || !arrowEnds(n) ||
		n.Decimals > 0 && n.Decimals <= max(e.Decimals, e.Interval.Decimals) {
		return false
	}
	digits := n.Digits()
	bare, ok := ParseNumber(digits[:len(digits)-1])
	return ok && e.Interval.Position(bare.Value) != 0
}

// arrowEnds reports whether a number of several digits ends in one that an
// arrow looks like.
func arrowEnds(n Number) bool {
	digits := n.Digits()
	return len(digits) > 1 && strings.ContainsRune(likeArrow, rune(digits[len(digits)-1]))
}

// arrowLike reports whether n has one digit more than bare, at its end, that
// looks like an arrow.
func arrowLike(n, bare Number) bool {
	digits := n.Digits()
	longer := n.Decimals == bare.Decimals+1 && n.Decimals > 1 || n.Decimals == 0 && bare.Decimals == 0
	return longer && arrowEnds(n) && digits[:len(digits)-1] == bare.Digits()
}

// lostPoint reports whether n is other without its point.
func lostPoint(n, other Number) bool {
	return n.Decimals < other.Decimals && significant(n) == significant(other)
}

func significant(n Number) string {
	return strings.TrimLeft(strings.ReplaceAll(n.Digits(), ".", ""), "0")
}

// LikeDottedZero reports whether a digit is one that readers see in a zero that
// the printer gave a dot or a stroke.
func LikeDottedZero(digit byte) bool { return strings.IndexByte(likeDottedZero, digit) >= 0 }

// slipped reports whether digits differ from the truth only by what a dotted zero
// is read as.
func slipped(digits, truth string) bool {
	if len(digits) != len(truth) || digits == truth {
		return false
	}
	for i := range len(digits) {
		if a, b := digits[i], truth[i]; a != b && (b != '0' || !LikeDottedZero(a)) {
			return false
		}
	}
	return true
}
