package openapitest

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The checker must see what is wrong, or it checks nothing.
func TestCheckSeesBreaches(t *testing.T) {
	id := http.Header{"X-Request-Id": {"r"}, "Content-Type": {"application/json"}}
	const submission = `{"task_id":"x","img_url":"http://h/"}`
	const task = `{"task_id":"x","img_url":"http://h/","layout":null,"callback_url":null,` +
		`"datetime":"2026-03-01T08:30:00.123456+00:00","status":"CREATED","error":"","result":{}}`
	tests := []struct {
		name         string
		method, path string
		request      string
		status       int
		header       http.Header
		response     string
		good         bool
	}{
		{"task", "POST", "/tasks", submission, 200, id, task, true},
		{"result before the end", "GET", "/tasks/x/", "", 200, id,
			`{"task_id":"x","img_url":"http://h/","layout":null,"callback_url":null,"datetime":"2026-03-01T08:30:00.123456+00:00","status":"CREATED","error":"","result":{"a":1}}`, false},
		{"result of another type", "GET", "/tasks/x/", "", 200, id,
			`{"task_id":"x","img_url":"http://h/","layout":null,"callback_url":null,"datetime":"2026-03-01T08:30:00.123456+00:00","status":"DONE","error":"","result":{"a":"1"}}`, false},
		{"layout outside the list", "GET", "/tasks/x/", "", 200, id,
			`{"task_id":"x","img_url":"http://h/","layout":"WIDE","callback_url":null,"datetime":"2026-03-01T08:30:00.123456+00:00","status":"CREATED","error":"","result":{}}`, false},
		{"accepted without img_url", "POST", "/tasks", `{"task_id":"x"}`, 200, id, task, false},
		{"no request id", "POST", "/tasks", submission, 200, http.Header{"Content-Type": {"application/json"}}, task, false},
		{"undocumented status", "POST", "/tasks", submission, 418, id, `{"detail":"x"}`, false},
		{"another content type", "POST", "/tasks", submission, 200, http.Header{"X-Request-Id": {"r"}, "Content-Type": {"text/plain"}}, task, false},
		{"401 without challenge", "POST", "/api/keywords", "", 401, id, `{"detail":"x"}`, false},
		{"error without detail", "POST", "/api/keywords", "", 400, id, `{"error":"x"}`, false},
		{"unknown path", "GET", "/x", "", 404, id, `{"detail":"x"}`, true},
		{"unknown path answered", "GET", "/x", "", 200, id, `{"detail":"x"}`, false},
		{"405 without Allow", "PUT", "/tasks", "", 405, id, `{"detail":"x"}`, false},
	}
	c, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		request := httptest.NewRequest(test.method, test.path, nil)
		request.Header.Set("Content-Type", "application/json")
		response := &http.Response{StatusCode: test.status, Header: test.header}
		if err := c.check(request, test.request, response, test.response); (err == nil) != test.good {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
