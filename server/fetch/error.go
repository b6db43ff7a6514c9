package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// An Error says why an address could not be fetched, in words for the client
// who gave it. It never contains more of the address than its host.
type Error struct {
	Message   string
	Cause     string // what Message keeps from the client, for the log
	Passing   bool   // it may work later: worth another try
	Forbidden bool   // the service does not connect there, today or later
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Reason is the most that is known, for the log.
func (e *Error) Reason() string {
	if e.Cause != "" {
		return e.Cause
	}
	return e.Message
}

// unreachable tells a client that host, the one it gave, sent no answer, and
// nothing more: whether a name exists, where it leads and which ports are open
// is the log's. All of it is tried again, or the time of the end would tell.
func unreachable(host string, cause *Error) *Error {
	return &Error{
		Message: fmt.Sprintf("host %s is not reachable: it does not exist, its address is not public, or it gave no correct answer in time", host),
		Cause:   cause.Message, Passing: true, Forbidden: cause.Forbidden,
	}
}

func permanent(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

func forbidden(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...), Forbidden: true}
}

func passing(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...), Passing: true}
}

// status is the error of an answer with the wrong status code.
func status(code int, want string) *Error {
	name := http.StatusText(code)
	if name != "" {
		name = " " + name
	}
	return &Error{
		Message: fmt.Sprintf("the server answered %d%s, %s", code, name, want),
		Passing: code/100 == 5 || code == http.StatusTooManyRequests || code == http.StatusRequestTimeout,
	}
}

// explain puts an error of the network into words. The library's own texts
// name the whole address or the resolver of this machine.
func explain(err error, host string, idle, total time.Duration) *Error {
	var dns *net.DNSError
	var network net.Error
	var record tls.RecordHeaderError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var alert tls.AlertError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.Is(err, ssrf.ErrInvalidHostPort):
		return forbidden("host %s: its address is not public; the service does not connect to it (see TIJIAN_ALLOW_NETS)", host)
	case errors.As(err, &dns) && dns.IsNotFound:
		return passing("host %s does not exist", host)
	case errors.As(err, &dns):
		return passing("host %s could not be resolved", host)
	case errors.As(err, &invalid), errors.As(err, &name), errors.As(err, &unknown):
		return permanent("host %s: its TLS certificate is not valid", host)
	case errors.As(err, &record), errors.As(err, &alert):
		return permanent("host %s: TLS handshake failed", host)
	case errors.Is(err, context.DeadlineExceeded):
		return passing("host %s: no answer within %v", host, total)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return passing("host %s: no answer within %v", host, idle)
	case errors.Is(err, syscall.ECONNREFUSED):
		return passing("host %s: connection refused", host)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return passing("host %s: the connection broke off", host)
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EADDRNOTAVAIL):
		return passing("host %s cannot be reached", host)
	// net/http has no types for these.
	case strings.Contains(err.Error(), "server response headers exceeded"):
		return permanent("host %s: the header of its answer is too large", host)
	case protocol(err.Error()):
		return permanent("host %s does not answer in correct HTTP", host)
	}
	return passing("host %s: the connection failed", host)
}

// protocol recognises net/http's messages about an answer that breaks HTTP.
func protocol(message string) bool {
	for _, part := range []string{"malformed", "1xx", "Content-Length", "chunk", "transfer encoding", "protocol version"} {
		if strings.Contains(message, part) {
			return true
		}
	}
	return false
}
