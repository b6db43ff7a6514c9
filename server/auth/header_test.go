package auth

import (
	"net/http"
	"strings"
	"testing"
)

func TestFromHeader(t *testing.T) {
	tests := []struct {
		name   string
		values []string
		token  string
		err    error
	}{
		{"good", []string{"JWT a.b.c"}, "a.b.c", nil},
		{"no header", nil, "", NotProvided},
		{"empty header", []string{""}, "", NotProvided},
		{"another scheme", []string{"Bearer a.b.c"}, "", NotProvided},
		{"basic", []string{"Basic dTpw"}, "", NotProvided},
		{"lower case", []string{"jwt a.b.c"}, "", NotProvided},
		{"word glued to the token", []string{"JWTa.b.c"}, "", NotProvided},
		{"tab instead of the space", []string{"JWT\ta.b.c"}, "", NotProvided},
		{"token alone", []string{"a.b.c"}, "", NotProvided},
		{"scheme alone", []string{"JWT"}, "", Invalid},
		{"empty token", []string{"JWT "}, "", Invalid},
		{"two spaces", []string{"JWT  a.b.c"}, "", Invalid},
		{"two tokens", []string{"JWT a.b.c d.e.f"}, "", Invalid},
		{"two headers", []string{"JWT a.b.c", "JWT d.e.f"}, "", Invalid},
		{"two headers joined", []string{"JWT a.b.c,JWT d.e.f"}, "", Invalid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			header := http.Header{}
			for _, v := range test.values {
				header.Add("Authorization", v)
			}
			token, err := FromHeader(header)
			if token != test.token || err != test.err {
				t.Errorf("got %q, %v; want %q, %v", token, err, test.token, test.err)
			}
		})
	}
}

func FuzzFromHeader(f *testing.F) {
	for _, seed := range []string{"", "JWT", "JWT x", "JWT  x", "Bearer x", "JWT x y", "jwt x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		token, err := FromHeader(http.Header{"Authorization": {value}})
		switch err {
		case nil:
			if value != "JWT "+token || token == "" {
				t.Errorf("%q gave token %q", value, token)
			}
		case Invalid:
			if value != "JWT" && !strings.HasPrefix(value, "JWT ") {
				t.Errorf("%q is another scheme", value)
			}
		case NotProvided:
		default:
			t.Errorf("error outside the contract: %v", err)
		}
	})
}
