package httpapi

import (
	"errors"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/gin-gonic/gin"

	"tijian/engine/fhir"
	"tijian/server/admission"
	"tijian/server/user"
)

const visitKey = "visit"

// visit is what a request holds of the gates, from the first time that it is asked
// for, when it is known who asks.
func (a *API) visit(c *gin.Context) *admission.Visit {
	if v, ok := c.Get(visitKey); ok {
		return v.(*admission.Visit)
	}
	v := a.Gates.Visit(payer(c))
	c.Set(visitKey, v)
	return v
}

// account gives back what a request holds, however it ends.
func (a *API) account(c *gin.Context) {
	defer func() {
		if v, ok := c.Get(visitKey); ok {
			v.(*admission.Visit).Leave()
		}
	}()
	c.Next()
}

// payer is on whose account a request goes: its user's, or that of the network
// that it came from.
func payer(c *gin.Context) string {
	if name := owner(c); name != "" {
		return admission.User(name)
	}
	address, _ := netip.ParseAddr(c.ClientIP())
	return user.Network(address, 56).String()
}

// admitted reports whether a gate let the request in; otherwise it has answered.
func (a *API) admitted(c *gin.Context, err error) bool {
	if full, is := errors.AsType[*admission.Full](err); is {
		later(c, http.StatusServiceUnavailable, full.Seconds(), saidNoRoom)
	} else if err != nil {
		a.tooLong(c)
	}
	return err == nil
}

// tooLong ends a request whose client left or whose time is over.
func (a *API) tooLong(c *gin.Context) {
	if left(c) {
		c.AbortWithStatus(statusClientGone)
		return
	}
	later(c, http.StatusServiceUnavailable, retryLong, saidTooLong)
}

// retryLong are the seconds after which to try again what took too long.
const retryLong = 5

// send writes an answer once there is room for it.
func (a *API) send(c *gin.Context, body []byte, asFHIR bool) {
	if !a.admitted(c, a.visit(c).Answer(c.Request.Context(), int64(len(body)))) {
		return
	}
	kind := contentJSON
	if asFHIR {
		kind = fhir.MediaType
	}
	c.Header("Content-Length", strconv.Itoa(len(body)))
	if c.Request.Method == http.MethodPost { // a HEAD comes as a GET
		inOnePiece(c.Request, len(body))
	}
	c.Data(http.StatusOK, kind, body)
}
