package table

import (
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
)

// findSmall finds the numbers and grades that are not as large as results are on a page
// that prints these much larger than all else: limits, corners of cards and other pieces
// stand in the usual size there.
func (l *lined) findSmall(usual int) {
	large := largeResult * float64(usual)
	found, names := 0, 0
	for _, cells := range l.cells {
		for i := range cells {
			c := &cells[i]
			if float64(c.Box.Dy()) >= large && c.look == numberLook && slices.ContainsFunc(c.Readings, isPlain) {
				found++
			}
			if c.best().Sim >= nameSure && !c.holdsValue() {
				names++
			}
		}
	}
	if found < largeFewest || 2*found < names {
		return
	}
	for _, cells := range l.cells {
		for i := range cells {
			c := &cells[i]
			c.small = c.holdsValue() && c.look != intervalLook && float64(c.Box.Dy()) < large*smallResult
		}
	}
}

// isPlain tells a reading of nothing but a number.
func isPlain(r block.Reading) bool {
	n, ok := value.ParseNumber(r.Text)
	return ok && n.Compare == ""
}
