package fhir

import (
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/filelimits"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/wire"
)

// patients finds whom the bundle is about: its Patient, else one that a
// resource contains. One that comes twice is still one.
func (r *reader) patients(all []resource) {
	for _, contained := range []bool{false, true} {
		for _, one := range all {
			if text(one.node, "resourceType") != "Patient" || (one.of != nil) != contained {
				continue
			}
			names := namesOf(one)
			switch {
			case r.person == nil:
				r.person, r.out.patient = one.node, sent{node: one.node, at: one.at, fullURL: one.fullURL}
			case contained && !same(r.person, one.node):
				continue // of somebody else, who is not asked about
			case !contained && !slices.ContainsFunc(names, r.isPatient):
				r.fault(one.at, message.TwoPatients)
				continue
			}
			r.known = append(r.known, names...)
		}
	}
}

// personsOf are the persons that a bundle is about, each by all its names: one Patient
// may come again. The error is that there are too many.
func personsOf(all []resource) (list []person, err error) {
	for _, one := range all {
		if text(one.node, "resourceType") != "Patient" || one.of != nil {
			continue
		}
		names := namesOf(one)
		k := slices.IndexFunc(list, func(p person) bool {
			return slices.ContainsFunc(names, func(name string) bool { return named(p.names, name) })
		})
		switch {
		case k >= 0:
			list[k].add(names)
		case len(list) == filelimits.MostPatients:
			return nil, &wire.Error{Invalid: []assess.FieldError{{Path: one.at, Reason: message.BeyondBounds.With("what", message.PersonsOfFile, "most", filelimits.MostPatients)}}}
		default:
			list = append(list, person{one, names})
		}
	}
	return list, nil
}

// A person is one of those that a bundle is about, and what references call it.
type person struct {
	resource
	names []string
}

// identifierOf is the first identifier that a Patient has a value of, blank for none.
func identifierOf(patient *jsontree.Node) string {
	for _, identifier := range items(patient.Get("identifier")) {
		if v := text(identifier, "value"); v != "" {
			return v
		}
	}
	return ""
}

// contradicts reports whether another person has the same identifier, and another sex or
// date of birth.
func (p person) contradicts(other person) bool {
	id := identifierOf(p.node)
	return id != "" && id == identifierOf(other.node) && !same(p.node, other.node)
}

// animal is what the species of a Patient is called that is no human being, blank for none.
func animal(patient *jsontree.Node) string {
	for _, e := range items(patient.Get("extension")) {
		for _, part := range items(e.Get("extension")) {
			if species := described(part.Get("valueCodeableConcept")); text(part, "url") == "species" && observed.Animal(species) {
				return species
			}
		}
	}
	return ""
}

func (p *person) add(names []string) {
	for _, name := range names {
		if !slices.Contains(p.names, name) {
			p.names = append(p.names, name)
		}
	}
}

// apart gives each of several persons the observations that are about it; the first
// has, too, whatever is about none of them.
func apart(all []resource, persons []person) [][]resource {
	of := make([][]resource, len(persons))
	for _, one := range all {
		k := 0
		if text(one.node, "resourceType") == "Observation" {
			subject := text(one.node.Get("subject"), "reference")
			k = max(0, slices.IndexFunc(persons, func(p person) bool { return subject != "" && named(p.names, subject) }))
		}
		of[k] = append(of[k], one)
	}
	return of
}

// oneOf takes one of several persons for whom the request is about.
func (r *reader) oneOf(p person) {
	r.person, r.out.patient = p.node, sent{node: p.node, at: p.at, fullURL: p.fullURL}
	r.known, r.among = p.names, true
}

// namesOf are the ways that references name a resource.
func namesOf(one resource) (names []string) {
	id := text(one.node, "id")
	switch {
	case one.of != nil && id != "":
		names = append(names, "#"+id)
	case id != "":
		names = append(names, "Patient/"+id)
	}
	if one.fullURL != "" {
		names = append(names, one.fullURL)
	}
	return names
}

// same reports whether two resources are of one person, as far as they say.
func same(a, b *jsontree.Node) bool {
	return text(a, "birthDate") == text(b, "birthDate") && text(a, "gender") == text(b, "gender")
}

// isPatient reports whether a reference names the patient: by the address of
// the entry, by kind and id, or by either with the server's address before it.
func (r *reader) isPatient(reference string) bool { return named(r.known, reference) }

// named reports whether a reference is one of the names of a resource.
func named(names []string, reference string) bool {
	reference, _, _ = strings.Cut(reference, "/_history/")
	return slices.ContainsFunc(names, func(name string) bool { return under(name, reference) || under(reference, name) })
}

// under reports whether an address is a name, or ends in it: http://a/Patient/1 in
// Patient/1. A bundle may ask it of each two of its resources.
func under(address, name string) bool {
	above, ok := strings.CutSuffix(address, name)
	return ok && (above == "" || above[len(above)-1] == '/')
}

// about returns whom an observation is about where that is not the patient.
func (r *reader) about(o *jsontree.Node) string {
	for _, focus := range items(o.Get("focus")) {
		if reference := text(focus, "reference"); !r.isPatient(reference) {
			return described(focus)
		}
	}
	if reference := text(o.Get("subject"), "reference"); reference != "" && len(r.known) > 0 && !r.isPatient(reference) {
		return reference
	}
	return ""
}
