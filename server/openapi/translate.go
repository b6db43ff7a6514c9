package openapi

import (
	_ "embed"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed zh.yaml
var chinese []byte

// translate puts Chinese in place of the document's English. zh.yaml has it
// paragraph by paragraph with the English as the key, so that a text which
// changes lacks its translation instead of keeping a stale one.
func translate(root *yaml.Node) error {
	var pairs []struct{ EN, ZH string }
	if err := yaml.Unmarshal(chinese, &pairs); err != nil {
		return err
	}
	words := map[string]string{}
	for _, pair := range pairs {
		words[strings.TrimSpace(pair.EN)] = strings.TrimSpace(pair.ZH)
	}
	return texts(root, func(text *yaml.Node) error {
		paragraphs := strings.Split(strings.TrimSpace(text.Value), "\n\n")
		for i, p := range paragraphs {
			zh := words[p]
			if zh == "" {
				return fmt.Errorf("openapi.yaml:%d: zh.yaml has no Chinese for %q", text.Line, p)
			}
			paragraphs[i] = zh
		}
		text.Value = strings.Join(paragraphs, "\n\n")
		return nil
	})
}

// texts calls do with each text that people read: descriptions and summaries.
// Examples, and properties of such a name, are none.
func texts(n *yaml.Node, do func(*yaml.Node) error) error {
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			if err := texts(item, do); err != nil {
				return err
			}
		}
	}
	for key, value := range members(n) {
		var err error
		switch {
		case key == "example", key == "examples":
		case (key == "description" || key == "summary") && value.Kind == yaml.ScalarNode:
			err = do(value)
		default:
			err = texts(value, do)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
