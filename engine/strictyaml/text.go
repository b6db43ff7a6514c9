package strictyaml

import (
	"strings"

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
}

// Set reports whether the file has the value at all.
func (t Text) Set() bool { return t.node != nil }

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
		case i < len(source) && source[i] == v && strings.TrimSpace(string(source[i:])) != "":
			if v == '\'' && t.node.Style&yaml.SingleQuotedStyle != 0 {
				i++ // the second of a doubled quote
			}
			i++
		case (v == ' ' || v == '\n') && strings.TrimSpace(string(source[min(i, len(source)):])) == "":
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
	return Text{Value: strings.TrimRight(n.Value, "\n"), At: at, file: f, node: n}
}
