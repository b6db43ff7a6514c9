// Package fhir speaks FHIR R4 (4.0.1): an assessment as a Bundle of Observation,
// RiskAssessment and DetectedIssue; a Bundle of Patient and Observations as an
// assessment request; a recognised report as DiagnosticReport; findings of a
// text as Condition. No HTTP.
//
// The resources are small structs with the few elements that are used. The two
// Go libraries of FHIR bring every element of all 148 resources: ten thousand
// fields in one (samply/golang-fhir-models), protocol buffers in the other
// (google/fhir). What is written is held against the published JSON Schema by
// tests instead.
package fhir

import "tijian/engine/observed"

// MediaType of FHIR's JSON.
const MediaType = "application/fhir+json"

// Code systems and naming systems of FHIR.
const (
	loinc          = observed.LOINC
	ucum           = "http://unitsofmeasure.org"
	icd10          = "http://hl7.org/fhir/sid/icd-10"
	terminology    = "http://terminology.hl7.org/CodeSystem/"
	interpretation = terminology + "v3-ObservationInterpretation"
	uri            = "urn:ietf:rfc:3986"
)

// Systems and extensions of our own. What FHIR has no code for is said in these.
const (
	Indicator  = "urn:tijian:indicator"  // an indicator by its standard name
	Level      = "urn:tijian:level"      // of an assessed value: H1
	Grade      = "urn:tijian:grade"      // of a qualitative result: 0.5
	Risk       = "urn:tijian:risk"       // of a disease
	Flag       = "urn:tijian:flag"       // how high a risk is: 0 to 4
	Alert      = "urn:tijian:alert"      // how urgent a finding is: A or B
	Field      = "urn:tijian:field"      // of an assessment request, by its path: health_background.has_cvd
	Namespace  = "urn:tijian:namespace"  // the requesting party
	Ruleset    = "urn:tijian:ruleset"    // the version of the rules
	Finding    = "urn:tijian:finding"    // a standard term of the lexicon
	Confidence = "urn:tijian:confidence" // how probable it is that a value was read rightly
	Picture    = "urn:tijian:picture"    // of several, which one shows a value; from 0
	Box        = "urn:tijian:box"        // where on it: left,top,right,bottom in pixels
)
