package httpapi

import (
	"net/http"
	"testing"
)

// FHIR is for those who ask for it; everybody else gets what they always got.
func TestFHIR(t *testing.T) {
	const (
		plain   = `{"certain":["脂肪肝"],"possible":[]}`
		chinese = `{"resourceType":"Bundle","type":"collection","entry":[],"english":false,"fromFHIR":false}`
		english = `{"resourceType":"Bundle","type":"collection","entry":[],"english":true,"fromFHIR":false}`
		asked   = `{"resourceType":"Bundle","type":"collection","entry":[],"english":false,"fromFHIR":true}`
		text    = `{"text":"脂肪肝"}`
	)
	accept := func(values ...string) http.Header { return http.Header{"Accept": values} }
	asFHIR := map[string]string{"Content-Type": "application/fhir+json", "Cache-Control": "no-store"}
	asJSON := map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store"}
	run(t, newBench(t, nil), []scenario{
		{name: "asked for", path: "/api/keywords", body: text, user: "bob", header: accept("application/fhir+json"), status: 200, want: chinese, headers: asFHIR},
		{name: "with a version", path: "/api/keywords", body: text, user: "bob", header: accept("application/fhir+json; fhirVersion=4.0"), status: 200, want: chinese, headers: asFHIR},
		{name: "among others", path: "/api/keywords", body: text, user: "bob", header: accept("text/html, application/fhir+json;q=0.9", "*/*;q=0.1"), status: 200, want: chinese, headers: asFHIR},
		{name: "anything", path: "/api/keywords", body: text, user: "bob", header: accept("*/*"), status: 200, want: plain, headers: asJSON},
		{name: "JSON rather", path: "/api/keywords", body: text, user: "bob", header: accept("application/json, application/fhir+json;q=0.5"), status: 200, want: plain, headers: asJSON},
		{name: "refused", path: "/api/keywords", body: text, user: "bob", header: accept("application/fhir+json;q=0"), status: 200, want: plain},
		{name: "nonsense", path: "/api/keywords", body: text, user: "bob", header: accept("application/fhir+json;;=", ";"), status: 200, want: plain},
		{name: "in English", path: "/api/keywords", body: text, user: "bob", status: 200, want: english,
			header: http.Header{"Accept": {"application/fhir+json"}, "Accept-Language": {"en-GB,en;q=0.9,zh;q=0.5"}}},
		{name: "in Chinese rather", path: "/api/keywords", body: text, user: "bob", status: 200, want: chinese,
			header: http.Header{"Accept": {"application/fhir+json"}, "Accept-Language": {"zh-CN,en;q=0.5"}}},
		{name: "in neither", path: "/api/keywords", body: text, user: "bob", status: 200, want: chinese,
			header: http.Header{"Accept": {"application/fhir+json"}, "Accept-Language": {"fr, ,"}}},
		{name: "errors stay JSON", path: "/api/keywords", body: `{}`, user: "bob", header: accept("application/fhir+json"), status: 400, want: `{"detail":"missing arguments: text"}`, headers: asJSON},
		{name: "keywords are not asked for in it", path: "/api/keywords", body: text, user: "bob", header: contentType("application/fhir+json"), status: 415, want: notJSON},

		{name: "an assessment", path: "/api/samples", body: sample, user: "bob", header: accept("application/fhir+json"), status: 200, want: chinese, headers: asFHIR},
		{name: "a request", path: "/api/samples", body: `{"resourceType":"Bundle","type":"collection"}`, user: "bob", status: 200, want: asked,
			header: http.Header{"Accept": {"application/fhir+json"}, "Content-Type": {"application/fhir+json; charset=utf-8"}}},

		{name: "a task", method: "GET", path: "/tasks/" + openID + "?format=fhir", status: 200, part: `{"system":"http://loinc.org","code":"11502-2","display":"Laboratory report"}`, headers: asFHIR},
		{name: "a task by its Accept", method: "GET", path: "/tasks/" + openID, header: accept("application/fhir+json"), status: 200, part: `"status":"preliminary"`, headers: asFHIR},
		{name: "a failed task", method: "GET", path: "/tasks/" + failedID + "?format=fhir", status: 200, part: `"conclusion":"IMAGE_PIXEL_ERROR: resolution 42 PPI`},
		{name: "pages", method: "GET", path: "/tasks/" + pagesID + "?format=fhir", status: 200, part: `{"identifier":{"system":"urn:ietf:rfc:3986","value":"http://open.example/2"}}`},
		{name: "a waiting task", method: "GET", path: "/tasks/" + sharedID + "?format=fhir", status: 200, part: `"status":"registered"`},
		{name: "somebody else's", method: "GET", path: "/tasks/" + aliceID + "?format=fhir", status: 404, want: noSuchTask},
	})
}
