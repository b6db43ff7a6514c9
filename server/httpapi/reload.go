package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine/problem"
)

// A Reload is what became of reading rules and dictionaries again.
type Reload struct {
	Changed  bool         // a new snapshot is in force
	Problems problem.List // why not; the snapshot before stays
}

// Reloading lets an operator have rules and dictionaries read again, by a
// secret of its own: users of the API have no say in the rules.
type Reloading struct {
	Token string        // at least 32 characters; the path does not exist without
	Do    func() Reload // reads, proves and swaps, all or nothing
}

// reloadChallenge is the scheme of the secret.
const reloadChallenge = `Bearer realm="reload"`

type reloaded struct {
	Outcome string        `json:"outcome"`
	Rules   *rulesInForce `json:"ruleset,omitempty"`
}

type refusedReload struct {
	Detail   string         `json:"detail"`
	Rules    *rulesInForce  `json:"ruleset,omitempty"`
	Problems []refusedPlace `json:"problems"`
}

// refusedPlace is one fault of a rule or dictionary file.
type refusedPlace struct {
	Place   string `json:"place"` // file:line:column
	Code    string `json:"code"`
	Text    string `json:"text"`
	Mend    string `json:"mend,omitempty"`
	English string `json:"english"`
}

// mostProblems shown in one answer; the log and `tijian rules check` have all.
const mostProblems = 100

// reload takes the same path as SIGHUP and the watcher of files.
func (a *API) reload(c *gin.Context) {
	if a.Reloading.Token == "" {
		notFound(c)
		return
	}
	scheme, token, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	if scheme != "Bearer" || !same(token, a.Reloading.Token) {
		a.security(c, slog.LevelWarn, reloadDenied, "")
		c.Header("WWW-Authenticate", reloadChallenge)
		fail(c, http.StatusUnauthorized, saidReloadDenied)
		return
	}
	a.security(c, slog.LevelInfo, reloadAsked, "")
	r := a.Reloading.Do()
	rules := a.inForce()
	switch {
	case len(r.Problems) > 0:
		out := refusedReload{Rules: rules, Detail: fmt.Sprintf("rules refused, the ones before stay in force: problems %d", len(r.Problems))}
		for _, p := range r.Problems[:min(len(r.Problems), mostProblems)] {
			out.Problems = append(out.Problems, refusedPlace{p.Place.String(), p.Code, p.ZH, p.FixZH, p.Text(problem.English)})
		}
		answer(c, http.StatusUnprocessableEntity, out)
	case r.Changed:
		answer(c, http.StatusOK, reloaded{"changed", rules})
	default:
		answer(c, http.StatusOK, reloaded{"unchanged", rules})
	}
}

// same compares secrets in a time that tells nothing of either.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
