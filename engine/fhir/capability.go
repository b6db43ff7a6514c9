package fhir

import (
	"time"

	"tijian/engine/jsontree"
)

// Assess is the address of the definition of the operation that assesses.
const Assess = "urn:tijian:operation:assess"

// published is what can be done with our code systems and value sets.
func published(kind string) *jsontree.Node {
	does := func(code string) *jsontree.Node { return element("code", code) }
	by := func(name, kind string) *jsontree.Node { return element("name", name, "type", kind) }
	return element("type", kind, "interaction", list(does("read"), does("search-type")), "searchParam", list(by("url", "uri"), by("_id", "token")))
}

// Capability is what the service can do in FHIR (a CapabilityStatement), by a version
// of the rules; address is where it is found, "" where none is known.
func Capability(rules, address string, now time.Time) *jsontree.Node {
	operation := func(name, definition, documentation string) []*jsontree.Node {
		return list(element("name", name, "definition", definition, "documentation", documentation))
	}
	validate := operation("validate", "http://hl7.org/fhir/OperationDefinition/Resource-validate",
		"POST [base]/Bundle/$validate: FHIR R4, and what an assessment would not use")
	assess := operation("assess", Assess,
		"POST [base]/$assess: Bundle, Parameters, DiagnosticReport or Observation in; a Bundle of Observation, RiskAssessment, DetectedIssue, Provenance and OperationOutcome out. Nothing is stored.")
	return element("resourceType", "CapabilityStatement", "version", rules, "status", "active", "date", instant(now), "kind", "instance",
		"software", element("name", "Tijian"), "implementation", element("description", "Tijian 体检", "url", address),
		"fhirVersion", "4.0.1", "format", []string{"json"},
		"rest", list(element("mode", "server", "security", element("description", "Authorization: JWT <token of POST /api/login>"),
			"resource", list(element("type", "Bundle", "operation", validate), published("CodeSystem"), published("ValueSet")),
			"operation", assess)))
}

// element makes an element of FHIR of pairs of a key and its value, as jsontree.Of
// takes it. FHIR has no empty elements: a blank text is left out.
func element(pairs ...any) *jsontree.Node {
	n := jsontree.NewObject()
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			n.Set(pairs[i].(string), jsontree.Of(pairs[i+1]))
		}
	}
	return n
}

// list is one element where FHIR has a list of them.
func list(nodes ...*jsontree.Node) []*jsontree.Node { return nodes }
