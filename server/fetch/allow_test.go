package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestParseAllowed(t *testing.T) {
	for text, want := range map[string]Allowed{
		"10.0.0.0/8":                    {netip.MustParsePrefix("10.0.0.0/8"), 0, 65535, "", true},
		"10.9.0.0/8":                    {netip.MustParsePrefix("10.0.0.0/8"), 0, 65535, "", true},
		"192.168.7.9":                   {netip.MustParsePrefix("192.168.7.9/32"), 0, 65535, "", true},
		"fd00::/8":                      {netip.MustParsePrefix("fd00::/8"), 0, 65535, "", true},
		"[fd00::/8]":                    {netip.MustParsePrefix("fd00::/8"), 0, 65535, "", true},
		"10.0.0.0/8@users":              {netip.MustParsePrefix("10.0.0.0/8"), 0, 65535, "", false},
		"10.0.0.0/8:8080":               {netip.MustParsePrefix("10.0.0.0/8"), 8080, 8080, "", false},
		"10.0.0.0/8:8080/reports/":      {netip.MustParsePrefix("10.0.0.0/8"), 8080, 8080, "/reports/", false},
		"192.168.7.9:9000-9010":         {netip.MustParsePrefix("192.168.7.9/32"), 9000, 9010, "", false},
		"[fd00::/8]:*/files@anyone":     {netip.MustParsePrefix("fd00::/8"), 0, 65535, "/files", true},
		"10.0.0.1:80@anyone":            {netip.MustParsePrefix("10.0.0.1/32"), 80, 80, "", true},
		"10.0.0.1:*/%E5%9B%BE/a@anyone": {netip.MustParsePrefix("10.0.0.1/32"), 0, 65535, "/%E5%9B%BE/a", true},
	} {
		if got, err := ParseAllowed(text); err != nil || !slices.Equal(got, []Allowed{want}) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if got, err := ParseAllowed("10.0.0.0/8, fd00::/8:1\n192.168.0.0/16:80"); err == nil || len(got) != 3 {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"10.0.0.0/99", "example.com:80", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:65536", "10.0.0.0/8:9-8", "10.0.0.0/8:-",
		"10.0.0.0/8:80/../x", "10.0.0.0/8:80/a?b", "10.0.0.0/8:80/a%2fb", "10.0.0.0/8@nobody", "10.0.0.0/8/reports/", "fd00::/8:80/x", "[fd00::/8", "::ffff:10.0.0.0/104", "@users"} {
		if got, err := ParseAllowed(text); err == nil || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// What an entry opens is what it says of network, port, path and who asks, and
// nothing else: each of these varied with all others.
func TestAllowedPlaces(t *testing.T) {
	paths := map[string]bool{ // below /reports
		"/reports": true, "/reports/a": true, "/reports/a?b=/../c": true, "/reports/%E5%9B%BE": true, "/reports/100%25": true, "/reports/a;v=1": true,
		"/": false, "": false, "/report": false, "/reportsx": false, "/Reports/a": false, "/x/reports/a": false, "//reports/a": false, "/%72eports/a": false,
		"/reports/../admin": false, "/reports/./../a": false, "/reports/%2e%2e/admin": false, "/reports/%2E./a": false, "/reports/%252e%252e/a": false,
		"/reports/..;/admin": false, "/reports/..%2fadmin": false, "/reports/%5c..%5cadmin": false, "/reports/a%00": false, "/?/reports/a": false, "?/reports/a": false,
	}
	entries := []string{"10.0.0.0/8", "10.0.0.0/8@users", "10.0.0.0/8:8080", "10.0.0.0/8:8080-8090@anyone", "10.0.0.0/8:*/reports", "10.0.0.0/8:80/reports@anyone"}
	for _, entry := range entries {
		allowed, err := ParseAllowed(entry)
		if err != nil {
			t.Fatal(err)
		}
		client := New(Options{Allowed: allowed})
		for _, host := range []string{"10.1.2.3", "11.1.2.3", "192.168.1.1", "127.0.0.1"} {
			for _, port := range []string{"", ":80", ":8080", ":8085", ":8091"} {
				for path, below := range paths {
					for _, known := range []bool{false, true} {
						ctx := t.Context()
						if known {
							ctx = ForUser(ctx)
						}
						_, at, bound := strings.Cut(entry, ":")
						want := host == "11.1.2.3" || host == "10.1.2.3" &&
							(known || !strings.HasSuffix(entry, users) && (!bound || strings.HasSuffix(entry, anyone))) &&
							(!bound || at[0] == '*' || strings.HasPrefix(at, "80/") && (port == "" || port == ":80") ||
								strings.HasPrefix(at, "8080") && (port == ":8080" || strings.Contains(at, "-") && port == ":8085")) &&
							(!strings.Contains(at, "/") || below)
						if got := client.Check(ctx, "http://"+host+port+path) == nil; got != want {
							t.Errorf("%s, http://%s%s%s, token %v: admitted %v", entry, host, port, path, known, got)
						}
					}
				}
			}
		}
	}
}

// The connection itself is judged, of a name too, at each redirect and in a callback.
func TestAllowedConnections(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "picture")
	})
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "secret") })
	allowed, err := ParseAllowed(fmt.Sprintf("127.0.0.0/8:%s/reports/ 127.0.0.0/8:%[1]s/open/@anyone", at.Port()))
	if err != nil {
		t.Fatal(err)
	}
	client := New(Options{Allowed: allowed, Resolver: resolver(t, "127.0.0.1")})
	named := "http://pictures.example:" + at.Port()
	for _, c := range []struct {
		address       string
		open, forUser bool
	}{
		{server.URL + "/reports/a", false, true},
		{named + "/reports/a", false, true},
		{named + "/open/a", true, true},
		{named + "/admin", false, false},
		{other.URL + "/open/a", false, false},
		{named + "/open/a?to=" + url.QueryEscape(named+"/reports/b"), false, true},
		{named + "/open/a?to=/open/b", true, true},
		{named + "/open/a?to=/admin", false, false},
		{named + "/open/a?to=" + url.QueryEscape(other.URL+"/open/a"), false, false},
	} {
		redirects := strings.Contains(c.address, "?to=")
		for ctx, want := range map[context.Context]bool{t.Context(): c.open, ForUser(t.Context()): c.forUser} {
			body, err := client.Picture(ctx, c.address, nil)
			if want != (err == nil) || want && string(body) != "picture" {
				t.Errorf("%s: %q, %v", c.address, body, err)
			}
			var f *Error
			if !want && (!errors.As(err, &f) || !f.Forbidden) {
				t.Errorf("%s: %v", c.address, err)
			}
			if err := client.Call(ctx, c.address); !redirects && want != (err == nil) {
				t.Errorf("callback %s: %v", c.address, err)
			}
		}
	}
}
