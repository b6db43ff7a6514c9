package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type sample struct {
	Name  strictyaml.Text                     `yaml:"name,required"`
	Pair  [2]float64                          `yaml:"pair"`
	Count *int                                `yaml:"count"`
	Names map[string][]string                 `yaml:"names"`
	Parts strictyaml.Entries[[]*part]         `yaml:"parts,required"`
	Words strictyaml.Entries[strictyaml.Text] `yaml:"words"`
	Kinds []strictyaml.Text                   `yaml:"kinds"`
	On    bool                                `yaml:"on"`
	At    problem.Place
}

type part struct {
	Kind string `yaml:"kind,required"`
}

type named struct {
	Name  string `yaml:"name"`
	Parts []struct {
		Word string `yaml:"word"`
	} `yaml:"parts"`
}

func TestOf(t *testing.T) {
	shape := strictyaml.Shape{Name: "samples", Title: "样例", Type: reflect.TypeFor[[]sample](), Fields: map[string]strictyaml.Field{
		"name": {ZH: "名称 a < b"}, "count": {Choices: []string{"0", "1"}}, "parts.kind": {ZH: "种类", Choices: []string{"x", "y"}}, "kinds": {ZH: "几种", Choices: []string{"z"}},
	}, Uses: map[string]strictyaml.Use{"kinds": {Kind: "kinds"}, "name": {Kind: "sources", Place: true}, "words.*": {Kind: "kinds"}, "pair": {Kind: "none"}}}
	text, err := Text(shape, Vocabulary{"kinds": {"a.b", "c"}, "sources": {"W405"}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "名称 a < b") {
		t.Errorf("escaped: %s", text)
	}
	var got, want any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	const scalar = `{"type": ["string", "number", "boolean"]}`
	if err := json.Unmarshal([]byte(`{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "样例",
		"$comment": "Generated from the types of the loader: tijian rules schema",
		"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["name", "parts"], "properties": {
			"name": {"type": ["string", "number", "boolean"], "description": "名称 a < b", "anyOf": [{"enum": ["W405"]}, {"pattern": "^(W405) "}]},
			"pair": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
			"count": {"type": "integer", "enum": [0, 1]},
			"names": {"type": "object", "additionalProperties": {"type": "array", "items": `+scalar+`}},
			"parts": {"type": "object", "additionalProperties": {"type": "array", "items": {
				"type": "object", "additionalProperties": false, "required": ["kind"],
				"properties": {"kind": {"type": ["string", "number", "boolean"], "description": "种类", "enum": ["x", "y"]}}}}},
			"words": {"type": "object", "propertyNames": {"enum": ["a.b", "c"]}, "additionalProperties": `+scalar+`},
			"kinds": {"type": "array", "description": "几种", "items": {"type": ["string", "number", "boolean"], "enum": ["z", "a.b", "c"]}},
			"on": {"type": "boolean"}
		}}}`), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s", text)
	}
	if got, want := strings.Join(Paths(shape), " "), "name pair count names parts parts.kind words kinds on"; got != want {
		t.Errorf("paths %s, want %s", got, want)
	}
}

func TestVocabulary(t *testing.T) {
	files := fstest.MapFS{
		"a/1.yaml": {Data: []byte("- {name: x, parts: [{word: p}, {word: q}]}\n- name: y\n")},
		"a/2.yaml": {Data: []byte("- name: x\n- {other: z}\n")},
		"a/3.yaml": {Data: []byte("- [\n")},
		"b.yaml":   {Data: []byte("K1: {title: t}\nK2: {title: u}\n")},
	}
	got := Vocabulary{}
	if err := got.Add(files, []strictyaml.Shape{
		{Files: []string{"a/*.yaml"}, Type: reflect.TypeFor[[]named](), Defines: map[string]string{"name": "names", "parts.word": "words"}},
		{Files: []string{"b.yaml"}, Type: reflect.TypeFor[strictyaml.Entries[sample]](), Defines: map[string]string{"*": "keys"}},
	}); err != nil {
		t.Fatal(err)
	}
	want := Vocabulary{"names": {"x", "y"}, "words": {"p", "q"}, "keys": {"K1", "K2"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
