package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tijian/server/console/words"
	"tijian/server/session"
	"tijian/server/user"
)

// tokenDays are how long a token of the API can be valid.
var tokenDays = []int{7, 30, 90, 365}

// longestUse is what the use of a token may be called, in characters.
const longestUse = 60

// A tokenPage shows a token the one time that it can be read.
type tokenPage struct {
	Name, Use, Token string
	Expires          time.Time
	Back             string // below Root
}

// issueOwnToken gives somebody a token of the API of their own.
func (c *Console) issueOwnToken(v *requestContext) error {
	return c.issue(v, v.user, "account")
}

// issueToken gives a system that calls the API its token. Whoever may more than call
// it makes their own: nobody acts in the name of another.
func (c *Console) issueToken(v *requestContext) error {
	u, err := c.Users.Current(v.Context(), v.id("name"))
	if err != nil {
		return v.fail(http.StatusNotFound, "users.unknown")
	}
	switch {
	case u.Role != user.Client, u.Disabled:
		return c.showUser(v, http.StatusConflict, userPage{Fault: words.In(v.lang).Say("token.others")})
	case c.Policy.Lacks(u):
		return c.showUser(v, http.StatusConflict, userPage{Fault: words.In(v.lang).Say("token.lacks")})
	}
	return c.issue(v, u, "operation/user?name="+url.QueryEscape(u.Name))
}

func (c *Console) issue(v *requestContext, u user.User, back string) error {
	use := strings.TrimSpace(v.id("use"))
	days, err := strconv.Atoi(v.PostFormValue("days"))
	if err != nil || !slices.Contains(tokenDays, days) || use == "" || utf8.RuneCountInString(use) > longestUse {
		return v.fail(http.StatusBadRequest, "token.malformed", longestUse)
	}
	token, err := c.Tokens.IssueFor(u.Name, u.Generation, time.Duration(days)*24*time.Hour)
	if err != nil {
		return err
	}
	claims, err := c.Tokens.Verify(token)
	if err != nil {
		return err
	}
	ctx := c.recorded(v, user.TokenIssued, u.Name, use)
	if err := c.sessions.Issued(ctx, u, claims.ID, claims.ExpiresAt, session.From{Address: v.RemoteAddr, Agent: use}); err != nil {
		return err
	}
	c.recordUser(v, user.TokenIssued, u.Name)
	v.w.Header().Set("Cache-Control", "no-store")
	return v.show(http.StatusOK, "token", tokenPage{u.Name, use, token, claims.ExpiresAt, back})
}
