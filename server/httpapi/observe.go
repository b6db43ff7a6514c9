package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"tijian/server/trace"
)

// saneID is what a request id of a client may look like.
var saneID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

func requestID(c *gin.Context) string { return c.Writer.Header().Get("X-Request-ID") }

// route is the template of the path that matched, without a trailing slash, or
// "" when none did. The path itself is never logged nor counted: it is the
// client's text.
func route(c *gin.Context) string { return strings.TrimSuffix(c.FullPath(), "/") }

// observe names the request, and counts and logs it when it has ended.
func (a *API) observe(c *gin.Context) {
	begun := time.Now()
	end := a.measure.Start(c.Request.Method)
	id := c.GetHeader("X-Request-ID")
	if !saneID.MatchString(id) {
		id = uuid.NewString()
	}
	var traced func(string, int)
	c.Request, traced = trace.Request(c.Request, id)
	header := c.Writer.Header()
	header.Set("X-Request-ID", id)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store") // answers are about people
	defer func() {                          // even when the connection is aborted
		template, status := route(c), c.Writer.Status()
		end(template, status)
		attrs := []slog.Attr{
			slog.String("request_id", id),
			slog.String("method", c.Request.Method),
			slog.String("route", template),
			slog.Int("status", status),
			slog.Int("bytes", max(c.Writer.Size(), 0)),
			slog.Duration("took", time.Since(begun)),
		}
		if task, err := uuid.Parse(c.Param("task_id")); err == nil {
			attrs = append(attrs, slog.String("task_id", task.String()))
		}
		traced(template, status)
		a.Logger.LogAttrs(c.Request.Context(), level(template, status), "request", attrs...)
	}()
	c.Next()
}

// level keeps what machines ask every few seconds out of the ordinary log.
func level(template string, status int) slog.Level {
	switch {
	case status >= http.StatusInternalServerError:
		return slog.LevelError
	case template == "/healthz", template == "/readyz", template == "/metrics":
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// recover turns a panic into a 500. The log gets the stack, but of the value
// only what the runtime itself says (index out of range …): a value made by
// code may quote the request.
func (a *API) recover(c *gin.Context) {
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		if value == http.ErrAbortHandler {
			panic(value)
		}
		cause := fmt.Sprintf("%T", value)
		if err, ok := value.(runtime.Error); ok {
			cause = err.Error()
		}
		a.Logger.LogAttrs(c.Request.Context(), slog.LevelError, "panic",
			slog.String("cause", cause), slog.String("stack", string(debug.Stack())),
			slog.String("request_id", requestID(c)), slog.String("route", route(c)))
		if c.Writer.Written() {
			panic(http.ErrAbortHandler) // half an answer must not look whole
		}
		internalError(c)
	}()
	c.Next()
}
