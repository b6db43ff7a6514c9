package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

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

func TestOf(t *testing.T) {
	shape := strictyaml.Shape{Name: "samples", Title: "样例", Type: reflect.TypeFor[[]sample](), Fields: map[string]strictyaml.Field{
		"name": {ZH: "名称 a < b"}, "parts.kind": {ZH: "种类", Choices: []string{"x", "y"}}, "kinds": {ZH: "几种", Choices: []string{"z"}},
	}}
	text, err := Text(shape)
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
			"name": {"type": ["string", "number", "boolean"], "description": "名称 a < b"},
			"pair": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
			"count": {"type": "integer"},
			"names": {"type": "object", "additionalProperties": {"type": "array", "items": `+scalar+`}},
			"parts": {"type": "object", "additionalProperties": {"type": "array", "items": {
				"type": "object", "additionalProperties": false, "required": ["kind"],
				"properties": {"kind": {"type": ["string", "number", "boolean"], "description": "种类", "enum": ["x", "y"]}}}}},
			"words": {"type": "object", "additionalProperties": `+scalar+`},
			"kinds": {"type": "array", "description": "几种", "items": {"type": ["string", "number", "boolean"], "enum": ["z"]}},
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
