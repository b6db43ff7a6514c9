package langserver

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// cursor marks the place of the cursor in a text that is read as if a word
// stood there.
const cursor = "zzcursorzz"

// A spot is where the cursor stands.
type spot struct {
	strictyaml.Scalar
	before string   // what of the scalar stands before the cursor
	beside []string // the keys of its mapping
}

// spotAt reads a file down to the cursor. Only the outermost item around it is
// read, so that faults elsewhere do not matter, and what is open is closed.
func spotAt(shape strictyaml.Shape, text lines, line, column int) (spot, bool) {
	current := string([]rune(text[line-1])[:column-1])
	first := line - 1
	for outermost := current; first > 0 && (outermost == "" || strings.ContainsAny(outermost[:1], " #")); outermost = text[first] {
		first--
	}
	block := strings.Join(append(slices.Clone(text[first:line-1]), current), "\n") + cursor
	for _, ending := range []string{"", ": 0"} {
		file := strictyaml.Parse("", []byte(block+ending+closing(block)+"\n"), &problem.List{})
		if file == nil {
			continue
		}
		var found spot
		keys := map[*strictyaml.Item][]string{}
		for s := range file.Scalars(shape) {
			if before, _, here := strings.Cut(s.Value, cursor); here {
				found = spot{Scalar: s, before: before}
			} else if s.Key {
				keys[s.Item] = append(keys[s.Item], s.Path)
			}
		}
		if found.Item != nil {
			found.beside = keys[found.Item]
			for _, l := range text { // the keys of a file that is one mapping
				key, _, _ := strings.Cut(l, ":")
				found.beside = append(found.beside, key)
			}
			return found, true
		}
	}
	return spot{}, false
}

// closing is what closes the quotes and brackets that a text leaves open.
func closing(text string) string {
	var open []rune
	before, quote := ' ', rune(0)
	for _, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case (r == '"' || r == '\'') && strings.ContainsRune(" [{,(:", before):
			quote = r
		case r == '[':
			open = append(open, ']')
		case r == '{':
			open = append(open, '}')
		case len(open) > 0 && r == open[len(open)-1]:
			open = open[:len(open)-1]
		}
		before = r
	}
	slices.Reverse(open)
	if quote != 0 {
		return string(quote) + string(open)
	}
	return string(open)
}

// complete lists what may be written at a position: the keys that are missing,
// the names that are expected, or what others have there.
func (s *server) complete(p positionParams) (any, error) {
	f := s.read(s.nameOf(p.Document.URI))
	if f == nil {
		return nil, nil
	}
	line, column := f.lines.place(p.Position)
	at, ok := spotAt(f.shape, f.lines, line, column)
	if !ok {
		return nil, nil
	}
	c := completer{index: s.version(versionOf(f.name)), all: []completion{}}
	replaced := at.before
	switch use, expected := f.shape.Uses[at.Path]; {
	case at.Key && at.Of != nil:
		c.keys(f.shape, at)
	case expected:
		c.names(use.Kind)
		c.values(f.shape.Fields[at.Path].Choices, "")
	case slices.Contains(f.shape.Expressions, at.Path):
		replaced = at.before[strings.LastIndexFunc(at.before, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })+1:]
		c.names(variables...)
		c.fields()
	case strings.LastIndexByte(at.before, '{') > strings.LastIndexByte(at.before, '}'):
		replaced = at.before[strings.LastIndexByte(at.before, '{')+1:]
		c.names(constants)
	default:
		c.values(f.shape.Fields[at.Path].Choices, lastKey(at.Path))
	}
	if before := string([]rune(f.lines[line-1])[:column-1]); !strings.HasSuffix(before, replaced) {
		replaced = "" // it begins on a line before, or with an escape
	}
	for i := range c.all {
		c.all[i].Edit.Range = f.lines.span(line, column-utf8.RuneCountInString(replaced), utf8.RuneCountInString(replaced))
	}
	return c.all, nil
}

type completer struct {
	index
	all []completion
}

func (c *completer) keys(shape strictyaml.Shape, at spot) {
	above := strings.TrimSuffix(strings.TrimSuffix(at.Path, at.Value), ".")
	for _, m := range strictyaml.Members(at.Of) {
		path := strictyaml.Join(above, m.Key)
		if slices.Contains(at.beside, path) {
			continue
		}
		c.all = append(c.all, completion{Label: m.Key, Kind: completesKey, Detail: shape.Fields[path].ZH, Edit: textEdit{NewText: m.Key + ": "}})
	}
}

// names offers what is defined, by its title, too.
func (c *completer) names(kinds ...string) {
	seen := map[string]bool{}
	for _, n := range c.each(func(n *name) bool { return n.defined && slices.Contains(kinds, n.kind) }) {
		if !seen[n.text] {
			c.all = append(c.all, completion{Label: n.text, Kind: completesName, Detail: n.title, FilterText: strings.TrimSpace(n.text + " " + n.title), Edit: textEdit{NewText: n.text}})
		}
		seen[n.text] = true
	}
}

// fields offers what expressions use and no file defines: fields of persons and
// functions.
func (c *completer) fields() {
	seen := map[string]bool{}
	for _, n := range c.each(func(n *name) bool { return n.kind == variable }) {
		seen[n.text] = true
	}
	c.words(seen)
}

// values offers the choices of a field, or what it has elsewhere.
func (c *completer) values(choices []string, key string) {
	seen := map[string]bool{}
	for _, word := range choices {
		seen[word] = true
	}
	for _, f := range c.index {
		if len(choices) > 0 {
			break
		}
		for _, word := range f.words[key] {
			seen[word] = true
		}
	}
	if len(seen) <= mostWords {
		c.words(seen)
	}
}

// words offers those that are not offered as names.
func (c *completer) words(of map[string]bool) {
	for _, n := range c.all {
		delete(of, n.Label)
	}
	for _, word := range slices.Sorted(maps.Keys(of)) {
		c.all = append(c.all, completion{Label: word, Kind: completesValue, Edit: textEdit{NewText: word}})
	}
}
