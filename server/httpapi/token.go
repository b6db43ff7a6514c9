package httpapi

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/user"
)

const ownerKey = "owner"

// owner is the name of the user whose token came with the request, or "".
func owner(c *gin.Context) string { return c.GetString(ownerKey) }

// demandToken lets only users in.
func (a *API) demandToken(c *gin.Context) { a.checkToken(c, true) }

// acceptToken lets users in, and those who send no Authorization header at
// all: one of another scheme or form is a mistake, and a task posted with it
// would be open to everybody.
func (a *API) acceptToken(c *gin.Context) { a.checkToken(c, false) }

func (a *API) checkToken(c *gin.Context, demanded bool) {
	name, err := a.authenticate(c)
	refusal, refused := errors.AsType[auth.Refusal](err)
	switch {
	case err == nil:
		c.Set(ownerKey, name)
	case refused && !demanded && len(c.Request.Header.Values("Authorization")) == 0:
	case refused:
		a.security(c, slog.LevelWarn, tokenRefused, "")
		c.Header("WWW-Authenticate", auth.Challenge)
		fail(c, http.StatusUnauthorized, refusal.Error())
	default:
		a.broken(c, err, true)
	}
}

// authenticate returns the user of the request's token. A token of a user who
// was disabled, or whose password was changed since, is invalid, and so is one that
// was ended, or whose user must have a second factor and has none.
func (a *API) authenticate(c *gin.Context) (string, error) {
	token, err := auth.FromHeader(c.Request.Header)
	if err != nil {
		return "", err
	}
	claims, err := a.Tokens.Verify(token)
	if err != nil {
		return "", err
	}
	current, err := a.Users.Holder(c.Request.Context(), claims.User, claims.ID)
	if errors.Is(err, user.ErrUnknown) {
		return "", auth.Invalid
	}
	if err != nil {
		return "", err
	}
	if current.Disabled || current.Generation != claims.Generation || a.Policy.Lacks(current) {
		return "", auth.Invalid
	}
	if a.Logins != nil {
		if err := a.Logins.Used(c.Request.Context(), claims.ID); err != nil {
			a.Logger.Warn("when a token was last used is not known", "error", err)
		}
	}
	return current.Name, nil
}

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
