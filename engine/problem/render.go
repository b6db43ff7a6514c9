package problem

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Render writes every problem with its place, the line it stands in (of a long
// one the part around the place), a caret under the right character and the
// fix; notes get one line. Files are read
// from sources by the places' names; a file that cannot be read, or is not UTF-8,
// is shown without its line. The error is the writer's.
func Render(w io.Writer, list List, sources fs.FS, lang string) error {
	out := bufio.NewWriter(w)
	files := map[string][]string{}
	for _, p := range list {
		reason, fix := p.ZH, p.FixZH
		heading, label := headings[p.Severity], "改法"
		if lang == English {
			reason, fix, heading, label = p.EN, p.FixEN, p.Severity.String(), "fix"
		}
		fmt.Fprintf(out, "%s: %s[%s]: %s\n", p.Place, heading, p.Code, reason)
		if p.Severity == Note {
			continue
		}
		lines, seen := files[p.File]
		if !seen {
			lines = readLines(sources, p.File)
			files[p.File] = lines
		}
		if p.Line >= 1 && p.Line <= len(lines) {
			line, column := excerpt(lines[p.Line-1], p.Column)
			number := fmt.Sprintf("%5d", p.Line)
			fmt.Fprintf(out, "%s | %s\n", number, line)
			if p.Column >= 1 {
				fmt.Fprintf(out, "%s | %s^\n", strings.Repeat(" ", len(number)), pad(line, column-1))
			}
		}
		if fix != "" {
			fmt.Fprintf(out, "        %s: %s\n", label, fix)
		}
	}
	return out.Flush()
}

var headings = [...]string{Error: "错误", Warning: "提醒", Note: "说明"}

func readLines(sources fs.FS, name string) []string {
	if sources == nil || !fs.ValidPath(name) {
		return nil
	}
	data, err := fs.ReadFile(sources, name)
	if err != nil {
		return nil
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil // another encoding, which a terminal would show as anything
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
}

// pad is the blank as wide on a terminal as the first n characters of line:
// East Asian wide and full-width characters take two columns, combining marks
// none, and a tab stays a tab.
func pad(line string, n int) string {
	var b strings.Builder
	for _, r := range line {
		if n <= 0 {
			break
		}
		n--
		b.WriteString(blank(r))
	}
	for range n { // a place behind the end of the line
		b.WriteByte(' ')
	}
	return b.String()
}

func blank(r rune) string {
	switch {
	case r == '\t':
		return "\t"
	case r >= 0x300 && r <= 0x36F, r == 0x200B, r == 0xFEFF: // combining, zero width
		return ""
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return "  "
	default:
		return " "
	}
}

// longestQuote is how many characters of a file are shown in one piece. A file
// may turn out to be something else, such as a key, and what is said about it
// goes to logs and answers.
const longestQuote = 60

// Quote returns text, shortened where it is too long to be quoted.
func Quote(text string) string {
	runes := []rune(text)
	if len(runes) <= longestQuote {
		return text
	}
	return string(runes[:longestQuote-1]) + "…"
}

// excerpt returns the part of a line around a column, and the column within
// it; columns count characters from 1.
func excerpt(line string, column int) (string, int) {
	runes := []rune(line)
	if len(runes) <= longestQuote {
		return line, column
	}
	const before = longestQuote * 2 / 3
	begin := max(0, min(column-1-before, len(runes)-longestQuote))
	shown := slices.Clone(runes[begin : begin+longestQuote])
	if begin > 0 {
		shown[0] = '…'
	}
	if begin+longestQuote < len(runes) {
		shown[longestQuote-1] = '…'
	}
	return string(shown), column - begin
}
