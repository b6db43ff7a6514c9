// Package strictyaml reads YAML that people edit: every value knows its place,
// unknown and duplicate keys are faults, and what YAML silently misreads
// (octal numbers, tabs, full-width colons, aliases) is refused with a reason
// and a mend. All faults of a file are collected.
package strictyaml

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
	"tijian/engine/problem"
)

// A File is one parsed YAML document with its source lines.
type File struct {
	Name  string
	root  *yaml.Node // nil for an empty file
	lines []string
}

// Parse reads one document. On a syntax fault it adds the problem and returns
// nil.
func Parse(name string, data []byte, list *problem.List) *File {
	f := &File{Name: name}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f.lines = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	if !utf8.Valid(data) {
		list.Add(f.badEncoding())
		return nil
	}
	if tabs := f.tabs(); len(tabs) > 0 {
		*list = append(*list, tabs...)
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := decode(decoder, &doc); err != nil {
		if err.Error() == "EOF" {
			return f
		}
		*list = append(*list, f.wideColons(f.further(f.syntax(err)))...)
		return nil
	}
	if len(doc.Content) > 0 {
		f.root = doc.Content[0]
	}
	var second yaml.Node
	if err := decode(decoder, &second); err == nil {
		list.Add(problem.Problem{
			Place: problem.Place{File: name, Line: second.Line, Column: second.Column}, Code: "yaml-documents",
			ZH: "一个文件只能有一份内容，这里用 --- 开始了第二份", EN: "a file holds one document; --- starts a second one",
			MendZH: "删去 ---，或把后面的内容移到另一个文件", MendEN: "Remove --- or move what follows to a file of its own",
		})
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
	return problem.Problem{
		Place: at, Code: "encoding",
		ZH: "文件不是 UTF-8 编码（可能是 GBK）", EN: "the file is not UTF-8 (perhaps GBK)",
		MendZH: "在编辑器中另存为 UTF-8", MendEN: "Save it as UTF-8",
	}
}

// tabs finds tabs used as indentation, which YAML forbids.
func (f *File) tabs() problem.List {
	var list problem.List
	for i, line := range f.lines {
		blank := len(line) - len(strings.TrimLeft(line, " \t"))
		if t := strings.IndexByte(line[:blank], '\t'); t >= 0 && blank < len(line) {
			list.Add(problem.Problem{
				Place: problem.Place{File: f.Name, Line: i + 1, Column: t + 1}, Code: "tab",
				ZH: "行首不能用制表符（Tab）缩进", EN: "a tab cannot indent a line",
				MendZH: "改用空格，每级两个", MendEN: "Use spaces, two for each level",
			})
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

// syntaxReasons translates the library's messages, matched by their beginning.
var syntaxReasons = []struct{ begin, zh, mendZH, mendEN string }{
	{"mapping values are not allowed", "这里多了一个冒号，或缩进不对", "含冒号的文字或公式（如“? :”）请整个加引号；检查这一行与上一行的缩进", "Quote a text or formula that holds a colon; check the indentation"},
	{"did not find expected key", "缩进与上面的键没有对齐，或者引号、括号没有闭合", "让同一层的键左端对齐，并检查引号和括号", "Align the keys of one level; check quotes and brackets"},
	{"did not find expected '-' indicator", "列表项没有对齐", "让同一列表的 - 左端对齐", "Align the dashes of one list"},
	{"did not find expected ',' or '}'", "花括号 { } 没有闭合，或两项之间缺逗号", "补上 } 或 ,（半角）；含“? :”或“, ”的公式请整个加引号", "Add } or ,; quote a formula that has ? : or a comma"},
	{"did not find expected ',' or ']'", "方括号 [ ] 没有闭合，或两项之间缺逗号", "补上 ] 或 ,（半角）", "Add ] or ,"},
	{"found character that cannot start any token", "这个字符不能出现在开头", "含 @ ` % 等符号的文字请加引号", "Quote a text that begins with @ ` or %"},
	{"found unexpected end of stream", "引号没有闭合", "补上缺少的引号", "Close the quote"},
	{"could not find expected ':'", "键后面缺少冒号", "在键后写半角冒号和一个空格", "Write a colon and a blank behind the key"},
	{"found unknown escape character", "双引号中的反斜杠写法不认识", "改用单引号", "Use single quotes"},
	{"unknown anchor", "引用（*）没有对应的定义", "以 * 开头的文字请加引号", "Quote a text that begins with *"},
	{"block sequence entries are not allowed", "这里不能开始列表项（-）", "检查缩进，列表写在键的下一行", "Check the indentation; a list begins on the line after its key"},
	{"control characters are not allowed", "文件中有看不见的控制字符", "删去该字符", "Remove it"},
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
			return f.fullWidthColon(problem.Place{File: f.Name, Line: l, Column: utf8.RuneCountInString(f.lines[l-1][:at[3]]) + 1})
		}
	}
	text := f.lines[line-1]
	p := problem.Problem{
		Place: problem.Place{File: f.Name, Line: line, Column: utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " ")) + 1},
		Code:  "yaml-syntax", ZH: "YAML 写法有误：" + reason, EN: "YAML syntax: " + reason,
	}
	for _, r := range syntaxReasons {
		if strings.Contains(reason, r.begin) {
			p.ZH, p.MendZH, p.MendEN = r.zh, r.mendZH, r.mendEN
			break
		}
	}
	if at := widePunct.FindStringIndex(text); at != nil && p.MendZH != "" {
		p.MendZH += "；这一行有全角符号“" + text[at[0]:at[1]] + "”，如用作 YAML 标点请改为半角"
		p.MendEN += "; the line has full-width punctuation, which YAML does not know"
	}
	return p
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
		list.Add(f.fullWidthColon(problem.Place{File: f.Name, Line: i + 1, Column: utf8.RuneCountInString(line[:at[3]]) + 1}))
	}
	return list
}

// firstBad finds the line with which the fault comes in. The library names the
// beginning of the construct around it, which may be a screen above, so the
// file is read again up to ever other lines.
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

func (f *File) fullWidthColon(at problem.Place) problem.Problem {
	return problem.Problem{
		Place: at, Code: "full-width-colon",
		ZH: "键后面用了全角冒号“：”", EN: "a full-width colon follows the key",
		MendZH: "改为半角冒号加一个空格“: ”", MendEN: "Write an ASCII colon and a blank",
	}
}

func (f *File) place(n *yaml.Node) problem.Place {
	if n == nil {
		return problem.Place{File: f.Name}
	}
	return problem.Place{File: f.Name, Line: n.Line, Column: n.Column}
}
