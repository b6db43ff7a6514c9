package console

import (
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"

	"tijian/server/user"
)

type loginPage struct{ Name, Next, Fault string }

// samePlace is what may follow a login: a page of the console and nothing else.
var samePlace = regexp.MustCompile(`^[a-z0-9_-]+(/[a-z0-9][a-z0-9_.-]*)*$`)

func place(next string) string {
	if !samePlace.MatchString(next) || next == "login" || next == "logout" {
		return ""
	}
	return next
}

func (c *Console) loginForm(v *requestContext) error {
	next := place(v.URL.Query().Get("next"))
	if v.user.Name != "" {
		return v.redirect(next)
	}
	return v.show(http.StatusOK, "login", loginPage{Next: next})
}

// toLogin sends the browser to the login, which leads back to a page but not to
// an act.
func (v *requestContext) toLogin() error {
	to := "login"
	if next := place(v.URL.Path[len("/console/"):]); next != "" && v.Method == http.MethodGet && v.route.least != "" {
		to += "?next=" + next
	}
	return v.redirect(to)
}

func (c *Console) login(v *requestContext) error {
	data := loginPage{Name: v.PostFormValue("name"), Next: place(v.PostFormValue("next"))}
	refuse := func(status int, fault string) error {
		data.Fault = fault
		return v.show(status, "login", data)
	}
	address, _ := netip.ParseAddr(v.RemoteAddr)
	u, err := c.Throttle.Login(v.Context(), c.Users, data.Name, v.PostFormValue("password"), address)
	if status, fault := v.later(err); fault != "" {
		if status == http.StatusTooManyRequests {
			c.security(v, slog.LevelWarn, "console-login-throttled", data.Name)
		}
		return refuse(status, fault)
	}
	if errors.Is(err, user.ErrCredentials) {
		c.security(v, slog.LevelWarn, "console-login-failed", data.Name)
		return refuse(http.StatusUnauthorized, words[v.lang].say("login.wrong"))
	}
	if err != nil {
		return err
	}
	if v.session != "" { // nobody keeps a session that was there before
		if err := c.sessions.End(v.Context(), v.session); err != nil {
			return err
		}
	}
	id, err := c.sessions.Begin(v.Context(), u)
	if err != nil {
		return err
	}
	c.security(v, slog.LevelInfo, "console-login", u.Name)
	v.setCookie(id)
	return v.redirect(data.Next)
}

// later is what to answer where a password is not checked now, "" where it was.
func (v *requestContext) later(err error) (status int, fault string) {
	if wait, throttled := errors.AsType[*user.Wait](err); throttled {
		v.w.Header().Set("Retry-After", strconv.Itoa(wait.Seconds()))
		return http.StatusTooManyRequests, words[v.lang].say("login.wait", wait.Seconds())
	}
	if errors.Is(err, user.ErrBusy) {
		v.w.Header().Set("Retry-After", "3")
		return http.StatusServiceUnavailable, words[v.lang].say("login.busy")
	}
	return 0, ""
}

func (c *Console) logout(v *requestContext) error {
	if err := c.sessions.End(v.Context(), v.session); err != nil {
		return err
	}
	c.security(v, slog.LevelInfo, "console-logout", v.user.Name)
	v.setCookie("")
	return v.redirect("login")
}
