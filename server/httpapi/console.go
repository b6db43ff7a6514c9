package httpapi

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// toConsole leads people to the console; programs get what they always got.
func toConsole(c *gin.Context) {
	if !strings.Contains(c.GetHeader("Accept"), "text/html") {
		notFound(c)
		return
	}
	c.Header("Location", "console/") // below the path that a proxy may have put before it
	c.Status(http.StatusSeeOther)
}

// console hands a request to the console, which sees the client's address
// where net/http put that of a trusted proxy.
func (a *API) console(c *gin.Context) {
	r := *c.Request
	r.RemoteAddr = c.ClientIP()
	a.Console.ServeHTTP(c.Writer, &r)
}
