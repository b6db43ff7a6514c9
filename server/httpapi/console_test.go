package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Browsers that ask for / are led to the console, programs are told what they
// always were; without a console there is nothing. The contract's page has a second name.
func TestConsole(t *testing.T) {
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "page for ", r.RemoteAddr) })
	with, without := newBench(t, func(o *Options) { o.Console = pages }), newBench(t, nil)
	for _, test := range []struct {
		path, accept, place, body string
		status, statusWithout     int
	}{
		{"/", "text/html,application/xhtml+xml", "console/", "", 303, 404},
		{"/console", "text/html", "console/", "", 303, 404},
		{"/", "*/*", "", `{"detail":"no such path"}`, 404, 404},
		{"/console/", "text/html", "", "page for 192.0.2.1", 200, 404},
		{"/console/a/b", "", "", "page for 192.0.2.1", 200, 404},
		{"/swagger", "*/*", "docs", "", 303, 303},
		{"/swagger/", "text/html", "../docs", "", 303, 303},
	} {
		ask := func(b *bench) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", test.path, nil)
			r.Header.Set("Accept", test.accept)
			w := httptest.NewRecorder()
			b.ServeHTTP(w, r)
			return w
		}
		got := ask(with)
		if got.Code != test.status || got.Header().Get("Location") != test.place || got.Body.String() != test.body {
			t.Errorf("%s for %q: %d, to %q, %s", test.path, test.accept, got.Code, got.Header().Get("Location"), got.Body)
		}
		if got := ask(without); got.Code != test.statusWithout {
			t.Errorf("%s for %q without a console: %d", test.path, test.accept, got.Code)
		}
	}
}
