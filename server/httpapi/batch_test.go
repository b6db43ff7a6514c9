package httpapi

import (
	"net/http"
	"testing"
)

// A file is taken, asked for by its user alone, and its results are had once it is
// done, in each form.
func TestBatch(t *testing.T) {
	csv, table := contentType("text/csv"), contentType("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	const state = `"created_at":"2026-03-01T12:00:00.123456+00:00","status":"CREATED","error":"","total":0,"done":0,"faulty":0}`
	get := func(name, path, user string, status int, want string) scenario {
		return scenario{name: name, method: "GET", path: path, user: user, status: status, want: want}
	}
	run(t, newBench(t, nil), []scenario{
		{name: "a table", path: "/batch", body: "a,b", user: "bob", header: csv, status: 202, want: `{"id":"csv",` + state},
		{name: "a workbook", path: "/batch/", body: "PK\x03\x04", user: "bob", header: table, status: 202, want: `{"id":"xlsx",` + state},
		{name: "requests", path: "/batch", body: "{}", user: "bob", header: contentType("application/x-ndjson"), status: 202, want: `{"id":"ndjson",` + state},
		{name: "as FHIR", path: "/batch?_format=fhir", body: "{}", user: "bob", header: csv, status: 202, part: `{"resourceType":"Parameters","parameter":[{"name":"id","valueString":"csv"}`},
		{name: "no token", path: "/batch", body: "a,b", header: csv, status: 401, want: notProvided, headers: challenge},
		{name: "another kind", path: "/batch", body: "{}", user: "bob", status: 415},
		{name: "too large", path: "/batch", body: string(make([]byte, 101)), user: "bob", header: csv, status: 413, want: `{"detail":"body: must have at most 100 bytes"}`},
		{name: "too many", path: "/batch", body: "many", user: "bob", header: csv, status: 429, headers: map[string]string{"Retry-After": "30"}},
		{name: "not stored", path: "/batch", body: "fault", user: "bob", header: csv, status: 500, want: broken},
		get("done", "/batch/1", "bob", 200, `{"id":"1","created_at":"2026-03-01T12:00:00.123456+00:00","status":"DONE","error":"","total":2,"done":2,"faulty":1}`),
		get("under way", "/batch/0/", "bob", 200, `{"id":"0","created_at":"2026-03-01T12:00:00.123456+00:00","status":"PROCESSING","error":"","total":2,"done":1,"faulty":1}`),
		get("results under way", "/batch/0?format=csv", "bob", 409, `{"detail":"the batch is not done; ask again without format to see how far it is"}`),
		get("results", "/batch/1?format=ndjson", "bob", 200, "{\"answer\":0}\n{\"answer\":1}\n"),
		get("ledger", "/batch/1?format=ledger", "bob", 200, "{\"ledger\":0}\n{\"ledger\":1}\n"),
		get("as a table", "/batch/1?format=csv", "bob", 200, "\ufeffuser_identifier,datetime,name,title,comparator,value,unit,level,level_name,color,tip,ideal,risks\na,'=1\na,'=1\n"),
		get("somebody else's", "/batch/1", "alice", 404, `{"detail":"batch does not exist"}`),
		get("without a token", "/batch/1", "", 401, notProvided),
	})
}

// A result that breaks off half way does not look whole.
func TestBatchBreaksOff(t *testing.T) {
	b := newBench(t, nil)
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("the connection was not broken off")
		}
	}()
	b.exchange(t, "GET", "/batch/broken?format=ndjson", "", b.as(t, "bob"))
}
