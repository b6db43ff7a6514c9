package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"tijian/server/admission"
)

// Listener returns l with connections on which net/http's own refusals, of
// what is no request or has too large a header, look like every other answer:
// JSON with an X-Request-ID. They never reach a handler, and net/http offers no
// other place to change them. No more than admission.Connections are open: one
// more is closed as it comes.
func Listener(l net.Listener) net.Listener {
	return &listener{Listener: l, most: admission.Connections}
}

type listener struct {
	net.Listener
	most int64
	open atomic.Int64
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		tcp, ok := c.(*net.TCPConn)
		if !ok {
			return c, err
		}
		if l.open.Add(1) <= l.most {
			return &conn{TCPConn: tcp, closed: sync.OnceFunc(func() { l.open.Add(-1) })}, nil
		}
		l.open.Add(-1)
		_ = tcp.Close()
	}
}

// conn keeps the methods of TCP connections that net/http asks for.
type conn struct {
	*net.TCPConn
	whole  *gathered // the answer that is being put together; nil for none
	closed func()
}

// Close makes room for another connection.
func (c *conn) Close() error {
	c.closed()
	return c.TCPConn.Close()
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

// net/http hands over what it writes in pieces of 4 kB, each of which the
// kernel carries to the client by itself, waking it. An answer whose length is
// known is gathered and goes in one piece, in half the time.

// mostGathered bounds the body of such an answer, in bytes.
const mostGathered = 64 << 10

// gathered is what there is of an answer so far.
type gathered struct {
	data []byte
	body int // bytes that will follow the header
}

// buffers are used again.
var buffers = sync.Pool{New: func() any { return new(gathered) }}

type connKey struct{}

func keepConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// inOnePiece has the answer that is written next, with a body of so many
// bytes, go in one piece. The whole body must be written, so the request cannot
// be a HEAD.
func inOnePiece(r *http.Request, body int) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok && body <= mostGathered {
		c.whole = buffers.Get().(*gathered)
		c.whole.data, c.whole.body = c.whole.data[:0], body
	}
}

// gather writes an answer once it is whole.
func (c *conn) gather(p []byte) (int, error) {
	g := c.whole
	g.data = append(g.data, p...)
	_, body, ended := bytes.Cut(g.data, []byte("\r\n\r\n"))
	if !ended || len(body) < g.body {
		return len(p), nil
	}
	c.whole = nil
	defer buffers.Put(g)
	if _, err := c.TCPConn.Write(g.data); err != nil {
		return 0, err
	}
	return len(p), nil
}
