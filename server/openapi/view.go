package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// view is what the page shows of the document.
type view struct {
	Title, Version, Description string
	Groups                      []*group
	Style                       template.CSS
}

type group struct {
	ID, Name, Description string
	Operations            []operation
}

type operation struct {
	ID, Method, Path, Summary, Description string
	Token                                  string // required, optional or ""
	Parameters                             []row
	Body                                   content
	Responses                              []response
}

type response struct {
	Status, Description string
	Headers             []row
	content
}

// content is a body: its type, fields and examples.
type content struct {
	Type     string
	Fields   []row
	Examples []example
}

type example struct{ Name, Text string }

// row describes a field, parameter or header.
type row struct {
	Name, Type, Description string
	Must                    string // "required" of a request, "always" in a response, or ""
}

// node is a YAML map with its references resolved on access.
type node struct {
	*yaml.Node
	root *yaml.Node
}

func newView(source []byte) (*view, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(source, &document); err != nil {
		return nil, err
	}
	root := node{document.Content[0], document.Content[0]}
	info := root.get("info")
	v := &view{Title: info.text("title"), Version: info.text("version"), Description: info.text("description")}
	groups := map[string]*group{}
	for _, tag := range root.get("tags").items() {
		g := &group{ID: slug(tag.text("name")), Name: tag.text("name"), Description: tag.text("description")}
		groups[g.Name] = g
		v.Groups = append(v.Groups, g)
	}
	for path, methods := range root.get("paths").members() {
		for method, op := range methods.members() {
			tag := ""
			if tags := op.get("tags").items(); len(tags) > 0 {
				tag = tags[0].Value
			}
			if groups[tag] == nil {
				return nil, fmt.Errorf("line %d: operation without a declared tag", op.Line)
			}
			groups[tag].Operations = append(groups[tag].Operations, newOperation(method, path, op))
		}
	}
	return v, nil
}

func slug(name string) string { return "about-" + strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func newOperation(method, path string, op node) operation {
	o := operation{
		ID: op.text("operationId"), Method: strings.ToUpper(method), Path: path,
		Summary: op.text("summary"), Description: op.text("description"),
		Token: tokenUse(op.get("security")), Body: newContent(op.get("requestBody"), "required"),
	}
	for _, p := range op.get("parameters").items() {
		r := row{Name: p.text("name"), Type: "in " + p.text("in") + ", " + typeName(p.get("schema")), Description: p.text("description")}
		if p.text("required") == "true" {
			r.Must = "required"
		}
		o.Parameters = append(o.Parameters, r)
	}
	for status, r := range op.get("responses").members() {
		o.Responses = append(o.Responses, newResponse(status, r))
	}
	return o
}

// everywhere is the header that every response has.
const everywhere = "X-Request-ID"

func newResponse(status string, r node) response {
	out := response{Status: status, Description: r.text("description"), content: newContent(r, "always")}
	for name, h := range r.get("headers").members() {
		if name == everywhere {
			continue // told once, at the top
		}
		out.Headers = append(out.Headers, row{Name: name, Type: typeName(h.get("schema")), Description: h.text("description")})
	}
	return out
}

// tokenUse reads a security requirement: an empty alternative makes it
// optional.
func tokenUse(security node) string {
	use := ""
	for _, alternative := range security.items() {
		if len(alternative.Content) == 0 {
			return "optional"
		}
		use = "required"
	}
	return use
}

// newContent takes the first content type of a body; must is the word for its
// mandatory fields.
func newContent(body node, must string) (c content) {
	for kind, media := range body.get("content").members() {
		c.Type = kind
		c.Fields = fieldRows("", media.get("schema"), must, false)
		if value := media.get("example"); value.Node != nil {
			c.Examples = append(c.Examples, example{"Example", pretty(value)})
		}
		for name, e := range media.get("examples").members() {
			c.Examples = append(c.Examples, example{"Example: " + name, pretty(e.get("value"))})
		}
		return c
	}
	return c
}

func pretty(n node) string {
	var compact, indented bytes.Buffer
	if err := writeJSON(&compact, n.Node); err != nil {
		return err.Error()
	}
	if err := json.Indent(&indented, compact.Bytes(), "", "  "); err != nil {
		return err.Error()
	}
	return flatArray.ReplaceAllStringFunc(indented.String(), func(array string) string {
		return "[" + strings.Join(strings.Fields(array[1:len(array)-1]), " ") + "]"
	})
}

// flatArray is an array of scalars, which reads better on one line.
var flatArray = regexp.MustCompile(`\[\n[^\[\]{}]*\]`)

// get returns the value at key, its reference resolved; the zero node when
// there is none.
func (n node) get(key string) node {
	if n.Node == nil || n.Kind != yaml.MappingNode {
		return node{}
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return node{n.Content[i+1], n.root}.resolve()
		}
	}
	return node{}
}

// resolve follows a reference; what stands beside it comes first, so that it
// wins over what it refers to.
func (n node) resolve() node {
	if n.Node == nil || n.Kind != yaml.MappingNode {
		return n
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value != "$ref" {
			continue
		}
		target := node{n.root, n.root}
		for part := range strings.SplitSeq(strings.TrimPrefix(n.Content[i+1].Value, "#/"), "/") {
			target = target.get(part)
		}
		if len(n.Content) == 2 || target.Node == nil {
			return target
		}
		merged := *target.Node
		merged.Content = slices.Concat(n.Content[:i], n.Content[i+2:], target.Content)
		return node{&merged, n.root}
	}
	return n
}

func (n node) text(key string) string {
	if value := n.get(key); value.Node != nil && value.Kind == yaml.ScalarNode {
		return value.Value
	}
	return ""
}

// members yields a map's entries in the order of the source.
func (n node) members() func(yield func(string, node) bool) {
	return func(yield func(string, node) bool) {
		if n.Node == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, node{n.Content[i+1], n.root}.resolve()) {
				return
			}
		}
	}
}

func (n node) items() []node {
	if n.Node == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	list := make([]node, len(n.Content))
	for i, item := range n.Content {
		list[i] = node{item, n.root}.resolve()
	}
	return list
}
