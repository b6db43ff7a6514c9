package httpapi

import (
	"log/slog"

	"github.com/gin-gonic/gin"

	"tijian/server/audit"
)

// The events of the security log.
const (
	loginSucceeded = "login"
	loginWrong     = "login-failed"
	loginThrottled = "login-throttled"
	tokenRefused   = "token-refused"
	reloadAsked    = "reload"
	reloadDenied   = "reload-denied"
)

// security writes a record for those who watch for attacks: what happened,
// from which address, and to which user as a keyed hash, by which records of
// one user are found without telling the name; "" when nobody is named. The audit
// log keeps some of it.
func (a *API) security(c *gin.Context, level slog.Level, event, user string) {
	attrs := []slog.Attr{
		slog.String("kind", "security"),
		slog.String("event", event),
		slog.String("address", c.ClientIP()),
		slog.String("request_id", requestID(c)),
	}
	if user != "" {
		attrs = append(attrs, slog.String("user", a.Tokens.Pseudonym(user)))
	}
	a.Logger.LogAttrs(c.Request.Context(), level, "security", attrs...)
	e := audit.Entry{Event: event, About: user, Via: "api", Address: c.ClientIP()}
	if event == loginSucceeded {
		e.Who, e.About = user, ""
	}
	a.Audit.Add(c.Request.Context(), e)
}
