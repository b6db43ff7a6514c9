package console

import (
	"cmp"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strconv"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/server/admission"
	"tijian/server/console/form"
	"tijian/server/console/words"
	"tijian/server/session"
	"tijian/server/user"
)

// A requestContext is one request with whoever sent it.
type requestContext struct {
	*http.Request
	w       http.ResponseWriter
	console *Console
	user    user.User // its name is "" when nobody is logged in
	session string    // the id, as the cookie has it
	login   session.Login
	lang    string
	route   route
	version draft.Version    // that the page is about
	file    string           // of that draft, where one is edited
	draft   *engine.Snapshot // that draft, where it is asked
	report  *reportPage      // that the page is about
	visit   *admission.Visit // what it holds of the gates; nil for nothing
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
	defer func() {
		if v.visit != nil {
			v.visit.Leave()
		}
	}()
	err := c.admit(v)
	if err == nil && to.about != nil {
		err = to.about(v)
	}
	if err == nil {
		err = to.handle(c, v)
	}
	if err != nil {
		v.broken(err)
	}
}

// admit checks origin, session, role, CSRF token and what else the login lacks.
func (c *Console) admit(v *requestContext) error {
	if err := c.foreign.Check(v.Request); err != nil {
		c.security(v, slog.LevelWarn, "console-foreign", "")
		return v.fail(http.StatusForbidden, "error.foreign")
	}
	if err := c.identify(v); err != nil {
		return err
	}
	if v.route.least != "" && v.user.Name == "" {
		return instead((*requestContext).toLogin)
	}
	if err := v.complete(); err != nil {
		return err
	}
	if v.route.least != "" && !v.user.Role.Includes(v.route.least) {
		c.security(v, slog.LevelWarn, "console-denied", v.user.Name, "page", v.route.path)
		return v.fail(http.StatusForbidden, "error.role")
	}
	if err := v.enter(); err != nil {
		return err
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
			if err := v.checkCSRF(); err != nil {
				return err
			}
		}
		if v.route.proof {
			return c.prove(v)
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
	if subtle.ConstantTimeCompare([]byte(got), []byte(session.Token(v.session))) != 1 {
		v.console.security(v, slog.LevelWarn, "console-csrf", v.user.Name)
		return v.fail(http.StatusForbidden, "error.csrf")
	}
	return nil
}

// sent fills a form with what a POST sent: see form.Fill.
func (v *requestContext) sent(into any) { form.Fill(into, v.PostForm) }

// asked fills a form with the query of the address.
func (v *requestContext) asked(into any) { form.Fill(into, v.URL.Query()) }

const langCookie = "tijian_lang"

// inOther is the query of this page in the other language.
func (v *requestContext) inOther() string {
	q := v.URL.Query()
	for _, lang := range words.Languages {
		if lang != v.lang {
			q.Set("lang", lang)
		}
	}
	return "?" + q.Encode()
}

// language is what ?lang= or the cookie says; a choice is remembered for a year.
func (v *requestContext) language() string {
	if chosen := v.URL.Query().Get("lang"); words.In(chosen) != nil {
		http.SetCookie(v.w, &http.Cookie{Name: langCookie, Value: chosen, MaxAge: 365 * 24 * 3600, Path: "/",
			HttpOnly: true, Secure: v.overTLS(), SameSite: http.SameSiteStrictMode})
		return chosen
	}
	if cookie, err := v.Cookie(langCookie); err == nil && words.In(cookie.Value) != nil {
		return cookie.Value
	}
	return words.Languages[0]
}

// aVersion finds the version that the address or the form names, the one in force
// when none is named.
func (v *requestContext) aVersion() error {
	name := cmp.Or(v.PathValue("version"), v.FormValue("version"), v.console.book.InForce())
	version, ok := v.console.book.Named(name)
	if v.version = version; !ok {
		return v.fail(http.StatusNotFound, "rules.no.version", name)
	}
	return nil
}

// aDraft finds a draft that can be changed.
func (v *requestContext) aDraft() error {
	if err := v.aVersion(); err != nil {
		return err
	}
	if err := v.inFolders(); err != nil {
		return err
	}
	return v.unlocked()
}

// aLoadedDraft finds a draft that can be changed, to be asked.
func (v *requestContext) aLoadedDraft() error {
	if err := v.aDraft(); err != nil {
		return err
	}
	snapshot, problems := v.console.book.Load(v.version.Name)
	if v.draft = snapshot; snapshot == nil {
		return faulty(v.version, problems)
	}
	return nil
}

// aReport finds the report of the case that the address names.
func (v *requestContext) aReport() (err error) {
	v.report, err = v.console.readReport(v)
	return err
}

// inFolders refuses to change rules that lie in the program.
func (v *requestContext) inFolders() error {
	if !v.console.book.Editable() {
		return v.fail(http.StatusConflict, "draft.embedded")
	}
	return nil
}

// unlocked refuses a version that is no draft.
func (v *requestContext) unlocked() error {
	if !v.version.Draft {
		return v.fail(http.StatusConflict, "draft.locked", v.version.Name)
	}
	return nil
}

// aFile finds a draft that can be changed, and the file of it that is named.
func (v *requestContext) aFile() error {
	if err := v.aDraft(); err != nil {
		return err
	}
	v.file = v.FormValue("file")
	files, err := v.console.Files.FilesOf(v.version.Name)
	if err == nil && !slices.Contains(files, v.file) {
		err = v.fail(http.StatusNotFound, "draft.no.file", v.file)
	}
	return err
}

// What a page takes, by what it is.
const (
	pageCost    = admission.MiB      // of any page
	versionCost = 24 * admission.MiB // a version of the rules that is read and proved, as editors do
	perField    = 100                // for each byte of a form
	perText     = 400                // of one whose text is read for findings, and shown with all that is in it
)

// cost is the memory that a page takes whose form has so many bytes.
func (r route) cost(form int64) int64 {
	cost := int64(pageCost)
	if r.least == user.Editor || r.least == user.Approver {
		cost = versionCost
	}
	if r.dear {
		return cost + perText*form
	}
	return cost + perField*form
}

// enter waits for room for a form and for what the page takes.
func (v *requestContext) enter() error {
	if v.route.free || v.route.large {
		return nil
	}
	who := admission.User(v.user.Name)
	if v.user.Name == "" {
		address, _ := netip.ParseAddr(v.RemoteAddr)
		who = user.Network(address, 56).String()
	}
	v.visit = v.console.Gates.Visit(who)
	form := int64(0)
	if v.Method == http.MethodPost {
		if form = v.ContentLength; form < 0 || form > v.console.Limits.Body {
			form = v.console.Limits.Body
		}
		if err := v.visit.Body(v.Context(), form); err != nil {
			return v.noRoom(err)
		}
	}
	return v.noRoom(v.visit.Work(v.Context(), v.route.cost(form)))
}

// noRoom is the page of what a gate refused.
func (v *requestContext) noRoom(err error) error {
	full, is := errors.AsType[*admission.Full](err)
	if !is {
		return err
	}
	v.w.Header().Set("Retry-After", strconv.Itoa(full.Seconds()))
	return v.fail(http.StatusServiceUnavailable, "error.busy")
}
