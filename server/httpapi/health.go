package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// readyTimeout bounds all checks of one /readyz together.
const readyTimeout = 3 * time.Second

type health struct {
	Status string              `json:"status"`
	Detail string              `json:"detail,omitempty"`
	Checks map[string]string   `json:"checks,omitempty"`
	Lacks  map[string][]string `json:"lacks,omitempty"`
	Rules  *rulesInForce       `json:"ruleset,omitempty"`
}

// rulesInForce names the rule set that answers now.
type rulesInForce struct {
	Version string `json:"version"`
	Hash    string `json:"hash"`
}

// inForce names the rules that answer now, nil where nobody tells.
func (a *API) inForce() *rulesInForce {
	if a.Ruleset == nil {
		return nil
	}
	version, hash := a.Ruleset()
	return &rulesInForce{version, hash}
}

// healthz reports whether the process answers; nothing it depends on is asked.
func healthz(c *gin.Context) { answer(c, http.StatusOK, health{Status: "ok"}) }

// passed says which checks are passed now, for the metrics.
func (a *API) passed() map[string]bool {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	ok := map[string]bool{}
	for _, check := range a.Ready {
		ok[check.Name] = check.Check(ctx) == nil
	}
	return ok
}

// readyz reports whether requests can be served now. Why a check fails is for the
// log only.
func (a *API) readyz(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), readyTimeout)
	defer cancel()
	h := health{Status: "ready", Checks: map[string]string{}, Rules: a.inForce()}
	var failed []string
	for _, check := range a.Ready {
		h.Checks[check.Name] = "ok"
		if len(check.Lacks) > 0 {
			h.Lacks = map[string][]string{check.Name: check.Lacks}
		}
		if err := check.Check(ctx); err != nil {
			h.Checks[check.Name] = "failed"
			what := "in need of attention"
			if !check.Aside {
				failed, what = append(failed, check.Name), "not ready"
			}
			a.Logger.LogAttrs(ctx, slog.LevelWarn, what, slog.String("check", check.Name), slog.String("error", err.Error()))
		}
	}
	if len(failed) > 0 {
		h.Status = "unavailable"
		h.Detail = "not ready: " + strings.Join(failed, ", ")
		answer(c, http.StatusServiceUnavailable, h)
		return
	}
	answer(c, http.StatusOK, h)
}
