package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine/message"
	"tijian/server/store"
)

const contentJSON = "application/json"

// statusClientGone is logged for requests whose client left; nobody reads it.
const statusClientGone = 499

type detail struct {
	Detail string `json:"detail"`
}

type nonFieldErrors struct {
	NonFieldErrors []string `json:"non_field_errors"`
}

// answer writes v as JSON and ends the request.
func answer(c *gin.Context, status int, v any) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // a value of ours that is no JSON; recovered to a 500
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	c.Header("Content-Length", strconv.Itoa(len(body))) // drain sends it in one piece
	c.Data(status, contentJSON, body)
	c.Abort()
}

// fail answers an error.
func fail(c *gin.Context, status int, text string) { answer(c, status, detail{text}) }

// broken answers an error of the service. The client learns nothing of it;
// the log gets err only where its text cannot hold anything a person sent.
func (a *API) broken(c *gin.Context, err error, loggable bool) {
	if errors.Is(err, context.Canceled) && c.Request.Context().Err() != nil {
		c.AbortWithStatus(statusClientGone)
		return
	}
	if reason, ok := store.Trouble(err); ok {
		a.Logger.LogAttrs(c.Request.Context(), slog.LevelWarn, "the database failed a request", slog.String("reason", reason.EN),
			slog.String("error", err.Error()), slog.String("request_id", requestID(c)), slog.String("route", route(c)))
		later(c, http.StatusServiceUnavailable, 5, message.DatabaseTrouble.With("reason", reason).EN)
		return
	}
	cause := slog.String("error", "withheld")
	if loggable {
		cause = slog.String("error", err.Error())
	}
	a.Logger.LogAttrs(c.Request.Context(), slog.LevelError, "request failed",
		cause, slog.String("request_id", requestID(c)), slog.String("route", route(c)))
	internalError(c)
}

// later answers a refusal that may pass, with the seconds after which to ask
// again.
func later(c *gin.Context, status, seconds int, text string) {
	c.Header("Retry-After", strconv.Itoa(seconds))
	fail(c, status, text)
}

func internalError(c *gin.Context) {
	fail(c, http.StatusInternalServerError, "internal error; try again later and name the X-Request-ID when you report it")
}

// refused answers what an engine refused: its detail when the client is at
// fault, else a 500.
func (a *API) refused(c *gin.Context, err error) {
	if clients, ok := errors.AsType[interface {
		error
		Detail() string
	}](err); ok {
		fail(c, http.StatusBadRequest, clients.Detail())
		return
	}
	a.broken(c, err, false)
}

func notFound(c *gin.Context) { fail(c, http.StatusNotFound, "no such path") }

func methodNotAllowed(c *gin.Context) {
	allowed := c.Writer.Header().Get("Allow")
	if allowed == http.MethodGet {
		allowed = http.MethodGet + ", " + http.MethodHead
		c.Header("Allow", allowed)
	}
	fail(c, http.StatusMethodNotAllowed, "method not allowed, use "+strings.ReplaceAll(allowed, ", ", " or "))
}

func full(c *gin.Context) bool { return c.Query("format") == "full" }
