// Package mllp carries messages of HL7 v2 over TCP: a listener that answers each
// message once it is stored, and a line to another system.
package mllp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tijian/server/admission"
	"tijian/server/mllp/frame"
)

// Limits of a listener.
const (
	mostConnections = 64               // of all peers
	mostOfPeer      = 16               // of one address
	idle            = time.Hour        // without a message, before a connection is closed
	handshake       = 10 * time.Second // of TLS
	perFrame        = 30 * time.Second // from a frame's first byte to its last
	perAnswer       = 10 * time.Second // to take an answer
	perMessage      = time.Minute      // to read and work one, waits included
	small           = 64 << 10         // bytes of a message that wait for no room of their own
)

// Options of a Listener. All but TLS are needed.
type Options struct {
	// Take stores a message and returns its acknowledgement; without one the
	// connection is closed, and the peer sends again.
	Take func(ctx context.Context, message []byte) (answer []byte, err error)
	// Open reports whether messages are taken at all: whose they would be may log in.
	Open    func(context.Context) error
	Allowed []netip.Prefix // peers
	TLS     *tls.Config
	Most    int64            // bytes of a message
	Cost    func(int) int64  // memory that working a message of so many bytes takes
	Gates   *admission.Gates // shared with requests
	Account string           // at the gates
	Logger  *slog.Logger
	Metrics *Metrics // nil counts nothing
}

// A Listener takes messages from hospital systems: of one connection one after the
// other, each answered before the next is read.
type Listener struct {
	Options
	stop chan struct{}

	mu          sync.Mutex
	connections map[*connection]struct{}
	peers       map[netip.Addr]int
	working     sync.WaitGroup
}

// A connection is one of a peer. busy is whether it has a message that is not
// answered: such a one is not closed by a stop.
type connection struct {
	net.Conn
	from netip.Addr
	busy bool
}

// NewListener returns a listener.
func NewListener(o Options) *Listener {
	if o.Metrics == nil {
		o.Metrics = NewMetrics(nil)
	}
	return &Listener{Options: o, stop: make(chan struct{}), connections: map[*connection]struct{}{}, peers: map[netip.Addr]int{}}
}

// Serve takes connections until Shutdown, and then returns nil.
func (l *Listener) Serve(from net.Listener) error {
	go func() {
		<-l.stop
		_ = from.Close()
	}()
	wait := time.Duration(0)
	for {
		conn, err := from.Accept()
		select {
		case <-l.stop:
			if err == nil {
				_ = conn.Close()
			}
			return nil
		default:
		}
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return err
			}
			wait = min(max(2*wait, 10*time.Millisecond), time.Second) // out of files, or the like
			time.Sleep(wait)
			continue
		}
		wait = 0
		if c := l.enter(conn); c != nil {
			go l.serve(c)
		}
	}
}

// Shutdown takes no more, ends connections that have no message under way, and waits
// until the others are answered or ctx ends.
func (l *Listener) Shutdown(ctx context.Context) error {
	close(l.stop)
	l.mu.Lock()
	for c := range l.connections {
		if !c.busy {
			_ = c.Close()
		}
	}
	l.mu.Unlock()
	done := make(chan struct{})
	go func() { l.working.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		l.mu.Lock()
		for c := range l.connections {
			_ = c.Close()
		}
		l.mu.Unlock()
		return ctx.Err()
	}
}

// enter notes a connection, or refuses it.
func (l *Listener) enter(conn net.Conn) *connection {
	c := &connection{Conn: conn}
	if at, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
		c.from = at.Addr().Unmap()
	}
	if !l.allows(c.from) {
		l.refuse(c, "address")
		return nil
	}
	l.mu.Lock()
	full := len(l.connections) >= mostConnections || l.peers[c.from] >= mostOfPeer
	if !full {
		l.connections[c] = struct{}{}
		l.peers[c.from]++
		l.working.Add(1)
		l.Metrics.connections.Inc()
	}
	l.mu.Unlock()
	if full {
		l.refuse(c, "full")
		return nil
	}
	return c
}

func (l *Listener) allows(from netip.Addr) bool {
	return slices.ContainsFunc(l.Allowed, func(net netip.Prefix) bool { return net.Contains(from) })
}

func (l *Listener) refuse(c *connection, why string) {
	l.Metrics.closed.WithLabelValues(why).Inc()
	l.Logger.Warn("a connection of HL7 was refused", "why", why, "from", c.from)
	_ = c.Close()
}

func (l *Listener) leave(c *connection) {
	_ = c.Close()
	l.mu.Lock()
	delete(l.connections, c)
	if l.peers[c.from]--; l.peers[c.from] == 0 {
		delete(l.peers, c.from)
	}
	l.mu.Unlock()
	l.Metrics.connections.Dec()
	l.working.Done()
}

// serve answers the messages of a connection until it ends.
func (l *Listener) serve(c *connection) {
	defer l.leave(c)
	defer func() {
		if p := recover(); p != nil { // its value may hold what was read; the stack does not
			l.Logger.Error("working a message of HL7 panicked", "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
		}
	}()
	stream, err := l.secured(c)
	if err == nil {
		err = l.messages(c, stream)
	}
	if why := kindOf(err); why != "" {
		l.Metrics.closed.WithLabelValues(why).Inc()
		l.Logger.Warn("a connection of HL7 was closed without an answer", "why", why, "from", c.from, "error", err.Error())
	}
}

// secured is the connection, within TLS where that is asked for.
func (l *Listener) secured(c *connection) (net.Conn, error) {
	if l.TLS == nil {
		return c.Conn, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), handshake)
	defer cancel()
	stream := tls.Server(c.Conn, l.TLS)
	if err := stream.HandshakeContext(ctx); err != nil {
		return nil, &failure{"tls", err}
	}
	return stream, nil
}

func (l *Listener) messages(c *connection, stream net.Conn) error {
	r := frame.NewReader(stream, int(l.Most))
	for {
		_ = stream.SetReadDeadline(time.Now().Add(idle))
		if err := r.Begin(); err != nil {
			return quiet(err)
		}
		if !l.begin(c) {
			return nil
		}
		err := l.message(stream, r)
		l.mu.Lock()
		c.busy = false
		l.mu.Unlock()
		if err != nil {
			return err
		}
		select {
		case <-l.stop:
			return nil
		default:
		}
	}
}

// begin marks a connection as one that is to be answered, unless all stops.
func (l *Listener) begin(c *connection) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.stop:
		return false
	default:
		c.busy = true
		return true
	}
}

// message reads one, has it stored and answers it.
func (l *Listener) message(stream net.Conn, r *frame.Reader) error {
	ctx, cancel := context.WithTimeout(context.Background(), perMessage)
	defer cancel()
	if err := l.Open(ctx); err != nil {
		return &failure{"user", err}
	}
	var body, work *admission.Ticket
	defer func() { body.Leave(); work.Leave() }()
	held := int64(0)
	r.Grow = func(bytes int) (err error) {
		if want := max(int64(bytes), small); want > held {
			body.Leave()
			if held = small; want > small {
				held = 2 * l.Most
			}
			body, err = enter(ctx, l.Gates.Bodies, l.Account, held)
		}
		return err
	}
	_ = stream.SetReadDeadline(time.Now().Add(perFrame))
	data, err := r.Rest()
	if err != nil {
		return err
	}
	if work, err = enter(ctx, l.Gates.Work, l.Account, l.Cost(len(data))); err != nil {
		return err
	}
	answer, err := l.Take(ctx, data)
	if err != nil {
		return &failure{"unstored", err}
	}
	body.Leave()
	work.Leave()
	_ = stream.SetWriteDeadline(time.Now().Add(perAnswer))
	if _, err = stream.Write(frame.Of(answer)); err != nil {
		return &failure{"unanswered", err}
	}
	return nil
}

// enter waits for room until ctx ends: a peer whose message is not read waits too.
func enter(ctx context.Context, gate *admission.Gate, account string, cost int64) (*admission.Ticket, error) {
	for {
		t, err := gate.Enter(ctx, account, cost)
		full, ok := errors.AsType[*admission.Full](err)
		if !ok {
			return t, err
		}
		select {
		case <-ctx.Done():
			return nil, full
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// A failure is why a connection was closed, by a word for metrics.
type failure struct {
	why string
	error
}

func (f *failure) Unwrap() error { return f.error }

// quiet is nil for what happens between messages: the end of a connection.
func quiet(err error) error {
	if errors.Is(err, frame.ErrBroken) {
		return err
	}
	return nil
}

// kindOf is why a connection was closed in the middle of a message; "" for nothing.
func kindOf(err error) string {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.why
	}
	switch {
	case err == nil:
		return ""
	case errors.Is(err, frame.ErrLarge):
		return "large"
	case errors.Is(err, frame.ErrBroken):
		return "frame"
	case isTimeout(err):
		return "slow"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	}
	if _, ok := errors.AsType[*admission.Full](err); ok {
		return "busy"
	}
	return "other"
}
