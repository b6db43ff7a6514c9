package value

import (
	"math"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/evidence"
)

// basis puts what is known of a number as facts.
func (e Evidence) basis(n Number) evidence.Basis {
	b := Witnesses(e.Readings, n)
	b[evidence.Kind] = evidence.Number
	if n.Compare != "" {
		b[evidence.Kind] = evidence.Compared
	}
	b[evidence.Ink] = e.ink(n)
	b[evidence.Interval] = e.place(n.Value)
	b[evidence.Mark] = e.mark(n.Value)
	b[evidence.Decimals] = e.decimals(n)
	return b
}

// Witnesses tells which readers saw a number, and how sure they were together.
// How sure a lesser reader is where the better one saw something else tells
// nothing.
func Witnesses(readings []Reading, n Number) evidence.Basis {
	var top, best *Reading // the best reader of all, and of those who saw it
	shape, contested, seen, doubt := false, false, 0, 1.0
	for i := range readings {
		r := &readings[i]
		contested = contested || r.Contested
		if r.Reader != block.Shape && (top == nil || skill[r.Reader] > skill[top.Reader]) {
			top = r
		}
		if r.Number.Compare != n.Compare || r.Number.Digits() != n.Digits() {
			continue
		}
		doubt *= 1 - r.Sure
		if r.Reader == block.Shape {
			shape = true
			continue
		}
		seen++
		if best == nil || skill[r.Reader] > skill[best.Reader] {
			best = r
		}
	}
	b := evidence.Basis{}
	switch {
	case best == nil && shape:
		b[evidence.Readers] = evidence.InInk
	case best == nil:
		b[evidence.Readers] = evidence.Supplied
	case contested:
		b[evidence.Readers] = evidence.Lesser
	case seen > 1 && best.Reader == block.Compact:
		b[evidence.Readers] = evidence.Agree
	case seen > 1 && best == top:
		b[evidence.Readers] = evidence.Second
	case best == top:
		b[evidence.Readers] = others(readings, n)
	case lostPoint(top.Number, n) || arrowLike(top.Number, n):
		b[evidence.Readers] = evidence.Slip
	default:
		b[evidence.Readers] = evidence.Lesser
	}
	if code := b[evidence.Readers]; code != evidence.Supplied && code != evidence.Lesser {
		b[evidence.Sure] = evidence.AtLeast(evidence.Sure, 1-doubt)
	}
	return b
}

// others tells what other readers made of a number that the best one saw.
// chi_sim takes 6 for 0 and 5 for D: where it differs it errs.
func others(readings []Reading, n Number) string {
	code := evidence.Alone
	for _, r := range readings {
		o := r.Number
		switch {
		case o.Compare == n.Compare && o.Digits() == n.Digits():
		case r.Reader != block.ChiSim && significant(o) != significant(n) && !arrowLike(o, n) && !slipped(o.Digits(), n.Digits()):
			return evidence.Disputed
		default:
			code = evidence.Slip
		}
	}
	return code
}

func (e Evidence) ink(n Number) string {
	missing := block.Nothing
	for _, r := range e.Readings {
		switch {
		case lostPoint(n, r.Number):
			missing = block.Point
		case r.Missing != block.Nothing && r.Number.Compare == n.Compare && r.Number.Digits() == n.Digits() && missing == block.Nothing:
			missing = r.Missing
		}
	}
	switch {
	case missing == block.Point:
		return evidence.PointMissing
	case missing == block.Digits:
		return evidence.DigitsMissing
	case n.Repaired > 0:
		return evidence.Repaired
	case e.Occluded:
		return evidence.Touched
	case e.maybeMark(n):
		return evidence.MaybeMark
	case e.Dotted && strings.ContainsAny(n.Digits(), likeDottedZero):
		return evidence.Dotted
	}
	return evidence.Whole
}

func (e Evidence) place(v float64) string {
	switch {
	case e.Interval == nil:
		return evidence.Absent
	case e.Interval.Position(v) == 0:
		return evidence.Inside
	case e.Interval.far(v):
		return evidence.Far
	}
	return evidence.Outside
}

func (e Evidence) decimals(n Number) string {
	if e.Interval == nil {
		return evidence.Unknown
	}
	least, most := e.Interval.Decimals, e.Interval.Decimals
	if e.Decimals >= 0 {
		least, most = min(least, e.Decimals), max(most, e.Decimals)
	}
	switch {
	case n.Decimals == e.Interval.Decimals || n.Decimals == e.Decimals || e.Usual > 0 && n.Decimals == e.Usual:
		return evidence.Usual
	case n.Decimals == 0 && least > 0:
		return evidence.Fewer
	case n.Decimals > most+1:
		return evidence.More
	}
	return evidence.Unknown
}

// far reports whether a value lies far beyond a limit.
func (i Interval) far(v float64) bool {
	return i.High > 0 && !math.IsInf(i.High, 1) && v > farBeyond*i.High || i.Low > 0 && v < i.Low/farBeyond
}

// A Mark is what a laboratory prints beside a result outside its reference
// interval.
type Mark int

// The marks.
const (
	NoMark   Mark = iota
	High          // ↑, H
	Low           // ↓, L
	Abnormal      // *, 异常: without a direction
)

// Flag is the mark as the API gives it: "H", "L", "A" or "".
func (m Mark) Flag() string {
	return [...]string{NoMark: "", High: "H", Low: "L", Abnormal: "A"}[m]
}

// mark is what the printed mark says of a value, as evidence.
func (e Evidence) mark(v float64) string {
	position := 0
	if e.Interval != nil {
		position = e.Interval.Position(v)
	}
	switch {
	case e.Interval == nil, e.Mark == NoMark && !e.Marks:
		return evidence.None
	case e.Mark == NoMark && position == 0:
		return evidence.Absent
	case e.Mark == NoMark:
		return evidence.Missing
	case !e.Sure:
		return evidence.Vague
	case position != 0 && (e.Mark == Abnormal || position > 0 == (e.Mark == High)):
		return evidence.Agrees
	}
	return evidence.Contradicts
}

// belied reports whether a plain mark says low of what is high, or high of what
// is low.
func (e Evidence) belied(v float64) bool {
	if e.Interval == nil || !e.Sure {
		return false
	}
	position := e.Interval.Position(v)
	return e.Mark == Low && position > 0 || e.Mark == High && position < 0
}
