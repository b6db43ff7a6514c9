// Package openapi holds the contract of the API: an OpenAPI 3.1 document,
// written by hand, served as JSON for machines and in Swagger UI for people.
package openapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"
)

//go:embed openapi.yaml
var source []byte

// A Language of the document's descriptions.
type Language string

// The languages that the document can be had in.
const (
	English Language = "en"
	Chinese Language = "zh"
)

// Document returns the contract as JSON, its keys in the order of the source:
// with a curl line for each operation, the indicators and risks of the
// catalogue, and descriptions in the language.
func Document(language Language, catalogue Catalogue) ([]byte, error) {
	var file yaml.Node
	if err := yaml.Unmarshal(source, &file); err != nil {
		return nil, err
	}
	root := file.Content[0]
	if language == Chinese {
		if err := translate(root); err != nil {
			return nil, err
		}
	}
	addFHIR(root)
	if err := addCurl(root); err != nil {
		return nil, err
	}
	catalogue.addTo(root)
	var b bytes.Buffer
	if err := writeJSON(&b, root); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// child returns the value at a path of keys in nested maps, or nil.
func child(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		var next *yaml.Node
		for name, value := range members(n) {
			if name == key {
				next = value
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// members yields the entries of a map in the order of the source.
func members(n *yaml.Node) func(yield func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

// describe puts text below the description of an object, which may have none.
func describe(n *yaml.Node, text string) {
	if d := child(n, "description"); d != nil {
		d.Value += "\n\n" + text
		return
	}
	n.Content = append(n.Content, scalar("description"), scalar(text))
}

// writeJSON writes a YAML node as compact JSON and keeps the order of keys.
func writeJSON(b *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		before := "{"
		for key, value := range members(n) {
			b.WriteString(before)
			before = ","
			if err := writeValue(b, key); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := writeJSON(b, value); err != nil {
				return err
			}
		}
		if len(n.Content) == 0 {
			b.WriteByte('{')
		}
		b.WriteByte('}')
		return nil
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, item); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	case yaml.ScalarNode:
		var value any
		if err := n.Decode(&value); err != nil {
			return err
		}
		return writeValue(b, value)
	}
	return fmt.Errorf("line %d: only maps, lists and scalars are allowed", n.Line)
}

func writeValue(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the line end
	return nil
}
