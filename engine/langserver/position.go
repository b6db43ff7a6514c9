package langserver

import (
	"strings"
	"unicode/utf16"
)

// linesOf takes a text apart as editors do, line ends left out.
func linesOf(text string) lines {
	text = strings.TrimPrefix(text, "\ufeff")
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// lines are those of a text. Problems count lines and columns from 1, columns in
// characters; editors count both from 0, columns in units of UTF-16.
type lines []string

// position is where a character stands; what lies outside of the text is moved
// to its nearest end.
func (t lines) position(line, column int) position {
	line = min(max(line, 1), len(t))
	text := []rune(t[line-1])
	column = min(max(column, 1), len(text)+1)
	return position{line - 1, len(utf16.Encode(text[:column-1]))}
}

// place is the reverse: the line and the column of the character at a position,
// or within which it lies.
func (t lines) place(p position) (line, column int) {
	line = min(max(p.Line, 0), len(t)-1) + 1
	column = 1
	left := p.Character
	for _, r := range t[line-1] {
		if left -= utf16.RuneLen(r); left < 0 {
			break
		}
		column++
	}
	return line, column
}

// span is the range of some characters of a line.
func (t lines) span(line, column, length int) span {
	return span{t.position(line, column), t.position(line, column+length)}
}

// after returns the text of a line from a column on.
func (t lines) after(line, column int) []rune {
	if line < 1 || line > len(t) {
		return nil
	}
	text := []rune(t[line-1])
	return text[min(max(column-1, 0), len(text)):]
}
