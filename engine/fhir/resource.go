package fhir

import (
	"bytes"
	"crypto/sha1"
	"encoding/json"
	"hash"

	"github.com/google/uuid"
)

// A Bundle holds resources that refer to one another.
type Bundle struct {
	ResourceType string  `json:"resourceType"`
	Meta         *Meta   `json:"meta,omitempty"`
	Type         string  `json:"type"`
	Timestamp    string  `json:"timestamp,omitempty"`
	Entry        []Entry `json:"entry,omitempty"`

	seed hash.Cloner // of the resources' ids, hashed once: it is as long as what was asked
}

// An Entry is one resource of a bundle.
type Entry struct {
	FullURL  string `json:"fullUrl"`
	Resource any    `json:"resource"`
}

// Meta says by what a bundle was made.
type Meta struct {
	Tag []Coding `json:"tag"`
}

// A Coding is a code of a system.
type Coding struct {
	System  string `json:"system"`
	Code    string `json:"code"`
	Display string `json:"display,omitempty"`
}

// A Concept is what codings mean, in words.
type Concept struct {
	Coding []Coding `json:"coding,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// A Quantity is a number with its unit.
type Quantity struct {
	Value      json.Number `json:"value"`
	Comparator string      `json:"comparator,omitempty"`
	Unit       string      `json:"unit,omitempty"`
	System     string      `json:"system,omitempty"`
	Code       string      `json:"code,omitempty"`
}

// A Reference leads to another resource of the bundle, or only names something.
type Reference struct {
	Reference  string      `json:"reference,omitempty"`
	Identifier *Identifier `json:"identifier,omitempty"`
	Display    string      `json:"display,omitempty"`
}

// An Identifier is what others call a resource.
type Identifier struct {
	System string `json:"system,omitempty"`
	Value  string `json:"value"`
}

// A Note is a remark.
type Note struct {
	Text string `json:"text"`
}

// An Extension says what FHIR has no element for.
type Extension struct {
	URL     string      `json:"url"`
	Decimal json.Number `json:"valueDecimal,omitempty"`
	Integer *int        `json:"valueInteger,omitempty"`
	String  string      `json:"valueString,omitempty"`
}

// A Patient is whom an assessment is about.
type Patient struct {
	ResourceType string       `json:"resourceType"`
	ID           string       `json:"id"`
	Identifier   []Identifier `json:"identifier,omitempty"`
	Gender       string       `json:"gender"`
	BirthDate    string       `json:"birthDate"`
}

// An Observation is a measured value, what is normal, and what it means.
type Observation struct {
	ResourceType     string      `json:"resourceType"`
	ID               string      `json:"id"`
	Extension        []Extension `json:"extension,omitempty"`
	Status           string      `json:"status"`
	Category         []Concept   `json:"category,omitempty"`
	Code             Concept     `json:"code"`
	Subject          *Reference  `json:"subject,omitempty"`
	Effective        string      `json:"effectiveDateTime,omitempty"`
	Issued           string      `json:"issued,omitempty"`
	Quantity         *Quantity   `json:"valueQuantity,omitempty"`
	Concept          *Concept    `json:"valueCodeableConcept,omitempty"`
	Text             string      `json:"valueString,omitempty"`
	Boolean          *bool       `json:"valueBoolean,omitempty"`
	DataAbsentReason *Concept    `json:"dataAbsentReason,omitempty"`
	Interpretation   []Concept   `json:"interpretation,omitempty"`
	Note             []Note      `json:"note,omitempty"`
	ReferenceRange   []Range     `json:"referenceRange,omitempty"`
}

// A Range is what is normal for a person.
type Range struct {
	Low  *Quantity `json:"low,omitempty"`
	High *Quantity `json:"high,omitempty"`
	Type *Concept  `json:"type,omitempty"`
	Text string    `json:"text,omitempty"`
}

// A RiskAssessment is how high the risk of a disease is, and by what.
type RiskAssessment struct {
	ResourceType string       `json:"resourceType"`
	ID           string       `json:"id"`
	Status       string       `json:"status"`
	Code         Concept      `json:"code"`
	Subject      Reference    `json:"subject"`
	Occurrence   string       `json:"occurrenceDateTime"`
	Basis        []Reference  `json:"basis"`
	Prediction   []Prediction `json:"prediction"`
}

// A Prediction is an outcome and how likely it is.
type Prediction struct {
	Outcome         Concept `json:"outcome"`
	QualitativeRisk Concept `json:"qualitativeRisk"`
}

// A DetectedIssue is a finding that someone should act on.
type DetectedIssue struct {
	ResourceType string       `json:"resourceType"`
	ID           string       `json:"id"`
	Status       string       `json:"status"`
	Code         Concept      `json:"code"`
	Severity     string       `json:"severity"`
	Patient      Reference    `json:"patient"`
	Identified   string       `json:"identifiedDateTime"`
	Implicated   []Reference  `json:"implicated,omitempty"`
	Detail       string       `json:"detail,omitempty"`
	Mitigation   []Mitigation `json:"mitigation,omitempty"`
}

// A Mitigation is what to do about an issue.
type Mitigation struct {
	Action Concept `json:"action"`
}

// A Condition is a finding of a text.
type Condition struct {
	ResourceType       string     `json:"resourceType"`
	ID                 string     `json:"id"`
	ClinicalStatus     *Concept   `json:"clinicalStatus,omitempty"`
	VerificationStatus *Concept   `json:"verificationStatus"`
	Severity           *Concept   `json:"severity,omitempty"`
	Code               Concept    `json:"code"`
	BodySite           []Concept  `json:"bodySite,omitempty"`
	Subject            Reference  `json:"subject"`
	Evidence           []Evidence `json:"evidence,omitempty"`
	Note               []Note     `json:"note,omitempty"`
}

// Evidence is what a condition rests on.
type Evidence struct {
	Code []Concept `json:"code"`
}

// A DiagnosticReport is a report that was read.
type DiagnosticReport struct {
	ResourceType string       `json:"resourceType"`
	ID           string       `json:"id"`
	Identifier   []Identifier `json:"identifier"`
	Status       string       `json:"status"`
	Code         Concept      `json:"code"`
	Issued       string       `json:"issued"`
	Result       []Reference  `json:"result,omitempty"`
	Conclusion   string       `json:"conclusion,omitempty"`
}

// A Provenance says where resources come from.
type Provenance struct {
	ResourceType string      `json:"resourceType"`
	ID           string      `json:"id"`
	Target       []Reference `json:"target"`
	Recorded     string      `json:"recorded"`
	Agent        []Agent     `json:"agent"`
	Entity       []Source    `json:"entity"`
}

// An Agent is who did something.
type Agent struct {
	Who Reference `json:"who"`
}

// A Source is what something was made of.
type Source struct {
	Role string    `json:"role"`
	What Reference `json:"what"`
}

// An OperationOutcome tells what was not understood or taken for granted.
type OperationOutcome struct {
	ResourceType string  `json:"resourceType"`
	ID           string  `json:"id,omitempty"`
	Issue        []Issue `json:"issue"`
}

// An Issue is one thing of an outcome.
type Issue struct {
	Severity   string   `json:"severity"`
	Code       string   `json:"code"`
	Details    Concept  `json:"details"`
	Expression []string `json:"expression,omitempty"`
}

// space is what the ids of resources are made in, so that the same answer has
// the same ids.
var space = uuid.MustParse("5ac1a1f2-6f0e-4f38-9b8a-7d7c5f4c7a10")

func newBundle(seed []byte, timestamp string, tags ...Coding) *Bundle {
	h := sha1.New()
	h.Write(space[:])
	h.Write(seed)
	b := &Bundle{ResourceType: "Bundle", Type: "collection", Timestamp: timestamp, seed: h.(hash.Cloner)}
	if len(tags) > 0 {
		b.Meta = &Meta{tags}
	}
	return b
}

// id makes up the id of the resource that is added next, as uuid.NewSHA1 does
// of the seed and the resource's number.
func (b *Bundle) id() string {
	h, err := b.seed.Clone()
	if err != nil {
		panic(err) // SHA-1 of the standard library can always be cloned
	}
	n := len(b.Entry)
	h.Write([]byte{byte(n), byte(n >> 8)})
	if n >>= 16; n > 0 {
		h.Write([]byte{byte(n), byte(n >> 8)})
	}
	id := uuid.UUID(h.Sum(nil)[:16])
	id[6], id[8] = id[6]&0x0f|5<<4, id[8]&0x3f|0x80 // version 5, variant of RFC 4122
	return id.String()
}

// add adds a resource that has an id and returns a reference to it.
func (b *Bundle) add(id string, resource any) Reference {
	url := "urn:uuid:" + id
	b.Entry = append(b.Entry, Entry{FullURL: url, Resource: resource})
	return Reference{Reference: url}
}

// JSON returns the bundle as it travels.
func (b *Bundle) JSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(b); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

func coded(system, code, display string) Concept {
	return Concept{Coding: []Coding{{System: system, Code: code, Display: display}}}
}
