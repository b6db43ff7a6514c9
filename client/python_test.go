package client

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"tijian/server/openapi"
)

var update = flag.Bool("update", false, "write the types of the Python client anew")

// schema is what the contract says of a value, as far as types of Python tell.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Const      any
	Items      *schema
	Properties map[string]*schema
	Required   []string
	Additional any       `json:"additionalProperties"`
	AnyOf      []*schema `json:"anyOf"`
	OneOf      []*schema `json:"oneOf"`
}

// The types of the Python client are those of the contract.
func TestPythonTypes(t *testing.T) {
	data, err := openapi.Document(openapi.English, openapi.Catalogue{})
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Components struct{ Schemas map[string]*schema }
	}
	if err := json.Unmarshal(data, &contract); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString("\"\"\"The types of the contract, GET /openapi.json. Written by go test ./client -run PythonTypes -update.\"\"\"\n\nfrom __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, TypedDict, Union\n\n")
	names := slices.Sorted(maps.Keys(contract.Components.Schemas))
	for _, objects := range []bool{true, false} { // what others are made of is there before
		for _, name := range names {
			if s := contract.Components.Schemas[name]; (len(s.Properties) > 0) == objects {
				text.WriteString(s.python(name))
			}
		}
	}
	const file = "python/tijian/contract.py"
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if has, err := os.ReadFile(file); err != nil || string(has) != text.String() {
		t.Errorf("%s is not that of the contract (%v); run go test ./client -run PythonTypes -update", file, err)
	}
}

// python defines the type of a schema.
func (s *schema) python(name string) string {
	if len(s.Properties) == 0 {
		return fmt.Sprintf("%s = %s\n", name, s.kind(true))
	}
	parts := map[bool][]string{}
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		must := slices.Contains(s.Required, key)
		parts[must] = append(parts[must], fmt.Sprintf("%q: %q", key, s.Properties[key].kind(false)))
	}
	fields := func(list []string) string { return strings.Join(list, ", ") }
	if len(parts[true]) == 0 {
		return fmt.Sprintf("%s = TypedDict(%q, {%s}, total=False)\n", name, name, fields(parts[false]))
	}
	if len(parts[false]) == 0 {
		return fmt.Sprintf("%s = TypedDict(%q, {%s})\n", name, name, fields(parts[true]))
	}
	return fmt.Sprintf("_%s = TypedDict(%q, {%s})\n\n\nclass %s(_%s, total=False):\n%s\n\n", name, "_"+name, fields(parts[true]), name, name, "    "+strings.NewReplacer(`", "`, "\n    ", `": "`, ": ", `"`, "").Replace(fields(parts[false])))
}

// kind is the type of a value; now is whether it has to exist already where it is written.
func (s *schema) kind(now bool) string {
	union := func(of []string) string {
		slices.Sort(of)
		if of = slices.Compact(of); len(of) == 1 {
			return of[0]
		}
		return "Union[" + strings.Join(of, ", ") + "]"
	}
	var of []string
	for _, one := range slices.Concat(s.AnyOf, s.OneOf) {
		of = append(of, one.kind(now))
	}
	switch words := slices.Concat(s.Enum, []any{s.Const}); {
	case s.Ref != "":
		return strings.TrimPrefix(s.Ref, "#/components/schemas/")
	case len(of) > 0:
		return union(of)
	case s.Enum != nil || s.Const != nil:
		for _, word := range words {
			if said, ok := word.(string); ok {
				of = append(of, fmt.Sprintf("'%s'", said))
			} else if word != nil || s.Enum != nil && word == nil && slices.Contains(s.Enum, nil) {
				return "Any" // numbers, or none
			}
		}
		return "Literal[" + strings.Join(of, ", ") + "]"
	}
	types, several := s.Type.([]any)
	if !several {
		types = []any{s.Type}
	}
	for _, one := range types {
		switch one {
		case "string":
			of = append(of, "str")
		case "number":
			of = append(of, "float")
		case "integer":
			of = append(of, "int")
		case "boolean":
			of = append(of, "bool")
		case "null":
			of = append(of, "None")
		case "array":
			of = append(of, "List["+orAny(s.Items).kind(now)+"]")
		case "object":
			of = append(of, "Dict[str, Any]")
		default:
			return "Any"
		}
	}
	return union(of)
}

func orAny(s *schema) *schema {
	if s == nil {
		return &schema{}
	}
	return s
}
