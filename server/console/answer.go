package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"tijian/server/console/words"
	"tijian/server/store"
)

// A fault is an error whose page says what is wrong.
type fault struct {
	status int
	text   string
}

// Error returns the text of the page.
func (f *fault) Error() string { return f.text }

// fail returns the error that shows the words of a key with a status.
func (v *requestContext) fail(status int, key string, args ...any) error {
	return &fault{status, words.In(v.lang).Say(key, args...)}
}

// An instead is an error in whose place something else is shown.
type instead func(*requestContext) error

// Error says so.
func (instead) Error() string { return "something else is shown" }

// broken answers an error.
func (v *requestContext) broken(err error) {
	if show, is := errors.AsType[instead](err); is {
		if err := show(v); err != nil {
			panic(err) // the tests make these pages
		}
		return
	}
	f, known := errors.AsType[*fault](err)
	switch {
	case known && f.text != "":
	case errors.Is(err, context.Canceled) && v.Context().Err() != nil:
		return // nobody is there to read it
	default:
		f = &fault{http.StatusInternalServerError, words.In(v.lang).Say("error.broken")}
		level := slog.LevelError
		if reason, ok := store.Trouble(err); ok {
			f = &fault{http.StatusServiceUnavailable, words.In(v.lang).Say("error.database")}
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
	if v.visit != nil && status < http.StatusBadRequest { // a refusal is small, and must get through
		if err := v.visit.Answer(v.Context(), int64(b.Len())); err != nil {
			return v.noRoom(err)
		}
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(b.Bytes()) // a client that left needs nothing
	return nil
}

// partOf answers htmx with one template of a page.
func (v *requestContext) partOf(name, block string, data any) error {
	return v.part(http.StatusOK, name, block, data) // another status would be told to the browser's console as a failure
}

// partOr answers htmx with one template of a page, everybody else with all of it.
func (v *requestContext) partOr(status int, name, block string, data any) error {
	if v.isHTMX() {
		return v.partOf(name, block, data)
	}
	return v.show(status, name, data)
}
