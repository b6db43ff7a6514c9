package httpapi

import (
	"encoding/json"
	"net/http"
	"testing"

	"tijian/server/store"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

// With the real users: a token lives until its user is changed.
func TestTokenLivesWithItsUser(t *testing.T) {
	db, err := store.Open(t.Context(), storetest.SQLite(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	users := user.New(db)
	b := newBench(t, func(o *Options) { o.Users = users })
	if err := users.Add(t.Context(), "王医生", "first", user.Client); err != nil {
		t.Fatal(err)
	}
	login := func(password string) (status int, header http.Header) {
		got := b.exchange(t, "POST", "/api/login", `{"username":"王医生","password":"`+password+`"}`, nil)
		var body struct{ Token string }
		if err := json.Unmarshal(got.Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		return got.Code, http.Header{"Authorization": {"JWT " + body.Token}}
	}
	ask := func(token http.Header) string {
		return b.exchange(t, "POST", "/api/keywords", `{"text":"a"}`, token).Body.String()
	}
	const accepted = `{"certain":["脂肪肝"],"possible":[]}`

	status, first := login("first")
	if got := ask(first); status != 200 || got != accepted {
		t.Fatalf("%d, %s", status, got)
	}
	if err := users.SetPassword(t.Context(), "王医生", "second"); err != nil {
		t.Fatal(err)
	}
	if got := ask(first); got != invalidToken {
		t.Errorf("after a new password: %s", got)
	}
	if status, _ := login("first"); status != 400 {
		t.Errorf("old password: %d", status)
	}
	_, second := login("second")
	if got := ask(second); got != accepted {
		t.Errorf("new token: %s", got)
	}
	if err := users.Disable(t.Context(), "王医生"); err != nil {
		t.Fatal(err)
	}
	if got := ask(second); got != invalidToken {
		t.Errorf("after disabling: %s", got)
	}
	if status, _ := login("second"); status != 400 {
		t.Errorf("login of a disabled user: %d", status)
	}
	if err := users.Enable(t.Context(), "王医生"); err != nil {
		t.Fatal(err)
	}
	if got := ask(second); got != invalidToken {
		t.Errorf("an old token after enabling again: %s", got)
	}
}
