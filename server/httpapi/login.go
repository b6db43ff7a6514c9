package httpapi

import (
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/server/audit"
	"tijian/server/factor"
	"tijian/server/session"
	"tijian/server/user"
)

func (a *API) login(c *gin.Context) {
	body, ok := a.body(c, engine.ParseCost)
	if !ok {
		return
	}
	name, password, otp, refusal := credentials(body)
	if refusal != "" {
		loginFailed(c, refusal)
		return
	}
	// The address of the connection, unless it is a proxy's that the operator
	// named: anybody else can make up headers.
	remote, _ := netip.ParseAddr(c.ClientIP())
	ctx := audit.With(c.Request.Context(), audit.Entry{At: a.Now(), Event: user.RecoveryUsed, Who: name, Via: "api", Address: c.ClientIP()})
	u, err := a.Throttle.Login(ctx, factor.Both{Authenticator: a.Users, Factors: a.Factors, Policy: a.Policy, Code: otp}, name, password, remote)
	if wait, ok := errors.AsType[*user.Wait](err); ok {
		a.security(c, slog.LevelWarn, loginThrottled, name)
		later(c, http.StatusTooManyRequests, wait.Seconds(), wait.Error())
		return
	}
	if errors.Is(err, factor.ErrReplayed) {
		a.security(c, slog.LevelWarn, user.CodeReplayed, name)
	}
	if errors.Is(err, user.ErrCredentials) {
		a.security(c, slog.LevelWarn, loginWrong, name)
		loginFailed(c, saidLoginRefused)
		return
	}
	if errors.Is(err, user.ErrBusy) {
		later(c, http.StatusServiceUnavailable, 3, saidManyLogins)
		return
	}
	token := ""
	if err == nil {
		token, err = a.Tokens.Issue(u.Name, u.Generation)
	}
	if err == nil {
		err = a.noteLogin(c, u, token, remote)
	}
	if err != nil {
		a.broken(c, err, true)
		return
	}
	a.security(c, slog.LevelInfo, loginSucceeded, u.Name)
	answer(c, http.StatusOK, struct {
		Token string `json:"token"`
	}{token})
}

// noteLogin puts a new token into the list from which it can be ended.
func (a *API) noteLogin(c *gin.Context, u user.User, token string, remote netip.Addr) error {
	a.Throttle.Came(c.Request.Context(), u.Name, remote)
	claims, err := a.Tokens.Verify(token)
	if err != nil || a.Logins == nil {
		return err
	}
	return a.Logins.Issued(c.Request.Context(), u, claims.ID, claims.ExpiresAt, session.From{Address: c.ClientIP(), Agent: c.Request.UserAgent()})
}

func loginFailed(c *gin.Context, text string) {
	answer(c, http.StatusBadRequest, nonFieldErrors{[]string{text}})
}

// credentials reads a login. A refusal is the text to answer.
func credentials(body []byte) (name, password, otp, refusal string) {
	tree, err := object(body)
	if err != nil {
		return "", "", "", err.Error()
	}
	f := fields{tree: tree}
	text := func(key string) string {
		if s := f.orNull(key); s != nil {
			return *s
		}
		return ""
	}
	name, password, otp = text("username"), text("password"), text("otp")
	for _, key := range []string{"username", "password"} {
		node := tree.Get(key)
		if node == nil || node.Kind == jsontree.Null || (node.Kind == jsontree.String && strings.TrimSpace(node.Text) == "") {
			return "", "", "", saidLoginIncomplete
		}
	}
	return name, password, otp, f.detail()
}
