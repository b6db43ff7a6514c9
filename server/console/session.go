package console

import (
	"errors"
	"net/http"
	"strings"

	"tijian/server/session"
	"tijian/server/user"
)

const cookieName = "tijian_session"

// identify finds the user of the request's session. A change of password and a
// disabled user end it.
func (c *Console) identify(v *requestContext) error {
	cookie, err := v.Cookie(cookieName)
	if err != nil || len(cookie.Value) != 64 {
		return nil
	}
	login, err := c.sessions.Find(v.Context(), cookie.Value)
	if err != nil || login.User == "" {
		return err
	}
	u, err := c.Users.Current(v.Context(), login.User)
	if errors.Is(err, user.ErrUnknown) || (err == nil && (u.Disabled || u.Generation != login.Generation)) {
		return c.sessions.End(v.Context(), cookie.Value)
	}
	if err != nil {
		return err
	}
	v.user, v.session, v.login = u, cookie.Value, login
	return nil
}

// beginSession gives the browser a new session in place of the one that it has: nobody
// keeps one that was there before. factor says that the second factor was given.
func (c *Console) beginSession(v *requestContext, u user.User, factor bool) error {
	if v.session != "" {
		if err := c.sessions.End(v.Context(), v.session); err != nil {
			return err
		}
	}
	id, err := c.sessions.Begin(v.Context(), u, session.From{Address: v.RemoteAddr, Agent: v.UserAgent()}, factor)
	if err != nil {
		return err
	}
	v.setCookie(id)
	return nil
}

// setCookie gives the browser a session, or takes it away with "". Without a path
// the cookie holds for the console alone, wherever a proxy has put it: only
// pages directly below /console/ may set it.
func (v *requestContext) setCookie(id string) {
	cookie := &http.Cookie{Name: cookieName, Value: id, HttpOnly: true, Secure: v.overTLS(), SameSite: http.SameSiteStrictMode}
	if id == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(v.w, cookie)
}

// overTLS reports whether the browser came by TLS, to this process or to a proxy
// before it. Whoever makes the header up gets a stricter cookie, that is all.
func (v *requestContext) overTLS() bool {
	return v.TLS != nil || strings.EqualFold(v.Header.Get("X-Forwarded-Proto"), "https") ||
		strings.HasPrefix(v.Header.Get("Origin"), "https://")
}
