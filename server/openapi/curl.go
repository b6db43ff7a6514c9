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
	line := "curl -s " + home + path
	for _, alternative := range sequence(child(operation, "security")) {
		for scheme := range members(alternative) {
			line += map[string]string{
				"token":  ` -H "Authorization: JWT $TOKEN"`,
				"reload": ` -H "Authorization: Bearer $TIJIAN_RELOAD_TOKEN"`,
			}[scheme]
		}
	}
	body := child(operation, "requestBody", "content", "application/json", "example")
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
	return fmt.Sprintf("%s -H 'Content-Type: application/json' -d '%s'", line, &b), nil
}

func sequence(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}
