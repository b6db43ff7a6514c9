package value

import "tijian/ocr/evidence"

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
