package strictyaml

import (
	"regexp"
	"slices"
	"testing"

	"tijian/engine/problem"
)

type thing struct {
	Name   Text              `yaml:"name,required"`
	Size   float64           `yaml:"size"`
	Count  int               `yaml:"count"`
	Flag   bool              `yaml:"flag"`
	Tags   []string          `yaml:"tags"`
	Range  [2]float64        `yaml:"range"`
	Extra  Entries[[]Text]   `yaml:"extra"`
	Plain  map[string]string `yaml:"plain"`
	Nested *thing            `yaml:"nested"`
	At     problem.Place
}

func decodeThing(t testing.TB, source string) (thing, problem.List) {
	t.Helper()
	var list problem.List
	var v thing
	if f := Parse("f.yaml", []byte(source), &list); f != nil {
		f.Decode(&v, &list)
	}
	return v, list
}

func TestDecode(t *testing.T) {
	v, list := decodeThing(t, "name: 甲\nsize: 1.5e3\ncount: -3\nflag: true\ntags: [一, 2]\nrange: [1, 2.5]\nextra:\n  b: [x]\n  a: []\nplain: {k: 'v'}\nnested: {name: 乙}\n")
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if v.Name.Value != "甲" || v.Size != 1500 || v.Count != -3 || !v.Flag || v.Tags[1] != "2" || v.Range[1] != 2.5 || v.Plain["k"] != "v" {
		t.Errorf("%+v", v)
	}
	if len(v.Extra) != 2 || v.Extra[0].Key.Value != "b" || v.Extra[0].Key.At.Line != 8 || v.Extra[0].Value[0].Value != "x" {
		t.Errorf("a mapping lost its order or places: %+v", v.Extra)
	}
	if v.Nested.At != (problem.Place{File: "f.yaml", Line: 11, Column: 9}) {
		t.Errorf("place %v", v.Nested.At)
	}
}

// What is behind a replacement is found where it stands in the file.
func TestPlacesBehindReplacements(t *testing.T) {
	for _, c := range []struct {
		source       string
		line, column int // in the value with 1 for each name
		want         [2]int
	}{
		{"name: low < x < high", 1, 4, [2]int{1, 13}},
		{"name: low < x < high", 1, 8, [2]int{1, 17}},
		{"name: 'low < ''x'' < high'", 1, 4, [2]int{1, 14}},
		{"name: |\n  low and\n  high < x", 2, 2, [2]int{3, 8}},
	} {
		v, list := decodeThing(t, c.source)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		find := func(yield func(from, to int) bool) {
			for _, m := range regexp.MustCompile(`low|high`).FindAllStringIndex(v.Name.Value, -1) {
				yield(m[0], m[1])
			}
		}
		text := v.Name.Replace(find, func(string) string { return "1" })
		if p := text.Place(c.line, c.column); p.Line != c.want[0] || p.Column != c.want[1] {
			t.Errorf("%q (value %q): %d:%d is at %d:%d, want %v", c.source, text.Value, c.line, c.column, p.Line, p.Column, c.want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		source, code string
		line, column int
	}{
		{"", "missing-key", 1, 1},
		{"name: a\nsize: 一", "type", 2, 7},
		{"name: a\nsize: 012", "octal", 2, 7},
		{"name: a\nsize: 0x1F", "type", 2, 7},
		{"name: a\nsize: .inf", "type", 2, 7},
		{"name: a\nsize: 1,5", "type", 2, 7},
		{"name: a\nsize: １５", "type", 2, 7},
		{"name: a\ncount: 1.5", "type", 2, 8},
		{"name: a\nflag: yes", "type", 2, 7},
		{"name: a\ntags: {a: 1}", "type", 2, 7},
		{"name: a\ntags:", "empty", 2, 6},
		{"name: a\nrange: [1]", "type", 2, 8},
		{"name: [a]", "type", 1, 7},
		{"name: a\nnmae: b", "unknown-key", 2, 1},
		{"名: a\nname: b", "unknown-key", 1, 1},
		{"name: a\nname: b", "duplicate-key", 2, 1},
		{"name: a\nextra: {x: [], x: []}", "duplicate-key", 2, 16},
		{"name: a\n\tsize: 3", "tab", 2, 1},
		{"name：a", "full-width-colon", 1, 5},
		{"name: a\nsize：3\n", "full-width-colon", 2, 5},
		{"name: &x a", "yaml-alias", 1, 7},
		{"name: a\nnested: *x", "yaml-syntax", 2, 1},
		{"name: a\n---\nname: b", "yaml-documents", 2, 1},
		{"name: a\xff", "encoding", 1, 8},
		{"\xff\xfen\x00a\x00", "encoding", 1, 1},
		{"name: a\n<<<<<<< HEAD\nsize: 3\n=======\nsize: 4\n>>>>>>> draft", "merge-conflict", 2, 1},
		{"- a", "type", 1, 1},
		{"name: >\n  a", "folded", 1, 7},
		{"name: a\n  size: 3", "yaml-syntax", 2, 3},
		{"name: \"a", "yaml-syntax", 1, 1},
		{"? [a]\n: b", "type", 1, 3},
		{"name: a\ntags: [排除，除外]", "full-width", 2, 10},
		{"name: a\ntags:\n  - 甲\n  - 乙、丙", "full-width", 4, 6},
		{"name: a\nextra: {x: [甲；乙]}", "full-width", 2, 14},
		{"name: 甲\u200b乙", "invisible", 1, 8},
		{"name: \"甲\u00ad\" # \u200b", "invisible", 1, 9},
		{"name: a\nsize:\u30003", "full-width-blank", 2, 6},
		{"\u3000name: a", "full-width-blank", 1, 1},
		{"name: a\nnested:\n  name: b\n  nested: {name: c}\n  name: d", "duplicate-key", 5, 3},
	} {
		_, list := decodeThing(t, c.source)
		if len(list) == 0 {
			t.Errorf("%q: accepted", c.source)
			continue
		}
		if p := list[0]; p.Code != c.code || p.Line != c.line || p.Column != c.column || p.ZH == "" || p.EN == "" {
			t.Errorf("%q: %s %d:%d %s, want %s %d:%d", c.source, p.Code, p.Line, p.Column, p.ZH, c.code, c.line, c.column)
		}
	}
}

// What is meant is not refused: a sign alone, a quoted word, a sentence, the
// comment behind it.
func TestSeparatorsThatAreMeant(t *testing.T) {
	for _, source := range []string{
		"name: 甲，乙\ntags: [\"、\", ，, '左、右', 甲]",
		"name: a # 甲\u200b乙\u3000丙\ntags: []",
		"name: \"a\\u3000b\"",
		"# \u200b\nname: 'a # b'",
	} {
		if _, list := decodeThing(t, source); len(list) > 0 {
			t.Errorf("%q: %v", source, list.Err())
		}
	}
}

// A forgotten dash is one fault, not one for each key.
func TestForgottenDash(t *testing.T) {
	var list problem.List
	var v []thing
	Parse("f.yaml", []byte("- name: a\n  size: 1\n  name: b\n  size: 2\n- name: c\n"), &list).Decode(&v, &list)
	if len(list) != 1 || list[0].Code != "missing-dash" || list[0].Line != 3 || list[0].Column != 3 {
		t.Errorf("%v", list)
	}
}

// Every character of a text is found in the file, whatever the quoting.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		source       string
		line, column int // in the value
		want         [2]int
	}{
		{"name: 甲乙 < 3", 1, 3, [2]int{1, 10}},
		{"name: '甲乙 < 3'", 1, 3, [2]int{1, 11}},
		{"name: 'a''b < 3'", 1, 4, [2]int{1, 13}},
		{"name: \"甲乙 < 3\"", 1, 3, [2]int{1, 11}},
		{"name: \"a\\tb\"", 1, 2, [2]int{1, 8}}, // escapes: the beginning
		{"name: a and\n  b < 3", 1, 6, [2]int{2, 3}},
		{"name: a and\n\n\n  b < 3", 3, 2, [2]int{4, 5}},
		{"name: |\n  a\n  乙 < 3", 2, 2, [2]int{3, 5}},
		{"name: |\n\n    a < 3", 2, 2, [2]int{3, 7}},
		{"name: a", 1, 1, [2]int{1, 8}}, // behind the end
	} {
		v, list := decodeThing(t, c.source)
		if err := list.Err(); err != nil {
			t.Errorf("%q: %v", c.source, err)
			continue
		}
		if p := v.Name.Place(c.line, c.column); p.Line != c.want[0] || p.Column != c.want[1] {
			t.Errorf("%q (value %q): %d:%d is at %d:%d, want %v", c.source, v.Name.Value, c.line, c.column, p.Line, p.Column, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"name: a", "name：a", "- {name: 甲, tags: [1]}", "name: |\n  x\n", "? [a]\n: b", "a: &b *b", "name: 'a''b", "\ufeffname: a", "<<: {a: 1}", "name: !!binary x", "---\n---\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var list problem.List
		var v thing
		file := Parse("f.yaml", data, &list)
		if file == nil {
			if len(list) == 0 {
				t.Fatal("no file and no problem")
			}
			return
		}
		file.Decode(&v, &list)
		for line := range 3 {
			v.Name.Place(line, 7)
		}
	})
}

// Every full-width colon behind a key is told at once, though the library
// stops at the first fault.
func TestEveryFullWidthColon(t *testing.T) {
	var list problem.List
	f := Parse("f.yaml", []byte("- indicator：a\n  for: b\n  source：[c]\n  rows：\n    - {when: d}\n"), &list)
	list.Sort()
	var lines []int
	for _, p := range list {
		if p.Code == "full-width-colon" {
			lines = append(lines, p.Line)
		}
	}
	if f != nil || !slices.Equal(lines, []int{1, 3, 4}) {
		t.Errorf("lines %v: %v", lines, list)
	}
}

// Faults of writing come all at once, though the library stops at the first.
func TestEveryFaultOfWriting(t *testing.T) {
	for _, test := range []struct {
		name, text string
		lines      []int
	}{
		{"two items", "- a: 1\n  b: x: y\n- a: 2\n- a: {c: 1\n- a: 3\n", []int{2, 4}},
		{"nested under a key", "tables:\n  - a: 1\n    when: p ? q : r\n  - a: 2\n  - a: @x\n    b: 1\n  - a: 4\nother: 1\n", []int{3, 5}},
		{"open quote takes the rest along", "- a: 1\n- a: \"x\n- a: 2\n- a: y: z\n", []int{2, 4}},
		{"wide colons too", "- a：1\n- b: x: y\n- c：2\n", []int{1, 2, 3}},
		{"no list to go by", "a: b: c\nd: e: f\n", []int{1}},
		{"the key of a list", "a: b: c\nd:\n  - e: f: g\n", []int{1}},
	} {
		var list problem.List
		if Parse("x.yaml", []byte(test.text), &list) != nil {
			t.Errorf("%s: parsed", test.name)
		}
		list.Sort()
		var lines []int
		for _, p := range list {
			lines = append(lines, p.Line)
		}
		if !slices.Equal(lines, test.lines) {
			t.Errorf("%s: faults at lines %v, want %v\n%v", test.name, lines, test.lines, list.Err())
		}
	}
}
