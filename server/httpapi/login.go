package httpapi

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine/jsontree"
	"tijian/server/user"
)

// The texts of a refused login.
const (
	loginIncomplete = `Must include "username" and "password".`
	loginRefused    = "Unable to log in with provided credentials."
)

func (a *API) login(c *gin.Context) {
	body, ok := a.body(c)
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
	end, wait, err := a.throttle.Begin(c.Request.Context(), name, remote)
	if err != nil {
		a.broken(c, err, true)
		return
	}
	if wait > 0 {
		seconds := int(math.Ceil(wait.Seconds()))
		a.security(c, slog.LevelWarn, loginThrottled, name)
		c.Header("Retry-After", strconv.Itoa(seconds))
		fail(c, http.StatusTooManyRequests, fmt.Sprintf("%d failed logins within a minute, try again in %d seconds",
			user.MaxFailures, seconds))
		return
	}
	failed := false
	defer func() { end(failed) }()
	u, err := a.Users.Authenticate(c.Request.Context(), name, password)
	if errors.Is(err, user.ErrCredentials) {
		failed = true
		a.security(c, slog.LevelWarn, loginWrong, name)
		loginFailed(c, loginRefused)
		return
	}
	if errors.Is(err, user.ErrBusy) {
		later(c, http.StatusServiceUnavailable, 3, "too many logins at once; try again later")
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
			return "", "", loginIncomplete
		}
	}
	return name, password, f.detail()
}
