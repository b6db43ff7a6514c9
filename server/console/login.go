package console

import (
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"time"

	"tijian/server/console/words"
	"tijian/server/factor"
	"tijian/server/user"
)

type loginPage struct{ Name, Next, Fault string }

// samePlace is what may follow a login: a page of the console and nothing else.
var samePlace = regexp.MustCompile(`^[a-z0-9_-]+(/[a-z0-9][a-z0-9_.-]*)*$`)

func place(next string) string {
	if !samePlace.MatchString(next) || next == "login" || next == "logout" || next == "factor" {
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
	u, err := c.Throttle.Login(v.Context(), c.Users, data.Name, v.PostFormValue("password"), v.address())
	if status, fault := c.refusedLogin(v, err, data.Name, "login.wrong"); fault != "" {
		data.Fault = fault
		return v.show(status, "login", data)
	}
	if err != nil {
		return err
	}
	if err := c.beginSession(v, u, false); err != nil {
		return err
	}
	if u.Factor {
		return v.redirect(toFactor(data.Next))
	}
	c.came(v, u.Name)
	return v.redirect(data.Next)
}

// came notes that somebody is in.
func (c *Console) came(v *requestContext, name string) {
	c.Throttle.Came(v.Context(), name, v.address())
	c.security(v, slog.LevelInfo, "console-login", name)
}

// address is the client's; the zero one where it is none.
func (v *requestContext) address() netip.Addr {
	address, _ := netip.ParseAddr(v.RemoteAddr)
	return address
}

// refusedLogin is what to answer to a password or code that was refused, which the
// security log is told; "" to an error of another kind, and to none.
func (c *Console) refusedLogin(v *requestContext, err error, name, wrong string) (status int, fault string) {
	if status, fault = v.later(err); fault != "" {
		if status == http.StatusTooManyRequests {
			c.security(v, slog.LevelWarn, "console-login-throttled", name)
		}
		return status, fault
	}
	if errors.Is(err, factor.ErrReplayed) {
		c.security(v, slog.LevelWarn, "console-"+user.CodeReplayed, name)
	}
	if errors.Is(err, user.ErrCredentials) {
		c.security(v, slog.LevelWarn, "console-login-failed", name)
		return http.StatusUnauthorized, words.In(v.lang).Say(wrong)
	}
	return 0, ""
}

// later is what to answer where a password is not checked now, "" where it was.
func (v *requestContext) later(err error) (status int, fault string) {
	if wait, throttled := errors.AsType[*user.Wait](err); throttled {
		v.w.Header().Set("Retry-After", strconv.Itoa(wait.Seconds()))
		return http.StatusTooManyRequests, words.In(v.lang).Say("login.wait", wait.Seconds())
	}
	if errors.Is(err, user.ErrBusy) {
		v.w.Header().Set("Retry-After", "3")
		return http.StatusServiceUnavailable, words.In(v.lang).Say("login.busy")
	}
	return 0, ""
}

func (c *Console) logout(v *requestContext) error {
	if err := c.sessions.End(v.Context(), v.session); err != nil {
		return err
	}
	if c.CaseDays == 0 {
		if err := c.keeper().Forget(v.Context(), v.user.Name, c.Now().Add(time.Second), v.entry("", "", "")); err != nil {
			return err
		}
	}
	c.security(v, slog.LevelInfo, "console-logout", v.user.Name)
	v.setCookie("")
	return v.redirect("login")
}
