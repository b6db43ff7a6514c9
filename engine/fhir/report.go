package fhir

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tijian/engine/dictionary"
)

// A Report is a task of recognition.
type Report struct {
	TaskID  string
	Created time.Time
	State   State
	Error   string          // "" or the kind with its message
	Full    json.RawMessage // the full form of the result; nil unless Done
	Sources []string        // addresses of the pictures
}

// A State of a task, as DiagnosticReport has it.
type State string

// The states of tasks.
const (
	Registered State = "registered"  // created or being worked on
	Done       State = "preliminary" // read by a machine, not yet looked at
	Refused    State = "cancelled"   // ended in an error
)

// reading is an entry of the full form.
type reading struct {
	Value      *json.Number `json:"value"`
	IdxOfValue int          `json:"idx_of_value"`
	Coords     [][4]int     `json:"coords"`
	Name       string       `json:"name"`
	Unit       string       `json:"unit"`
	Reference  string       `json:"reference"`
	Comparator string       `json:"comparator"`
	Flag       string       `json:"flag"`
	Confidence json.Number  `json:"confidence"`
	Image      *int         `json:"image"`
}

// laboratoryReport is LOINC's code of what was read.
var laboratoryReport = Coding{System: loinc, Code: "11502-2", Display: "Laboratory report"}

// Bundle returns the task as a DiagnosticReport with what was read: each
// entry an Observation in the indicator's standard unit, with its confidence
// and where it stands, and a Provenance that leads to the pictures.
func (r *Report) Bundle(d *dictionary.Dictionary, english bool) (*Bundle, error) {
	read := map[string][]reading{}
	if len(r.Full) > 0 {
		if err := json.Unmarshal(r.Full, &read); err != nil {
			return nil, err
		}
	}
	created := instant(r.Created)
	b := newBundle([]byte(r.TaskID+created), created)
	report := &DiagnosticReport{
		ResourceType: "DiagnosticReport", ID: b.id(), Identifier: []Identifier{{System: uri, Value: "urn:uuid:" + r.TaskID}},
		Status: string(r.State), Code: Concept{Coding: []Coding{laboratoryReport}}, Issued: created, Conclusion: r.Error,
	}
	b.add(report.ID, report)
	for _, name := range slices.Sorted(maps.Keys(read)) {
		for i := range read[name] {
			o := read[name][i].observation(b.id(), d, name, english)
			o.Issued = created
			report.Result = append(report.Result, b.add(o.ID, o))
		}
	}
	if len(report.Result) > 0 {
		p := Provenance{ResourceType: "Provenance", ID: b.id(), Target: report.Result, Recorded: created, Agent: []Agent{{Reference{Display: maker(english)}}}}
		for _, source := range r.Sources {
			p.Entity = append(p.Entity, Source{Role: "source", What: Reference{Identifier: &Identifier{System: uri, Value: source}}})
		}
		b.add(p.ID, p)
	}
	return b, nil
}

func (e *reading) observation(id string, d *dictionary.Dictionary, name string, english bool) Observation {
	o := Observation{ResourceType: "Observation", ID: id, Status: "preliminary", Code: Concept{Text: name}}
	indicator, known := d.Lookup(name)
	if known {
		o.Code = concept(indicator, english)
		o.Category = []Concept{coded(terminology+"observation-category", category(indicator), "")}
	}
	switch {
	case e.Value == nil:
		reason := coded(terminology+"data-absent-reason", "unknown", "Unknown")
		o.DataAbsentReason = &reason
	case known:
		v, _ := e.Value.Float64()
		o.Quantity, o.Concept = value(d, indicator, *e.Value, v, "", english)
	default:
		o.Quantity = &Quantity{Value: *e.Value}
	}
	if o.Quantity != nil {
		o.Quantity.Comparator = e.Comparator
	}
	if e.Value != nil {
		o.Extension = append(o.Extension, Extension{URL: Confidence, Decimal: e.Confidence})
		if e.IdxOfValue >= 0 && e.IdxOfValue < len(e.Coords) {
			box := e.Coords[e.IdxOfValue]
			o.Extension = append(o.Extension, Extension{URL: Box, String: fmt.Sprintf("%d,%d,%d,%d", box[0], box[1], box[2], box[3])})
		}
	}
	if e.Image != nil {
		o.Extension = append(o.Extension, Extension{URL: Picture, Integer: e.Image})
	}
	if meaning, ok := flags[e.Flag]; ok {
		o.Interpretation = []Concept{{Coding: []Coding{{System: interpretation, Code: e.Flag, Display: meaning}}}}
	}
	if printed := strings.TrimSpace(e.Reference); printed != "" {
		o.ReferenceRange = []Range{{Text: printed}}
	}
	if printed := strings.TrimSpace(strings.Join([]string{e.Name, e.Unit}, " ")); printed != "" {
		o.Note = []Note{{printed}}
	}
	return o
}

// flags are the printed marks as HL7 calls them.
var flags = map[string]string{"H": "High", "L": "Low", "A": "Abnormal"}
