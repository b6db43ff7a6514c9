// Package fetch opens the addresses that clients hand in: pictures to
// recognise and callbacks to call. Every such address is hostile input. A
// Client connects to public addresses only (decided after name resolution, at
// each connection), never sends credentials or a referrer, uses no proxy, and
// bounds the size and the time of everything it reads.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
)

// Options set the bounds of a Client. The zero value of a field means the
// default named there.
type Options struct {
	Allowed []Allowed // places allowed although they are not public (TIJIAN_ALLOW_NETS)

	MaxBytes     int64         // of a picture; 20 MiB
	MaxHeader    int64         // bytes of an answer's header; 64 KiB
	MaxRedirects int           // followed for a picture; 3, -1 for none
	Connect      time.Duration // time for a connection, its TLS included; 10 s
	Idle         time.Duration // longest silence of a server; 10 s
	Total        time.Duration // time for a picture, redirects included; 30 s
	CallTotal    time.Duration // time for a callback; 10 s
	LeastSpeed   int64         // bytes a second of a picture; 16 KiB

	Resolver *net.Resolver // the system's
}

// Client fetches. It is safe for concurrent use and keeps no connections.
type Client struct {
	o Options
	// The transport itself, not an http.Client: redirects are followed by
	// hand, checked, without a Referer, and there are no cookies.
	transport *http.Transport
	public    *ssrf.Guardian
}

// metadata addresses of cloud providers that lie in public networks; the
// others (169.254.169.254, 100.100.100.200, fd00:ec2::254) are in networks
// that are refused as a whole.
var metadata = []netip.Prefix{
	netip.MustParsePrefix("168.63.129.16/32"), // Azure
}

// New returns a client with these bounds.
func New(o Options) *Client {
	o.MaxBytes = cmp.Or(o.MaxBytes, 20<<20)
	o.MaxHeader = cmp.Or(o.MaxHeader, 64<<10)
	o.MaxRedirects = cmp.Or(o.MaxRedirects, 3)
	o.Connect = cmp.Or(o.Connect, 10*time.Second)
	o.Idle = cmp.Or(o.Idle, 10*time.Second)
	o.Total = cmp.Or(o.Total, 30*time.Second)
	o.CallTotal = cmp.Or(o.CallTotal, 10*time.Second)
	o.LeastSpeed = cmp.Or(o.LeastSpeed, 16<<10)

	c := &Client{o: o, public: ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(metadata...))}
	dialer := &net.Dialer{Timeout: o.Connect, ControlContext: c.admit, Resolver: o.Resolver}
	c.transport = &http.Transport{
		Proxy: nil, // one from the environment would do the connecting unchecked
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return &idleConn{conn, o.Idle}, nil
		},
		TLSHandshakeTimeout:    o.Connect,
		MaxResponseHeaderBytes: o.MaxHeader,
		DisableCompression:     true, // nothing is unpacked, so nothing can explode
		DisableKeepAlives:      true, // each connection is admitted for one request
	}
	return c
}

// Picture returns the bytes at address, which must answer 200 to a plain GET; ctx
// may be one of ForUser.
// A failure is an *Error, except that the error of ctx is returned as it is
// when ctx has ended. The picture's memory is taken of share, which the caller
// releases; nil is a share of no budget.
func (c *Client) Picture(ctx context.Context, address string, share *Share) ([]byte, error) {
	if share == nil {
		share = &Share{}
	}
	// What cannot be held is not asked for.
	if err := share.grow(ctx, portion); err != nil {
		return nil, err
	}
	bounded, clock := newClock(ctx, c.o.Total)
	defer clock.end()
	body, err := c.picture(bounded, clock, address, share)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return body, err
}

func (c *Client) picture(ctx context.Context, clock *clock, address string, share *Share) ([]byte, error) {
	given := hostname(address)
	for redirects := 0; ; redirects++ {
		response, err := c.get(ctx, address, given, c.o.Total)
		if err != nil {
			return nil, err
		}
		if to := response.Header.Get("Location"); to != "" && isRedirect(response.StatusCode) {
			response.Body.Close()
			if redirects >= c.o.MaxRedirects {
				return nil, permanent("more than %d redirects", max(c.o.MaxRedirects, 0))
			}
			if address, err = resolve(address, to); err != nil {
				return nil, err
			}
			continue
		}
		defer response.Body.Close()
		return c.read(response, given, &meter{r: response.Body, ctx: ctx, share: share, clock: clock, least: c.o.LeastSpeed, begun: time.Now(), paid: portion})
	}
}

// Call opens a callback address with a plain GET and returns nil when the
// answer is 2xx. Redirects are not followed, the answer's body is not read.
// Failures, and ctx, are as those of Picture.
func (c *Client) Call(ctx context.Context, address string) error {
	bounded, cancel := context.WithTimeout(ctx, c.o.CallTotal)
	defer cancel()
	response, err := c.get(bounded, address, hostname(address), c.o.CallTotal)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	response.Body.Close()
	if response.StatusCode/100 != 2 {
		return status(response.StatusCode, "must be 2xx")
	}
	return nil
}

// hostname is the host of an address, which errors may name.
func hostname(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// get requests an address to which the host that the client gave has led.
func (c *Client) get(ctx context.Context, address, given string, total time.Duration) (*http.Response, error) {
	u, err := target(address)
	if err != nil {
		return nil, forbidden("the address %v", err)
	}
	if oddNumber(u.Hostname()) {
		return nil, forbidden("the address names its host neither by a name nor by an address in its usual form")
	}
	request := (&http.Request{
		Method: http.MethodGet, URL: u, Host: u.Host,
		Header: http.Header{"User-Agent": {"tijian"}, "Accept": {"*/*"}},
	}).WithContext(forPath(ctx, u))
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return nil, unreachable(given, explain(err, u.Hostname(), c.o.Idle, total))
	}
	return response, nil
}

func (c *Client) read(response *http.Response, given string, m *meter) ([]byte, error) {
	if response.StatusCode != http.StatusOK {
		return nil, status(response.StatusCode, "must be 200")
	}
	if coding := response.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, permanent("the server compressed the picture although that was not asked for")
	}
	tooLarge := permanent("the picture is larger than %s", size(c.o.MaxBytes))
	if response.ContentLength > c.o.MaxBytes {
		return nil, tooLarge
	}
	body, err := io.ReadAll(io.LimitReader(m, c.o.MaxBytes+1))
	switch {
	case errors.Is(err, errSlow):
		return nil, permanent("the picture came slower than %d KiB a second", c.o.LeastSpeed>>10)
	case err != nil && m.ctx.Err() != nil:
		// It had answered: a second try would be as slow.
		return nil, permanent("the picture did not arrive within %v", c.o.Total)
	case err != nil:
		return nil, explain(err, given, c.o.Idle, c.o.Total)
	case int64(len(body)) > c.o.MaxBytes:
		return nil, tooLarge
	}
	return body, nil
}

func isRedirect(code int) bool {
	switch code {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// resolve gives the address a redirect leads to.
func resolve(base, to string) (string, error) {
	if CheckURL(to) == nil {
		return to, nil // as written, not re-encoded
	}
	from, err := url.Parse(base)
	if err != nil {
		return "", permanent("invalid address")
	}
	next, err := from.Parse(to)
	if err != nil {
		return "", permanent("redirected to an invalid address")
	}
	if err := CheckURL(next.String()); err != nil {
		return "", permanent("redirected to an address that %v", err)
	}
	return next.String(), nil
}

func size(bytes int64) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// idleConn fails a read or write that waits too long for the other side.
type idleConn struct {
	net.Conn
	idle time.Duration
}

func (c *idleConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

func (c *idleConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
