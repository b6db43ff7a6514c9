package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// A scenario is one request and what must come back.
type scenario struct {
	name   string
	method string // POST when empty
	path   string
	body   string
	header http.Header // a nil value takes the default Content-Type away
	user   string      // sends this user's token

	status  int
	want    string            // the body, exactly
	part    string            // or a part of it
	headers map[string]string // "" means absent
}

func run(t *testing.T, b *bench, scenarios []scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			header := http.Header{}
			if s.user != "" {
				header = b.as(t, s.user)
			}
			for k, v := range s.header {
				header[k] = v
			}
			method := s.method
			if method == "" {
				method = http.MethodPost
			}
			got := b.exchange(t, method, s.path, s.body, header)
			if got.Code != s.status {
				t.Errorf("status %d, want %d: %s", got.Code, s.status, got.Body)
			}
			if s.want != "" && got.Body.String() != s.want {
				t.Errorf("body\n%s, want\n%s", got.Body, s.want)
			}
			if !strings.Contains(got.Body.String(), s.part) {
				t.Errorf("body %s lacks %s", got.Body, s.part)
			}
			for key, want := range s.headers {
				if value := got.Header().Get(key); value != want {
					t.Errorf("%s: %q, want %q", key, value, want)
				}
			}
			if got.Header().Get("X-Request-ID") == "" || got.Header().Get("Location") != "" {
				t.Errorf("headers %v", got.Header())
			}
		})
	}
}

const (
	incomplete   = `{"non_field_errors":["Must include \"username\" and \"password\"."]}`
	unable       = `{"non_field_errors":["Unable to log in with provided credentials."]}`
	notProvided  = `{"detail":"Authentication credentials were not provided."}`
	expired      = `{"detail":"Signature has expired."}`
	invalidToken = `{"detail":"Invalid token."}`
	noSuchTask   = `{"detail":"task does not exist"}`
	notJSON      = `{"detail":"Content-Type: must be application/json"}`
	broken       = `{"detail":"internal error; try again later and name the X-Request-ID when you report it"}`
	sample       = `{"user_identifier":"u","namespace":"n","datetime":"2026-03-01T08:30:00.000Z","profile":{"dob":"1975-06-15","gender":"male"},` +
		`"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},"samples":[]}`
)

var challenge = map[string]string{"Www-Authenticate": `JWT realm="api"`, "Content-Type": "application/json"}

func contentType(value string) http.Header { return http.Header{"Content-Type": {value}} }

func TestLogin(t *testing.T) {
	run(t, newBench(t, nil), []scenario{
		{name: "right", path: "/api/login", body: `{"username":"alice","password":"pw of alice"}`, status: 200, part: `{"token":"ey`},
		{name: "trailing slash", path: "/api/login/", body: `{"username":"alice","password":"pw of alice","more":1}`, status: 200, part: `{"token":"ey`},
		{name: "a bad token does not matter", path: "/api/login", body: `{"username":"alice","password":"pw of alice"}`,
			header: http.Header{"Authorization": {"JWT x"}}, status: 200},
		{name: "busy", path: "/api/login", body: `{"username":"busy","password":"x"}`, status: 503, want: `{"detail":"too many logins at once; try again later"}`, headers: map[string]string{"Retry-After": "3"}},
		{name: "wrong password", path: "/api/login", body: `{"username":"alice","password":"x"}`, status: 400, want: unable},
		{name: "unknown user", path: "/api/login", body: `{"username":"mallory","password":"x"}`, status: 400, want: unable},
		{name: "disabled user", path: "/api/login", body: `{"username":"carol","password":"pw of carol"}`, status: 400, want: unable},
		{name: "no password", path: "/api/login", body: `{"username":"alice"}`, status: 400, want: incomplete},
		{name: "no user name", path: "/api/login", body: `{"password":"x"}`, status: 400, want: incomplete},
		{name: "empty object", path: "/api/login", body: `{}`, status: 400, want: incomplete},
		{name: "blank user name", path: "/api/login", body: `{"username":" ","password":"x"}`, status: 400, want: incomplete},
		{name: "empty password", path: "/api/login", body: `{"username":"alice","password":""}`, status: 400, want: incomplete},
		{name: "null password", path: "/api/login", body: `{"username":"alice","password":null}`, status: 400, want: incomplete},
		{name: "blank beats wrong type", path: "/api/login", body: `{"username":1,"password":""}`, status: 400, want: incomplete},
		{name: "keys are case-sensitive", path: "/api/login", body: `{"Username":"alice","password":"x"}`, status: 400, want: incomplete},
		{name: "wrong types", path: "/api/login", body: `{"username":1,"password":[]}`, status: 400,
			want: `{"non_field_errors":["username: must be a string, not a number; password: must be a string, not an array"]}`},
		{name: "a code that is no text", path: "/api/login", body: `{"username":"alice","password":"pw of alice","otp":123456}`, status: 400, want: `{"non_field_errors":["otp: must be a string, not a number"]}`},
		{name: "a code of who needs none", path: "/api/login", body: `{"username":"alice","password":"pw of alice","otp":"123456"}`, status: 200},
		{name: "no object", path: "/api/login", body: `["alice"]`, status: 400, want: `{"non_field_errors":["body: must be an object, not an array"]}`},
		{name: "malformed", path: "/api/login", body: `{"username":`, status: 400, part: `{"non_field_errors":["malformed JSON`},
		{name: "duplicate key", path: "/api/login", body: `{"username":"a","username":"b","password":"x"}`, status: 400,
			want: `{"non_field_errors":["username: duplicate key"]}`},
		{name: "not JSON", path: "/api/login", body: `username=a`, header: contentType("application/x-www-form-urlencoded"), status: 415, want: notJSON},
		{name: "too large", path: "/api/login", body: `{"username":"` + strings.Repeat("a", 2000) + `"}`, status: 413,
			want: `{"detail":"body: must have at most 2000 bytes"}`},
		{name: "broken", path: "/api/login", body: `{"username":"broken","password":"x"}`, status: 500, want: broken},
		{name: "GET", method: "GET", path: "/api/login", status: 405, want: `{"detail":"method not allowed, use POST"}`,
			headers: map[string]string{"Allow": "POST"}},
	})
}

func TestLoginThrottle(t *testing.T) {
	b := newBench(t, nil)
	wrong := scenario{name: "wrong", path: "/api/login", body: `{"username":"alice","password":"x"}`, status: 400, want: unable}
	right := scenario{name: "right", path: "/api/login", body: `{"username":"alice","password":"pw of alice"}`, status: 200}
	refused := scenario{name: "refused although right", path: "/api/login", body: right.body, status: 429,
		want:    `{"detail":"5 failed logins within a minute, try again in 60 seconds"}`,
		headers: map[string]string{"Retry-After": "60", "Content-Type": "application/json"}}
	incompleteOne := scenario{name: "incomplete is no failure", path: "/api/login", body: `{}`, status: 400, want: incomplete}
	run(t, b, []scenario{incompleteOne, wrong, right, wrong, wrong, right, wrong, wrong, refused, incompleteOne})
}

func TestTokens(t *testing.T) {
	b := newBench(t, nil)
	forged := func(method jwt.SigningMethod, key any, exp time.Time, jti string) http.Header {
		token, err := jwt.NewWithClaims(method, jwt.RegisteredClaims{Subject: "bob", ID: jti,
			IssuedAt: jwt.NewNumericDate(noon.Add(-time.Hour)), ExpiresAt: jwt.NewNumericDate(exp)}).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return http.Header{"Authorization": {"JWT " + token}}
	}
	later := noon.Add(time.Hour)
	for _, path := range []string{"/api/keywords", "/api/samples", "/api/keywords/", "/api/samples/"} {
		body := `{"text":"a"}`
		if strings.HasPrefix(path, "/api/samples") {
			body = sample
		}
		t.Run(path, func(t *testing.T) {
			run(t, b, []scenario{
				{name: "good", path: path, body: body, user: "bob", status: 200, headers: map[string]string{"Www-Authenticate": ""}},
				{name: "no header", path: path, body: body, status: 401, want: notProvided, headers: challenge},
				{name: "before the body is looked at", path: path, body: `{`, header: contentType("text/plain"), status: 401, want: notProvided, headers: challenge},
				{name: "Bearer", path: path, body: body, header: http.Header{"Authorization": {"Bearer x"}}, status: 401, want: notProvided, headers: challenge},
				{name: "lower case", path: path, body: body, header: http.Header{"Authorization": {"jwt x"}}, status: 401, want: notProvided, headers: challenge},
				{name: "no token", path: path, body: body, header: http.Header{"Authorization": {"JWT"}}, status: 401, want: invalidToken, headers: challenge},
				{name: "garbage", path: path, body: body, header: http.Header{"Authorization": {"JWT a.b.c"}}, status: 401, want: invalidToken, headers: challenge},
				{name: "expired", path: path, body: body, header: forged(jwt.SigningMethodHS256, []byte(secret), noon.Add(-time.Second), "0.x"), status: 401, want: expired, headers: challenge},
				{name: "another secret", path: path, body: body, header: forged(jwt.SigningMethodHS256, []byte("another secret"), later, "0.x"), status: 401, want: invalidToken, headers: challenge},
				{name: "none", path: path, body: body, header: forged(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, later, "0.x"), status: 401, want: invalidToken, headers: challenge},
				{name: "HS512", path: path, body: body, header: forged(jwt.SigningMethodHS512, []byte(secret), later, "0.x"), status: 401, want: invalidToken, headers: challenge},
				{name: "unknown user", path: path, body: body, user: "nobody", status: 401, want: invalidToken, headers: challenge},
				{name: "disabled user", path: path, body: body, user: "carol", status: 401, want: invalidToken, headers: challenge},
				{name: "another generation", path: path, body: body, header: forged(jwt.SigningMethodHS256, []byte(secret), later, "1.x"), status: 401, want: invalidToken, headers: challenge},
				{name: "database gone", path: path, body: body, user: "broken", status: 500, want: broken},
			})
		})
	}
}

func TestTokenDiesWithAChange(t *testing.T) {
	b := newBench(t, nil)
	header := b.as(t, "bob")
	ask := func() int { return b.exchange(t, "POST", "/api/keywords", `{"text":"a"}`, header).Code }
	if got := ask(); got != 200 {
		t.Fatalf("before: %d", got)
	}
	b.users["bob"].Generation++
	if got := ask(); got != 401 {
		t.Errorf("after a change of password: %d", got)
	}
}

func TestPostTask(t *testing.T) {
	const good = `{"task_id":"` + newID + `","img_url":"https://h.example/a.jpg?sig=<&>"}`
	const answer = `{"task_id":"` + newID + `","img_url":"https://h.example/a.jpg?sig=<&>","layout":null,"callback_url":null,` +
		`"datetime":"2026-03-01T12:00:00.123456+00:00","status":"CREATED","error":"","result":{}}`
	with := func(field string) string {
		id := `"task_id":"` + newID + `",`
		if strings.Contains(field, "task_id") {
			id = ""
		}
		return `{` + id + `"img_url":"https://h.example/",` + field + `}`
	}
	ids := []string{uuid.NewString(), uuid.NewString(), uuid.NewString()}
	urls := func(n int) string {
		return `["https://h.example/"` + strings.Repeat(`,"https://h.example/"`, n-1) + `]`
	}
	image := func(url string) string { return `{"task_id":"` + newID + `","img_url":"` + url + `"}` }
	const badURL = `{"detail":"img_url: must be an absolute http or https URL"}`
	run(t, newBench(t, nil), []scenario{
		{name: "new", path: "/tasks/", body: good, status: 200, want: answer, headers: map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store"}},
		{name: "again", path: "/tasks", body: good, status: 200, want: answer},
		{name: "charset", path: "/tasks/", body: good, header: contentType("Application/JSON; charset=UTF-8"), status: 200, want: answer},
		{name: "for a user", path: "/tasks/", body: good, user: "alice", status: 200, want: answer},
		{name: "everything", path: "/tasks/?format=full", status: 200,
			body: `{"task_id":"55555555555548558555555555555555","img_url":"HTTP://h.example:8080/报告.jpg","layout":"DOUBLE","callback_url":"https://c.example/?a=%20","other":[1]}`,
			want: `{"task_id":"55555555555548558555555555555555","img_url":"HTTP://h.example:8080/报告.jpg","layout":"DOUBLE","callback_url":"https://c.example/?a=%20",` +
				`"datetime":"2026-03-01T12:00:00.123456+00:00","status":"CREATED","error":"","result":{}}`},
		{name: "existing and done", path: "/tasks/", body: `{"task_id":"` + openID + `","img_url":"http://x.example/","layout":null,"callback_url":null}`, status: 200,
			part: `"status":"DONE","error":"","result":{"triglycerides":1.86}}`},
		{name: "several pictures", path: "/tasks/", body: with(`"img_urls":["https://h.example/2?sig=<&>","http://k.example/3"]`), user: "bob", status: 200,
			part: `"img_url":"https://h.example/","img_urls":["https://h.example/2?sig=<&>","http://k.example/3"],"layout":null,`},
		{name: "no further pictures", path: "/tasks/", body: with(`"task_id":"` + ids[0] + `","img_urls":[]`), status: 200, part: `"img_url":"https://h.example/","img_urls":[],"layout":null,`},
		{name: "img_urls null", path: "/tasks/", body: with(`"task_id":"` + ids[1] + `","img_urls":null`), status: 200, part: `"img_url":"https://h.example/","layout":null,`},
		{name: "nine further pictures", path: "/tasks/", body: with(`"task_id":"` + ids[2] + `","img_urls":` + urls(9)), status: 200, part: `"img_urls":` + urls(9)},
		{name: "ten further pictures", path: "/tasks/", body: with(`"img_urls":` + urls(10)), status: 400, want: `{"detail":"img_urls: must have at most 9 elements, not 10"}`},
		{name: "img_urls no array", path: "/tasks/", body: with(`"img_urls":"https://h.example/"`), status: 400, want: `{"detail":"img_urls: must be an array, not a string"}`},
		{name: "img_urls of other things", path: "/tasks/", body: with(`"img_urls":["https://h.example/",7,null,"/a","https://u:p@h.example/"]`), status: 400,
			want: `{"detail":"img_urls[1]: must be a string, not a number; img_urls[2]: must be a string, not null; img_urls[3]: must be an absolute http or https URL; ` +
				`img_urls[4]: must not contain a user name or password"}`},
		{name: "img_urls alone", path: "/tasks/", body: `{"task_id":"` + newID + `","img_urls":["https://h.example/"]}`, status: 400, want: `{"detail":"missing arguments: img_url"}`},
		{name: "existing, some of its pictures", path: "/tasks/", body: `{"task_id":"` + pagesID + `","img_url":"http://open.example/1?a","img_urls":["http://open.example/2?b","http://open.example/3"]}`,
			status: 200, part: `"img_url":"http://open.example/1?a","img_urls":["http://open.example/2?b","http://open.example/3"],`},
		{name: "existing, one picture", path: "/tasks/", body: `{"task_id":"` + pagesID + `","img_url":"http://open.example/1?a"}`,
			status: 200, part: `"img_url":"http://open.example/1?a","img_urls":["http://open.example/2","http://open.example/3"],`},
		{name: "Bearer", path: "/tasks/", body: good, header: http.Header{"Authorization": {"Bearer x"}}, status: 401, want: notProvided, headers: challenge},
		{name: "lower case", path: "/tasks/", body: good, header: http.Header{"Authorization": {"jwt x"}}, status: 401, want: notProvided, headers: challenge},
		{name: "token alone", path: "/tasks/", body: good, header: http.Header{"Authorization": {"a.b.c"}}, status: 401, want: notProvided, headers: challenge},
		{name: "empty header", path: "/tasks/", body: good, header: http.Header{"Authorization": {""}}, status: 401, want: notProvided, headers: challenge},
		{name: "two headers", path: "/tasks/", body: good, header: http.Header{"Authorization": {"JWT a.b.c", "JWT a.b.c"}}, status: 401, want: invalidToken, headers: challenge},
		{name: "existing, other picture", path: "/tasks/", body: `{"task_id":"` + failedID + `","img_url":"http://x.example/?own"}`, status: 200, part: `"img_url":"http://open.example/",`},
		{name: "existing, same picture", path: "/tasks/", body: `{"task_id":"` + failedID + `","img_url":"http://open.example/?sig=1"}`, status: 200, part: `"img_url":"http://open.example/?sig=1",`},
		{name: "bad token", path: "/tasks/", body: good, header: http.Header{"Authorization": {"JWT x"}}, status: 401, want: invalidToken, headers: challenge},
		{name: "nothing", path: "/tasks/", body: `{}`, status: 400, want: `{"detail":"missing arguments: task_id, img_url"}`},
		{name: "no img_url", path: "/tasks/", body: `{"task_id":"` + newID + `"}`, status: 400, want: `{"detail":"missing arguments: img_url"}`},
		{name: "all at once", path: "/tasks/", body: `{"task_id":"x","layout":"WIDE","callback_url":"c"}`, status: 400,
			want: `{"detail":"missing arguments: img_url; task_id: must be a UUID; layout: must be SINGLE, DOUBLE or TABLE; callback_url: must be an absolute http or https URL"}`},
		{name: "wrong types", path: "/tasks/", body: `{"task_id":1,"img_url":null,"layout":[],"callback_url":{}}`, status: 400,
			want: `{"detail":"task_id: must be a string, not a number; img_url: must be a string, not null; layout: must be a string, not an array; callback_url: must be a string, not an object"}`},
		{name: "task_id with braces", path: "/tasks/", body: `{"task_id":"{` + newID + `}","img_url":"https://h.example/"}`, status: 400, want: `{"detail":"task_id: must be a UUID"}`},
		{name: "task_id as urn", path: "/tasks/", body: `{"task_id":"urn:uuid:` + newID + `","img_url":"https://h.example/"}`, status: 400, want: `{"detail":"task_id: must be a UUID"}`},
		{name: "layout in lower case", path: "/tasks/", body: with(`"layout":"single"`), status: 400, want: `{"detail":"layout: must be SINGLE, DOUBLE or TABLE"}`},
		{name: "layout DEFAULT", path: "/tasks/", body: with(`"layout":"DEFAULT"`), status: 400, want: `{"detail":"layout: must be SINGLE, DOUBLE or TABLE"}`},
		{name: "empty layout", path: "/tasks/", body: with(`"layout":""`), status: 400, want: `{"detail":"layout: must be SINGLE, DOUBLE or TABLE"}`},
		{name: "empty callback_url", path: "/tasks/", body: with(`"callback_url":""`), status: 400, want: `{"detail":"callback_url: must be an absolute http or https URL"}`},
		{name: "relative URL", path: "/tasks/", body: image("/a.jpg"), status: 400, want: badURL},
		{name: "no host", path: "/tasks/", body: image("http:///a.jpg"), status: 400, want: badURL},
		{name: "port only", path: "/tasks/", body: image("http://:80/a.jpg"), status: 400, want: badURL},
		{name: "file", path: "/tasks/", body: image("file:///etc/passwd"), status: 400, want: badURL},
		{name: "ftp", path: "/tasks/", body: image("ftp://h.example/a"), status: 400, want: badURL},
		{name: "opaque", path: "/tasks/", body: image("http:h.example"), status: 400, want: badURL},
		{name: "line end", path: "/tasks/", body: image(`http://h.example/a\r\nHost: x`), status: 400, want: badURL},
		{name: "password in the URL", path: "/tasks/", body: image("https://u:p@h.example/"), status: 400, want: `{"detail":"img_url: must not contain a user name or password"}`},
		{name: "no object", path: "/tasks/", body: `"x"`, status: 400, want: `{"detail":"body: must be an object, not a string"}`},
		{name: "trailing garbage", path: "/tasks/", body: good + "x", status: 400, part: `{"detail":"malformed JSON`},
		{name: "not UTF-8", path: "/tasks/", body: "{\"task_id\":\"\xff\"}", status: 400, part: `{"detail":"malformed JSON`},
		{name: "empty body", path: "/tasks/", body: "", status: 400, want: `{"detail":"malformed JSON: the body is empty"}`},
		{name: "empty body without type", path: "/tasks/", body: "", header: http.Header{"Content-Type": nil}, status: 400, want: `{"detail":"malformed JSON: the body is empty"}`},
		{name: "no type", path: "/tasks/", body: good, header: http.Header{"Content-Type": nil}, status: 415, want: notJSON},
		{name: "text", path: "/tasks/", body: good, header: contentType("text/plain"), status: 415, want: notJSON},
		{name: "like JSON", path: "/tasks/", body: good, header: contentType("application/json-patch+json"), status: 415, want: notJSON},
		{name: "form", path: "/tasks/", body: good, header: contentType("multipart/form-data; boundary=x"), status: 415, want: notJSON},
		{name: "another charset", path: "/tasks/", body: good, header: contentType("application/json; charset=gbk"), status: 415, want: `{"detail":"Content-Type: charset must be utf-8"}`},
		{name: "compressed", path: "/tasks/", body: good, header: http.Header{"Content-Encoding": {"gzip"}}, status: 415,
			want: `{"detail":"Content-Encoding: compressed bodies are not supported"}`},
		{name: "type before size", path: "/tasks/", body: strings.Repeat("x", 3000), header: contentType("text/plain"), status: 415, want: notJSON},
		{name: "size before content", path: "/tasks/", body: strings.Repeat("x", 3000), status: 413, want: `{"detail":"body: must have at most 2000 bytes"}`},
		{name: "broken", path: "/tasks/", body: image("http://broken.example/"), status: 500, want: broken},
		{name: "GET of the list", method: "GET", path: "/tasks/", status: 405, headers: map[string]string{"Allow": "POST"}},
		{name: "GET of the list, bare", method: "GET", path: "/tasks", status: 405, headers: map[string]string{"Allow": "POST"}},
		{name: "405 before 415", method: "PUT", path: "/tasks/", header: contentType("text/plain"), status: 405, headers: map[string]string{"Allow": "POST"}},
	})
}

func TestGetTask(t *testing.T) {
	const full = `"status":"DONE","error":"","result":{"triglycerides":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],`
	run(t, newBench(t, nil), []scenario{
		{name: "done", method: "GET", path: "/tasks/" + openID, status: 200, part: `"status":"DONE","error":"","result":{"triglycerides":1.86}}`},
		{name: "trailing slash", method: "GET", path: "/tasks/" + openID + "/", status: 200, part: `"result":{"triglycerides":1.86}}`},
		{name: "full", method: "GET", path: "/tasks/" + openID + "?format=full", status: 200, part: full},
		{name: "full, what a value rests on", method: "GET", path: "/tasks/" + openID + "?format=full", status: 200, part: `"confidence":0.9,"basis":{"interval":"outside","readers":"agree"}}]`},
		{name: "full for readers of English", method: "GET", path: "/tasks/" + openID + "?format=full", header: http.Header{"Accept-Language": {"en"}}, status: 200,
			part: `,"english":{"indicators":{"hba1c":"Haemoglobin A1c","triglycerides":"Triglycerides"}}}`},
		{name: "simple for readers of English", method: "GET", path: "/tasks/" + openID, header: http.Header{"Accept-Language": {"en"}}, status: 200, part: `"result":{"triglycerides":1.86}}`},
		{name: "failed for readers of English", method: "GET", path: "/tasks/" + failedID + "?format=full", header: http.Header{"Accept-Language": {"en"}}, status: 200, part: `"result":{}}`},
		{name: "full with slash", method: "GET", path: "/tasks/" + openID + "/?format=full", status: 200, part: full},
		{name: "another format", method: "GET", path: "/tasks/" + openID + "?format=FULL", status: 200, part: `"result":{"triglycerides":1.86}}`},
		{name: "without hyphens", method: "GET", path: "/tasks/" + strings.ReplaceAll(openID, "-", ""), status: 200, part: `"task_id":"` + openID + `"`},
		{name: "failed", method: "GET", path: "/tasks/" + failedID, status: 200,
			want: `{"task_id":"` + failedID + `","img_url":"http://open.example/","layout":"TABLE","callback_url":"http://open.example/done","datetime":"2026-03-01T12:00:00.123456+00:00",` +
				`"status":"ERROR","error":"IMAGE_PIXEL_ERROR: resolution 42 PPI, must be greater than 60 PPI (layout TABLE)","result":{}}`},
		{name: "several pictures", method: "GET", path: "/tasks/" + pagesID, status: 200, part: `"img_url":"http://open.example/1","img_urls":["http://open.example/2","http://open.example/3"],`},
		{name: "several pictures, full", method: "GET", path: "/tasks/" + pagesID + "?format=full", status: 200, part: `"flag":"","confidence":0,"image":1}`},
		{name: "several pictures, simple", method: "GET", path: "/tasks/" + pagesID, status: 200, part: `"result":{"triglycerides":1.86}}`},
		{name: "own", method: "GET", path: "/tasks/" + aliceID, user: "alice", status: 200, part: `"status":"PROCESSING","error":"","result":{}}`},
		{name: "for an assessment", method: "GET", path: "/tasks/" + openID + "?format=samples", status: 200, part: `"samples":[{"name":"triglycerides","unit":"mmol/L","value":1.86,"reference":{"text":`},
		{name: "for an assessment, several pictures", method: "GET", path: "/tasks/" + pagesID + "?format=samples", status: 200, part: `"samples":[{"name":"triglycerides",`},
		{name: "for an assessment, waiting", method: "GET", path: "/tasks/" + sharedID + "?format=samples", status: 200, part: `"result":{},"samples":[]}`},
		{name: "own before open", method: "GET", path: "/tasks/" + sharedID, user: "alice", status: 200, part: "http://alice.example/?sig=2"},
		{name: "open with a token", method: "GET", path: "/tasks/" + sharedID, user: "bob", status: 200, part: "http://open.example/"},
		{name: "somebody else's", method: "GET", path: "/tasks/" + aliceID, user: "bob", status: 404, want: noSuchTask},
		{name: "a user's without token", method: "GET", path: "/tasks/" + aliceID, status: 404, want: noSuchTask},
		{name: "Bearer", method: "GET", path: "/tasks/" + openID, header: http.Header{"Authorization": {"Bearer x"}}, status: 401, want: notProvided, headers: challenge},
		{name: "bad token", method: "GET", path: "/tasks/" + openID, header: http.Header{"Authorization": {"JWT x"}}, status: 401, want: invalidToken, headers: challenge},
		{name: "unknown", method: "GET", path: "/tasks/99999999-9999-4999-8999-999999999999", status: 404, want: noSuchTask},
		{name: "no UUID", method: "GET", path: "/tasks/abc", status: 404, want: noSuchTask},
		{name: "deeper", method: "GET", path: "/tasks/abc/def", status: 404, want: `{"detail":"no such path"}`},
		{name: "POST", path: "/tasks/" + openID, body: `{}`, status: 405, want: `{"detail":"method not allowed, use GET or HEAD"}`, headers: map[string]string{"Allow": "GET, HEAD"}},
		{name: "DELETE", method: "DELETE", path: "/tasks/" + openID, status: 405, headers: map[string]string{"Allow": "GET, HEAD"}},
	})
}

func TestTasksDemandToken(t *testing.T) {
	body := `{"task_id":"` + newID + `","img_url":"https://h.example/"}`
	run(t, newBench(t, func(o *Options) { o.TasksAuth = true }), []scenario{
		{name: "POST", path: "/tasks/", body: body, status: 401, want: notProvided, headers: challenge},
		{name: "GET", method: "GET", path: "/tasks/" + openID, status: 401, want: notProvided, headers: challenge},
		{name: "GET no UUID", method: "GET", path: "/tasks/x", status: 401, want: notProvided, headers: challenge},
		{name: "POST with token", path: "/tasks/", body: body, user: "bob", status: 200},
		{name: "GET with token", method: "GET", path: "/tasks/" + newID, user: "bob", status: 200},
	})
}

func TestDamagedResult(t *testing.T) {
	b := newBench(t, nil)
	damaged := b.fakes.tasks[[2]string{"", openID}]
	damaged.Result = json.RawMessage(`{"x":1}`)
	b.fakes.tasks[[2]string{"", openID}] = damaged
	run(t, b, []scenario{{name: "simple", method: "GET", path: "/tasks/" + openID, status: 500, want: broken}})
}

func TestSamples(t *testing.T) {
	version := map[string]string{"X-Ruleset-Version": "2026.1", "Content-Type": "application/json", "Cache-Control": "no-store"}
	none := map[string]string{"X-Ruleset-Version": ""}
	run(t, newBench(t, nil), []scenario{
		{name: "good", path: "/api/samples", body: sample, user: "bob", status: 200, part: `"created_at":"2026-03-01T12:00:00.123456+00:00"`, headers: version},
		{name: "full", path: "/api/samples/?format=full", body: sample, user: "bob", status: 200, part: `"ruleset":{`, headers: version},
		{name: "refused", path: "/api/samples", body: `{"refuse":1}`, user: "bob", status: 400, want: `{"detail":"missing arguments: profile.dob, samples[0].value"}`, headers: none},
		{name: "malformed", path: "/api/samples", body: `{`, user: "bob", status: 400, part: `{"detail":"malformed JSON`},
		{name: "text", path: "/api/samples", body: sample, user: "bob", header: contentType("text/plain"), status: 415, want: `{"detail":"Content-Type: must be application/json or application/fhir+json"}`},
		{name: "too large", path: "/api/samples", body: sample + strings.Repeat(" ", 2000), user: "bob", status: 413, want: `{"detail":"body: must have at most 2000 bytes"}`},
		{name: "fault", path: "/api/samples", body: `{"fault":1}`, user: "bob", status: 500, want: broken, headers: none},
		{name: "panic", path: "/api/samples", body: `{"panic":1}`, user: "bob", status: 500, want: broken, headers: none},
		{name: "runtime panic", path: "/api/samples", body: `{"out of range":1}`, user: "bob", status: 500, want: broken, headers: none},
		{name: "GET", method: "GET", path: "/api/samples", status: 405, headers: map[string]string{"Allow": "POST"}},
	})
}

func TestKeywords(t *testing.T) {
	run(t, newBench(t, nil), []scenario{
		{name: "good", path: "/api/keywords", body: `{"text":"脂肪肝"}`, user: "bob", status: 200, want: `{"certain":["脂肪肝"],"possible":[]}`},
		{name: "with context", path: "/api/keywords/", body: `{"text":"","context":"report"}`, user: "bob", status: 200},
		{name: "full", path: "/api/keywords?format=full", body: `{"text":"脂肪肝"}`, user: "bob", status: 200, part: `"matches":[{"term":"脂肪肝"`},
		{name: "longest", path: "/api/keywords", body: `{"text":"一二三四五六七八九十"}`, user: "bob", status: 200},
		{name: "too long", path: "/api/keywords", body: `{"text":"一二三四五六七八九十一"}`, user: "bob", status: 400, want: `{"detail":"text: must have at most 10 characters, not 11"}`},
		{name: "no text", path: "/api/keywords", body: `{}`, user: "bob", status: 400, want: `{"detail":"missing arguments: text"}`},
		{name: "text null", path: "/api/keywords", body: `{"text":null}`, user: "bob", status: 400, want: `{"detail":"text: must be a string, not null"}`},
		{name: "text a number", path: "/api/keywords", body: `{"text":5}`, user: "bob", status: 400, want: `{"detail":"text: must be a string, not a number"}`},
		{name: "unknown context", path: "/api/keywords", body: `{"text":"a","context":"letter"}`, user: "bob", status: 400, want: `{"detail":"context: must be report, disease or report/disease"}`},
		{name: "empty context", path: "/api/keywords", body: `{"text":"a","context":""}`, user: "bob", status: 400, want: `{"detail":"context: must not be empty; leave it out for the default"}`},
		{name: "context of another type", path: "/api/keywords", body: `{"context":1}`, user: "bob", status: 400, want: `{"detail":"missing arguments: text; context: must be a string, not a number"}`},
		{name: "item", path: "/api/keywords", body: `{"text":"结节","item":"甲状腺超声"}`, user: "bob", status: 200},
		{name: "empty item", path: "/api/keywords", body: `{"text":"a","item":""}`, user: "bob", status: 400, want: `{"detail":"item: must not be empty; leave it out if it is not known"}`},
		{name: "item of another type", path: "/api/keywords", body: `{"text":"a","item":["甲状腺"]}`, user: "bob", status: 400, want: `{"detail":"item: must be a string, not an array"}`},
		{name: "item too long", path: "/api/keywords", body: `{"text":"a","item":"` + strings.Repeat("彩", 201) + `"}`, user: "bob", status: 400, want: `{"detail":"item: must have at most 200 characters, not 201"}`},
		{name: "no object", path: "/api/keywords", body: `[]`, user: "bob", status: 400, want: `{"detail":"body: must be an object, not an array"}`},
		{name: "duplicate key", path: "/api/keywords", body: `{"text":"a","text":"b"}`, user: "bob", status: 400, want: `{"detail":"text: duplicate key"}`},
		{name: "text/plain", path: "/api/keywords", body: `{"text":"a"}`, user: "bob", header: contentType("text/plain"), status: 415, want: notJSON},
		{name: "too large", path: "/api/keywords", body: `{"text":"` + strings.Repeat("a", 3000) + `"}`, user: "bob", status: 413},
		{name: "panic", path: "/api/keywords", body: `{"text":"panic"}`, user: "bob", status: 500, want: broken},
	})
}

func TestOperation(t *testing.T) {
	b := newBench(t, nil)
	run(t, b, []scenario{
		{name: "healthz", method: "GET", path: "/healthz", status: 200, want: `{"status":"ok"}`},
		{name: "healthz slash", method: "GET", path: "/healthz/", status: 200, want: `{"status":"ok"}`},
		{name: "readyz", method: "GET", path: "/readyz", status: 200, want: `{"status":"ready","checks":{"database":"ok","releases":"ok","rules":"ok"},"lacks":{"releases":["a witness"]},"ruleset":{"version":"2026.1","hash":"abc123"}}`},
		{name: "metrics", method: "GET", path: "/metrics", status: 200, part: `tijian_http_requests_total{method="GET",route="/healthz",status="200"} 2`},
		{name: "openapi", method: "GET", path: "/openapi.json", status: 200, part: `{"openapi":"3.1.0"`, headers: map[string]string{"Content-Type": "application/json"}},
		{name: "docs", method: "GET", path: "/docs", status: 200, part: `<script src="docs/swagger-ui-bundle.js" defer>`, headers: map[string]string{"Content-Type": "text/html; charset=utf-8"}},
		{name: "docs slash", method: "GET", path: "/docs/", status: 200, part: `<script src="swagger-ui-bundle.js" defer>`},
		{name: "openapi in Chinese", method: "GET", path: "/openapi.json?lang=zh", status: 200, part: `"summary":"登录"`},
		{name: "HEAD", method: "HEAD", path: "/healthz", status: 200},
		{name: "HEAD of a POST path", method: "HEAD", path: "/api/login", status: 405, headers: map[string]string{"Allow": "POST"}},
		{name: "POST", path: "/healthz", status: 405, headers: map[string]string{"Allow": "GET, HEAD"}},
		{name: "root", method: "GET", path: "/", status: 404, want: `{"detail":"no such path"}`},
		{name: "unknown", path: "/api/unknown", body: "x", header: contentType("text/plain"), status: 404, want: `{"detail":"no such path"}`},
		{name: "case matters", path: "/API/login", status: 404},
		{name: "double slash", path: "//api/login", status: 404},
		{name: "empty id", method: "GET", path: "/tasks//", status: 404, want: noSuchTask},
		{name: "asterisk", method: "OPTIONS", path: "*", status: 404},
		{name: "invented method", method: "BREW", path: "/nowhere", status: 404},
	})
	b.left = http.ErrServerClosed
	run(t, b, []scenario{{name: "an act on the rules was left undone", method: "GET", path: "/readyz", status: 200,
		want: `{"status":"ready","checks":{"database":"ok","releases":"failed","rules":"ok"},"lacks":{"releases":["a witness"]},"ruleset":{"version":"2026.1","hash":"abc123"}}`},
		{name: "and its metric", method: "GET", path: "/metrics", status: 200, part: "tijian_check_ok{check=\"database\"} 1\ntijian_check_ok{check=\"releases\"} 0\n"}})
	b.ready, b.left = http.ErrServerClosed, nil
	run(t, b, []scenario{
		{name: "not ready", method: "GET", path: "/readyz", status: 503,
			want: `{"status":"unavailable","detail":"not ready: database","checks":{"database":"failed","releases":"ok","rules":"ok"},"lacks":{"releases":["a witness"]},"ruleset":{"version":"2026.1","hash":"abc123"}}`},
		{name: "still alive", method: "GET", path: "/healthz", status: 200},
	})
}

func TestRequestID(t *testing.T) {
	b := newBench(t, nil)
	for sent, kept := range map[string]bool{
		"abc": true, "A.b_c-9": true, strings.Repeat("x", 128): true,
		"": false, "a b": false, "a\"b": false, "a\nb": false, "é": false, strings.Repeat("x", 129): false,
	} {
		got := b.exchange(t, "GET", "/nowhere", "", http.Header{"X-Request-Id": {sent}}).Header().Get("X-Request-ID")
		if (got == sent) != kept || got == "" {
			t.Errorf("%q gave %q", sent, got)
		}
	}
}

// Nothing that a person sent may reach the log or the metrics, whatever went
// wrong with it.
func TestNothingPersonalIsLogged(t *testing.T) {
	b := newBench(t, nil)
	const mark = "SECRET"
	token := b.as(t, "alice")
	send := func(method, path, body string, header http.Header) { b.exchange(t, method, path, body, header) }
	send("POST", "/api/login", `{"username":"`+mark+`","password":"`+mark+`"}`, nil)
	send("POST", "/api/login", `{"username":"alice","password":"pw of alice"}`, nil)
	send("POST", "/api/login", `{"username":"broken","password":"`+mark+`"}`, nil)
	send("POST", "/tasks/", `{"task_id":"`+newID+`","img_url":"https://h.example/?sig=`+mark+`"}`, token)
	send("POST", "/tasks/", `{"task_id":"`+mark+`","img_url":"`+mark+`"}`, token)
	send("GET", "/tasks/"+mark+"?q="+mark, "", token)
	send("GET", "/"+mark, "", nil)
	send("POST", "/api/samples", `{"fault":"`+mark+`"}`, token)
	send("POST", "/api/samples", `{"panic":"`+mark+`"}`, token)
	send("POST", "/api/keywords", `{"text":"panic"}`, token)
	send("POST", "/api/keywords", `{"text":"`+mark+`"}`, token)
	send("GET", "/tasks/"+openID, "", http.Header{"Authorization": {"JWT " + mark}, "User-Agent": {mark}})
	metrics := b.exchange(t, "GET", "/metrics", "", nil).Body.String()
	tokenText := strings.TrimPrefix(token.Get("Authorization"), "JWT ")
	var ordinary strings.Builder // addresses are in the security log only
	for line := range strings.Lines(b.log.String()) {
		if strings.Contains(line, `"kind":"security"`) {
			line = strings.ReplaceAll(line, `"address":"192.0.2.1"`, "")
		}
		ordinary.WriteString(line)
	}
	for _, secret := range []string{mark, "张三", "alice", tokenText, "192.0.2.1"} {
		if strings.Contains(ordinary.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, b.log)
		}
		if strings.Contains(metrics, secret) {
			t.Errorf("the metrics hold %q", secret)
		}
	}
	for _, wanted := range []string{`"route":"/api/samples","status":500`, `"msg":"panic","cause":"string"`, `"task_id":"` + openID + `"`} {
		if !strings.Contains(b.log.String(), wanted) {
			t.Errorf("the log lacks %s:\n%s", wanted, b.log)
		}
	}
	for line := range bytes.Lines(b.log.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("no JSON: %s", line)
		}
	}
}
