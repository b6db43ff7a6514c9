package mllp

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/internal/waittest"
	"tijian/server/admission"
	"tijian/server/gateway"
	"tijian/server/mllp/frame"
)

// station is a listener that answers "stored N: message"; see its fields.
type station struct {
	*Listener
	address string
	ended   chan error

	mu     sync.Mutex
	stored []string
	hold   chan struct{} // Take waits for it; nil for not at all
	user   error
}

func begin(t *testing.T, change func(*Options)) *station {
	t.Helper()
	s := &station{ended: make(chan error, 1)}
	o := Options{
		Take: func(_ context.Context, message []byte) ([]byte, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.hold != nil {
				<-s.hold
			}
			if string(message) == "panic" {
				panic("as asked")
			}
			if string(message) == "full disk" {
				return nil, errors.New("full disk")
			}
			s.stored = append(s.stored, string(message))
			return fmt.Appendf(nil, "stored %d: %.20s", len(s.stored), message), nil
		},
		Open:    func(context.Context) error { s.mu.Lock(); defer s.mu.Unlock(); return s.user },
		Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Most:    200 << 10, Cost: func(n int) int64 { return int64(n) }, Gates: admission.Standard(), Account: "user lis", Logger: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&o)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Listener, s.address = NewListener(o), socket.Addr().String()
	go func() { s.ended <- s.Serve(socket) }()
	t.Cleanup(func() {
		select {
		case <-s.stop:
		default:
			_ = s.Shutdown(t.Context())
		}
	})
	return s
}

func (s *station) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return conn
}

// ask writes bytes and reads one answer; "" where the connection is closed instead.
func ask(t *testing.T, conn net.Conn, written string) string {
	t.Helper()
	if _, err := io.WriteString(conn, written); err != nil {
		return ""
	}
	r := frame.NewReader(conn, 1<<20)
	if err := r.Begin(); err != nil {
		return ""
	}
	answer, err := r.Rest()
	if err != nil {
		t.Errorf("half an answer: %v", err)
	}
	return string(answer)
}

// Messages of a connection are answered one after the other; what is no message, or
// cannot be stored, ends the connection without an answer, and nobody else's.
func TestListener(t *testing.T) {
	s := begin(t, nil)
	good := s.dial(t)
	if got := ask(t, good, string(frame.Of([]byte("one")))); got != "stored 1: one" {
		t.Errorf("%q", got)
	}
	large := strings.Repeat("x", 200<<10)
	for name, written := range map[string]string{
		"another protocol": "GET / HTTP/1.1\r\n\r\n", "too large": string(frame.Of([]byte(large + "x"))), "a panic": string(frame.Of([]byte("panic"))),
		"not stored": string(frame.Of([]byte("full disk"))), "one within": "\x0ba\x0bb\x1c\r",
	} {
		if got := ask(t, s.dial(t), written); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := ask(t, good, string(frame.Of([]byte(large)))); !strings.HasPrefix(got, "stored 2: xxx") {
		t.Errorf("%q", got)
	}
	if got := ask(t, good, string(frame.Of([]byte("a")))+string(frame.Of([]byte("b")))); got != "stored 3: a" {
		t.Errorf("%q", got)
	}
	s.mu.Lock()
	s.user = errors.New("disabled")
	s.mu.Unlock()
	if got := ask(t, s.dial(t), string(frame.Of([]byte("two")))); got != "" {
		t.Errorf("of a user who may not log in: %q", got)
	}
}

// Who is not allowed is not listened to, and nobody takes all connections.
func TestPeers(t *testing.T) {
	s := begin(t, func(o *Options) { o.Allowed = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	if got := ask(t, s.dial(t), string(frame.Of([]byte("one")))); got != "" {
		t.Errorf("%q", got)
	}
	s = begin(t, nil)
	for range mostOfPeer {
		s.dial(t)
	}
	waittest.Until(t, "connections", func() bool {
		s.Listener.mu.Lock()
		defer s.Listener.mu.Unlock()
		return len(s.connections) == mostOfPeer
	})
	if got := ask(t, s.dial(t), string(frame.Of([]byte("one")))); got != "" {
		t.Errorf("one more: %q", got)
	}
}

// A stop ends what is idle at once, and answers what is under way.
func TestShutdown(t *testing.T) {
	s := begin(t, nil)
	s.hold = make(chan struct{})
	idle, busy := s.dial(t), s.dial(t)
	answer := make(chan string)
	go func() { answer <- ask(t, busy, string(frame.Of([]byte("one")))) }()
	waittest.Until(t, "a message under way", func() bool {
		s.Listener.mu.Lock()
		defer s.Listener.mu.Unlock()
		working := 0
		for c := range s.connections {
			if c.busy {
				working++
			}
		}
		return len(s.connections) == 2 && working == 1
	})
	done := make(chan error)
	go func() { done <- s.Shutdown(t.Context()) }()
	if got := ask(t, idle, ""); got != "" {
		t.Errorf("%q", got)
	}
	close(s.hold)
	if got := waittest.Receive(t, "the answer", answer); got != "stored 1: one" {
		t.Errorf("%q", got)
	}
	if err := waittest.Receive(t, "the stop", done); err != nil {
		t.Error(err)
	}
	if err := waittest.Receive(t, "the end", s.ended); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", s.address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

// certificate returns one that is its own authority, for 127.0.0.1.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// alsoTLS is a message that has the length of a record of TLS, so that it is refused at once.
var alsoTLS = strings.Repeat("6", 2000)

const ack = "MSH|^~\\&|HIS||TIJIAN||||ACK|9|P|2.4\rMSA|"

// A line carries messages, in TLS with a certificate of its own; it tells who was not
// reached from who refused, and mends itself where the other side had hung up.
func TestLine(t *testing.T) {
	ours, known := certificate(t)
	theirs, trusted := certificate(t)
	tries := map[string]int{}
	s := begin(t, func(o *Options) {
		o.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{theirs}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: known}
		o.Take = func(_ context.Context, message []byte) ([]byte, error) {
			id := string(message)
			if tries[id]++; strings.HasPrefix(id, "hang up") && (id == "hang up" || tries[id] == 1) {
				return nil, io.EOF
			}
			code := map[string]string{"refused": "AE|", "other": "AA|x", "nothing": ""}[id]
			return []byte(ack + cmpOr(code, "AA|") + id + "\r"), nil
		}
	})
	secure := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: trusted, ServerName: "127.0.0.1", Certificates: []tls.Certificate{ours}}
	line := NewLine(s.address, secure)
	defer line.Close()
	for _, c := range []struct{ id, refused string }{
		{"1", ""}, {"2", ""}, {"hang up once", ""}, {"refused", "AE"}, {"3", ""}, {"other", "another message"}, {"4", ""}, {"hang up", "no acknowledgement"}, {"5", ""},
	} {
		err := line.Send(t.Context(), c.id, []byte(c.id))
		refused, is := errors.AsType[*gateway.Refused](err)
		if (err != nil) != (c.refused != "") || err != nil && (!is || !strings.Contains(refused.Reason, c.refused)) {
			t.Errorf("%s: %v", c.id, err)
		}
	}
	for name, conf := range map[string]*tls.Config{
		"without a certificate": {MinVersion: tls.VersionTLS12, RootCAs: trusted, ServerName: "127.0.0.1"},
		"of nobody we know":     {MinVersion: tls.VersionTLS12, ServerName: "127.0.0.1", Certificates: []tls.Certificate{ours}},
		"plain":                 nil,
	} {
		if err := NewLine(s.address, conf).Send(t.Context(), "6", []byte(alsoTLS)); err == nil || tries[alsoTLS] > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	nobody := NewLine("127.0.0.1:1", nil)
	err := nobody.Send(t.Context(), "7", []byte("7"))
	if _, is := errors.AsType[*gateway.Refused](err); err == nil || is {
		t.Errorf("nobody there: %v", err)
	}
	nobody.Close()
	if err := nobody.Send(t.Context(), "7", []byte("7")); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if bytes.Contains([]byte(fmt.Sprint(tries)), []byte("hang up once:1 ")) {
		t.Error("not sent again")
	}
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
