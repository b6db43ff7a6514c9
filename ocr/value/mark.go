package value

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
