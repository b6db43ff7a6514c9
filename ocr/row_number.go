package ocr

import (
	"strconv"
	"strings"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
)

// rowNumbers tells for each block of rows, as the compact reader read it, whether
// it numbers its row: such a number is no result and needs no witness. They are
// whole numbers, each one more than that above it.
func rowNumbers(rows []layout.Row, blocks []layout.Block, own []compact.Reading, em float64) []bool {
	out := make([]bool, len(blocks))
	rowOf := make([]int, 0, len(blocks))
	for i := range rows {
		for range rows[i].Blocks {
			rowOf = append(rowOf, i)
		}
	}
	type end struct{ block, length int }
	before := make(map[int]int) // the block above in the same count
	ends := map[int][]end{}     // by the number that comes next
	for i := range blocks {
		text := strings.TrimSpace(own[i].Text)
		n, err := strconv.Atoi(text)
		if err != nil || len(text) > countDigits || n < 1 || own[i].Confidence < sureNumber {
			continue
		}
		length := 1
		for _, e := range ends[n] {
			below := rowOf[i] - rowOf[e.block]
			beside := float64(blocks[i].Box.Max.X+blocks[i].Box.Min.X-blocks[e.block].Box.Max.X-blocks[e.block].Box.Min.X) / 2
			if below >= 1 && below <= countApart && beside >= -countAside*em && beside <= countAside*em {
				before[i], length = e.block, e.length+1
			}
		}
		ends[n+1] = append(ends[n+1], end{i, length})
		if length == countLeast {
			for at, ok := i, true; ok; at, ok = before[at] {
				out[at] = true
			}
		} else if length > countLeast {
			out[i] = true
		}
	}
	return out
}
