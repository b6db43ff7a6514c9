package scale

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// cells is the width of a text in half Chinese characters.
func cells(s string) int { return text.StringWidth(s) }

// notAtBeginning are signs that no line may begin with.
const notAtBeginning = "，。、；：？！）》”’,.;:?!)%"

// wrap cuts a text into lines of so many pixels.
func wrap(s string, width, size int) []string {
	return wrapCells(s, max(4, width*10/(size*6)-1))
}

// wrapCells cuts a text into lines of so many cells, between words where it
// can.
func wrapCells(s string, most int) []string {
	var lines []string
	var line, word strings.Builder
	flush := func() {
		if line.Len() > 0 && cells(line.String())+cells(word.String()) > most {
			lines = append(lines, strings.TrimRight(line.String(), " "))
			line.Reset()
		}
		line.WriteString(word.String())
		word.Reset()
	}
	for _, r := range s {
		if cells(string(r)) > 1 && !strings.ContainsRune(notAtBeginning, r) {
			flush()
		}
		word.WriteRune(r)
		if r == ' ' || cells(word.String()) >= most {
			flush()
		}
	}
	flush()
	return append(lines, strings.TrimRight(line.String(), " "))
}
