package httpapi

import (
	"net/http"
	"strings"
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
		{name: "by _format", path: "/api/keywords?_format=application/fhir%2Bjson", body: text, user: "bob", status: 200, want: chinese, headers: asFHIR},
		{name: "by _format with a plus", path: "/api/keywords?_format=application/fhir+json", body: text, user: "bob", status: 200, want: chinese, headers: asFHIR},
		{name: "by _format not", path: "/api/keywords?_format=json", body: text, user: "bob", header: accept("application/fhir+json"), status: 200, want: plain, headers: asJSON},
		{name: "keywords are not asked for in it", path: "/api/keywords", body: text, user: "bob", header: contentType("application/fhir+json"), status: 415, want: notJSON},

		{name: "an assessment", path: "/api/samples", body: sample, user: "bob", header: accept("application/fhir+json"), status: 200, want: chinese, headers: asFHIR},
		{name: "a request", path: "/api/samples", body: `{"resourceType":"Bundle","type":"collection"}`, user: "bob", status: 200, want: asked,
			header: http.Header{"Accept": {"application/fhir+json"}, "Content-Type": {"application/fhir+json; charset=utf-8"}}},

		{name: "a new task", path: "/tasks/", body: `{"task_id":"` + newID + `","img_url":"http://h.example/"}`, header: accept("application/fhir+json"), status: 200, part: `"status":"registered"`, headers: asFHIR},
		{name: "a task", method: "GET", path: "/tasks/" + openID + "?format=fhir", status: 200, part: `{"system":"http://loinc.org","code":"11502-2","display":"Laboratory report"}`, headers: asFHIR},
		{name: "a task by its Accept", method: "GET", path: "/tasks/" + openID, header: accept("application/fhir+json"), status: 200, part: `"status":"preliminary"`, headers: asFHIR},
		{name: "a failed task", method: "GET", path: "/tasks/" + failedID + "?format=fhir", status: 200, part: `"conclusion":"IMAGE_PIXEL_ERROR: resolution 42 PPI`},
		{name: "pages", method: "GET", path: "/tasks/" + pagesID + "?format=fhir", status: 200, part: `{"identifier":{"system":"urn:ietf:rfc:3986","value":"http://open.example/2"}}`},
		{name: "a waiting task", method: "GET", path: "/tasks/" + sharedID + "?format=fhir", status: 200, part: `"status":"registered"`},
		{name: "somebody else's", method: "GET", path: "/tasks/" + aliceID + "?format=fhir", status: 404, want: noSuchTask},
	})
}

// Whatever goes wrong, who asked for FHIR is told in it, with the same status.
func TestFHIRErrors(t *testing.T) {
	asked := http.Header{"Accept": {"application/fhir+json"}}
	with := func(key, value string) http.Header {
		return http.Header{"Accept": {"application/fhir+json"}, key: {value}}
	}
	outcome := func(code, text string) string {
		return `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"` + code + `","details":{"text":"` + text + `"}}]}`
	}
	const bundled = `{"resourceType":"Bundle","type":"collection","entry":[]}`
	asFHIR := map[string]string{"Content-Type": "application/fhir+json", "Cache-Control": "no-store"}
	large := `{"text":"` + strings.Repeat("a", 2000) + `"}`
	all := []scenario{
		{name: "400", path: "/api/keywords", body: `{}`, user: "bob", header: asked, status: 400, want: outcome("invalid", "missing arguments: text")},
		{name: "400 of an engine", path: "/api/samples", body: `{"refuse":1}`, user: "bob", header: asked, status: 400, want: outcome("invalid", "missing arguments: profile.dob, samples[0].value")},
		{name: "400 by field", path: "/fhir/$assess", body: `{"fields":1}`, user: "bob", status: 400,
			want: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"required","details":{"text":"缺少字段 Patient"},"expression":["Patient"]},` +
				`{"severity":"error","code":"invalid","details":{"text":"字段不对 samples[1]：应是带时区的 ISO 8601 日期和时间，如 2026-01-31T08:30:00.000Z"},"expression":["samples[1]"]}]}`},
		{name: "400 of a login", path: "/api/login", body: `{}`, header: asked, status: 400, want: outcome("invalid", `Must include \"username\" and \"password\".`)},
		{name: "401", path: "/api/samples", body: sample, header: asked, status: 401, want: outcome("login", "Authentication credentials were not provided."), headers: map[string]string{"Www-Authenticate": `JWT realm="api"`}},
		{name: "404", method: "GET", path: "/nowhere", header: asked, status: 404, want: outcome("not-found", "no such path")},
		{name: "404 of a task", method: "GET", path: "/tasks/" + newID, header: asked, status: 404, want: outcome("not-found", "task does not exist")},
		{name: "405", method: "GET", path: "/api/samples", header: asked, status: 405, want: outcome("not-supported", "method not allowed, use POST"), headers: map[string]string{"Allow": "POST"}},
		{name: "413", path: "/api/keywords", body: large, user: "bob", header: asked, status: 413, want: outcome("too-long", "body: must have at most 2000 bytes")},
		{name: "415", path: "/api/keywords", body: `x`, user: "bob", header: with("Content-Type", "text/plain"), status: 415, want: outcome("not-supported", "Content-Type: must be application/json")},
		{name: "429", path: "/tasks/", body: `{"task_id":"` + newID + `","img_url":"http://many.example/"}`, header: asked, status: 429,
			want: outcome("throttled", "too many of your tasks are unfinished; wait for some to end"), headers: map[string]string{"Retry-After": "30"}},
		{name: "500", path: "/api/samples", body: `{"panic":1}`, user: "bob", header: asked, status: 500, part: `"code":"exception"`},
		{name: "503", path: "/tasks/", body: `{"task_id":"` + newID + `","img_url":"http://full.example/"}`, header: asked, status: 503, part: `"code":"transient"`},

		{name: "below the base without asking", method: "GET", path: "/fhir/nowhere", status: 404, want: outcome("not-found", "no such path")},
		{name: "the base itself", method: "GET", path: "/fhir", status: 404, part: `"not-found"`},
		{name: "another method", method: "GET", path: "/fhir/$assess", status: 405, part: `"not-supported"`},
		{name: "no token", path: "/fhir/$assess", body: bundled, status: 401, part: `"login"`},
		{name: "no token to validate", path: "/fhir/Bundle/$validate", body: bundled, status: 401, part: `"login"`},
		{name: "XML", path: "/fhir/$assess?_format=xml", body: bundled, user: "bob", status: 406, part: `_format: must be json`},
		{name: "an XML body", path: "/fhir/$assess", body: `<a/>`, user: "bob", header: contentType("application/fhir+xml"), status: 415, part: `"not-supported"`},
		{name: "no JSON", path: "/fhir/Bundle/$validate", body: `{`, user: "bob", status: 400, part: `"invalid"`},
	}
	for i := range all {
		if all[i].headers == nil {
			all[i].headers = map[string]string{}
		}
		for k, v := range asFHIR {
			all[i].headers[k] = v
		}
	}
	run(t, newBench(t, nil), all)
}

// What is no resource of FHIR comes as Parameters; the operations of FHIR take its
// media type and plain JSON.
func TestFHIROperations(t *testing.T) {
	asked := http.Header{"Accept": {"application/fhir+json"}}
	asFHIR := map[string]string{"Content-Type": "application/fhir+json"}
	const bundled = `{"resourceType":"Bundle","type":"heap","entry":[]}`
	run(t, newBench(t, nil), []scenario{
		{name: "a login", path: "/api/login", body: `{"username":"alice","password":"pw of alice"}`, header: asked, status: 200, part: `{"resourceType":"Parameters","parameter":[{"name":"token","valueString":"ey`, headers: asFHIR},
		{name: "health", method: "GET", path: "/healthz", header: asked, status: 200, want: `{"resourceType":"Parameters","parameter":[{"name":"status","valueString":"ok"}]}`, headers: asFHIR},
		{name: "ready", method: "GET", path: "/readyz", header: asked, status: 200, part: `{"name":"ruleset","part":[{"name":"version","valueString":"2026.1"}`, headers: asFHIR},
		{name: "metadata", method: "GET", path: "/fhir/metadata", status: 200, part: `{"resourceType":"CapabilityStatement","version":"2026.1","status":"active"`, headers: asFHIR},
		{name: "metadata as JSON", method: "GET", path: "/fhir/metadata/?_format=json", status: 200, part: `"fhirVersion":"4.0.1"`, headers: asFHIR},
		{name: "assess", path: "/fhir/$assess", body: bundled, user: "bob", header: contentType("application/fhir+json"), status: 200, part: `"fromFHIR":true`, headers: asFHIR},
		{name: "assess JSON", path: "/fhir/$assess/", body: bundled, user: "bob", status: 200, part: `"fromFHIR":true`, headers: asFHIR},
		{name: "validate", path: "/fhir/Bundle/$validate", body: bundled, user: "bob", header: http.Header{"Content-Type": {"application/fhir+json"}, "Accept-Language": {"en"}}, status: 200,
			part: `{"severity":"error","code":"code-invalid","details":{"text":"the code heap is not in the required value set: document, message,`, headers: asFHIR},
	})
}

// What our codes mean can be asked for, in a list and one by one.
func TestTerms(t *testing.T) {
	const finding = `"resourceType":"CodeSystem","id":"finding",`
	asFHIR := map[string]string{"Content-Type": "application/fhir+json", "Cache-Control": "no-store"}
	run(t, newBench(t, nil), []scenario{
		{name: "all in short", method: "GET", path: "/fhir/CodeSystem", user: "bob", status: 200, headers: asFHIR,
			part: `{"fullUrl":"https://lab.example.cn/fhir/CodeSystem/finding","resource":{` + finding + `"meta":{"tag":[{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}]},"url":"urn:tijian:finding",`},
		{name: "by url", method: "GET", path: "/fhir/CodeSystem?url=urn:tijian:finding", user: "bob", status: 200, part: `"total":1,"entry":[{"fullUrl":"https://lab.example.cn/fhir/CodeSystem/finding","resource":{` + finding + `"url":"urn:tijian:finding","version":"2026.1"`},
		{name: "by _id", method: "GET", path: "/fhir/CodeSystem?_id=finding", user: "bob", status: 200, part: `"count":1,"concept":[{"code":"脂肪肝","display":"脂肪肝","designation":[{"language":"en","value":"Fatty liver"}]}]`},
		{name: "none", method: "GET", path: "/fhir/CodeSystem?url=urn:tijian:other", user: "bob", status: 200, want: `{"resourceType":"Bundle","type":"searchset","total":0}`},
		{name: "one", method: "GET", path: "/fhir/CodeSystem/finding", user: "bob", status: 200, part: finding, headers: asFHIR},
		{name: "in English", method: "GET", path: "/fhir/CodeSystem/finding", user: "bob", status: 200, part: `"title":"standard terms of findings"`, header: http.Header{"Accept-Language": {"en"}}},
		{name: "a value set", method: "GET", path: "/fhir/ValueSet/finding", user: "bob", status: 200, part: `"compose":{"include":[{"system":"urn:tijian:finding"}]}`},
		{name: "value sets", method: "GET", path: "/fhir/ValueSet?url=urn:tijian:valueset:finding", user: "bob", status: 200, part: `"total":1`},
		{name: "no such", method: "GET", path: "/fhir/CodeSystem/other", user: "bob", status: 404, part: `"resourceType":"OperationOutcome"`},
		{name: "nobody", method: "GET", path: "/fhir/CodeSystem", status: 401, part: `"resourceType":"OperationOutcome"`},
		{name: "in XML", method: "GET", path: "/fhir/CodeSystem?_format=xml", user: "bob", status: 406, part: `"resourceType":"OperationOutcome"`},
	})
}
