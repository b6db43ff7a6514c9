package httpapi

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync"
)

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
