package ocr

import (
	"image"
	"slices"
	"testing"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
)

func TestRowNumbers(t *testing.T) {
	// A cell is a text, surely read unless it begins with '?', 100 pixels from the
	// next; em is 30 pixels, and blocks are as wide as two characters.
	tests := []struct {
		name string
		page [][]string
		want []string
	}{
		{"numbers of rows", [][]string{{"1", "钾", "4.1"}, {"2", "钠", "140"}, {"3", "氯", "102"}, {"4", "钙", "2"}, {"5", "镁", "3"}}, []string{"1", "2", "3", "4", "5"}},
		{"over a gap", [][]string{{"1", "钾"}, {"2", "钠"}, {"总"}, {"3", "氯"}, {"4", "钙"}}, []string{"1", "2", "3", "4"}},
		{"too few", [][]string{{"1", "钾"}, {"2", "钠"}, {"3", "氯"}}, nil},
		{"unsure", [][]string{{"1", "钾"}, {"2", "钠"}, {"?3", "氯"}, {"4", "钙"}}, nil},
		{"not below each other", [][]string{{"1", "钾"}, {"2", "钠"}, {"总", "3"}, {"4", "钙"}}, nil},
		{"results", [][]string{{"钾", "4"}, {"钠", "5"}, {"氯", "7"}, {"钙", "8"}, {"镁", "9.0"}}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var rows []layout.Row
			var blocks []layout.Block
			var own []compact.Reading
			var texts []string
			for y, line := range test.page {
				var row layout.Row
				for x, text := range line {
					reading := compact.Reading{Text: text, Confidence: 0.99}
					if text != "" && text[0] == '?' {
						reading = compact.Reading{Text: text[1:], Confidence: 0.5}
					}
					row.Blocks = append(row.Blocks, layout.Block{Box: image.Rect(100*x, 50*y, 100*x+60, 50*y+30)})
					own, texts = append(own, reading), append(texts, reading.Text)
				}
				rows, blocks = append(rows, row), append(blocks, row.Blocks...)
			}
			var got []string
			for i, counted := range rowNumbers(rows, blocks, own, 30) {
				if counted {
					got = append(got, texts[i])
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("they are %q, want %q", got, test.want)
			}
		})
	}
}
