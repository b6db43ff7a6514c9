package table

import (
	"slices"
	"strings"
	"unicode"

	"tijian/ocr/block"
)

// specks tells a line of nothing but what frames and dirt leave: brackets, and
// lone letters of which no reader is sure. It would stand between a name and
// its value.
func specks(line block.Line) bool {
	return len(line.Blocks) > 0 && !slices.ContainsFunc(line.Blocks, func(b block.Block) bool {
		return len(b.Readings) == 0 || slices.ContainsFunc(b.Readings, says)
	})
}

// says tells that a reading may say something.
func says(r block.Reading) bool {
	const signs = "+-±↑↓—*"
	told := strings.TrimFunc(r.Text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(signs, c)
	})
	all := []rune(told)
	return len(all) > 1 || len(all) == 1 && (!unicode.IsLetter(all[0]) || unicode.Is(unicode.Han, all[0]) || r.Sureness() >= speckSure)
}
