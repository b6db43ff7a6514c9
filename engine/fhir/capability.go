package fhir

import "time"

// A CapabilityStatement says what a server of FHIR can do.
type CapabilityStatement struct {
	ResourceType   string         `json:"resourceType"`
	Version        string         `json:"version,omitempty"` // of the rules
	Status         string         `json:"status"`
	Date           string         `json:"date"`
	Kind           string         `json:"kind"`
	Software       Software       `json:"software"`
	Implementation Implementation `json:"implementation"`
	FHIRVersion    string         `json:"fhirVersion"`
	Format         []string       `json:"format"`
	Rest           []Rest         `json:"rest"`
}

// Software is what a server runs.
type Software struct {
	Name string `json:"name"`
}

// An Implementation is one server.
type Implementation struct {
	Description string `json:"description"`
}

// Rest is what a server can do over HTTP.
type Rest struct {
	Mode      string         `json:"mode"`
	Security  Security       `json:"security"`
	Resource  []RestResource `json:"resource"`
	Operation []Operation    `json:"operation"`
}

// Security says what lets a client in.
type Security struct {
	Description string `json:"description"`
}

// A RestResource is what can be done with a kind of resource.
type RestResource struct {
	Type      string      `json:"type"`
	Operation []Operation `json:"operation"`
}

// An Operation is one that a server has, with the canonical address of its definition.
type Operation struct {
	Name          string `json:"name"`
	Definition    string `json:"definition"`
	Documentation string `json:"documentation,omitempty"`
}

// Assess is the address of the definition of the operation that assesses.
const Assess = "urn:tijian:operation:assess"

// Capability is what the service can do in FHIR, by a version of the rules.
func Capability(rules string, now time.Time) CapabilityStatement {
	return CapabilityStatement{
		ResourceType: "CapabilityStatement", Version: rules, Status: "active", Date: instant(now), Kind: "instance",
		Software: Software{"Tijian"}, Implementation: Implementation{"Tijian 体检"}, FHIRVersion: "4.0.1", Format: []string{"json"},
		Rest: []Rest{{
			Mode: "server", Security: Security{"Authorization: JWT <token of POST /api/login>"},
			Resource: []RestResource{{"Bundle", []Operation{{
				"validate", "http://hl7.org/fhir/OperationDefinition/Resource-validate", "POST [base]/Bundle/$validate: FHIR R4, and what an assessment would not use"}}}},
			Operation: []Operation{{"assess", Assess,
				"POST [base]/$assess: Bundle, Parameters, DiagnosticReport or Observation in; a Bundle of Observation, RiskAssessment, DetectedIssue and OperationOutcome out. Nothing is stored."}},
		}},
	}
}
