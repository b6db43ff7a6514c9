package fhir

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"tijian/engine/jsontree"
)

// A sent resource is what an answer is about, as it came.
type sent struct {
	node    *jsontree.Node // of a sample: the Observation, or its component
	of      *jsontree.Node // the Observation
	name    string         // how references name the Observation, blank for not at all
	at      string         // where it stands
	fullURL string
}

// whole are elements of an Observation that stand for all of its components.
// They come back as they were sent.
var whole = []string{"identifier", "status", "category", "effectiveDateTime", "effectivePeriod", "effectiveInstant", "effectiveTiming", "issued", "bodySite", "method"}

// asSent puts what was sent into an answer in place of what the answer says of it:
// its codes, with ours beside them, its value, its times. What was not sent is not
// said, so that a status that nobody gave is unknown.
func (w *answer) asSent(o *Observation, s sent) *jsontree.Node {
	ours := treeOf(o)
	out := jsontree.NewObject()
	for _, key := range []string{"resourceType", "id"} {
		out.Set(key, ours.Get(key))
	}
	for _, key := range whole {
		if v := s.of.Get(key); v != nil && v.Kind != jsontree.Null {
			out.Set(key, v)
		}
	}
	if !slices.Contains(statuses("Observation"), text(out, "status")) {
		out.Set("status", jsontree.NewString("unknown"))
	}
	out.Set("code", beside(s.node.Get("code"), ours.Get("code"), Indicator))
	out.Set("subject", ours.Get("subject"))
	for _, m := range s.node.Members {
		switch {
		case m.Key == "valueCodeableConcept":
			out.Set(m.Key, beside(m.Value, ours.Get(m.Key), Grade))
		case strings.HasPrefix(m.Key, "value"):
			out.Set(m.Key, m.Value)
		}
	}
	for _, key := range []string{"interpretation", "note"} {
		if v := ours.Get(key); v != nil {
			out.Set(key, v)
		}
	}
	ranges := jsontree.NewArray()
	for _, r := range items(s.node.Get("referenceRange")) {
		if !recommended(r) {
			ranges.Items = append(ranges.Items, r)
		}
	}
	for _, r := range items(ours.Get("referenceRange")) {
		if recommended(r) {
			ranges.Items = append(ranges.Items, r)
		}
	}
	if len(ranges.Items) > 0 {
		out.Set("referenceRange", ranges)
	}
	from := jsontree.NewObject()
	if s.name != "" {
		from.Set("reference", jsontree.NewString(s.name))
	}
	from.Set("display", jsontree.NewString(s.at))
	out.Set("derivedFrom", jsontree.NewArray(from))
	return out
}

// beside is a concept as it was sent with our own code of a system behind its codes.
func beside(sent, ours *jsontree.Node, system string) *jsontree.Node {
	out := jsontree.NewObject()
	codings := slices.Clone(items(sent.Get("coding")))
	if !slices.ContainsFunc(codings, func(c *jsontree.Node) bool { return text(c, "system") == system }) {
		for _, c := range items(ours.Get("coding")) {
			if text(c, "system") == system {
				codings = append(codings, c)
			}
		}
	}
	if len(codings) > 0 {
		out.Set("coding", jsontree.NewArray(codings...))
	}
	if words := text(sent, "text"); words != "" {
		out.Set("text", jsontree.NewString(words))
	}
	return out
}

// validID is what FHIR allows as the id of a resource.
var validID = regexp.MustCompile(`^[A-Za-z0-9.-]{1,64}$`)

// patientSent is the patient as sent, as far as an assessment looks at it, with its
// own id where it has one.
func (w *answer) patientSent(s sent, id string) Reference {
	out := jsontree.NewObject()
	out.Set("resourceType", jsontree.NewString("Patient"))
	if own := text(s.node, "id"); validID.MatchString(own) {
		id = own
	}
	out.Set("id", jsontree.NewString(id))
	for _, key := range []string{"identifier", "gender", "birthDate"} {
		if v := s.node.Get(key); v != nil && v.Kind != jsontree.Null {
			out.Set(key, v)
		}
	}
	if s.fullURL == "" {
		return w.bundle.add(w.bundle.id(), out)
	}
	w.bundle.Entry = append(w.bundle.Entry, Entry{FullURL: s.fullURL, Resource: out})
	return Reference{Reference: s.fullURL}
}

// treeOf is an answer of ours as a tree.
func treeOf(o *Observation) *jsontree.Node {
	data, err := json.Marshal(o)
	if err != nil {
		panic(err) // its numbers were read from JSON
	}
	tree, err := jsontree.Parse(data)
	if err != nil {
		panic(err) // it was just written
	}
	return tree
}
