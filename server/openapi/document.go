// Package openapi holds the contract of the API: an OpenAPI 3.1 document,
// written by hand, served as JSON for machines and as a page for people.
package openapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"gopkg.in/yaml.v3"
)

//go:embed openapi.yaml
var source []byte

// Document returns the contract as JSON, its keys in the order of the source.
var Document = sync.OnceValue(func() []byte {
	var root yaml.Node
	if err := yaml.Unmarshal(source, &root); err != nil {
		panic(err) // the tests parse the embedded source
	}
	var b bytes.Buffer
	if err := writeJSON(&b, root.Content[0]); err != nil {
		panic(err)
	}
	return b.Bytes()
})

// ServeJSON answers with Document.
func ServeJSON(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(Document()) // a client that left needs nothing
}

// writeJSON writes a YAML node as compact JSON and keeps the order of keys.
func writeJSON(b *bytes.Buffer, n *yaml.Node) error {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeValue(b, n.Content[i].Value); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := writeJSON(b, n.Content[i+1]); err != nil {
				return err
			}
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
