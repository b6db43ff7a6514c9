package assess

import "tijian/engine/numeral"

// ParseReference reads a range as it was printed: 3.9-6.1, <5, ≥ 60. A text
// without ends, such as 阴性, gives nil, and so does one that can be read in two
// ways (-4.5--1, <1,234). It reports false when the lower end lies above the upper one.
func ParseReference(text string) (*Reference, bool) {
	r, ok, crossed := numeral.ReadRange(text)
	if !ok {
		return nil, !crossed
	}
	return &r, true
}
