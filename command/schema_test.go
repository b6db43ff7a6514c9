package command

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"gopkg.in/yaml.v3"

	"tijian/engine/schema"
	"tijian/engine/strictyaml"
)

const repository = ".."

func TestSchemasAreUpToDate(t *testing.T) {
	want, err := schemas("docs/schema")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(repository + "/docs/schema")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if want[e.Name()] == nil {
			t.Errorf("docs/schema/%s: nothing makes this file", e.Name())
		}
	}
	for name, data := range want {
		got, err := os.ReadFile(filepath.Join(repository, "docs/schema", name))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("docs/schema/%s is out of date (%v); run: tijian rules schema --out docs/schema", name, err)
		}
	}
}

// Every key of the files of rules, indicators and suites is explained, and
// nothing is explained that is no key.
func TestEveryKeyIsExplained(t *testing.T) {
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			paths := schema.Paths(s)
			for key := range s.Fields {
				if !slices.Contains(paths, key) {
					t.Errorf("%s: %s is explained but is no key", s.Name, key)
				}
			}
			if len(s.Fields) == 0 {
				continue // explained at the head of the file
			}
			for _, key := range paths {
				if s.Fields[key].ZH == "" {
					t.Errorf("%s: nothing explains %s", s.Name, key)
				}
			}
		}
	}
}

// compiled reads a schema as written for editors.
func compiled(t *testing.T, s strictyaml.Shape) *openapi3.Schema {
	t.Helper()
	text, err := schema.Text(s)
	if err != nil {
		t.Fatal(err)
	}
	var c openapi3.Schema
	if err := c.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	return &c
}

// Every shipped YAML file that people write has a schema, and satisfies it.
func TestShippedFilesSatisfyTheirSchemas(t *testing.T) {
	known := map[string]*openapi3.Schema{}
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			known[schemaName(s)] = compiled(t, s)
		}
	}
	eachShaped(t, func(t *testing.T, name, schema string, data []byte) {
		if err := known[schema].VisitJSON(document(t, data), openapi3.EnableJSONSchema2020()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
}

// Every file of rules and dictionaries tells editors where its schema lies.
func TestFilesNameTheirSchemas(t *testing.T) {
	eachShaped(t, func(t *testing.T, name, schema string, data []byte) {
		if strings.HasPrefix(name, "testdata/") {
			return
		}
		want := "# yaml-language-server: $schema=" + strings.Repeat("../", strings.Count(name, "/")) + "docs/schema/" + schema + "\n"
		if first, _, _ := strings.Cut(string(data), "\n"); first+"\n" != want {
			t.Errorf("%s begins with %q, not with %q", name, first, want)
		}
	})
}

func shapeFor(shapes []strictyaml.Shape, name string) (found strictyaml.Shape, ok bool) {
	for _, s := range shapes {
		for _, pattern := range s.Files {
			if matched, _ := path.Match(pattern, name); matched {
				return s, true
			}
		}
	}
	return found, false
}

// What the loader refuses for its shape the schema refuses as well.
func TestSchemasRefuse(t *testing.T) {
	shapes := map[string]strictyaml.Shape{}
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			shapes[s.Name] = s
		}
	}
	for name, test := range map[string]struct {
		shape, text string
		ok          bool
	}{
		"a table":        {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: N0, tip: 好}]}", true},
		"true unquoted":  {"tables", "- {indicator: bmi, rows: [{when: true, level: N0, tip: 好}]}", true},
		"unknown key":    {"tables", "- {indicater: bmi, indicator: bmi, rows: []}", false},
		"missing key":    {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: N0}]}", false},
		"no level":       {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: U0, tip: 好}]}", false},
		"an empty value": {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: N0, tip: }]}", false},
		"a mapping":      {"tables", "{indicator: bmi}", false},
		"a flag":         {"risks", "{id: a, name: b, source: [C], rules: [{id: d, rows: [{when: value, flag: 1}]}]}", true},
		"half a flag":    {"risks", "{id: a, name: b, source: [C], rules: [{id: d, rows: [{when: value, flag: 1.5}]}]}", false},
		"layouts":        {"quality", "layouts: {SINGLE: {ppi: 1, kilobytes: 2, sharpness: 3}}", true},
		"a word for ppi": {"quality", "layouts: {SINGLE: {ppi: high, kilobytes: 2, sharpness: 3}}", false},
		"one limit":      {"indicators", "- {name: a, zh: b, category: c, specimen: blood, kind: quantitative, plausible: [1]}", false},
		"a suite":        {"suites", "{title: t, datetime: 2026-11-20T08:00:00Z, persons: {a: {sex: male, age: 4}}, cases: [{name: n, person: a, signed: '', indicator: bmi, levels: {1.70: N0}}]}", true},
		"units":          {"units", "{mmol/L: [], g/L: [克/升]}", true},
	} {
		t.Run(name, func(t *testing.T) {
			err := compiled(t, shapes[test.shape]).VisitJSON(document(t, []byte(test.text)), openapi3.EnableJSONSchema2020())
			if (err == nil) != test.ok {
				t.Errorf("error %v, want ok %v", err, test.ok)
			}
		})
	}
}

// document reads YAML as an editor does, every key as a text.
func document(t *testing.T, data []byte) any {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	return plain(root.Content[0])
}

func plain(n *yaml.Node) any {
	switch {
	case n.Kind == yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return m
	case n.Kind == yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			list = append(list, plain(item))
		}
		return list
	case n.Tag == "!!null":
		return nil
	case n.Tag == "!!bool":
		return strings.EqualFold(n.Value, "true")
	case n.Tag == "!!int" || n.Tag == "!!float":
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return x
		}
	}
	return n.Value
}
