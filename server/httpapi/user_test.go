package httpapi

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

// With the real users: a token lives until its user is changed.
func TestTokenLivesWithItsUser(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
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

// Of a user with a second factor the password alone, or with a wrong or used code,
// gets what a wrong password gets; one who must have one and has none gets no token,
// and what tokens there were end. A token that was ended is invalid at once.
func TestSecondFactorOfTheAPI(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	now := noon
	clock := func() time.Time { return now }
	users, sessions := user.New(db), session.Store{DB: db, Now: clock}
	factors, err := factor.New(db, [][]byte{[]byte(secret)}, clock)
	if err != nil {
		t.Fatal(err)
	}
	policy := factor.Off
	var api *API
	b := newBench(t, func(o *Options) {
		o.Users, o.Factors, o.Logins, o.Now = users, factors, &session.Toucher{Store: sessions}, clock
	})
	api = b.API
	if err := users.Add(t.Context(), "doctor", "pw", user.Editor); err != nil {
		t.Fatal(err)
	}
	login := func(what, more string, status int) http.Header {
		t.Helper()
		api.Policy = policy
		now = now.Add(user.Window)
		got := b.exchange(t, "POST", "/api/login", `{"username":"doctor","password":"pw"`+more+`}`, nil)
		if got.Code != status || status == 400 && got.Body.String() != unable {
			t.Errorf("%s: %d %s", what, got.Code, got.Body)
		}
		var body struct{ Token string }
		_ = json.Unmarshal(got.Body.Bytes(), &body)
		return http.Header{"Authorization": {"JWT " + body.Token}}
	}
	ask := func(what string, token http.Header, status int) {
		t.Helper()
		if got := b.exchange(t, "POST", "/api/keywords", `{"text":"a"}`, token); got.Code != status || status == 401 && got.Body.String() != invalidToken {
			t.Errorf("%s: %d %s", what, got.Code, got.Body)
		}
	}
	before := login("without a factor", `,"otp":"123456"`, 200)
	ask("without a factor", before, 200)
	policy = factor.Editors
	login("one is demanded", "", 400)
	ask("one is demanded since", before, 401)
	policy = factor.Off
	ask("not any more", login("not any more", "", 200), 200)

	id, err := sessions.Begin(t.Context(), user.User{Name: "doctor"}, session.From{}, false)
	if err != nil {
		t.Fatal(err)
	}
	here, err := sessions.Find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	offer := factors.Offer(here, "")
	code := func() string { code, _ := factor.Code(offer.Text, now.Add(user.Window)); return code }
	first, _ := factor.Code(offer.Text, now)
	recovery, err := factors.AddApp(t.Context(), here, offer, first)
	if err != nil {
		t.Fatal(err)
	}
	policy = factor.All
	ask("begun without", before, 401)
	login("the password alone", "", 400)
	login("an empty code", `,"otp":""`, 400)
	login("null", `,"otp":null`, 400)
	login("a wrong code", `,"otp":"000000"`, 400)
	used := code()
	with := login("a code", `,"otp":"`+used+`"`, 200)
	ask("with a code", with, 200)
	now = now.Add(-user.Window)
	login("the code again", `,"otp":"`+used+`"`, 400)
	other := login("a code for recovery", `,"otp":"`+recovery[0]+`"`, 200)
	login("it again", `,"otp":"`+recovery[0]+`"`, 400)

	current, err := users.Current(t.Context(), "doctor")
	if err != nil {
		t.Fatal(err)
	}
	list, err := sessions.Of(t.Context(), current)
	if err != nil || len(list) != 3 || list[0].Kind != session.API {
		t.Fatalf("%+v %v", list, err)
	}
	if err := sessions.EndOne(t.Context(), "doctor", list[0].ID); err != nil { // the last used first
		t.Fatal(err)
	}
	ask("the one that was ended", other, 401)
	ask("the other", with, 200)
}
