package openapi

import (
	"bytes"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// home is where a service started by `make run` listens.
const home = "http://127.0.0.1:8080"

// addCurl ends the description of each operation with a line that asks for its
// example.
func addCurl(root *yaml.Node) error {
	for path, methods := range members(child(root, "paths")) {
		for method, operation := range members(methods) {
			line, err := curl(path, method, operation)
			if err != nil {
				return fmt.Errorf("%s %s: %w", method, path, err)
			}
			describe(operation, "```sh\n"+line+"\n```")
		}
	}
	return nil
}

func curl(path, method string, operation *yaml.Node) (string, error) {
	for _, p := range sequence(child(operation, "parameters")) {
		if name := child(p, "name"); name != nil {
			path = strings.ReplaceAll(path, "{"+name.Value+"}", child(p, "example").Value)
		}
	}
	address := home + path
	if strings.Contains(path, "$") {
		address = "'" + address + "'"
	}
	line := "curl -s " + address
	for _, alternative := range sequence(child(operation, "security")) {
		for scheme := range members(alternative) {
			line += map[string]string{
				"token":  ` -H "Authorization: JWT $TOKEN"`,
				"reload": ` -H "Authorization: Bearer $TIJIAN_RELOAD_TOKEN"`,
			}[scheme]
		}
	}
	kind := contentJSON
	body := child(operation, "requestBody", "content", kind, "example")
	for other, content := range members(child(operation, "requestBody", "content")) {
		switch example := child(content, "example"); {
		case body != nil:
		case other == fhirType:
			kind, body = other, example
		case example != nil && example.Kind == yaml.ScalarNode:
			return line + " -H 'Content-Type: " + other + "' --data-binary @FILE", nil
		}
	}
	if body == nil {
		if method != "get" {
			line += " -X " + strings.ToUpper(method)
		}
		return line, nil
	}
	var b bytes.Buffer
	if err := writeJSON(&b, body); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s -H 'Content-Type: %s' -d '%s'", line, kind, &b), nil
}

func sequence(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}
