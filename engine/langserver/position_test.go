package langserver

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// FuzzPosition holds the columns of editors, in units of UTF-16, against those of
// problems, in characters: each leads to the other and back, also within a
// character of two units and outside of the text.
func FuzzPosition(f *testing.F) {
	f.Add("tip: 肌酐偏高\r\n𠮷𠮷 > 3\n", 1, 3)
	f.Add("\ufeff- a: é\u0301😀b", 0, 8)
	f.Add("", -1, 99)
	f.Fuzz(func(t *testing.T, text string, line, character int) {
		if !utf8.ValidString(text) {
			return // editors send UTF-8
		}
		lines := linesOf(text)
		if strings.ContainsAny(strings.Join(lines, ""), "\r\n") {
			t.Fatalf("a line end within %q", lines)
		}
		p := position{line, character}
		atLine, column := lines.place(p)
		back := lines.position(atLine, column)
		if again, at := lines.place(back); again != atLine || at != column {
			t.Fatalf("%v is %d:%d and back %v, which is %d:%d", p, atLine, column, back, again, at)
		}
		own := lines[atLine-1]
		units := len(utf16.Encode([]rune(own)))
		if line < 0 || line >= len(lines) || character < 0 || character > units {
			return // moved to where there is text
		}
		// What lies before is the same text in both counts, or lacks half a character.
		whole := utf16.Encode([]rune(own))[:character]
		before := []rune(own)[:column-1]
		if got := len(utf16.Encode(before)); got != len(whole) && got != len(whole)-1 || back.Character != got {
			t.Fatalf("%q has %d units before %v, and %d characters have %d; back at %v", own, len(whole), p, len(before), got, back)
		}
		if got := string(before); !strings.HasPrefix(own, got) || string(lines.after(atLine, column)) != own[len(got):] {
			t.Fatalf("%q is not parted at %d", own, column)
		}
	})
}
