package fhir

import (
	"fmt"
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// A resource stands in an entry of a bundle or in a parameter, is all that was sent,
// or is contained in one of these.
type resource struct {
	node    *jsontree.Node
	of      *resource // that contains it, nil for none
	at      string
	fullURL string
	deleted bool // by an entry before it: a history begins with what was done last
}

// name is how a reference names the resource, blank where nothing does.
func (r resource) name() string {
	id := text(r.node, "id")
	switch {
	case r.fullURL != "":
		return r.fullURL
	case id == "":
		return ""
	case r.of == nil:
		return text(r.node, "resourceType") + "/" + id
	}
	if within := r.of.name(); within != "" {
		return within + "#" + id
	}
	return ""
}

// resources lists those that root holds, and reports whether it is of a kind that
// holds any.
func resources(root *jsontree.Node) (all []resource, ok bool) {
	deleted := map[string]bool{} // by type and id
	add := func(node *jsontree.Node, at, fullURL string) {
		if node == nil || node.Kind != jsontree.Object {
			return
		}
		one := resource{node: node, at: at, fullURL: fullURL, deleted: deleted[text(node, "resourceType")+"/"+text(node, "id")]}
		all = append(all, one)
		for k, part := range items(node.Get("contained")) {
			all = append(all, resource{node: part, of: &one, at: fmt.Sprintf("%s.contained[%d]", at, k)})
		}
	}
	bundle := func(b *jsontree.Node, at string) {
		for i, entry := range items(b.Get("entry")) {
			if request := entry.Get("request"); text(request, "method") == "DELETE" {
				deleted[text(request, "url")] = true
			}
			add(entry.Get("resource"), fmt.Sprintf("%s.entry[%d].resource", at, i), text(entry, "fullUrl"))
		}
	}
	switch kind := text(root, "resourceType"); kind {
	case "Bundle":
		bundle(root, kind)
	case "Parameters":
		for i, p := range items(root.Get("parameter")) {
			at := fmt.Sprintf("Parameters.parameter[%d].resource", i)
			if one := p.Get("resource"); text(one, "resourceType") == "Bundle" {
				bundle(one, at)
			} else {
				add(one, at, "")
			}
		}
	case "DiagnosticReport", "Observation":
		add(root, kind, "")
	default:
		return nil, false
	}
	return all, true
}

// parameters are fields of the request by their paths; a resource is read where it
// stands, and what is neither is named.
func (r *reader) parameters(root *jsontree.Node) {
	for i, p := range items(root.Get("parameter")) {
		called := text(p, "name")
		switch {
		case p.Get("resource") != nil || called == "namespace":
		case strings.HasPrefix(called, background), strings.HasPrefix(called, "profile.") && called != "profile.dob" && called != "profile.gender":
			r.field(p, called, fmt.Sprintf("Parameters.parameter[%d]", i))
		default:
			r.ignored(fmt.Sprintf("Parameters.parameter[%d]", i), message.ParameterUnknown.With("name", strings.TrimSpace(called)))
		}
	}
}
