package openapi

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"golang.org/x/net/html"
	"gopkg.in/yaml.v3"
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(Document())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Valid includes every example against its schema.
func TestDocumentIsValid(t *testing.T) {
	if err := load(t).Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestDocumentIsTheSource(t *testing.T) {
	var fromYAML, fromJSON any
	if err := yaml.Unmarshal(source, &fromYAML); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(Document(), &fromJSON); err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(fromJSON)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the JSON says something else than the YAML")
	}
}

// A reader of the contract is told what everything means.
func TestEverythingIsDescribed(t *testing.T) {
	doc := load(t)
	for name, schema := range doc.Components.Schemas {
		for field, property := range schema.Value.Properties {
			if property.Value.Description == "" && property.Ref == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || op.OperationID == "" || len(op.Tags) != 1 || op.Security == nil {
				t.Errorf("%s %s lacks a summary, an id, its one tag or its security", method, path)
			}
			for status, response := range op.Responses.Map() {
				if response.Value.Headers["X-Request-ID"] == nil {
					t.Errorf("%s %s %s does not promise X-Request-ID", method, path, status)
				}
			}
		}
	}
}

func TestUnreferencedComponents(t *testing.T) {
	doc := load(t)
	for name := range doc.Components.Schemas {
		if !bytes.Contains(source, []byte("#/components/schemas/"+name+`"`)) {
			t.Errorf("schema %s is used nowhere", name)
		}
	}
}

func TestServeJSON(t *testing.T) {
	rec := httptest.NewRecorder()
	ServeJSON(rec, httptest.NewRequest("GET", "/openapi.json", nil))
	if rec.Header().Get("Content-Type") != "application/json" || !bytes.HasPrefix(rec.Body.Bytes(), []byte(`{"openapi":"3.1.0",`)) {
		t.Errorf("%v %.80s", rec.Header(), rec.Body)
	}
}

func TestPage(t *testing.T) {
	rec := httptest.NewRecorder()
	ServePage(rec, httptest.NewRequest("GET", "/docs", nil))
	text := rec.Body.String()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	var links []string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "img", "iframe", "link", "object":
			t.Errorf("the page has a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				if ids[a.Val] {
					t.Errorf("id %s stands there twice", a.Val)
				}
				ids[a.Val] = true
			case "href":
				links = append(links, a.Val)
			case "src", "style", "onclick":
				t.Errorf("attribute %s", a.Key)
			}
		}
	}
	for _, link := range links {
		if link != "openapi.json" && !ids[strings.TrimPrefix(link, "#")] {
			t.Errorf("link %s leads nowhere", link)
		}
	}
	for _, want := range []string{
		"profile.dob", "health_background.smoke_daily_frequency", "samples[].value", "samples[].risks[].flag",
		"result.*[].coords", "WWW-Authenticate", "Retry-After", "SINGLE | DOUBLE | TABLE", "甘油三酯",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
	if !strings.Contains(text, "[60, 210, 196, 238]") {
		t.Error("coordinates are not on one line")
	}
	csp := rec.Header().Get("Content-Security-Policy")
	if !strings.HasPrefix(csp, "default-src 'none'; style-src 'sha256-") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy %s", csp)
	}
	if !strings.Contains(text, "<style>"+pageStyle+"</style>") {
		t.Error("the style is not the one whose digest the policy names")
	}
}
