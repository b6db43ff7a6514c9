package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/wire"
	"tijian/server/store"
)

// What the API answers when it refuses a request, by status. Its language is
// English. What is wrong with a request's fields is said where they are read,
// and the sentences of a 401 for a token are in auth/unauthorized.go.
const (
	// 400
	saidBodyCut         = "body: could not be read to its end"
	saidLoginIncomplete = `Must include "username" and "password".`
	saidLoginRefused    = "Unable to log in with provided credentials."

	// 401, without the secret of a reload
	saidReloadDenied = "Authorization: must be Bearer and the secret that TIJIAN_RELOAD_TOKEN sets"

	// 404 and 405
	saidNoPath    = "no such path"
	saidNoTask    = "task does not exist"
	saidNoBatch   = "batch does not exist"
	saidNoMessage = "message does not exist, or nothing of it was taken"
	saidNoMethod  = "method not allowed, use " // and which are

	// 406
	saidOnlyJSON = "_format: must be json or application/fhir+json"

	// 409
	saidManySenders = "sender: several systems have sent a message of this control id; name one by its MSH-3 and MSH-4, such as LIS|LAB"
	saidBatchUndone = "the batch is not done; ask again without format to see how far it is"

	// 413
	saidBodyLarge = "body: must have at most %d bytes"

	// 415
	saidCompressed = "Content-Encoding: compressed bodies are not supported"

	// 421
	saidHost = "Host: is no name of this service"

	// 429
	saidManyPosted     = "too many tasks without a token from this address; log in, or post fewer"
	saidManyUnfinished = "too many of your tasks are unfinished; wait for some to end"
	saidManyBatches    = "too many of your batches are unfinished; wait for some to end"

	// 500 and 503; of a database, message.DatabaseTrouble
	saidInternal   = "internal error; try again later and name the X-Request-ID when you report it"
	saidQueueFull  = "the queue is full; try again later"
	saidManyLogins = "too many logins at once; try again later"
	saidNoRoom     = "too much is asked for at once; try again later"
	saidTooLong    = "answering takes too long; try again later, or ask for less at a time"
)

// statusClientGone is logged for requests whose client left; nobody reads it.
const statusClientGone = 499

type detail struct {
	Detail string `json:"detail"`
}

type nonFieldErrors struct {
	NonFieldErrors []string `json:"non_field_errors"`
}

// fail answers an error.
func fail(c *gin.Context, status int, text string) { answer(c, status, detail{text}) }

// left reports whether the client has gone, rather than its time.
func left(c *gin.Context) bool { return errors.Is(c.Request.Context().Err(), context.Canceled) }

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
	fail(c, http.StatusInternalServerError, saidInternal)
}

// refused answers what an engine refused: its detail when the client is at
// fault, else a 500.
func (a *API) refused(c *gin.Context, err error) {
	if wrong, ok := errors.AsType[*wire.Error](err); ok && wantsFHIR(c) {
		faults(c, wrong)
		return
	}
	if clients, ok := errors.AsType[interface {
		error
		Detail() string
	}](err); ok {
		fail(c, http.StatusBadRequest, clients.Detail())
		return
	}
	if errors.Is(err, engine.ErrEnded) {
		a.tooLong(c)
		return
	}
	a.broken(c, err, false)
}

func notFound(c *gin.Context) { fail(c, http.StatusNotFound, saidNoPath) }

func methodNotAllowed(c *gin.Context) {
	allowed := c.Writer.Header().Get("Allow")
	if allowed == http.MethodGet {
		allowed = http.MethodGet + ", " + http.MethodHead
		c.Header("Allow", allowed)
	}
	fail(c, http.StatusMethodNotAllowed, saidNoMethod+strings.ReplaceAll(allowed, ", ", " or "))
}
