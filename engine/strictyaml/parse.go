// Package strictyaml reads YAML that people edit: every value knows its place,
// unknown and duplicate keys are faults, and what YAML silently misreads
// (octal numbers, tabs, full-width colons, aliases) is refused with a reason
// and what to write instead. All faults of a file are collected.
package strictyaml

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A File is one parsed YAML document with its source lines.
type File struct {
	Name  string
	root  *yaml.Node // nil for an empty file
	lines []string
	bare  *File // this one without its tree
}

// source is the file for texts, which live as long as the rules do and would
// keep its tree.
func (f *File) source() *File {
	if f.bare == nil {
		f.bare = &File{Name: f.Name, lines: f.lines}
	}
	return f.bare
}

// Parse reads one document. On a syntax fault it adds the problem and returns
// nil.
func Parse(name string, data []byte, list *problem.List) *File {
	f := &File{Name: name}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f.lines = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.IndexByte(data, 0) >= 0 {
		list.Add(message.UTF16.At(problem.Place{File: name, Line: 1, Column: 1}))
		return nil
	}
	if !utf8.Valid(data) {
		list.Add(f.badEncoding())
		return nil
	}
	for _, look := range []func() problem.List{f.conflicts, f.tabs, f.unseen} {
		if found := look(); len(found) > 0 {
			*list = append(*list, found...)
			return nil
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := decode(decoder, &doc); err != nil {
		if err.Error() == "EOF" {
			return f
		}
		*list = append(*list, f.wideColons(f.syntaxHints(f.syntax(err)))...)
		return nil
	}
	if len(doc.Content) > 0 {
		f.root = doc.Content[0]
	}
	var second yaml.Node
	if err := decode(decoder, &second); err == nil {
		list.Add(message.SecondDocument.At(problem.Place{File: name, Line: second.Line, Column: second.Column}))
		return nil
	} else if err.Error() != "EOF" {
		list.Add(f.syntax(err))
		return nil
	}
	return f
}

// decode turns a panic of the YAML library into an error.
func decode(d *yaml.Decoder, node *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return d.Decode(node)
}

func (f *File) badEncoding() problem.Problem {
	at := problem.Place{File: f.Name, Line: 1, Column: 1}
	for i, line := range f.lines {
		if !utf8.ValidString(line) {
			valid := 0
			for rest := line; ; valid++ {
				r, size := utf8.DecodeRuneInString(rest)
				if r == utf8.RuneError && size == 1 {
					break
				}
				rest = rest[size:]
			}
			at.Line, at.Column = i+1, valid+1
			break
		}
	}
	return message.Encoding.At(at)
}

// conflicts finds what a program that merges files leaves to people.
func (f *File) conflicts() problem.List {
	var list problem.List
	for i, line := range f.lines {
		if strings.HasPrefix(line, "<<<<<<< ") {
			list.Add(message.MergeConflict.At(problem.Place{File: f.Name, Line: i + 1, Column: 1}))
		}
	}
	return list
}

// tabs finds tabs used as indentation, which YAML forbids.
func (f *File) tabs() problem.List {
	var list problem.List
	for i, line := range f.lines {
		blank := len(line) - len(strings.TrimLeft(line, " \t"))
		if t := strings.IndexByte(line[:blank], '\t'); t >= 0 && blank < len(line) {
			list.Add(message.Tab.At(problem.Place{File: f.Name, Line: i + 1, Column: t + 1}))
		}
	}
	return list
}

var (
	errorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	// What a Chinese input method writes where YAML wants ASCII.
	wideColon = regexp.MustCompile(`^(\s*(?:- )?[{\[]?\s*["'\w.]+)：`)
	widePunct = regexp.MustCompile(`[：，｛｝［］＃－“”‘’]`)
)

// syntaxReasons explains the library's errors, known by a part of them.
var syntaxReasons = []struct {
	part    string
	message message.Message
}{
	{"mapping values are not allowed", message.ColonTooMany},
	{"did not find expected key", message.KeysNotAligned},
	{"did not find expected '-' indicator", message.DashesNotAligned},
	{"did not find expected ',' or '}'", message.OpenBrace},
	{"did not find expected ',' or ']'", message.OpenBracket},
	{"did not find expected node content", message.ContentMissing},
	{"found character that cannot start any token", message.BadFirstCharacter},
	{"found unexpected end of stream", message.OpenQuote},
	{"could not find expected ':'", message.ColonMissing},
	{"found unknown escape character", message.UnknownEscape},
	{"unknown anchor", message.UnknownAnchor},
	{"block sequence entries are not allowed", message.ListNotHere},
	{"control characters are not allowed", message.ControlCharacter},
}

// syntax explains a fault of the YAML library. Full-width punctuation near the
// fault is named first, for it is the usual cause.
func (f *File) syntax(err error) problem.Problem {
	m := errorLine.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	line, reason := 1, err.Error()
	if m != nil {
		reason = m[2]
		if n, e := strconv.Atoi(m[1]); e == nil {
			line = n
		}
		line = min(max(f.firstBad(reason, line), 1), len(f.lines))
	}
	for _, l := range []int{line, line - 1, line + 1} {
		if l < 1 || l > len(f.lines) {
			continue
		}
		if at := wideColon.FindStringSubmatchIndex(f.lines[l-1]); at != nil {
			return message.FullWidthColon.At(problem.Place{File: f.Name, Line: l, Column: utf8.RuneCountInString(f.lines[l-1][:at[3]]) + 1})
		}
	}
	text := f.lines[line-1]
	place := problem.Place{File: f.Name, Line: line, Column: utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " ")) + 1}
	for _, r := range syntaxReasons {
		if !strings.Contains(reason, r.part) {
			continue
		}
		p := r.message.At(place)
		if sign := widePunct.FindString(text); sign != "" {
			too := message.WidePunctuation.With("sign", sign)
			p.FixZH, p.FixEN = p.FixZH+too.ZH, p.FixEN+too.EN
		}
		return p
	}
	return message.Syntax.At(place, "reason", reason)
}

// wideColons adds, to the faults already known, every other line whose key has
// a full-width colon: they usually come in numbers.
func (f *File) wideColons(list problem.List) problem.List {
	known := map[int]bool{}
	for _, p := range list {
		known[p.Line] = true
	}
	for i, line := range f.lines {
		at := wideColon.FindStringSubmatchIndex(line)
		if at == nil || known[i+1] {
			continue
		}
		list.Add(message.FullWidthColon.At(problem.Place{File: f.Name, Line: i + 1, Column: utf8.RuneCountInString(line[:at[3]]) + 1}))
	}
	return list
}

// firstBad finds the line with which the fault comes in. The library names the
// beginning of the construct around it, which may be a screen above, so the
// beginning of the file is read again, cut off at different lines.
func (f *File) firstBad(reason string, reported int) int {
	same := func(n int) bool {
		var doc yaml.Node
		err := decode(yaml.NewDecoder(strings.NewReader(strings.Join(f.lines[:n], "\n")+"\n")), &doc)
		return err != nil && strings.HasSuffix(strings.ReplaceAll(err.Error(), "\n", " "), reason)
	}
	n := 1 + sort.Search(len(f.lines), func(i int) bool { return same(i + 1) })
	if n > len(f.lines) {
		return reported
	}
	return n
}

func (f *File) place(n *yaml.Node) problem.Place {
	if n == nil {
		return problem.Place{File: f.Name}
	}
	return problem.Place{File: f.Name, Line: n.Line, Column: n.Column}
}

// ReadFile parses a file and decodes it. It adds every problem to list and
// reports whether there was none.
func ReadFile(fsys fs.FS, name string, into any, list *problem.List) bool {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
		return false
	}
	f := Parse(name, data, list)
	return f != nil && f.Decode(into, list)
}
