package console

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/console/words"
	"tijian/server/factor"
	"tijian/server/gateway"
	"tijian/server/keyed"
	"tijian/server/session"
	"tijian/server/store/storetest"
	"tijian/server/task"
	"tijian/server/unread"
	"tijian/server/user"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// fakeUsers have their name as password.
type fakeUsers struct {
	*user.Users // what the pages of users ask
	mu          sync.Mutex
	all         map[string]user.User
}

func (f *fakeUsers) Authenticate(_ context.Context, name, password string) (user.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if u, ok := f.all[name]; ok && !u.Disabled && password == "pw of "+name {
		return u, nil
	}
	return user.User{}, user.ErrCredentials
}

func (f *fakeUsers) Current(_ context.Context, name string) (user.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if u, ok := f.all[name]; ok {
		return u, nil
	}
	return user.User{}, user.ErrUnknown
}

func (f *fakeUsers) List(context.Context) ([]user.User, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []user.User
	for _, role := range user.Roles() {
		list = append(list, f.all[string(role)])
	}
	return list, nil
}

func (f *fakeUsers) change(name string, change func(*user.User)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	u := f.all[name]
	change(&u)
	f.all[name] = u
}

// live is loaded once for all tests.
var live = sync.OnceValue(func() *engine.Live {
	l, err := openLive(engine.Files{})
	if err != nil {
		panic(err)
	}
	return l
})

func openLive(files engine.Files) (*engine.Live, error) {
	l, problems := engine.Open(files)
	return l, problems.Err()
}

// A bench is a console on a database of its own, with a user of each role.
type bench struct {
	*Console
	t     testing.TB
	users *fakeUsers
	log   *strings.Builder
	mu    sync.Mutex
	time  time.Time
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return newBenchOn(t, storetest.SQLite(t))
}

func newBenchOn(t testing.TB, dsn string) *bench {
	t.Helper()
	db := storetest.Open(t, dsn)
	b := &bench{t: t, users: &fakeUsers{Users: user.New(db), all: map[string]user.User{}}, log: &strings.Builder{}, time: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	for _, role := range user.Roles() {
		b.users.all[string(role)] = user.User{Name: string(role), Role: role}
	}
	now := func() time.Time { b.mu.Lock(); defer b.mu.Unlock(); return b.time }
	tasks, err := task.Open(task.Options{DB: db})
	if err != nil {
		t.Fatal(err)
	}
	factors, err := factor.New(db, [][]byte{[]byte(strings.Repeat("s", 32))}, now)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := auth.NewTokens([][]byte{[]byte(strings.Repeat("s", 32))}, time.Hour, now)
	if err != nil {
		t.Fatal(err)
	}
	links, err := keyed.NewRing([][]byte{[]byte("a key of links")}, "links")
	if err != nil {
		t.Fatal(err)
	}
	b.Console = New(Options{
		Factors: factors,
		Tokens:  tokens, Links: links, Logo: []byte(png),
		Tasks: tasks,
		Live:  live(), Users: b.users, Throttle: user.NewThrottle(now, nil), DB: db, Now: now,
		Unread: unread.New(unread.Options{DB: db, Now: now}), Audit: audit.New(db, slog.Default(), now),
		Messages:  gateway.New(gateway.Options{DB: db, Snapshot: live().Snapshot, MaxSamples: 100, Zone: time.UTC, Now: now, Answers: true}),
		Pseudonym: func(name string) string { return "pseudonym" }, Logger: slog.New(slog.NewTextHandler(b.log, nil)),
		Version: "test", Limits: Limits{Body: 1 << 20, Samples: 1000, Text: 1000, Picture: 1 << 20},
	})
	return b
}

func (b *bench) wait(d time.Duration) { b.mu.Lock(); defer b.mu.Unlock(); b.time = b.time.Add(d) }

// A browser keeps cookies.
type browser struct {
	*bench
	cookies map[string]string
	address string
	header  http.Header
}

func (b *bench) browser() *browser {
	return &browser{b, map[string]string{}, "192.0.2.1", http.Header{}}
}

// as is a browser in which a user has logged in.
func (b *bench) as(name string) *browser {
	b.t.Helper()
	w := b.browser()
	if got := w.login(name, "pw of "+name); got.Code != http.StatusSeeOther {
		b.t.Fatalf("login of %s: %d", name, got.Code)
	}
	return w
}

func (w *browser) login(name, password string) *httptest.ResponseRecorder {
	return w.do("POST", "login", url.Values{"name": {name}, "password": {password}}.Encode())
}

func (w *browser) get(path string) *httptest.ResponseRecorder { return w.do("GET", path, "") }

// post sends a form with the session's token.
func (w *browser) post(path string, form url.Values) *httptest.ResponseRecorder {
	if form == nil {
		form = url.Values{}
	}
	form.Set("csrf", session.Token(w.cookies[cookieName]))
	return w.do("POST", path, form.Encode())
}

func (w *browser) do(method, path, body string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest(method, "/console/"+path, strings.NewReader(body))
	if body != "" || method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return w.send(r)
}

func (w *browser) send(r *http.Request) *httptest.ResponseRecorder {
	r.RemoteAddr = w.address
	for name, values := range w.header {
		r.Header[name] = values
	}
	for name, value := range w.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer := httptest.NewRecorder()
	w.ServeHTTP(answer, r)
	for _, c := range answer.Result().Cookies() {
		if w.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(w.cookies, c.Name)
		}
	}
	return answer
}

func wantStatus(t testing.TB, what string, got *httptest.ResponseRecorder, want int) {
	t.Helper()
	if got.Code != want {
		t.Errorf("%s: status %d, want %d", what, got.Code, want)
	}
}

// who may open a page or do an act, by the least role; "" is everybody. A new
// route has to be written down here as well.
var mayUse = map[string]user.Role{
	"GET login": "", "POST login": "", "POST logout": user.Client, "GET password": user.Client, "POST password": user.Client, "GET assets/{name}": "", "GET {$}": user.Client,
	"GET factor": user.Client, "POST factor": user.Client, "GET account": user.Client, "GET account/app": user.Client, "POST account/app": user.Client,
	"GET account/passkey": user.Client, "POST account/passkey": user.Client, "POST account/factor": user.Client, "POST account/recovery": user.Client,
	"POST account/token": user.Client, "POST operation/user/token": user.Admin, "POST account/login": user.Client, "POST account/logins": user.Client,
	"POST operation/user/factors": user.Admin, "POST operation/user/login": user.Admin, "POST operation/user/logins": user.Admin,
	"GET assess": user.Client, "GET cases/{id}/assess": user.Client, "POST cases/{id}/assess": user.Client, "GET cases/{id}/answer": user.Client,
	"GET cases/{id}/patient": user.Client, "GET cases/{id}/workbook": user.Client, "POST cases/{id}/link": user.Client, "GET given/{link}": "", "POST cases/{id}/state": user.Client,
	"GET findings": user.Client, "POST findings": user.Client, "POST findings/term": user.Editor, "GET findings/term": user.Editor,
	"GET findings/new": user.Editor, "POST findings/new": user.Editor, "POST findings/new/try": user.Editor,
	"GET quality": user.Editor, "GET quality/suites": user.Editor, "POST quality/suites": user.Editor, "GET quality/suites/events": user.Editor, "GET operation": user.Admin,
	"GET operation/users": user.Admin, "POST operation/users": user.Admin, "GET operation/user": user.Admin, "POST operation/user/role": user.Admin,
	"POST operation/user/password": user.Admin, "POST operation/user/state": user.Admin, "GET operation/audit": user.Admin, "GET operation/letters": user.Admin, "POST operation/letters/replay": user.Admin, "POST operation/letters/drop": user.Admin,
	"GET cases": user.Client, "POST cases": user.Client, "GET cases/{id}": user.Client, "GET cases/{id}/events": user.Client,
	"POST cases/{id}": user.Client, "GET items": user.Client, "GET cases/{id}/labels": user.Client, "GET cases/{id}/pictures/{nth}": user.Client, "GET cases/{id}/thumb": user.Client, "GET people/{person}": user.Client,
	"GET rules": user.Client, "GET rules/where": user.Client, "GET rules/history": user.Client, "GET rules/table/{version}/{indicator}": user.Client,
	"POST rules/cells/{version}/{indicator}": user.Editor, "POST rules/cells/{version}/{indicator}/check": user.Editor,
	"POST rules/draft": user.Editor, "POST rules/folder": user.Admin, "GET rules/draft/{version}": user.Editor, "GET rules/draft/{version}/work": user.Editor,
	"GET rules/draft/{version}/job/{act}": user.Editor, "POST rules/draft/{version}/changes": user.Editor,
	"GET rules/draft/{version}/changes": user.Editor, "POST rules/draft/{version}/check": user.Editor,
	"POST rules/draft/{version}/test": user.Editor, "POST rules/draft/{version}/impact": user.Editor, "POST rules/draft/{version}/accept": user.Editor,
	"GET rules/draft/{version}/indicator": user.Editor, "POST rules/draft/{version}/indicator": user.Editor, "GET rules/draft/{version}/risk": user.Editor, "POST rules/draft/{version}/risk": user.Editor,
	"GET rules/draft/{version}/case": user.Editor, "POST rules/draft/{version}/case": user.Editor,
	"POST rules/draft/{version}/propose": user.Editor, "POST rules/draft/{version}/sheet": user.Approver, "POST rules/draft/{version}/approve": user.Approver, "POST rules/rollback": user.Approver,
	"GET rules/edit/{version}": user.Editor, "POST rules/edit/{version}": user.Editor, "POST rules/edit/{version}/check": user.Editor,
}

// Every route is open to the roles above and to no others.
func TestRoles(t *testing.T) {
	b := newBench(t)
	if len(routes) != len(mayUse) {
		t.Errorf("%d routes, %d in the table", len(routes), len(mayUse))
	}
	fill := regexp.MustCompile(`\{\w+\}`)
	for _, r := range routes {
		least, known := mayUse[r.method+" "+r.path]
		if !known {
			t.Errorf("%s %s is not in the table", r.method, r.path)
			continue
		}
		path := fill.ReplaceAllString(strings.TrimSuffix(r.path, "{$}"), "x")
		if least == "" {
			if got := b.browser().do(r.method, path, ""); got.Code == http.StatusForbidden || got.Code == http.StatusSeeOther {
				t.Errorf("%s %s without a login: %d", r.method, path, got.Code)
			}
			continue
		}
		got := b.browser().do(r.method, path, "csrf=")
		if place := got.Header().Get("Location"); got.Code != http.StatusSeeOther || !strings.Contains(place, "login") {
			t.Errorf("%s %s without a login: %d %s", r.method, path, got.Code, place)
		}
		for _, role := range append(user.Roles(), "chief") {
			b.users.change("someone", func(u *user.User) { u.Name, u.Role = "someone", role })
			w := b.as("someone")
			if r.method == "POST" {
				got = w.post(path, nil)
			} else {
				got = w.get(path)
			}
			may := role.Includes(least)
			if denied := got.Code == http.StatusForbidden; denied == may {
				t.Errorf("%s %s as %q: %d", r.method, path, role, got.Code)
			}
		}
	}
}

// A form without the session's own token, or from another site, does nothing.
func TestForeignForms(t *testing.T) {
	b := newBench(t)
	w, other := b.as("client"), b.as("editor")
	form := func(token string) string { return url.Values{"csrf": {token}}.Encode() }
	for name, body := range map[string]string{
		"no token": "", "empty": form(""), "another's": form(session.Token(other.cookies[cookieName])), "the id": form(w.cookies[cookieName]),
	} {
		wantStatus(t, name, w.do("POST", "logout", body), http.StatusForbidden)
	}
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		w.header = http.Header{header: {value}}
		wantStatus(t, header, w.post("logout", nil), http.StatusForbidden)
		wantStatus(t, header+" at the login", w.login("client", "pw of client"), http.StatusForbidden)
	}
	admin := b.as("admin")
	for _, r := range routes {
		if r.method == "GET" || r.least == "" || r.large { // TestHostileUploads
			continue
		}
		wantStatus(t, r.path+" with another's token", admin.do(r.method, strings.ReplaceAll(r.path, "{version}", "x"), form(session.Token(w.cookies[cookieName]))), http.StatusForbidden)
	}
	w.header = http.Header{"X-Csrf-Token": {session.Token(w.cookies[cookieName])}}
	wantStatus(t, "still logged in, token in a header", w.do("POST", "logout", ""), http.StatusSeeOther)
}

// Sessions end by logging out, with time, with the password and the user.
func TestSessions(t *testing.T) {
	storetest.Each(t, testSessions)
}

func testSessions(t *testing.T, dsn string) {
	b := newBenchOn(t, dsn)
	ended := func(what string, w *browser) {
		t.Helper()
		wantStatus(t, what, w.get(""), http.StatusSeeOther)
	}
	open := func(what string, w *browser) {
		t.Helper()
		wantStatus(t, what, w.get(""), http.StatusOK)
	}
	w := b.as("client")
	open("new", w)
	id := w.cookies[cookieName]
	var stored int
	if err := b.DB.QueryRow(t.Context(), "SELECT count(*) FROM logins WHERE id = ?", id).Scan(&stored); err != nil || len(id) != 64 || stored != 0 {
		t.Errorf("the id of %d characters is stored itself: %v", len(id), err)
	}
	wantStatus(t, "logout", w.post("logout", nil), http.StatusSeeOther)
	w.cookies[cookieName] = id
	ended("after the logout", w)

	w = b.as("client")
	for range 24 {
		b.wait(29 * time.Minute)
		open("used", w)
	}
	b.wait(29 * time.Minute)
	ended("after twelve hours", w)
	w = b.as("client")
	b.wait(31 * time.Minute)
	ended("after half an hour without use", w)

	for what, change := range map[string]func(*user.User){
		"after a new password": func(u *user.User) { u.Generation++ },
		"of a disabled user":   func(u *user.User) { u.Disabled = true },
	} {
		u := b.users.all["editor"]
		w = b.as("editor")
		b.users.change("editor", change)
		ended(what, w)
		b.users.change("editor", func(v *user.User) { *v = u })
		ended(what+", for good", w)
	}
	w = b.as("admin")
	delete(b.users.all, "admin")
	ended("of a deleted user", w)
}

// Nobody chooses the id of another's session, and a login leaves none behind.
func TestFixation(t *testing.T) {
	b := newBench(t)
	w := b.browser()
	planted := strings.Repeat("a", 64)
	w.cookies[cookieName] = planted
	w.login("client", "pw of client")
	first := w.cookies[cookieName]
	if first == planted || len(first) != 64 {
		t.Errorf("the planted id became a session")
	}
	w.login("editor", "pw of editor")
	old := b.browser()
	old.cookies[cookieName] = first
	wantStatus(t, "the session before a second login", old.get(""), http.StatusSeeOther)
}

func TestCookies(t *testing.T) {
	b := newBench(t)
	for origin, secure := range map[string]bool{"http://example.com": false, "https://example.com": true} {
		w := b.browser()
		w.header = http.Header{"Origin": {origin}, "Sec-Fetch-Site": {"same-origin"}}
		got := w.login("client", "pw of client").Header().Get("Set-Cookie")
		if want := "; HttpOnly"; !strings.Contains(got, want) || !strings.Contains(got, "; SameSite=Strict") ||
			strings.Contains(got, "; Secure") != secure || strings.Contains(got, "Path=") || strings.Contains(got, "Domain=") {
			t.Errorf("from %s: %s", origin, got)
		}
	}
}

// A login leads to a page of the console and never elsewhere.
func TestNext(t *testing.T) {
	b := newBench(t)
	for next, want := range map[string]string{
		"": "./", "assess": "./assess", "rules/fasting_glucose": "./rules/fasting_glucose",
		"//evil.example": "./", "https://evil.example": "./", "/etc": "./", "../docs": "./", "a/../../x": "./", `\\evil.example`: "./",
		"javascript:alert(1)": "./", "logout": "./", "login": "./", "x\r\nSet-Cookie: a=b": "./", "a?b": "./", "%2f%2fevil.example": "./",
	} {
		body := url.Values{"name": {"client"}, "password": {"pw of client"}, "next": {next}}.Encode()
		if got := b.browser().do("POST", "login", body).Header().Get("Location"); got != want {
			t.Errorf("next %q leads to %q", next, got)
		}
		w := b.as("client")
		if got := w.get("login?" + url.Values{"next": {next}}.Encode()).Header().Get("Location"); got != want {
			t.Errorf("logged in already, next %q leads to %q", next, got)
		}
	}
	if got := b.browser().get("").Header().Get("Location"); got != "./login" {
		t.Errorf("without a login the first page leads to %q", got)
	}
}

// Guessing is slowed down as the API slows it down, in words of the language.
func TestLoginThrottle(t *testing.T) {
	b := newBench(t)
	w := b.browser()
	for range user.MaxFailures {
		got := w.login("client", "wrong")
		wantStatus(t, "wrong password", got, http.StatusUnauthorized)
		if !strings.Contains(got.Body.String(), "用户名或密码不对") {
			t.Error("the page does not say so")
		}
	}
	got := w.login("client", "pw of client")
	wantStatus(t, "the sixth", got, http.StatusTooManyRequests)
	if got.Header().Get("Retry-After") != "60" || strings.Contains(got.Body.String(), "wrong") {
		t.Errorf("%v", got.Header())
	}
	if _, err := b.Throttle.Login(t.Context(), b.users, "client", "pw of client", netip.MustParseAddr("192.0.2.1")); err == nil {
		t.Error("the API does not know of the failures")
	}
	for _, event := range []string{"console-login-failed", "console-login-throttled"} {
		if !strings.Contains(b.log.String(), "event="+event) {
			t.Errorf("%s is not in the security log", event)
		}
	}
	if strings.Contains(b.log.String(), "client ") || strings.Contains(b.log.String(), "wrong") {
		t.Error("the log names user or password")
	}
}

var inline = regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:|(?:href|src|action)="/|https?://`)

// sound holds every page: its type, its policy, nothing inline, every address
// relative, and not large.
func sound(t testing.TB, what string, got *httptest.ResponseRecorder) {
	t.Helper()
	page := strings.ReplaceAll(got.Body.String(), "http://www.w3.org/2000/svg", "")
	if got.Header().Get("Content-Type") != "text/html; charset=utf-8" || got.Header().Get("Content-Security-Policy") != policy ||
		got.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %v", what, got.Header())
	}
	if found := inline.FindString(page); found != "" {
		t.Errorf("%s has %q", what, found)
	}
	if len(page) > 150_000 {
		t.Errorf("%s has %d bytes", what, len(page))
	}
}

// Every page that opens without more is sound, in both languages.
func TestPages(t *testing.T) {
	b := newBench(t)
	nobody, admin := b.browser(), b.as("admin")
	for _, lang := range words.Languages {
		sound(t, "login", nobody.get("login?lang="+lang))
		for _, path := range b.open("admin") {
			got, want := admin.get(path+"?lang="+lang), http.StatusOK
			if path == "findings/new" || path == "findings/term" {
				want = http.StatusConflict // there is no folder to write into
			}
			wantStatus(t, path, got, want)
			if path == "items" { // a part of pages
				continue
			}
			sound(t, path, got)
			if strings.Contains(got.Body.String(), `lang="zh-CN"`) != (lang == "zh") && lang == "zh" {
				t.Errorf("%s is not in %s", path, lang)
			}
		}
	}
	got := admin.get("deep/er/none")
	wantStatus(t, "no such page", got, http.StatusNotFound)
	sound(t, "no such page", got)
	if !strings.Contains(got.Body.String(), `href="../../assets/console.css`) {
		t.Error("the page does not find its style sheet")
	}
	wantStatus(t, "wrong method", admin.do("PUT", "login", ""), http.StatusNotFound)
	wantStatus(t, "wrong method", admin.do("GET", "logout", ""), http.StatusNotFound)
}

// What people can type is text on a page, never its structure.
func TestNamesAreText(t *testing.T) {
	const evil = `"><script>alert(1)</script><b title='`
	b := newBench(t)
	b.users.change(evil, func(u *user.User) { u.Name, u.Role = evil, user.Admin })
	for what, got := range map[string]*httptest.ResponseRecorder{
		"a refused login":    b.browser().login(evil, "wrong"),
		"the first page":     b.as(evil).get(""),
		"a page that is not": b.as(evil).get(url.PathEscape(evil)),
	} {
		if strings.Contains(got.Body.String(), "<script>") || strings.Contains(got.Body.String(), "<b ") {
			t.Errorf("%s shows a name as it is:\n%s", what, got.Body)
		}
	}
}

func TestAssets(t *testing.T) {
	w := newBench(t).browser()
	address := versioned("htmx.min.js")
	got := w.get(address)
	wantStatus(t, address, got, http.StatusOK)
	if got.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("%v", got.Header())
	}
	if got := w.get("assets/htmx.min.js?v=old").Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("an old address is kept: %s", got)
	}
	if got := w.get("assets/colors.css").Body.String(); !strings.Contains(got, ".c5 { --level: #d93025; --level-ink: #fff; }") {
		t.Errorf("colours:\n%s", got)
	}
	wantStatus(t, "no such asset", w.get("assets/none.js"), http.StatusNotFound)
	wantStatus(t, "their folder, which is not listed", w.get("assets/"), http.StatusSeeOther)
	wantStatus(t, "above the assets", w.get("assets/..%2fdoc.go"), http.StatusNotFound)
	if body, err := io.ReadAll(w.get("assets/console.css").Body); err != nil || strings.Contains(string(body), "url(") {
		t.Errorf("the style sheet asks for more: %v", err)
	}
}
