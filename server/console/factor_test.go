package console

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tijian/server/audit"
	"tijian/server/console/words"
	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/store/storetest"
	"tijian/server/user"
)

var (
	secretShown = regexp.MustCompile(`<code>([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})</code>`)
	nonceShown  = regexp.MustCompile(`name="nonce" value="([^"]+)"`)
	codesShown  = regexp.MustCompile(`<li><code>([A-Z2-7 ]{19})</code>`)
)

// code is what the app with a secret shows now.
func (b *bench) code(secret string) string {
	b.t.Helper()
	code, err := factor.Code(secret, b.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

// enrol sets up an app, and returns its secret and the codes for recovery.
func (w *browser) enrol() (secret string, recovery []string) {
	w.t.Helper()
	page := w.get("account/app")
	sound(w.t, "the offer", page)
	text := page.Body.String()
	if !strings.Contains(text, `<svg class="qr"`) || secretShown.FindString(text) == "" {
		w.t.Fatalf("no offer: %s", text)
	}
	secret, nonce := secretShown.FindStringSubmatch(text)[1], nonceShown.FindStringSubmatch(text)[1]
	wrong := w.post("account/app", url.Values{"nonce": {nonce}, "code": {"000000"}})
	wantStatus(w.t, "a wrong code", wrong, http.StatusUnprocessableEntity)
	if !strings.Contains(wrong.Body.String(), secret) {
		w.t.Error("the offer is another one after a wrong code")
	}
	got := w.post("account/app", url.Values{"nonce": {nonce}, "code": {w.code(secret)}})
	wantStatus(w.t, "the app", got, http.StatusOK)
	sound(w.t, "codes for recovery", got)
	for _, one := range codesShown.FindAllStringSubmatch(got.Body.String(), -1) {
		recovery = append(recovery, one[1])
	}
	return secret, recovery
}

func (w *browser) giveCode(code string) *httptest.ResponseRecorder {
	return w.post("factor", url.Values{"code": {code}, "next": {"assess"}})
}

// With a second factor the password opens nothing; a code opens once; recovery codes
// and an admin help who has lost the phone; and all of it is in the audit log.
func TestSecondFactor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		b.store("admin", "editor")
		w, elsewhere := b.as("editor"), b.as("editor")
		secret, recovery := w.enrol()
		if len(recovery) != 10 {
			t.Errorf("%d codes for recovery", len(recovery))
		}
		wantStatus(t, "here", w.get("account"), http.StatusOK)
		wantStatus(t, "elsewhere, begun without", elsewhere.get(""), http.StatusSeeOther)

		w = b.as("editor")
		first := w.cookies[cookieName]
		for _, r := range routes {
			if r.least != "" && r.before != halfway && r.method == "GET" && !strings.Contains(r.path, "{") {
				if got := w.get(r.path); got.Code != http.StatusSeeOther || !strings.Contains(got.Header().Get("Location"), "factor") {
					t.Errorf("half logged in, %s: %d %s", r.path, got.Code, got.Header().Get("Location"))
				}
			}
		}
		if got := w.post("operation/user/role", url.Values{"name": {"editor"}, "role": {"admin"}}); got.Code != http.StatusForbidden && got.Code != http.StatusSeeOther {
			t.Errorf("half logged in, an act: %d", got.Code)
		}
		page := w.get("factor")
		sound(t, "the question", page)
		if text := page.Body.String(); strings.Contains(text, "<nav") || strings.Contains(text, "data-question") {
			t.Error("the page shows what is not open yet")
		}
		wantStatus(t, "the code that the app was set up with", w.giveCode(b.code(secret)), http.StatusUnauthorized)
		b.wait(time.Minute)
		code := b.code(secret)
		got := w.giveCode(code[:3] + " " + code[3:])
		if got.Code != http.StatusSeeOther || got.Header().Get("Location") != "./assess" || w.cookies[cookieName] == first {
			t.Errorf("the right code: %d %s", got.Code, got.Header().Get("Location"))
		}
		wantStatus(t, "in", w.get("quality"), http.StatusOK)
		old := b.browser()
		old.cookies[cookieName] = first
		wantStatus(t, "the session before", old.get("account"), http.StatusSeeOther)

		w = b.as("editor")
		wantStatus(t, "the code again", w.giveCode(code), http.StatusUnauthorized)
		wantStatus(t, "a code for recovery", w.giveCode(recovery[0]), http.StatusSeeOther)
		wantStatus(t, "in by it", w.get("quality"), http.StatusOK)
		w = b.as("editor")
		wantStatus(t, "the same again", w.giveCode(recovery[0]), http.StatusUnauthorized)
		b.wait(user.Window)
		for range user.MaxFailures {
			wantStatus(t, "guessed", w.giveCode("123456"), http.StatusUnauthorized)
		}
		wantStatus(t, "guessed too often", w.giveCode(b.code(secret)), http.StatusTooManyRequests)

		// An admin takes it away; the user sets up another one and removes it.
		b.wait(user.Window)
		admin := b.as("admin")
		if page := admin.get("operation/user?name=editor").Body.String(); !strings.Contains(page, "清除第二因素") {
			t.Error("the admin is not told of it")
		}
		wantStatus(t, "the admin", admin.post("operation/user/factors", url.Values{"name": {"editor"}}), http.StatusSeeOther)
		wantStatus(t, "half logged in before that", w.get("factor"), http.StatusSeeOther)
		w = b.as("editor")
		_, recovery = w.enrol()
		again := codesShown.FindAllString(w.post("account/recovery", nil).Body.String(), -1)
		if len(again) != 10 || strings.Contains(again[0], recovery[0]) {
			t.Errorf("new codes for recovery: %q", again)
		}
		id := regexp.MustCompile(`account/factor">.*?name="id" value="([^"]+)"`).FindStringSubmatch(strings.ReplaceAll(w.get("account").Body.String(), "\n", ""))
		wantStatus(t, "removed", w.post("account/factor", url.Values{"id": {id[1]}}), http.StatusSeeOther)
		wantStatus(t, "removed again", w.post("account/factor", url.Values{"id": {id[1]}}), http.StatusNotFound)
		wantStatus(t, "without it", b.as("editor").get("quality"), http.StatusOK)

		list := html.UnescapeString(b.as("admin").get("operation/audit?user=editor").Body.String())
		for _, event := range []string{user.FactorAdded, user.FactorRemoved, user.RecoveryMade, user.RecoveryUsed, user.CodeReplayed} {
			if !strings.Contains(list, words.In("zh")["audit.event."+event]) {
				t.Errorf("%s is not in the audit log", event)
			}
		}
		if strings.Contains(b.log.String(), strings.ReplaceAll(secret, " ", "")) || strings.Contains(b.log.String(), recovery[0]) {
			t.Error("the log tells a secret")
		}
	})
}

// Who must have a second factor and has none gets no further than to the page where
// it is set up, by whatever route.
func TestFactorDemanded(t *testing.T) {
	b := newBench(t)
	b.Policy = factor.Editors
	b.store("admin", "editor", "client")
	w := b.as("editor")
	hole := regexp.MustCompile(`\{[^}]+\}`)
	for _, r := range routes {
		if r.least == "" || r.large {
			continue
		}
		path := hole.ReplaceAllString(strings.TrimSuffix(r.path, "{$}"), "x")
		var got *httptest.ResponseRecorder
		if r.method == "GET" {
			got = w.get(path)
		} else if r.before == whole {
			got = w.post(path, nil)
		} else {
			continue
		}
		shut := got.Code == http.StatusSeeOther && strings.HasSuffix(got.Header().Get("Location"), "account") || got.Code == http.StatusForbidden
		if shut == (r.before != whole) && r.path != "factor" {
			t.Errorf("%s %s: %d %s", r.method, r.path, got.Code, got.Header().Get("Location"))
		}
	}
	if page := w.get("account").Body.String(); !strings.Contains(page, "您的角色必须有第二因素") {
		t.Error("nobody says why")
	}
	wantStatus(t, "a client", b.as("client").get("cases"), http.StatusOK)
	w.enrol()
	wantStatus(t, "with it", w.get("quality"), http.StatusOK)
}

// An act that weighs heavily asks for the password or a code where these were not
// given of late, and is then done with all that was filled in.
func TestProof(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		b.store("admin", "client")
		w := b.as("admin")
		role := func(role, proof string) *httptest.ResponseRecorder {
			form := url.Values{"name": {"client"}, "role": {role}}
			if proof != "" {
				form.Set("proof", proof)
			}
			return w.post("operation/user/role", form)
		}
		is := func(want user.Role) {
			t.Helper()
			if u, err := b.users.Users.Current(t.Context(), "client"); err != nil || u.Role != want {
				t.Errorf("%s %v, want %s", u.Role, err, want)
			}
		}
		wantStatus(t, "just logged in", role("editor", ""), http.StatusSeeOther)
		is(user.Editor)
		b.wait(proofHolds)
		got := role("approver", "")
		wantStatus(t, "later", got, http.StatusOK)
		sound(t, "the question", got)
		if text := got.Body.String(); !strings.Contains(text, `name="role" value="approver"`) || !strings.Contains(text, `action="../../operation/user/role"`) && !strings.Contains(text, `operation/user/role"`) {
			t.Errorf("the form is lost:\n%s", text)
		}
		wantStatus(t, "a wrong password", role("approver", "wrong"), http.StatusUnauthorized)
		is(user.Editor)
		wantStatus(t, "the password", role("approver", "pw of admin"), http.StatusSeeOther)
		is(user.Approver)
		wantStatus(t, "and another act", role("client", ""), http.StatusSeeOther)
		secret, _ := w.enrol()
		b.wait(proofHolds + time.Second)
		wantStatus(t, "a code", role("editor", b.code(secret)), http.StatusSeeOther)
		is(user.Editor)
		b.wait(proofHolds)
		wantStatus(t, "the code again", role("client", b.code(secret)[:5]), http.StatusUnauthorized)
		is(user.Editor)
	})
	for _, r := range routes {
		act := r.method == "POST" && (strings.HasPrefix(r.path, "operation/user") && !strings.Contains(r.path, "login") || strings.HasSuffix(r.path, "/approve") || r.path == "rules/rollback")
		if act && !r.proof {
			t.Errorf("%s asks for no proof", r.path)
		}
	}
}

// People see where they are logged in and end what they do not know; admins do so
// for others; it holds at the next request.
func TestLogins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		b.store("admin", "client")
		phone := b.browser()
		phone.address, phone.header = "198.51.100.7", http.Header{"User-Agent": {"Phone <b>1</b>\x01"}}
		phone.login("client", "pw of client")
		b.wait(2 * time.Minute)
		w, third := b.as("client"), b.as("client")
		current, err := b.Users.Current(t.Context(), "client")
		if err != nil {
			t.Fatal(err)
		}
		if err := b.sessions.Issued(t.Context(), current, "0.jti", b.Now().Add(time.Hour), session.From{Address: "203.0.113.9"}); err != nil {
			t.Fatal(err)
		}
		page := w.get("account")
		sound(t, "account", page)
		text := page.Body.String()
		for _, says := range []string{"198.51.100.7", "Phone &lt;b&gt;1&lt;/b&gt;", "203.0.113.9", "接口令牌", "就是这里"} {
			if !strings.Contains(text, says) {
				t.Errorf("the list lacks %q", says)
			}
		}
		ids := regexp.MustCompile(`name="id" value="([^"]+)"`).FindAllStringSubmatch(text, -1)
		if len(ids) != 4 {
			t.Fatalf("%d logins", len(ids))
		}
		oldest := ids[3][1]
		wantStatus(t, "another's", b.as("admin").post("account/login", url.Values{"id": {oldest}}), http.StatusNotFound)
		wantStatus(t, "the phone, still", phone.get(""), http.StatusOK)
		wantStatus(t, "end the phone", w.post("account/login", url.Values{"id": {oldest}}), http.StatusSeeOther)
		wantStatus(t, "the phone", phone.get(""), http.StatusSeeOther)
		wantStatus(t, "the third", third.get(""), http.StatusOK)
		wantStatus(t, "end a token", w.post("account/login", url.Values{"id": {"0.jti"}}), http.StatusSeeOther)
		if _, err := b.users.Users.Holder(t.Context(), "client", "0.jti"); err != user.ErrUnknown {
			t.Errorf("the token lives: %v", err)
		}
		if _, err := b.users.Users.Holder(t.Context(), "client", "0.other"); err != nil {
			t.Errorf("another token died: %v", err)
		}
		wantStatus(t, "end the others", w.post("account/logins", nil), http.StatusSeeOther)
		wantStatus(t, "the third", third.get(""), http.StatusSeeOther)
		wantStatus(t, "here", w.get(""), http.StatusOK)
		admin := b.as("admin")
		id := regexp.MustCompile(`name="id" value="([^"]+)"`).FindStringSubmatch(admin.get("operation/user?name=client").Body.String())
		wantStatus(t, "by an admin", admin.post("operation/user/login", url.Values{"name": {"client"}, "id": {id[1]}}), http.StatusSeeOther)
		wantStatus(t, "ended by an admin", w.get(""), http.StatusSeeOther)
		w = b.as("client")
		wantStatus(t, "all, by an admin", admin.post("operation/user/logins", url.Values{"name": {"client"}}), http.StatusSeeOther)
		wantStatus(t, "all ended by an admin", w.get(""), http.StatusSeeOther)
		wantStatus(t, "all of nobody", admin.post("operation/user/logins", url.Values{"name": {"x\x00"}}), http.StatusNotFound)
		list := admin.get("operation/audit?kind=" + audit.Users).Body.String()
		if strings.Count(list, words.In("zh")["audit.event."+user.LoginEnded]) < 3 || strings.Count(list, words.In("zh")["audit.event."+user.LoginsEnded]) < 2 {
			t.Error("the audit log does not say so")
		}
	})
}

// A passkey is asked for where the browser can have one, once for each question; what
// is no answer opens nothing and breaks nothing.
func TestPasskeyPages(t *testing.T) {
	b := newBench(t)
	b.store("admin", "editor")
	w := b.as("editor")
	wantStatus(t, "without TLS", w.get("account/passkey"), http.StatusConflict)
	w.header = http.Header{"Origin": {"https://example.com"}, "Sec-Fetch-Site": {"same-origin"}}
	page := w.get("account/passkey")
	wantStatus(t, "with TLS", page, http.StatusOK)
	sound(t, "the question", page)
	if text := html.UnescapeString(page.Body.String()); !strings.Contains(text, `"id":"example.com"`) || !strings.Contains(text, `"challenge":"`) || strings.Contains(text, `"name":"editor@`) {
		t.Errorf("asked:\n%s", text)
	}
	for _, answer := range []string{"", "{}", hostile, `{"id":"AA","rawId":"AA","type":"public-key","response":{"attestationObject":"AA","clientDataJSON":"AA"}}`} {
		wantStatus(t, "no passkey: "+answer, w.post("account/passkey", url.Values{"title": {"x"}, "answer": {answer}}), http.StatusUnprocessableEntity)
	}
	wantStatus(t, "a long title", w.post("account/passkey", url.Values{"title": {strings.Repeat("长", 61)}}), http.StatusUnprocessableEntity)
	w.enrol()
	w = b.as("editor")
	w.header = http.Header{"Origin": {"https://example.com"}, "Sec-Fetch-Site": {"same-origin"}}
	for _, answer := range []string{"{}", hostile, `{"id":"AA","rawId":"AA","type":"public-key","response":{"authenticatorData":"AA","clientDataJSON":"AA","signature":"AA"}}`} {
		wantStatus(t, "no answer: "+answer, w.post("factor", url.Values{"answer": {answer}}), http.StatusUnauthorized)
	}
	wantStatus(t, "still out", w.get("quality"), http.StatusSeeOther)
}
