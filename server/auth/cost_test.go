package auth

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"tijian/internal/growth"
)

// A forged token costs in proportion to its length, whatever it is made of.
func TestCost(t *testing.T) {
	tokens, err := NewTokens([][]byte{[]byte(strings.Repeat("s", MinSecretBytes))}, Lifetime, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	encoded := base64.RawURLEncoding.EncodeToString
	for name, token := range map[string]func(n int) string{
		"dots": func(n int) string { return strings.Repeat(".", n) },
		"long header": func(n int) string {
			return encoded([]byte(`{"alg":"HS256","x":"`+strings.Repeat("x", n)+`"}`)) + ".e30.AA"
		},
		"deep claims": func(n int) string {
			return encoded([]byte(`{"alg":"HS256"}`)) + "." + encoded([]byte(`{"sub":`+strings.Repeat("[", n))) + ".AA"
		},
		"many audiences": func(n int) string {
			return encoded([]byte(`{"alg":"HS256"}`)) + "." + encoded([]byte(`{"aud":[`+strings.Repeat(`"",`, n/3)+`""]}`)) + ".AA"
		},
		"long signature": func(n int) string { return encoded([]byte(`{"alg":"HS256"}`)) + ".e30." + strings.Repeat("A", n) },
	} {
		t.Run(name, func(t *testing.T) {
			growth.Memory(t, 1<<14, func(n int) []byte { return []byte(token(n)) }, func(data []byte) {
				text, err := FromHeader(http.Header{"Authorization": {Scheme + " " + string(data)}})
				if err == nil {
					_, err = tokens.Verify(text)
				}
				if err == nil {
					t.Fatal("accepted")
				}
			})
		})
	}
}
