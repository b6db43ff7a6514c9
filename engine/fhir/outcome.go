package fhir

import (
	"cmp"
	"net/http"
	"strings"

	"tijian/engine/wire"
)

// codes of HL7 (issue-type) for what a status of HTTP says.
var issueTypes = map[int]string{
	http.StatusBadRequest: "invalid", http.StatusUnauthorized: "login", http.StatusForbidden: "forbidden", http.StatusNotFound: "not-found",
	http.StatusMethodNotAllowed: "not-supported", http.StatusNotAcceptable: "not-supported", http.StatusConflict: "conflict",
	http.StatusRequestEntityTooLarge: "too-long", http.StatusUnsupportedMediaType: "not-supported", http.StatusUnprocessableEntity: "processing",
	http.StatusTooManyRequests: "throttled", http.StatusServiceUnavailable: "transient",
}

// Outcome is an error as FHIR tells it, by the status of HTTP that goes with it.
func Outcome(status int, texts ...string) OperationOutcome {
	out := OperationOutcome{ResourceType: "OperationOutcome"}
	for _, text := range texts {
		out.Issue = append(out.Issue, Issue{Severity: "error", Code: cmp.Or(issueTypes[status], "exception"), Details: Concept{Text: text}})
	}
	return out
}

// Faults is an outcome with an issue for each fault of a request, at its place.
func Faults(status int, wrong *wire.Error, lang string) OperationOutcome {
	out := OperationOutcome{ResourceType: "OperationOutcome"}
	if len(wrong.Missing) > 0 {
		missing := wire.Error{Missing: wrong.Missing}
		out.Issue = append(out.Issue, Issue{Severity: "error", Code: "required", Details: Concept{Text: missing.In(lang)}, Expression: wrong.Missing})
	}
	for _, fault := range wrong.Invalid {
		issue := Issue{Severity: "error", Code: "invalid", Details: Concept{Text: fault.In(lang)}}
		if fault.Path != "" {
			issue.Expression = []string{fault.Path}
		}
		out.Issue = append(out.Issue, issue)
	}
	if len(out.Issue) == 0 {
		return Outcome(status, strings.TrimSpace(wrong.In(lang)))
	}
	return out
}
