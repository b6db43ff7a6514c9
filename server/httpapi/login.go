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
	"tijian/server/user"
)

func (a *API) login(c *gin.Context) {
	body, ok := a.body(c, engine.ParseCost)
	if !ok {
		return
	}
	name, password, refusal := credentials(body)
	if refusal != "" {
		loginFailed(c, refusal)
		return
	}
	// The address of the connection, unless it is a proxy's that the operator
	// named: anybody else can make up headers.
	remote, _ := netip.ParseAddr(c.ClientIP())
	u, err := a.Throttle.Login(c.Request.Context(), a.Users, name, password, remote)
	if wait, ok := errors.AsType[*user.Wait](err); ok {
		a.security(c, slog.LevelWarn, loginThrottled, name)
		later(c, http.StatusTooManyRequests, wait.Seconds(), wait.Error())
		return
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
	if err != nil {
		a.broken(c, err, true)
		return
	}
	token, err := a.Tokens.Issue(u.Name, u.Generation)
	if err != nil {
		a.broken(c, err, true)
		return
	}
	a.security(c, slog.LevelInfo, loginSucceeded, u.Name)
	answer(c, http.StatusOK, struct {
		Token string `json:"token"`
	}{token})
}

func loginFailed(c *gin.Context, text string) {
	answer(c, http.StatusBadRequest, nonFieldErrors{[]string{text}})
}

// credentials reads a login. A refusal is the text to answer.
func credentials(body []byte) (name, password, refusal string) {
	tree, err := object(body)
	if err != nil {
		return "", "", err.Error()
	}
	f := fields{tree: tree}
	text := func(key string) string {
		if s := f.orNull(key); s != nil {
			return *s
		}
		return ""
	}
	name, password = text("username"), text("password")
	for _, key := range []string{"username", "password"} {
		node := tree.Get(key)
		if node == nil || node.Kind == jsontree.Null || (node.Kind == jsontree.String && strings.TrimSpace(node.Text) == "") {
			return "", "", saidLoginIncomplete
		}
	}
	return name, password, f.detail()
}
