package httpapi

import (
	"bufio"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Each event has its record, with address and hash of the user, and none tells
// a name, a password or a token.
func TestSecurityLog(t *testing.T) {
	const reloadToken = "reload-secret-reload-secret-reload-secret"
	b := newBench(t, func(o *Options) { o.Reloading = Reloading{reloadToken, func() Reload { return Reload{} }} })
	token := b.as(t, "alice")
	unknown := b.as(t, "mallory")
	login := func(name, password string) {
		b.exchange(t, "POST", "/api/login", `{"username":"`+name+`","password":"`+password+`"}`, nil)
	}
	login("alice", "pw of alice")
	for range 6 {
		login("mallory", "guess-of-mallory")
	}
	b.exchange(t, "POST", "/api/keywords", `{"text":"a"}`, token) // no event
	b.exchange(t, "POST", "/api/keywords", `{"text":"a"}`, unknown)
	b.exchange(t, "GET", "/tasks/"+openID, "", http.Header{"Authorization": {"Bearer forged-token"}})
	b.exchange(t, "POST", "/rules/reload", "", http.Header{"Authorization": {"Bearer wrong-token"}})
	b.exchange(t, "POST", "/rules/reload", "", http.Header{"Authorization": {"Bearer " + reloadToken}})

	alice, mallory := b.tokens.Pseudonym("alice"), b.tokens.Pseudonym("mallory")
	want := []string{
		"login INFO " + alice,
		"login-failed WARN " + mallory, "login-failed WARN " + mallory, "login-failed WARN " + mallory,
		"login-failed WARN " + mallory, "login-failed WARN " + mallory, "login-throttled WARN " + mallory,
		"token-refused WARN ", "token-refused WARN ", "reload-denied WARN ", "reload INFO ",
	}
	var got []string
	text := b.log.String()
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		var r struct {
			Kind, Event, Level, User, Address string
			RequestID                         string `json:"request_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Kind != "security" {
			continue
		}
		got = append(got, r.Event+" "+r.Level+" "+r.User)
		if r.Address != "192.0.2.1" || r.RequestID == "" {
			t.Errorf("address or id: %s", lines.Text())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, secret := range []string{"alice", "mallory", "guess", "pw of", "forged", "wrong-token", reloadToken, secret,
		strings.TrimPrefix(token.Get("Authorization"), "JWT "), strings.TrimPrefix(unknown.Get("Authorization"), "JWT ")} {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %q:\n%s", secret, text)
		}
	}
}
