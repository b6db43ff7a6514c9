package console

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/internal/waittest"
	"tijian/server/task"
	"tijian/server/user"
)

// What somebody may send to each route besides what its path holds: fields of the
// address or of the form. A new route has to be written down here as well.
var fieldsOf = map[string][]string{
	"GET login": {"next", "lang"}, "POST login": {"name", "password", "next"}, "POST logout": nil, "GET password": {"done"}, "POST password": {"old", "password", "repeated"},
	"GET factor": {"next"}, "POST factor": {"next", "code", "answer"}, "GET account": {"done"}, "GET account/app": nil, "POST account/app": {"nonce", "code"},
	"GET account/passkey": nil, "POST account/passkey": {"title", "answer"}, "POST account/factor": {"id"}, "POST account/recovery": nil,
	"POST account/token": {"use", "days"}, "POST operation/user/token": {"name", "use", "days"}, "POST account/login": {"id"}, "POST account/logins": nil, "POST operation/user/factors": {"name"}, "POST operation/user/login": {"name", "id"}, "POST operation/user/logins": {"name"},
	"GET assets/{name}": {"v"}, "GET {$}": {"lang"},
	"GET assess": nil, "GET cases/{id}/assess": {"check"}, "GET cases/{id}/answer": nil, "GET cases/{id}/patient": nil, "GET cases/{id}/workbook": nil, "POST cases/{id}/link": {"days"}, "GET given/{link}": nil, "POST cases/{id}/state": {"do"},
	"POST cases/{id}/assess": {"saved", "do", "person", "who", "number", "text", "sex", "born", "age", "at", "smokes", "namespace", "json", "of", "name", "value", "unit", "reference", "before", "before_at", "profile.region", "has_hbp"},
	"GET findings":           nil, "POST findings": {"text", "context", "item"}, "POST findings/term": {"text", "context", "item", "word", "kind", "of", "draft", "name", "do"},
	"GET findings/term": {"text", "context", "item"}, "GET findings/new": {"text", "draft"},
	"POST findings/new": findingFields, "POST findings/new/try": findingFields,
	"GET quality": nil, "GET quality/suites": nil, "POST quality/suites": nil, "GET quality/suites/events": nil, "GET operation": nil,
	"GET operation/users": {"from"}, "POST operation/users": {"name", "password", "role"}, "GET operation/user": {"name", "done"}, "POST operation/user/role": {"name", "role"},
	"POST operation/user/password": {"name", "password"}, "POST operation/user/state": {"name", "disabled"}, "GET operation/audit": {"user", "kind", "day", "before"}, "GET operation/letters": {"done"}, "POST operation/letters/replay": {"id"}, "POST operation/letters/drop": {"id"},
	"GET cases": {"q", "state", "person", "before"}, "POST cases": nil, // its pictures: TestHostileUploads
	"GET items": {"of"}, "GET cases/{id}": {"at"}, "GET cases/{id}/events": nil, "POST cases/{id}": {"indicator", "entry", "was", "value", "as", "meant", "strike", "restore"}, "GET cases/{id}/thumb": nil, "GET people/{person}": {"from"}, "GET cases/{id}/labels": nil, "GET cases/{id}/pictures/{nth}": nil,
	"GET rules": {"q", "version"}, "GET rules/where": {"number", "indicator", "version"}, "GET rules/history": nil, "GET rules/table/{version}/{indicator}": {"namespace"},
	"POST rules/cells/{version}/{indicator}": {"id", "base", "row", "do", "when.0", "level.0"}, "POST rules/cells/{version}/{indicator}/check": {"id", "base", "row", "do", "when.0"},
	"POST rules/draft": {"name", "from"}, "POST rules/folder": nil, "GET rules/draft/{version}": nil, "GET rules/draft/{version}/work": nil, "GET rules/draft/{version}/changes": nil,
	"POST rules/draft/{version}/changes": {"seen"}, "GET rules/draft/{version}/job/{act}": nil, "POST rules/draft/{version}/check": nil, "POST rules/draft/{version}/test": nil, "POST rules/draft/{version}/impact": nil, "POST rules/draft/{version}/accept": {"pick", "sign", "reason.x", "milder.x", "case.x", "now.x"},
	"GET rules/draft/{version}/indicator": nil, "GET rules/draft/{version}/risk": nil, "POST rules/draft/{version}/risk": {"id", "name", "organ", "department", "source", "when", "flag", "tip", "do"},
	"POST rules/draft/{version}/indicator": {"name", "title", "english", "aliases", "abbreviations", "neighbour", "unit", "units", "low", "high", "decimals", "for", "organ", "source", "do", "sign", "below.L4", "tip.L4", "hint.L4"},
	"GET rules/draft/{version}/case":       {"saved", "indicator", "value"}, "POST rules/draft/{version}/case": {"name", "sex", "age", "smokes", "sign", "sample", "value", "unit", "do"},
	"POST rules/draft/{version}/propose": {"reason", "effective", "reason.x"}, "POST rules/draft/{version}/sheet": {"seen", "decision.x", "comment.x"}, "POST rules/draft/{version}/approve": nil, "POST rules/rollback": {"to", "reason"},
	"GET rules/edit/{version}": {"file", "line", "saved"}, "POST rules/edit/{version}": {"file", "text", "seen"}, "POST rules/edit/{version}/check": {"file", "text"},
}

var findingFields = slices.Concat([]string{"text", "context", "item", "term", "word", "site", "head", "icd10", "own", "into", "draft", "name", "do"}, findingLists[:])

const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>//evil.example/` + "\r\nX-Evil: 1"

// Whatever stands in a field or a path is text on every page, leads nowhere else,
// breaks nothing, and the page has all its headers.
func TestHostileFields(t *testing.T) {
	b, _ := workshop(t)
	wantStatus(t, "a draft", b.as("editor").post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	b.users.change(hostile, func(u *user.User) { u.Name, u.Role = hostile, user.Admin })
	id := b.as(hostile).report(png)
	b.end(id, task.Done, strings.ReplaceAll(recognised, "HbA1c", `<script>alert(1)</script>`), "")
	places := map[string]string{"{version}": "2026.2", "{indicator}": "triglycerides", "{id}": id, "{name}": "console.css", "{act}": "check", "{nth}": "1", "{person}": "P1", "{link}": "x", "{$}": ""}
	hole := regexp.MustCompile(`\{[^}]+\}`)
	for _, r := range routes {
		fields, known := fieldsOf[r.method+" "+r.path]
		if !known {
			t.Errorf("%s %s is not in the table", r.method, r.path)
			continue
		}
		tries := append([]string{""}, fields...) // "" is all of them
		for _, one := range hole.FindAllString(r.path, -1) {
			if one != "{$}" {
				tries = append(tries, one)
			}
		}
		for k, try := range tries {
			w := b.as(hostile)
			path := hole.ReplaceAllStringFunc(r.path, func(place string) string {
				if place == try {
					return url.PathEscape(hostile)
				}
				return places[place]
			})
			form := url.Values{}
			for _, f := range fields {
				if try == f || try == "" {
					form.Set(f, hostile)
				}
			}
			w.header = http.Header{"Hx-Current-Url": {"https://evil.example/console/a/b/" + hostile}, "X-Forwarded-Host": {"evil.example"}, "Referer": {"https://evil.example/"}}
			if k%2 == 1 {
				w.header.Set("Hx-Request", "true")
			}
			var got *httptest.ResponseRecorder
			if r.method == "GET" {
				got = w.get(path + "?" + form.Encode())
			} else {
				got = w.post(path, form)
			}
			unharmed(t, r.method+" "+r.path+" with a hostile "+try, got)
		}
	}
	waittest.Until(t, "the draft was tried", func() bool { return !b.workView("zh", "2026.2").Running })
	w := b.as(hostile) // what was kept is no more than text either
	for _, path := range append(b.open("admin"), "cases/"+id, "rules/draft/2026.2") {
		got := w.get(path)
		unharmed(t, path+" afterwards", got)
		if got.Code != http.StatusOK {
			t.Errorf("%s afterwards: %d", path, got.Code)
		}
	}
	if len(fieldsOf) != len(routes) {
		t.Errorf("%d routes, %d in the table", len(routes), len(fieldsOf))
	}
}

// unharmed demands that an answer is not what a hostile text wants it to be.
func unharmed(t *testing.T, what string, got *httptest.ResponseRecorder) {
	t.Helper()
	h := got.Header()
	if body := got.Body.String(); strings.Contains(body, "<script>alert") || strings.Contains(body, "<img") {
		if h.Get("Content-Type") != "application/jsonl; charset=utf-8" {
			t.Errorf("%s: the answer has its markup", what)
		}
	}
	if got.Code >= http.StatusInternalServerError || got.Code == 0 {
		t.Errorf("%s: %d %s", what, got.Code, got.Body)
	}
	for _, name := range []string{"Location", "HX-Redirect"} {
		if to := h.Get(name); to != "" && (!strings.HasPrefix(to, "./") && !strings.HasPrefix(to, "../") || strings.Contains(to, "//") || strings.ContainsAny(to, "\r\n\\")) {
			t.Errorf("%s leads to %q", what, to)
		}
	}
	if h.Get("X-Evil") != "" || h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("X-Frame-Options") != "DENY" || h.Get("Referrer-Policy") != "same-origin" {
		t.Errorf("%s: headers %v", what, h)
	}
	if kind := h.Get("Content-Type"); kind == "" && got.Body.Len() > 0 {
		t.Errorf("%s has no type", what)
	}
	if cookies := h.Values("Set-Cookie"); slices.ContainsFunc(cookies, func(c string) bool { return strings.Contains(c, "evil") }) {
		t.Errorf("%s sets %q", what, cookies)
	}
}
