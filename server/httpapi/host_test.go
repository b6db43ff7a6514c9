package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Where the service's names are set, requests by another are refused, but for those
// of machines that watch it.
func TestHosts(t *testing.T) {
	named := newBench(t, func(o *Options) { o.Hosts = []string{"lab.example", "10.0.0.1"} })
	any := newBench(t, nil)
	for _, test := range []struct {
		host, path string
		status     int
	}{
		{"lab.example", "/openapi.json", http.StatusOK},
		{"LAB.example.:8443", "/openapi.json", http.StatusOK},
		{"10.0.0.1:8080", "/openapi.json", http.StatusOK},
		{"evil.example", "/openapi.json", http.StatusMisdirectedRequest},
		{"lab.example.evil.example", "/none", http.StatusMisdirectedRequest},
		{"", "/openapi.json", http.StatusMisdirectedRequest},
		{"[::1]:8080", "/openapi.json", http.StatusMisdirectedRequest},
		{"evil.example", "/healthz", http.StatusOK},
		{"evil.example", "/readyz/", http.StatusOK},
	} {
		r := httptest.NewRequest(http.MethodGet, test.path, nil)
		r.Host = test.host
		got := httptest.NewRecorder()
		named.ServeHTTP(got, r)
		if got.Code != test.status || got.Code == http.StatusMisdirectedRequest && !strings.Contains(got.Body.String(), saidHost) {
			t.Errorf("%s%s: %d %s", test.host, test.path, got.Code, got.Body)
		}
		got = httptest.NewRecorder()
		if any.ServeHTTP(got, r); got.Code == http.StatusMisdirectedRequest {
			t.Errorf("%s%s is refused where no name is set", test.host, test.path)
		}
	}
}
