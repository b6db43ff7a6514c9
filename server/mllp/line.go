package mllp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"tijian/engine/intake"
	"tijian/server/gateway"
	"tijian/server/mllp/frame"
)

const (
	dialing    = 10 * time.Second
	forAnswer  = 30 * time.Second // after a message is written
	mostAnswer = 64 << 10         // bytes of an acknowledgement
	stale      = time.Minute      // without a message, before a connection is made anew
)

// A Line is a connection to another system, made when it is needed. Send is for one
// goroutine; Close may be called from any.
type Line struct {
	address string
	tls     *tls.Config

	mu     sync.Mutex
	conn   net.Conn
	used   time.Time
	closed bool
	answer *frame.Reader
}

// NewLine returns a line to host:port, within TLS where a configuration is given.
func NewLine(address string, secure *tls.Config) *Line { return &Line{address: address, tls: secure} }

// Close ends the connection for good.
func (l *Line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.hangUp()
}

func (l *Line) hangUp() {
	if l.conn != nil {
		_ = l.conn.Close()
		l.conn = nil
	}
}

func (l *Line) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hangUp()
}

// Send sends a message and waits for its acknowledgement. A *gateway.Refused says
// that the message was not taken, or not answered; any other error that the system
// was not reached.
func (l *Line) Send(ctx context.Context, id string, message []byte) error {
	conn, fresh, err := l.connect(ctx)
	if err != nil {
		return err
	}
	_ = conn.SetWriteDeadline(time.Now().Add(forAnswer))
	if _, err := conn.Write(frame.Of(message)); err != nil {
		l.drop()
		if fresh {
			return err
		}
		return l.Send(ctx, id, message) // an old connection had ended meanwhile
	}
	_ = conn.SetReadDeadline(time.Now().Add(forAnswer))
	answer, err := l.read()
	if err != nil {
		l.drop()
		if !fresh && !isTimeout(err) {
			return l.Send(ctx, id, message) // the same: it has the same control id
		}
		return &gateway.Refused{Reason: fmt.Sprintf("no acknowledgement: %v", err)}
	}
	l.mu.Lock()
	l.used = time.Now()
	l.mu.Unlock()
	return said(answer, id, l)
}

func (l *Line) read() ([]byte, error) {
	if err := l.answer.Begin(); err != nil {
		return nil, err
	}
	return l.answer.Rest()
}

// said reads an acknowledgement.
func said(data []byte, id string, l *Line) error {
	answer, ok := intake.ReadAnswer(data)
	switch {
	case !ok:
		l.drop()
		return &gateway.Refused{Reason: "what came is no acknowledgement"}
	case answer.Control != id:
		l.drop()
		return &gateway.Refused{Reason: "the acknowledgement is of another message"}
	case !answer.Taken:
		return &gateway.Refused{Reason: strings.TrimSpace(answer.Code + " " + answer.Text)}
	}
	return nil
}

// connect returns the connection, and whether it is a new one.
func (l *Line) connect(ctx context.Context) (conn net.Conn, fresh bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil && time.Since(l.used) > stale {
		l.hangUp()
	}
	if l.closed || l.conn != nil {
		if l.closed {
			return nil, false, net.ErrClosed
		}
		return l.conn, false, nil
	}
	dialer := &net.Dialer{Timeout: dialing}
	if l.tls != nil {
		conn, err = (&tls.Dialer{NetDialer: dialer, Config: l.tls}).DialContext(ctx, "tcp", l.address)
	} else {
		conn, err = dialer.DialContext(ctx, "tcp", l.address)
	}
	if err != nil {
		return nil, false, err
	}
	l.conn, l.used, l.answer = conn, time.Now(), frame.NewReader(conn, mostAnswer)
	return conn, true, nil
}

func isTimeout(err error) bool {
	t, is := errors.AsType[net.Error](err)
	return is && t.Timeout()
}
