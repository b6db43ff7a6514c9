package strictyaml

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
)

// A Text is a scalar that knows where each of its characters stands in the
// file, whatever its quoting.
type Text struct {
	Value string
	At    problem.Place // its first character, quotes aside
	file  *File
	node  *yaml.Node
	// Of a text with replacements: as it was, and where in it each character of
	// the value, and its end, stands.
	before string
	origin []int
}

// Set reports whether the file has the value at all.
func (t Text) Set() bool { return t.node != nil }

// Replace returns the text with parts of it replaced, which find gives one after
// another by where they begin and end. What stands for one has the place of its
// beginning.
func (t Text) Replace(find iter.Seq2[int, int], by func(match string) string) Text {
	var value strings.Builder
	origin := make([]int, 0, len(t.Value)+1)
	runes, at := 0, 0 // of the value as it is
	keep := func(piece string) {
		value.WriteString(piece)
		for range piece {
			origin = append(origin, runes)
			runes++
		}
	}
	for from, to := range find {
		keep(t.Value[at:from])
		match := t.Value[from:to]
		at = to
		after := by(match)
		if after == match {
			keep(match)
			continue
		}
		value.WriteString(after)
		for range after {
			origin = append(origin, runes)
		}
		runes += utf8.RuneCountInString(match)
	}
	keep(t.Value[at:])
	before := t.Value
	t.Value, t.before, t.origin = value.String(), before, append(origin, runes)
	return t
}

// Written returns the value as the file has it.
func (t Text) Written() string {
	if t.origin != nil {
		return t.before
	}
	return t.Value
}

// WordAt returns the name or number that the file has where a character of the
// value stands: fpg_impaired where its number was filled in.
func (t Text) WordAt(offset int) string {
	if t.origin != nil {
		offset = t.origin[min(offset, len(t.origin)-1)]
	}
	rest := []rune(t.Written())
	rest = rest[min(offset, len(rest)):]
	end := slices.IndexFunc(rest, func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(rest)
	}
	return string(rest[:end])
}

// replaced finds a line and column of the value in the text before it was
// changed.
func (t Text) replaced(line, column int) (int, int) {
	offset := column
	lines := strings.Split(t.Value, "\n")
	for _, text := range lines[:min(line-1, len(lines))] {
		offset += len([]rune(text)) + 1
	}
	return behind([]rune(t.before)[:t.origin[min(offset, len(t.origin)-1)]])
}

// behind is the line, from 1, and the column, from 0, behind some characters.
func behind(text []rune) (line, column int) {
	line = 1
	for _, r := range text {
		if column++; r == '\n' {
			line, column = line+1, 0
		}
	}
	return line, column
}

// PlaceOf returns the place of a character of Value, counted from 0.
func (t Text) PlaceOf(offset int) problem.Place {
	runes := []rune(t.Value)
	return t.Place(behind(runes[:min(max(offset, 0), len(runes))]))
}

// Cut returns the place of a comment behind an unquoted value, which may have
// been meant as a part of it: `tip: 总胆固醇 #1 合适`.
func (t Text) Cut() (problem.Place, bool) {
	if t.node == nil || t.node.LineComment == "" || t.node.Style != 0 || !strings.HasPrefix(t.node.LineComment, "#") {
		return problem.Place{}, false
	}
	at := t.walk(len([]rune(t.Value)))
	line := string(t.file.line(at.Line))
	i := strings.Index(line, t.node.LineComment)
	if i < 0 {
		return t.At, true
	}
	at.Column = len([]rune(line[:i])) + 1
	return at, true
}

// Place returns the place of a character of Value: line from 1 and column from
// 0, counted in characters, as expr reports errors. Where escapes hide the
// place it gives the beginning of the scalar.
func (t Text) Place(line, column int) problem.Place {
	if t.origin != nil {
		line, column = t.replaced(line, column)
		t.Value, t.origin = t.before, nil
	}
	if t.node == nil || t.file == nil {
		return t.At
	}
	at := t.At
	if t.node.Style&yaml.LiteralStyle != 0 {
		at.Line, at.Column = t.node.Line+line, t.file.indent(t.node.Line)+column+1
		return at
	}
	offset := column
	for i, text := range strings.Split(t.Value, "\n") {
		if i+1 >= line {
			break
		}
		offset += len([]rune(text)) + 1
	}
	return t.walk(offset)
}

// indent is the indentation of the first non-blank line after a block
// scalar's header, the lines counted from 1.
func (f *File) indent(header int) int {
	for _, line := range f.lines[min(header, len(f.lines)):] {
		if body := strings.TrimLeft(line, " "); body != "" {
			return len(line) - len(body)
		}
	}
	return 0
}

// walk follows the source from the scalar's first character to the offset-th
// of its value: line ends fold to blanks, ” stands for '.
func (t Text) walk(offset int) problem.Place {
	value := []rune(t.Value)
	at := t.At
	source := t.file.line(at.Line)
	i := at.Column - 1
	for _, v := range value[:min(offset, len(value))] {
		switch {
		case i < len(source) && source[i] == v && !blank(source[i:]):
			if v == '\'' && t.node.Style&yaml.SingleQuotedStyle != 0 {
				i++ // the second of a doubled quote
			}
			i++
		case (v == ' ' || v == '\n') && blank(source[min(i, len(source)):]):
			for at.Line < len(t.file.lines) {
				at.Line++
				source = t.file.line(at.Line)
				i = 0
				for i < len(source) && source[i] == ' ' {
					i++
				}
				if i < len(source) {
					break
				}
			}
		case v == '\n': // of several blank lines, which were passed at once
		default:
			return t.At
		}
	}
	at.Column = i + 1
	if offset > len(value) {
		at.Column += offset - len(value)
	}
	return at
}

func blank(text []rune) bool {
	return !slices.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
}

func (f *File) line(n int) []rune {
	if n < 1 || n > len(f.lines) {
		return nil
	}
	return []rune(f.lines[n-1])
}

func (f *File) text(n *yaml.Node) Text {
	at := f.place(n)
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		at.Column++
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		at.Line, at.Column = at.Line+1, f.indent(n.Line)+1
	}
	return Text{Value: strings.TrimRight(n.Value, "\n"), At: at, file: f.source(), node: n}
}
