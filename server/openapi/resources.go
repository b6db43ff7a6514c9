package openapi

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// fhirType is the media type of FHIR's JSON.
const fhirType = "application/fhir+json"

// addFHIR has every answer in JSON that is of the API come as a resource of FHIR as
// well: an error as OperationOutcome, anything else as what the operation says or as
// some resource. This document is none.
func addFHIR(root *yaml.Node) {
	both := func(status string, response *yaml.Node) {
		content := child(response, "content")
		if child(content, contentJSON) == nil || child(content, fhirType) != nil {
			return
		}
		schema := "#/components/schemas/Resource"
		if status >= "4" {
			schema = "#/components/schemas/OperationOutcome"
		}
		content.Content = append(content.Content, scalar(fhirType), mapping("schema", mapping("$ref", scalar(schema))))
	}
	for path, item := range members(child(root, "paths")) {
		for _, operation := range members(item) {
			for status, response := range members(child(operation, "responses")) {
				if !strings.HasPrefix(path, "/openapi") {
					both(status, response)
				}
			}
		}
	}
	for _, response := range members(child(root, "components", "responses")) {
		both("4", response) // they are all errors
	}
}

const contentJSON = "application/json"

func scalar(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

func mapping(key string, value *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(key), value}}
}
