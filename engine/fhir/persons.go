package fhir

import (
	"slices"
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/message"
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

// personsOf are the persons that a bundle is about, each with the Patients that are of
// the same one: one that comes again.
func personsOf(all []resource) (list [][]resource) {
	for _, one := range all {
		if text(one.node, "resourceType") != "Patient" || one.of != nil {
			continue
		}
		names := namesOf(one)
		k := slices.IndexFunc(list, func(person []resource) bool {
			return slices.ContainsFunc(person, func(of resource) bool {
				return slices.ContainsFunc(names, func(name string) bool { return names != nil && named(namesOf(of), name) })
			})
		})
		if k < 0 {
			list = append(list, []resource{one})
		} else {
			list[k] = append(list[k], one)
		}
	}
	return list
}

// oneOf takes one of several persons for whom the request is about.
func (r *reader) oneOf(person []resource, others [][]resource) {
	first := person[0]
	r.person, r.out.patient = first.node, sent{node: first.node, at: first.at, fullURL: first.fullURL}
	for _, one := range person {
		r.known = append(r.known, namesOf(one)...)
	}
	for _, one := range slices.Concat(others...) {
		r.others = append(r.others, namesOf(one)...)
	}
}

// ofOther reports whether a resource is about a person who has a request of its own.
func (r *reader) ofOther(o *jsontree.Node) bool {
	reference := text(o.Get("subject"), "reference")
	return reference != "" && named(r.others, reference) && !r.isPatient(reference)
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
	return slices.ContainsFunc(names, func(name string) bool {
		return name == reference || strings.HasSuffix(name, "/"+reference) || strings.HasSuffix(reference, "/"+name)
	})
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
