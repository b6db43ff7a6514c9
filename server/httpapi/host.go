package httpapi

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// probes are asked for by machines that know the service by its number.
var probes = []string{"/healthz", "/readyz", "/metrics"}

// knownHost refuses a request by a name that is none of the service's: a page of
// another name that leads here (DNS rebinding), or an answer that a cache would keep
// under it.
func (a *API) knownHost(c *gin.Context) {
	if len(a.Hosts) == 0 || slices.Contains(probes, route(c)) {
		return
	}
	host := c.Request.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if !slices.ContainsFunc(a.Hosts, func(known string) bool { return strings.EqualFold(known, host) }) {
		fail(c, http.StatusMisdirectedRequest, saidHost)
	}
}
