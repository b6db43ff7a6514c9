package httpapi

import (
	"net/http"
	"net/netip"
	"testing"
)

// Behind a proxy that the operator named, failed logins count for the client's
// own address; anybody else's word for an address is not taken.
func TestLoginThrottleBehindProxy(t *testing.T) {
	from := func(forwarded string) http.Header { return http.Header{"X-Forwarded-For": {forwarded}} }
	fail := func(user, forwarded string, status int) scenario {
		return scenario{name: user + " from " + forwarded, path: "/api/login", body: `{"username":"` + user + `","password":"x"}`,
			header: from(forwarded), status: status}
	}
	attack := []scenario{}
	for _, user := range []string{"a", "b", "c", "d", "e"} { // other names, so that only the address counts
		attack = append(attack, fail(user, "203.0.113.7", 400))
	}
	here := netip.MustParsePrefix("192.0.2.0/24") // httptest's client
	b := newBench(t, func(o *Options) { o.Proxies = []netip.Prefix{here} })
	run(t, b, append(attack, fail("f", "203.0.113.7", 429), fail("f", "198.51.100.1", 400), fail("f", "1.1.1.1, 203.0.113.7", 429)))
	run(t, newBench(t, nil), append(attack, fail("f", "198.51.100.1", 429)))
}
