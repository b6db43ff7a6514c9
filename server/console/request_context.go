package console

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"tijian/server/audit"
	"tijian/server/store"
	"tijian/server/user"
)

// A requestContext is one request with whoever sent it.
type requestContext struct {
	*http.Request
	w       http.ResponseWriter
	console *Console
	user    user.User // its name is "" when nobody is logged in
	session string    // the id, as the cookie has it
	lang    string
	route   route
}

// policy allows a page what the service itself serves and nothing else: no inline
// scripts or styles, no frames, nothing from elsewhere, forms to here only.
// Pictures that were chosen and not yet sent have blob: addresses.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// serve finds out who asks, checks that they may, and answers.
func (c *Console) serve(w http.ResponseWriter, r *http.Request, to route) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin") // with none at all, forms would come from an Origin of null
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("Cache-Control", "no-store")
	v := &requestContext{Request: r, w: w, console: c, route: to}
	v.lang = v.language()
	if err := c.admit(v); err != nil {
		v.broken(err)
		return
	}
	if err := to.handle(c, v); err != nil {
		v.broken(err)
	}
}

// admit checks origin, session, role and CSRF token.
func (c *Console) admit(v *requestContext) error {
	if err := c.foreign.Check(v.Request); err != nil {
		c.security(v, slog.LevelWarn, "console-foreign", "")
		return v.fail(http.StatusForbidden, "error.foreign")
	}
	if err := c.identify(v); err != nil {
		return err
	}
	if v.route.least != "" && v.user.Name == "" {
		return errLogin
	}
	if v.route.least != "" && !v.user.Role.Includes(v.route.least) {
		c.security(v, slog.LevelWarn, "console-denied", v.user.Name)
		return v.fail(http.StatusForbidden, "error.role")
	}
	if v.Method == http.MethodGet || v.Method == http.MethodHead {
		return nil
	}
	if !v.route.large {
		v.Body = http.MaxBytesReader(v.w, v.Body, c.Limits.Body)
		if err := v.ParseForm(); err != nil {
			return v.unread(err)
		}
		if v.route.least != "" {
			return v.checkCSRF()
		}
	}
	return nil
}

// unread tells why a form could not be read.
func (v *requestContext) unread(err error) error {
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return v.fail(http.StatusRequestEntityTooLarge, "error.large")
	}
	return v.fail(http.StatusBadRequest, "error.form")
}

// checkCSRF wants the session's token in a header (htmx) or in the form.
func (v *requestContext) checkCSRF() error {
	got := v.Header.Get("X-CSRF-Token")
	if got == "" {
		got = v.PostFormValue("csrf")
	}
	if subtle.ConstantTimeCompare([]byte(got), []byte(csrfToken(v.session))) != 1 {
		v.console.security(v, slog.LevelWarn, "console-csrf", v.user.Name)
		return v.fail(http.StatusForbidden, "error.csrf")
	}
	return nil
}

// A fault is an error whose page says what is wrong.
type fault struct {
	status int
	text   string
}

// Error returns the text of the page.
func (f *fault) Error() string { return f.text }

// fail returns the error that shows the words of a key with a status.
func (v *requestContext) fail(status int, key string, args ...any) error {
	return &fault{status, words[v.lang].say(key, args...)}
}

// errLogin sends somebody without a session to the login.
var errLogin = errors.New("nobody is logged in")

// broken answers an error.
func (v *requestContext) broken(err error) {
	f, known := errors.AsType[*fault](err)
	switch {
	case errors.Is(err, errLogin):
		_ = v.toLogin()
		return
	case known:
	case errors.Is(err, context.Canceled) && v.Context().Err() != nil:
		return // nobody is there to read it
	default:
		f = &fault{http.StatusInternalServerError, words[v.lang].say("error.broken")}
		level := slog.LevelError
		if reason, ok := store.Trouble(err); ok {
			f = &fault{http.StatusServiceUnavailable, words[v.lang].say("error.database")}
			level, err = slog.LevelWarn, errors.New(reason.EN)
		}
		v.console.Logger.LogAttrs(v.Context(), level, "console page failed", slog.String("page", v.route.path),
			slog.String("error", err.Error()), slog.String("request_id", v.requestID()))
	}
	id := ""
	if f.status >= http.StatusInternalServerError {
		id = v.requestID()
	}
	data := struct{ Text, ID string }{f.text, id}
	if err := v.show(f.status, "error", data); err != nil {
		panic(err) // the tests make this page
	}
}

func (v *requestContext) requestID() string { return v.w.Header().Get("X-Request-ID") }

// redirect sends the browser to another page of the console after an act.
func (v *requestContext) redirect(path string) error {
	to := v.root() + path
	if v.isHTMX() {
		v.w.Header().Set("HX-Redirect", to)
		v.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	v.w.Header().Set("Location", to)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

func (v *requestContext) isHTMX() bool { return v.Header.Get("HX-Request") == "true" }

// root leads from the page that the browser shows to /console/: a proxy may put
// the service below a path of its own, so that no address can begin with a slash.
func (v *requestContext) root() string {
	shown := v.URL.Path
	if current, err := url.Parse(v.Header.Get("HX-Current-URL")); err == nil && v.isHTMX() {
		shown = current.Path
	}
	_, below, _ := strings.Cut(shown, "/console/")
	if n := strings.Count(below, "/"); n > 0 {
		return strings.Repeat("../", min(n, 9))
	}
	return "./"
}

// show answers with a whole page.
func (v *requestContext) show(status int, name string, data any) error {
	return v.part(status, name, "layout", data)
}

// part answers with one template of a page.
func (v *requestContext) part(status int, name, block string, data any) error {
	var b bytes.Buffer
	if err := templates()[v.lang][name].ExecuteTemplate(&b, block, v.page(name, data)); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(b.Bytes()) // a client that left needs nothing
	return nil
}

// security writes a record for those who watch for attacks, as the API's does.
func (c *Console) security(v *requestContext, level slog.Level, event, name string, more ...any) {
	c.record(v.Context(), v.RemoteAddr, v.requestID(), level, event, name, more...)
}

// record writes such a record of a request that may be over. The audit log keeps
// some of them.
func (c *Console) record(ctx context.Context, address, request string, level slog.Level, event, name string, more ...any) {
	attrs := append([]any{"kind", "security", "event", event, "address", address, "request_id", request}, more...)
	if name != "" {
		attrs = append(attrs, "user", c.Pseudonym(name))
	}
	c.Logger.Log(ctx, level, "security", attrs...)
	e := audit.Entry{Event: strings.TrimPrefix(event, "console-"), Who: name, Via: "console", Address: address}
	if audit.KindOf(e.Event) == audit.Login {
		e.Who, e.About = "", name
	}
	for i := 0; i+1 < len(more); i += 2 {
		switch text := fmt.Sprint(more[i+1]); more[i] {
		case "version", "file":
			e.About = text
		default:
			e.More = text
		}
	}
	c.Audit.Add(ctx, e)
}
