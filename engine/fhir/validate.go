package fhir

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/wire"
)

//go:embed bindings.yaml
var bindingsYAML []byte

// binding is what HL7 requires of a kind of resource or of a type.
type binding struct {
	Required []string            `yaml:"required"`
	Codes    map[string][]string `yaml:"codes"`    // by element
	Dates    []string            `yaml:"dates"`    // elements that are a date, or a date and time
	Instants []string            `yaml:"instants"` // a date and time to the second, with a zone
	Choices  []string            `yaml:"choices"`  // of value[x] there is one
}

var bindings = sync.OnceValue(func() (all map[string]binding) {
	if err := yaml.Unmarshal(bindingsYAML, &all); err != nil {
		panic(err) // it is embedded
	}
	return all
})

// statuses that a kind of resource can have.
func statuses(kind string) []string { return bindings()[kind].Codes["status"] }

// Validate says what is wrong with a Bundle, by FHIR (errors), and what an assessment
// of it would not use or take for granted. The last says that there is no error, where
// there is none. lang is one of package problem.
func Validate(root *jsontree.Node, d *dictionary.Dictionary, lang string) OperationOutcome {
	v := validator{lang: lang}
	at := "Bundle"
	if text(root, "resourceType") == "Parameters" { // as operations take resources
		for i, p := range items(root.Get("parameter")) {
			if text(p, "name") == "resource" {
				root, at = p.Get("resource"), fmt.Sprintf("Parameters.parameter[%d].resource", i)
				break
			}
		}
	}
	if text(root, "resourceType") != "Bundle" {
		v.wrong("structure", at, message.NotTheBundle)
		return v.outcome()
	}
	v.resource(root, at)
	urls := map[string]bool{}
	for i, entry := range items(root.Get("entry")) {
		place := fmt.Sprintf("%s.entry[%d]", at, i)
		if url := text(entry, "fullUrl"); url != "" && text(root, "type") != "history" {
			if urls[url] {
				v.wrong("invariant", place+".fullUrl", message.AddressTwice.With("url", url))
			}
			urls[url] = true
		}
		if one := entry.Get("resource"); one != nil {
			v.resource(one, place+".resource")
			for k, part := range items(one.Get("contained")) {
				v.resource(part, fmt.Sprintf("%s.resource.contained[%d]", place, k))
			}
		}
	}
	if len(v.issues) == 0 {
		v.issues = append(v.issues, Issue{Severity: "information", Code: "informational", Details: Concept{Text: message.BundleValid.In(lang)}})
	}
	switch read, err := Read(root, d, time.Time{}, lang); wrong := err.(type) {
	case nil:
		v.issues = append(v.issues, read.Issues...)
	case *wire.Error:
		v.issues = append(v.issues, Issue{Severity: "warning", Code: "business-rule", Details: Concept{Text: message.NotAssessable.With("why", message.Plain(wrong.In(lang))).In(lang)}})
	}
	return v.outcome()
}

type validator struct {
	lang   string
	issues []Issue
}

func (v *validator) outcome() OperationOutcome {
	return OperationOutcome{ResourceType: "OperationOutcome", Issue: v.issues}
}

func (v *validator) wrong(code, at string, why message.Phrase) {
	v.issues = append(v.issues, Issue{Severity: "error", Code: code, Details: Concept{Text: why.In(v.lang)}, Expression: []string{at}})
}

// resource checks one by its binding, and the quantities in it by theirs.
func (v *validator) resource(n *jsontree.Node, at string) {
	kind := text(n, "resourceType")
	if kind == "" {
		v.wrong("structure", at+".resourceType", message.ElementMissing)
		return
	}
	if id := n.Get("id"); id != nil && !validID.MatchString(id.Text) {
		v.wrong("value", at+".id", message.IDInvalid)
	}
	v.bound(n, bindings()[kind], at)
	v.quantities(n, at)
}

func (v *validator) bound(n *jsontree.Node, b binding, at string) {
	for _, key := range b.Required {
		if n.Get(key) == nil {
			v.wrong("required", at+"."+key, message.ElementMissing)
		}
	}
	for key, codes := range b.Codes {
		if value := n.Get(key); value != nil && !slices.Contains(codes, value.Text) {
			v.wrong("code-invalid", at+"."+key, message.CodeInvalid.With("code", value.Text, "known", codes))
		}
	}
	for _, key := range b.Dates {
		if value := n.Get(key); value != nil && !isDate(value.Text) {
			v.wrong("value", at+"."+key, message.NotATime)
		}
	}
	for _, key := range b.Instants {
		value := n.Get(key)
		if value == nil {
			continue
		}
		if _, err := time.Parse(time.RFC3339, value.Text); err != nil {
			v.wrong("value", at+"."+key, message.NotATime)
		}
	}
	for _, choice := range b.Choices {
		var several []string
		for _, m := range n.Members {
			if rest, ok := strings.CutPrefix(m.Key, choice); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
				several = append(several, m.Key)
			}
		}
		if len(several) > 1 {
			v.wrong("structure", at+"."+choice+"[x]", message.SeveralChoices.With("keys", several))
		}
	}
}

// quantities looks at whatever has a value and a unit or comparator.
func (v *validator) quantities(n *jsontree.Node, at string) {
	for _, m := range n.Members {
		here := at + "." + m.Key
		switch m.Key {
		case "valueQuantity", "low", "high":
			if value := m.Value.Get("value"); value != nil && value.Kind != jsontree.Number {
				v.wrong("value", here+".value", message.QuantityNotNumber)
			}
			v.bound(m.Value, bindings()["Quantity"], here)
		case "component", "referenceRange":
			for i, part := range items(m.Value) {
				if m.Key == "component" {
					v.bound(part, binding{Required: []string{"code"}, Choices: []string{"value"}}, fmt.Sprintf("%s[%d]", here, i))
				}
				v.quantities(part, fmt.Sprintf("%s[%d]", here, i))
			}
		}
	}
}

// written are FHIR's dates: a year, a month, a day, or a time to the second with a zone.
var written = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?)?)?$`)

func isDate(s string) bool {
	if !written.MatchString(s) {
		return false
	}
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
