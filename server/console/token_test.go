package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/server/audit"
	"tijian/server/user"
)

// A token is shown once, is in the list from which it can be ended, and in the audit
// log; an administrator gives one to nobody but those who may call the API only.
func TestTokens(t *testing.T) {
	b := newBench(t)
	w := b.as("admin")
	form := url.Values{"use": {"检验科 LIS"}, "days": {"30"}, "name": {"client"}}
	got := w.post("operation/user/token", form)
	says(t, "the token", got, http.StatusOK, "检验科 LIS", "只显示这一次", "Authorization: JWT")
	_, rest, _ := strings.Cut(got.Body.String(), `rows="4" autofocus>`)
	token, _, _ := strings.Cut(rest, "<")
	claims, err := b.Tokens.Verify(token)
	if err != nil || claims.User != "client" || claims.ExpiresAt.Sub(b.Now()).Hours() != 30*24 {
		t.Errorf("%+v, %v", claims, err)
	}
	if got.Header().Get("Cache-Control") != "no-store" {
		t.Error("the page with the token may be stored")
	}
	logins, err := b.sessions.Of(t.Context(), user.User{Name: "client"})
	if err != nil || len(logins) != 1 || logins[0].ID != claims.ID || logins[0].Agent != "检验科 LIS" {
		t.Errorf("%+v, %v", logins, err)
	}
	entries, err := b.Audit.List(t.Context(), audit.Filter{Kind: audit.Users, Most: 1})
	if err != nil || len(entries) != 1 || entries[0].Event != user.TokenIssued || entries[0].About != "client" {
		t.Errorf("%+v, %v", entries, err)
	}
	form.Set("name", "approver")
	says(t, "for an approver", w.post("operation/user/token", form), http.StatusConflict, "在自己的账户页上发")
	says(t, "one's own", b.as("approver").post("account/token", form), http.StatusOK, "approver")
	for _, days := range []string{"", "0", "9999", "-30"} {
		form.Set("days", days)
		wantStatus(t, days, b.as("client").post("account/token", form), http.StatusBadRequest)
	}
}
