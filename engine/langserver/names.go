package langserver

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A name stands for something that is defined, or is its definition.
type name struct {
	kind, text   string
	defined      bool
	title        string // of a definition, where its item has one
	file         *file
	line, column int // from 1, in characters
	item         *strictyaml.Item
	exact        bool // it stands there as it is: no escape hides its place
}

// variable is the kind of what an expression names, which is one of variables,
// or a field of persons or a function, which no file defines.
const variable = "variables"

var variables = []string{constants, "indicators", "derived", "arguments", steps}

const constants, steps = "constants", "steps"

// means reports whether a use of a name means a definition.
func (n *name) means(d *name) bool {
	return d.defined && n.text == d.text && (n.kind == d.kind || n.kind == variable && slices.Contains(variables, d.kind))
}

// A file is what is known of one.
type file struct {
	name  string
	shape strictyaml.Shape
	text  string
	lines lines
	names []*name
	words map[string][]string // short values by their key, each once
	sound bool                // it can be read, and so can every expression
}

func lastKey(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// mostWords that are offered: of a field with more no two are likely the same.
const mostWords = 80

// longestWord that is offered where others have it, in characters.
const longestWord = 20

// inBraces are the constants of a text for readers.
var inBraces = regexp.MustCompile(`\{([A-Za-z]\w*)\}`)

// readFile finds the names in a text. One that cannot be read has none.
func readFile(called string, text string, shape strictyaml.Shape) *file {
	f := &file{name: called, shape: shape, text: text, lines: linesOf(text), words: map[string][]string{}}
	parsed := strictyaml.Parse(called, []byte(text), &problem.List{})
	if f.sound = parsed != nil; !f.sound {
		return f
	}
	var last *name // defined
	for s := range parsed.Scalars(shape) {
		if !s.Names() {
			continue
		}
		if last != nil && last.item == s.Item && last.title == "" && strings.ContainsFunc(s.Value, chinese) {
			last.title = s.Value
		}
		if kind := shape.Defines[s.Path]; kind != "" {
			last = f.add(s, kind, 0, utf8.RuneCountInString(s.Value))
			last.defined = true
			continue
		}
		f.uses(s)
	}
	return f
}

// scalars are the keys and values of the file.
func (f *file) scalars() iter.Seq[strictyaml.Scalar] {
	parsed := strictyaml.Parse(f.name, []byte(f.text), &problem.List{})
	if parsed == nil {
		return func(func(strictyaml.Scalar) bool) {}
	}
	return parsed.Scalars(f.shape)
}

func chinese(r rune) bool { return unicode.Is(unicode.Han, r) }

// uses adds the names that a scalar uses.
func (f *file) uses(s strictyaml.Scalar) {
	use, expected := f.shape.Uses[s.Path]
	length := utf8.RuneCountInString(s.Value)
	switch {
	case expected && use.Place:
		word, _, _ := strings.Cut(s.Value, " ")
		f.add(s, use.Kind, 0, utf8.RuneCountInString(word))
	case expected:
		f.add(s, use.Kind, 0, length)
	case slices.Contains(f.shape.Expressions, s.Path):
		words, ok := expression.Identifiers(s.Value)
		if f.sound = f.sound && (ok || s.Value == ""); !ok {
			words = expression.Tokens(s.Value)
		}
		for _, w := range words {
			if w.Kind == expression.IdentifierToken {
				f.add(s, variable, w.From, w.To)
			}
		}
	default:
		for _, at := range inBraces.FindAllStringSubmatchIndex(s.Value, -1) {
			from := utf8.RuneCountInString(s.Value[:at[2]])
			f.add(s, constants, from, from+at[3]-at[2])
		}
		key := lastKey(s.Path)
		if known := f.words[key]; !s.Key && 0 < length && length <= longestWord && len(known) <= mostWords && !slices.Contains(known, s.Value) {
			f.words[key] = append(known, s.Value)
		}
	}
}

// add notes a name: some characters of a scalar, counted from 0.
func (f *file) add(s strictyaml.Scalar, kind string, from, to int) *name {
	runes := []rune(s.Value)
	before := string(runes[:from])
	at := s.Place(1+strings.Count(before, "\n"), utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]))
	n := &name{kind: kind, text: string(runes[from:to]), file: f, line: at.Line, column: at.Column, item: s.Item}
	n.exact = strings.HasPrefix(string(f.lines.after(n.line, n.column)), n.text)
	f.names = append(f.names, n)
	return n
}

func (n *name) span() span {
	return n.file.lines.span(n.line, n.column, utf8.RuneCountInString(n.text))
}

// at finds the name at a position, or right behind which it is.
func (f *file) at(p position) *name {
	line, column := f.lines.place(p)
	i := slices.IndexFunc(f.names, func(n *name) bool {
		return n.line == line && n.column <= column && column <= n.column+utf8.RuneCountInString(n.text)
	})
	if i < 0 {
		return nil
	}
	return f.names[i]
}

// An index has the files of a version.
type index []*file

func (x index) each(of func(n *name) bool) (found []*name) {
	for _, f := range x {
		for _, n := range f.names {
			if of(n) {
				found = append(found, n)
			}
		}
	}
	return found
}

// definitions of what a name means, those of its own item alone where there are
// any: several formulas may have steps of one name.
func (x index) definitions(n *name) []*name {
	all := x.each(func(d *name) bool { return n.means(d) })
	own := slices.DeleteFunc(slices.Clone(all), func(d *name) bool {
		return d.kind != steps || d.file != n.file || n.line < d.item.First
	})
	if len(own) > 0 {
		return own[len(own)-1:]
	}
	return all
}

// references are the names that mean what a name means, its definitions included.
func (x index) references(n *name) []*name {
	defined := x.definitions(n)
	return x.each(func(use *name) bool {
		return slices.ContainsFunc(defined, func(d *name) bool {
			return use == d || !use.defined && use.means(d) && (d.kind != steps || slices.Contains(x.definitions(use), d))
		})
	})
}
