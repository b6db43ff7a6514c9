package command

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"tijian/engine"
	"tijian/engine/schema"
	"tijian/engine/strictyaml"
)

const repository = ".."

// ofShipped are the names that the released rules and dictionaries define.
var ofShipped = sync.OnceValues(func() (schema.Vocabulary, error) { return vocabulary(engine.Files{}) })

func shipped(t *testing.T) schema.Vocabulary {
	t.Helper()
	names, err := ofShipped()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Every key of the files of rules, indicators and suites is explained, and
// nothing is explained that is no key.
func TestEveryKeyIsExplained(t *testing.T) {
	names := shipped(t)
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			paths := schema.Paths(s)
			for key := range s.Fields {
				if !slices.Contains(paths, key) {
					t.Errorf("%s: %s is explained but is no key", s.Name, key)
				}
			}
			for key, use := range s.Uses {
				if !slices.Contains(paths, strings.TrimSuffix(key, ".*")) || len(names[use.Kind]) == 0 {
					t.Errorf("%s: %s expects one of the %s, of which there are %d", s.Name, key, use.Kind, len(names[use.Kind]))
				}
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
func compiled(t *testing.T, s strictyaml.Shape, names schema.Vocabulary) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Text(s, names)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(s.Name, document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(s.Name)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// Every shipped YAML file that people write has a schema, and satisfies it.
func TestShippedFilesSatisfyTheirSchemas(t *testing.T) {
	known, names := map[string]*jsonschema.Schema{}, shipped(t)
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			known[schemaName(s)] = compiled(t, s, names)
		}
	}
	eachShaped(t, func(t *testing.T, name, schema string, data []byte) {
		if err := known[schema].Validate(document(t, data)); err != nil {
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
	names := shipped(t)
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
		"no level":       {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: H5, tip: 好}]}", false},
		"not assessed":   {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: U0, tip: 好}]}", true},
		"an empty value": {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: N0, tip: }]}", false},
		"a mapping":      {"tables", "{indicator: bmi}", false},
		"a flag":         {"risks", "{id: a, name: b, source: [W405], rules: [{id: d, rows: [{when: value, flag: 1}]}]}", true},
		"half a flag":    {"risks", "{id: a, name: b, source: [W405], rules: [{id: d, rows: [{when: value, flag: 1.5}]}]}", false},
		"layouts":        {"quality", "layouts: {SINGLE: {ppi: 1, kilobytes: 2, sharpness: 3}}", true},
		"a word for ppi": {"quality", "layouts: {SINGLE: {ppi: high, kilobytes: 2, sharpness: 3}}", false},
		"one limit":      {"indicators", "- {name: a, zh: b, category: c, specimen: blood, kind: quantitative, plausible: [1]}", false},
		"an indicator":   {"tables", "- {indicator: bmj, rows: [{when: value < 1, level: N0, tip: 好}]}", false},
		"a source":       {"tables", "- {indicator: bmi, source: [W405 表1], rows: [{when: value < 1, level: N0, tip: 好}]}", true},
		"no source":      {"tables", "- {indicator: bmi, source: [W4050], rows: [{when: value < 1, level: N0, tip: 好}]}", false},
		"no risk":        {"tables", "- {indicator: bmi, risks: [gout], rows: [{when: value < 1, level: N0, tip: 好}]}", false},
		"no colour":      {"tables", "- {indicator: bmi, rows: [{when: value < 1, level: N0, color: 6, tip: 好}]}", false},
		"no flag":        {"risks", "{id: a, name: b, source: [W405], rules: [{id: d, rows: [{when: value, flag: 5}]}]}", false},
		"no site":        {"findings", "{area: a, findings: [{term: b, site: 喷门}]}", false},
		"no scope":       {"cues", "{precedence: [], groups: {}, categories: {}, cues: [{words: [a], category: negated, scope: wide}]}", false},
		"a suite":        {"suites", "{title: t, datetime: 2026-11-20T08:00:00Z, persons: {a: {sex: male, age: 4}}, cases: [{name: n, person: a, signed: '', indicator: bmi, levels: {1.70: N0}}]}", true},
		"otherwise":      {"otherwise", "- {suite: a, trial: b 1.70, check: level triglycerides, was: H1, now: N0, reason: c, signed: ''}", true},
		"unsigned":       {"otherwise", "- {suite: a, trial: b 1.70, check: level triglycerides, was: H1, now: N0, reason: c}", false},
		"no such key":    {"otherwise", "- {suite: a, trial: b 1.70, check: level triglycerides, was: H1, then: N0, signed: ''}", false},
		"units":          {"units", "{mmol/L: [], g/L: [克/升]}", true},
	} {
		t.Run(name, func(t *testing.T) {
			err := compiled(t, shapes[test.shape], names).Validate(document(t, []byte(test.text)))
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
