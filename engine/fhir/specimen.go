package fhir

import (
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/specimen"
)

// specimens are those of observations, and what the Bundle says of each.
type specimens struct {
	within   map[*jsontree.Node]*jsontree.Node // what contains a resource
	byName   map[name]*jsontree.Node
	reported map[*jsontree.Node]*jsontree.Node // by observation: the report that lists it
}

// A name of a resource: its address or kind and id, or, of one that another
// contains, its id there.
type name struct {
	in   *jsontree.Node
	name string
}

func findSpecimens(all []resource) specimens {
	s := specimens{map[*jsontree.Node]*jsontree.Node{}, map[name]*jsontree.Node{}, map[*jsontree.Node]*jsontree.Node{}}
	for _, one := range all {
		id := text(one.node, "id")
		if one.of != nil {
			s.within[one.node] = one.of.node
			s.byName[name{one.of.node, "#" + id}] = one.node
			continue
		}
		s.byName[name{nil, text(one.node, "resourceType") + "/" + id}] = one.node
		s.byName[name{nil, one.fullURL}] = one.node
	}
	for _, one := range all {
		if text(one.node, "resourceType") != "DiagnosticReport" {
			continue
		}
		for _, result := range items(one.node.Get("result")) {
			if o := s.resolve(one.node, result); o != nil {
				s.reported[o] = one.node
			}
		}
	}
	return s
}

// of is what an observation's specimen is: by the Specimen that it names, else by
// those that its report names, else by the place on the body. Blank is not known;
// so are several that differ.
func (s *specimens) of(o *jsontree.Node) specimen.Kind {
	if one := o.Get("specimen"); one != nil {
		if kind := s.kind(o, one); kind != "" {
			return kind
		}
	}
	var found specimen.Kind
	report := s.reported[o]
	for _, one := range items(report.Get("specimen")) {
		kind := s.kind(report, one)
		var agree bool
		if found, agree = found.With(kind); kind == "" || !agree {
			return ""
		}
	}
	if found == "" {
		found = kindOf(o.Get("bodySite"))
	}
	return found
}

// kind is what a reference of a resource to a Specimen says of it.
func (s *specimens) kind(from, reference *jsontree.Node) specimen.Kind {
	if found := s.resolve(from, reference); found != nil {
		return kindOf(found.Get("type"))
	}
	return specimen.Of(text(reference, "display"), true)
}

// resolve finds what a reference of a resource names, nil for nothing.
func (s *specimens) resolve(from, reference *jsontree.Node) *jsontree.Node {
	called, _, _ := strings.Cut(text(reference, "reference"), "/_history/")
	switch {
	case called == "":
		return nil
	case called[0] == '#':
		if found := s.byName[name{from, called}]; found != nil {
			return found
		}
		return s.byName[name{s.within[from], called}]
	}
	if found := s.byName[name{nil, called}]; found != nil {
		return found
	}
	parts := strings.Split(called, "/") // with the server's address before it
	return s.byName[name{nil, strings.Join(parts[max(0, len(parts)-2):], "/")}]
}

// kindOf is what a CodeableConcept says of a specimen: its words and codes have to
// agree.
func kindOf(c *jsontree.Node) specimen.Kind {
	words := []string{text(c, "text")}
	for _, coding := range items(c.Get("coding")) {
		words = append(words, text(coding, "code"), text(coding, "display"))
	}
	var found specimen.Kind
	for _, word := range words {
		var agree bool
		if found, agree = found.With(specimen.Of(word, true)); !agree {
			return ""
		}
	}
	return found
}
