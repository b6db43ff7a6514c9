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
	URL         string `json:"url,omitempty"`
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
	Type        string        `json:"type"`
	Interaction []Interaction `json:"interaction,omitempty"`
	SearchParam []SearchParam `json:"searchParam,omitempty"`
	Operation   []Operation   `json:"operation,omitempty"`
}

// An Interaction is something that HTTP's methods do with a kind of resource.
type Interaction struct {
	Code string `json:"code"`
}

// A SearchParam is what resources can be searched by.
type SearchParam struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// An Operation is one that a server has, with the canonical address of its definition.
type Operation struct {
	Name          string `json:"name"`
	Definition    string `json:"definition"`
	Documentation string `json:"documentation,omitempty"`
}

// Assess is the address of the definition of the operation that assesses.
const Assess = "urn:tijian:operation:assess"

// published is what can be done with our code systems and value sets.
func published(kind string) RestResource {
	return RestResource{Type: kind, Interaction: []Interaction{{"read"}, {"search-type"}}, SearchParam: []SearchParam{{"url", "uri"}, {"_id", "token"}}}
}

// Capability is what the service can do in FHIR, by a version of the rules; address
// is where it is found, "" where none is known.
func Capability(rules, address string, now time.Time) CapabilityStatement {
	return CapabilityStatement{
		ResourceType: "CapabilityStatement", Version: rules, Status: "active", Date: instant(now), Kind: "instance",
		Software: Software{"Tijian"}, Implementation: Implementation{"Tijian 体检", address}, FHIRVersion: "4.0.1", Format: []string{"json"},
		Rest: []Rest{{
			Mode: "server", Security: Security{"Authorization: JWT <token of POST /api/login>"},
			Resource: []RestResource{{Type: "Bundle", Operation: []Operation{{
				"validate", "http://hl7.org/fhir/OperationDefinition/Resource-validate", "POST [base]/Bundle/$validate: FHIR R4, and what an assessment would not use"}}},
				published("CodeSystem"), published("ValueSet")},
			Operation: []Operation{{"assess", Assess,
				"POST [base]/$assess: Bundle, Parameters, DiagnosticReport or Observation in; a Bundle of Observation, RiskAssessment, DetectedIssue, Provenance and OperationOutcome out. Nothing is stored."}},
		}},
	}
}
