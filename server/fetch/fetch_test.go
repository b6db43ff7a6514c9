package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/net/dns/dnsmessage"

	"tijian/internal/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// trap listens where nobody may connect.
type trap struct {
	port  string
	count atomic.Int32
}

func newTrap(t *testing.T) *trap {
	tr := &trap{}
	port := "0"
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		listener, err := net.Listen("tcp", host+":"+port)
		if err != nil && host == "[::1]" {
			t.Logf("no IPv6 here: %v", err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { listener.Close() })
		_, port, _ = net.SplitHostPort(listener.Addr().String())
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				tr.count.Add(1)
				conn.Close()
			}
		}()
	}
	tr.port = port
	return tr
}

// resolver answers every name with the next of addrs, then with the last.
func resolver(t *testing.T, addrs ...string) *net.Resolver {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	var mu sync.Mutex
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				mu.Lock()
				addr := netip.MustParseAddr(addrs[0]).As4()
				if len(addrs) > 1 {
					addrs = addrs[1:]
				}
				mu.Unlock()
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: addr},
				}}
			}
			if out, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func TestForbiddenAddresses(t *testing.T) {
	tr := newTrap(t)
	client := New(Options{Resolver: resolver(t, "127.0.0.1"), Connect: waittest.Limit})
	for _, host := range []string{
		"127.0.0.1", "127.9.9.9", "localhost", "LOCALHOST.", "innocent.example",
		"[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[::127.0.0.1]",
		"[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::]", "0.0.0.0",
		"10.0.0.1", "172.16.3.4", "192.168.1.1", "100.64.0.1", "198.18.0.1", "[fc00::1]", "[fd12::1]",
		"169.254.169.254", "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16",
		"224.0.0.1", "[ff02::1]", "255.255.255.255", "240.0.0.1", "[2001:db8::1]",
	} {
		for _, scheme := range []string{"http", "https"} {
			address := fmt.Sprintf("%s://%s:%s/a?sig=SECRET", scheme, host, tr.port)
			_, err := client.Picture(t.Context(), address, nil)
			check(t, address, err, "its address is not public", true)
			check(t, address, client.Call(t.Context(), address), "its address is not public", true)
		}
	}
	for _, host := range []string{
		"2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.1", "127.0.0.1.", "127.0.0.0x1",
	} {
		_, err := client.Picture(t.Context(), fmt.Sprintf("http://%s:%s/a?sig=SECRET", host, tr.port), nil)
		check(t, host, err, "neither by a name nor by an address", false)
	}
	if n := tr.count.Load(); n > 0 {
		t.Errorf("the trap was reached %d times", n)
	}
}

// unreached is all that a client learns when no answer came.
var unreached = regexp.MustCompile(`^host \S+ is not reachable: it does not exist, its address is not public, or it gave no correct answer in time$`)

func check(t *testing.T, what string, err error, want string, wantPassing bool) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, want an *Error with %q", what, err, want)
		return
	}
	if !strings.Contains(e.Reason(), want) || e.Passing != wantPassing {
		t.Errorf("%s: %q (passing %v), want %q (%v)", what, e.Reason(), e.Passing, want, wantPassing)
	}
	if e.Cause != "" && !unreached.MatchString(e.Message) {
		t.Errorf("%s: the client is told %q", what, e.Message)
	}
	if strings.Contains(e.Message, "SECRET") {
		t.Errorf("%s: the message repeats the query: %s", what, e.Message)
	}
}

func TestCheckURL(t *testing.T) {
	const absolute, credentials = "must be an absolute http or https URL", "must not contain a user name or password"
	for address, want := range map[string]string{
		"http://example.com/a.jpg":                         "",
		"https://例子.com:8443/图.png?sig=%2F+x#f":            "",
		"HTTP://EXAMPLE.COM":                               "",
		"http://[2400:3200::1]/":                           "",
		"":                                                 absolute,
		"a.jpg":                                            absolute,
		"//example.com/a.jpg":                              absolute,
		"/a.jpg":                                           absolute,
		"http:a.jpg":                                       absolute,
		"http:///a.jpg":                                    absolute,
		"http://:80/a.jpg":                                 absolute,
		"http:\\\\example.com\\a":                          absolute,
		"http://good.example\\@evil.example/":              absolute,
		"http://exa mple.com/":                             absolute,
		"http://example.com/\r\nHost: evil":                absolute,
		"http://example.com/%zz":                           absolute,
		"http://example.com:port/":                         absolute,
		"ftp://example.com/a":                              absolute,
		"file:///etc/passwd":                               absolute,
		"gopher://127.0.0.1:6379/_INFO":                    absolute,
		"data:image/png;base64,AAAA":                       absolute,
		"javascript:alert(1)":                              absolute,
		"unix:///var/run/docker.sock":                      absolute,
		"http://user:pass@example.com/":                    credentials,
		"http://user@example.com/":                         credentials,
		"https://@example.com/":                            credentials,
		"http://example.com/" + strings.Repeat("a", 1<<12): "must not be longer than 4096 characters",
	} {
		got := ""
		if err := CheckURL(address); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", address, got, want)
		}
		if want == "" {
			continue
		}
		client := New(Options{})
		_, err := client.Picture(t.Context(), address, nil)
		check(t, address, err, want, false)
	}
}

func TestCheck(t *testing.T) {
	const private, odd = "must not lead to an address that is not public", "must name its host by a name or an address in its usual form"
	strict, local := New(Options{}), New(Options{Allowed: loopback()})
	for address, want := range map[string][2]string{ // what a strict client says, and one that may fetch from loopback
		"http://example.com/":           {"", ""},
		"http://localhost.example.com/": {"", ""},
		"http://93.184.216.34:8080/a":   {"", ""},
		"http://[2400:3200::1]/":        {"", ""},
		"http://127.0.0.1:9/":           {private, ""},
		"http://127.0.0.1.:9/":          {odd, odd},
		"http://[::1]/":                 {private, ""},
		"http://LocalHost./":            {private, ""},
		"http://a.localhost/":           {private, ""},
		"http://10.0.0.1/":              {private, private},
		"http://169.254.169.254/latest": {private, private},
		"http://168.63.129.16/":         {private, private},
		"http://[fd00:ec2::254]/":       {private, private},
		"http://[::ffff:127.0.0.1]/":    {private, private},
		"http://[64:ff9b::7f00:1]/":     {private, private},
		"http://[fe80::1%25eth0]/":      {private, private},
		"http://0.0.0.0/":               {private, private},
		"http://2130706433/":            {odd, odd},
		"http://0x7f.1/":                {odd, odd},
		"ftp://127.0.0.1/":              {"must be an absolute http or https URL", "must be an absolute http or https URL"},
	} {
		for i, client := range []*Client{strict, local} {
			got := ""
			if err := client.Check(t.Context(), address); err != nil {
				got = err.Error()
			}
			if got != want[i] {
				t.Errorf("%s, client %d: %q, want %q", address, i, got, want[i])
			}
		}
	}
}

func TestWithoutQuery(t *testing.T) {
	for address, want := range map[string]string{
		"http://a/b.jpg?sig=SECRET#x": "http://a/b.jpg",
		"http://a/b.jpg#?x":           "http://a/b.jpg",
		"http://a?x":                  "http://a",
		"http://a/b":                  "http://a/b",
	} {
		if got := WithoutQuery(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// allowNet allows all of a network to everybody.
func allowNet(net netip.Prefix) Allowed { return Allowed{Net: net, Last: anyPort, Anyone: true} }

func loopback() []Allowed {
	return []Allowed{allowNet(netip.MustParsePrefix("127.0.0.0/8")), allowNet(netip.MustParsePrefix("::1/128"))}
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

func TestPicture(t *testing.T) {
	var got *http.Request
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		_, _ = io.WriteString(w, "picture")
	})
	t.Setenv("HTTP_PROXY", "http://user:pass@127.0.0.1:1")
	client := New(Options{Allowed: loopback()})
	for path, want := range map[string]string{
		"":                         "/",
		"?x=1":                     "/?x=1",
		"/a/b.jpg?sig=a%2Fb+c%20d": "/a/b.jpg?sig=a%2Fb+c%20d",
		"/a%2fb|c%7e;d?q=[1]|{2}":  "/a%2fb|c%7e;d?q=[1]|{2}",
		"/图 片.jpg?名=值 1#part":      "/%E5%9B%BE%20%E7%89%87.jpg?%E5%90%8D=%E5%80%BC%201",
		"//two/slashes":            "//two/slashes",
		"/?":                       "/?",
		"/?a=1?b=http://x/":        "/?a=1?b=http://x/",
	} {
		body, err := client.Picture(t.Context(), server.URL+path, nil)
		if err != nil || string(body) != "picture" {
			t.Errorf("%s: %q, %v", path, body, err)
			continue
		}
		if got.RequestURI != want {
			t.Errorf("%s: requested %s, want %s", path, got.RequestURI, want)
		}
		if got.Method != "GET" || got.Host != server.Listener.Addr().String() {
			t.Errorf("%s: %s on host %s", path, got.Method, got.Host)
		}
		for name := range got.Header {
			if name != "User-Agent" && name != "Accept" && name != "Connection" {
				t.Errorf("%s: extra header %s", path, name)
			}
		}
	}
}

func TestRedirects(t *testing.T) {
	tr := newTrap(t)
	var referer string
	handler := func(w http.ResponseWriter, r *http.Request) {
		referer += r.Header.Get("Referer")
		if to := r.URL.Query().Get("to"); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		}
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/hops/%d", &n); err == nil && n > 0 {
			http.Redirect(w, r, fmt.Sprintf("%d?sig=SECRET", n-1), http.StatusTemporaryRedirect)
			return
		}
		_, _ = io.WriteString(w, "picture")
	}
	server := serve(t, handler)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	// Only this server's address is allowed, the trap is beside it.
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	other := httptest.NewUnstartedServer(http.HandlerFunc(handler))
	other.Listener.Close()
	other.Listener = listener
	other.Start()
	t.Cleanup(other.Close)
	client := New(Options{Allowed: []Allowed{allowNet(netip.MustParsePrefix("127.0.0.2/32"))}})

	for hops := range 4 {
		if body, err := client.Picture(t.Context(), fmt.Sprintf("%s/hops/%d", other.URL, hops), nil); err != nil || string(body) != "picture" {
			t.Errorf("%d redirects: %q, %v", hops, body, err)
		}
	}
	_, err = client.Picture(t.Context(), other.URL+"/hops/4", nil)
	check(t, "4 redirects", err, "more than 3 redirects", false)

	for to, want := range map[string]string{
		"http://127.0.0.1:" + tr.port + "/":    "its address is not public",
		"//127.0.0.1:" + tr.port + "/":         "its address is not public",
		"http://[::1]:" + tr.port + "/?SECRET": "its address is not public",
		"http://169.254.169.254/latest/SECRET": "its address is not public",
		"http://localhost:" + port + "/":       "its address is not public",
		"file:///etc/passwd":                   "redirected to an address that must be an absolute http or https URL",
		"ftp://127.0.0.2/":                     "redirected to an address that must be an absolute http or https URL",
		"http://u:SECRET@127.0.0.2/":           "must not contain a user name or password",
		"http://exa mple/":                     "redirected to an invalid address",
	} {
		_, err := client.Picture(t.Context(), other.URL+"/?to="+strings.NewReplacer("%", "%25", "?", "%3F", " ", "%20").Replace(to), nil)
		check(t, to, err, want, want == "its address is not public")
	}
	check(t, "callback", client.Call(t.Context(), other.URL+"/hops/1"), "the server answered 307 Temporary Redirect, must be 2xx", false)
	if referer != "" {
		t.Errorf("a referrer was sent: %s", referer)
	}
	if n := tr.count.Load(); n > 0 {
		t.Errorf("the trap was reached %d times", n)
	}
}

// A name that leads to an allowed address first and elsewhere later is judged
// at each connection.
func TestRebinding(t *testing.T) {
	tr := newTrap(t)
	listener, err := net.Listen("tcp", "127.0.0.2:"+tr.port)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://rebind.example:"+tr.port+"/again", http.StatusFound)
	}))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	client := New(Options{
		Allowed:  []Allowed{allowNet(netip.MustParsePrefix("127.0.0.2/32"))},
		Resolver: resolver(t, "127.0.0.2", "127.0.0.1"),
	})
	_, err = client.Picture(t.Context(), "http://rebind.example:"+tr.port+"/", nil)
	check(t, "rebinding", err, "its address is not public", true)
	if n := tr.count.Load(); n > 0 {
		t.Errorf("the trap was reached %d times", n)
	}
}

func TestHostileServers(t *testing.T) {
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	for range 256 {
		_, _ = zip.Write(make([]byte, 1<<16))
	}
	zip.Close()
	raw := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, text)
			conn.Close()
		}
	}
	pieces := func(piece string, pause time.Duration) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, piece); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
				time.Sleep(pause)
			}
		}
	}
	code := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    string
		passing bool
	}{
		"404":                {code(404), "the server answered 404 Not Found, must be 200", false},
		"403":                {code(403), "the server answered 403 Forbidden, must be 200", false},
		"204":                {code(204), "the server answered 204 No Content, must be 200", false},
		"304":                {code(304), "the server answered 304 Not Modified, must be 200", false},
		"429":                {code(429), "the server answered 429 Too Many Requests, must be 200", true},
		"500":                {code(500), "the server answered 500 Internal Server Error, must be 200", true},
		"503":                {code(503), "the server answered 503 Service Unavailable, must be 200", true},
		"999":                {code(999), "the server answered 999, must be 200", false},
		"endless":            {pieces(strings.Repeat("x", 1<<16), 0), "the picture is larger than 1 MiB", false},
		"announces too much": {raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"), "the picture is larger than 1 MiB", false},
		"trickles":           {pieces("x", 20*time.Millisecond), "the picture did not arrive within", false},
		"silent":             {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no answer within", true},
		"stops": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte("x"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, "no answer within", true},
		"too short":      {raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), "the connection broke off", true},
		"broken chunks":  {raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), "does not answer in correct HTTP", false},
		"hangs up":       {raw(""), "the connection broke off", true},
		"not HTTP":       {raw("220 smtp.example ESMTP\r\n"), "does not answer in correct HTTP", true},
		"bad length":     {raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"), "does not answer in correct HTTP", true},
		"two lengths":    {raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n"), "does not answer in correct HTTP", true},
		"endless header": {raw("HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+strings.Repeat("y", 1000)+"\r\n", 1000)), "the header of its answer is too large", true},
		"endless 1xx":    {raw(strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+strings.Repeat("y", 1000)+"\r\n\r\n", 1000)), "the header of its answer is too large", true},
		"gzip bomb": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		}, "compressed the picture", false},
		"redirects to itself": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, "more than 3 redirects", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := serve(t, test.handler)
			o := Options{Allowed: loopback(), MaxBytes: 1 << 20, Idle: waittest.Limit, Total: waittest.Limit}
			switch { // who is about a limit meets a short one
			case strings.HasPrefix(test.want, "no answer"):
				o.Idle = 300 * time.Millisecond
			case strings.Contains(test.want, "did not arrive"):
				o.Total = time.Second
			}
			client := New(o)
			_, err := client.Picture(t.Context(), server.URL+"/x.jpg?sig=SECRET", nil)
			check(t, name, err, test.want, test.passing)
		})
	}
}

func TestUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String() + "/?SECRET"
	listener.Close()
	client := New(Options{Allowed: loopback()})
	_, err = client.Picture(t.Context(), closed, nil)
	check(t, "closed port", err, "host 127.0.0.1: connection refused", true)

	plain := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, err = client.Picture(t.Context(), strings.Replace(plain.URL, "http:", "https:", 1)+"/?SECRET", nil)
	check(t, "TLS to a plain server", err, "TLS handshake failed", true)

	tls := httptest.NewUnstartedServer(http.NotFoundHandler())
	tls.Config.ErrorLog = nil
	tls.StartTLS()
	t.Cleanup(tls.Close)
	_, err = client.Picture(t.Context(), tls.URL+"/?SECRET", nil)
	check(t, "unknown authority", err, "its TLS certificate is not valid", true)
}

// Whoever asks for addresses learns neither which names exist inside nor which
// ports are open: what he is told, and whether it is tried again, is the same.
func TestNothingIsTold(t *testing.T) {
	silent := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mute := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, b, _ := http.NewResponseController(w).Hijack()
		_, _ = b.WriteString("220 smtp.example ESMTP\r\n")
		_ = b.Flush()
		conn.Close()
	})
	front := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://inside.example:9/", http.StatusFound)
	})
	closed := newTrap(t).port
	nowhere := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no network") }}
	of := func(o Options) *Client {
		o.Idle, o.Total, o.Connect = 300*time.Millisecond, time.Second, time.Second
		return New(o)
	}
	allowed := of(Options{Allowed: loopback(), Resolver: resolver(t, "10.0.0.1")})
	cases := map[string]struct {
		client  *Client
		address string
	}{
		"silent":             {allowed, silent.URL},
		"not HTTP":           {allowed, mute.URL},
		"TLS to no TLS":      {allowed, strings.Replace(silent.URL, "http:", "https:", 1)},
		"redirected inside":  {allowed, front.URL},
		"forbidden":          {of(Options{}), "http://127.0.0.1:" + closed},
		"refused":            {allowed, "http://127.0.0.1:1"},
		"resolves to inside": {allowed, "http://inside.example"},
		"does not resolve":   {of(Options{Resolver: nowhere}), "http://nowhere.example"},
	}
	told := map[string][]string{}
	for name, test := range cases {
		_, err := test.client.Picture(t.Context(), test.address+"/?SECRET", nil)
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", name, err)
		}
		if name == "redirected inside" && strings.Contains(e.Message, "inside") {
			t.Errorf("%s: %s", name, e.Message)
		}
		said := fmt.Sprint(strings.Replace(e.Message, hostname(test.address), "HOST", 1), " ", e.Passing)
		told[said] = append(told[said], name)
		if e.Cause == "" {
			t.Errorf("%s: the log has no cause", name)
		}
	}
	if len(told) != 1 {
		t.Errorf("clients can tell apart: %q", told)
	}
}

func TestCall(t *testing.T) {
	var got *http.Request
	code := http.StatusAccepted
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		w.WriteHeader(code)
	})
	client := New(Options{Allowed: loopback()})
	for _, code = range []int{200, 201, 202, 204, 299} {
		if err := client.Call(t.Context(), server.URL+"/done?id=1&sig=%2f"); err != nil {
			t.Errorf("%d: %v", code, err)
		}
	}
	if got.Method != "GET" || got.RequestURI != "/done?id=1&sig=%2f" || got.ContentLength != 0 {
		t.Errorf("%s %s with %d bytes", got.Method, got.RequestURI, got.ContentLength)
	}
	for code = range map[int]bool{304: false, 400: false, 404: false} {
		check(t, fmt.Sprint(code), client.Call(t.Context(), server.URL), "must be 2xx", false)
	}
	code = 500
	check(t, "500", client.Call(t.Context(), server.URL), "must be 2xx", true)
}

// The caller's own end is not the server's failure.
func TestCancelled(t *testing.T) {
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	client := New(Options{Allowed: loopback()})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := client.Picture(ctx, server.URL, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Picture: %v", err)
	}
	if err := client.Call(ctx, server.URL); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Call: %v", err)
	}
}

func TestParseNets(t *testing.T) {
	nets, err := ParseNets(" 10.1.2.3/16, 192.168.7.9\tfd00::1/8,::1 ")
	if err != nil || fmt.Sprint(nets) != "[10.1.0.0/16 192.168.7.9/32 fd00::/8 ::1/128]" {
		t.Errorf("%v, %v", nets, err)
	}
	if nets, err := ParseNets(""); err != nil || nets != nil {
		t.Errorf("empty: %v, %v", nets, err)
	}
	_, err = ParseNets("localhost,10.0.0.0/33,::ffff:10.0.0.0/104")
	for _, want := range []string{`"localhost"`, `"10.0.0.0/33"`, `"::ffff:10.0.0.0/104"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"http://a/b?c#d", "http://a//b", "https://[::1]:1/%2f|", "http://a/ \x00", "HTTP://a?b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		u, err := target(address)
		if (err == nil) != (CheckURL(address) == nil) {
			t.Fatalf("target: %v, CheckURL: %v", err, CheckURL(address))
		}
		if err != nil {
			return
		}
		line := u.RequestURI()
		if !strings.HasPrefix(line, "/") || strings.ContainsFunc(line, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Errorf("%q: request line %q", address, line)
		}
	})
}
