package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"

	"github.com/google/uuid"
)

// Listener returns l with connections on which net/http's own refusals, of
// what is no request or has too large a header, look like every other answer:
// JSON with an X-Request-ID. They never reach a handler, and net/http offers no
// other place to change them.
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &conn{TCPConn: tcp}, err
	}
	return c, err
}

// conn keeps the methods of TCP connections that net/http asks for.
type conn struct {
	*net.TCPConn
	whole *gathered // the answer that is being put together; nil for none
}

// plainHeaders are all that net/http's own refusals have between status line
// and text. An answer of a handler has more.
var plainHeaders = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write passes on everything but those refusals, each of which comes whole.
func (c *conn) Write(p []byte) (int, error) {
	if c.whole != nil {
		return c.gather(p)
	}
	status, text, ok := bytes.Cut(p, plainHeaders)
	if !ok || !bytes.HasPrefix(status, []byte("HTTP/1.1 ")) || bytes.ContainsAny(status, "\r\n") {
		return c.TCPConn.Write(p)
	}
	if _, err := c.TCPConn.Write(refusedRequest(status, text)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func refusedRequest(status, text []byte) []byte {
	body, err := json.Marshal(detail{string(text)})
	if err != nil {
		panic(err) // impossible: it is a string
	}
	return fmt.Appendf(nil, "%s\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: %d\r\nContent-Type: %s\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: %s\r\n\r\n%s",
		status, len(body), contentJSON, uuid.NewString(), body)
}
