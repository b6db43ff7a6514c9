package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/tools/endurance/rig"
)

type hostile struct {
	Patience time.Duration `default:"150s" help:"Longest time until the last task must have ended."`
}

// A trap listens where nobody may come.
type trap struct {
	port int
	hits atomic.Int64
}

// newTrap listens on every address of this machine, of both families.
func newTrap() (*trap, error) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return nil, err
	}
	t := &trap{port: l.Addr().(*net.TCPAddr).Port}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.hits.Add(1)
			c.Close()
		}
	}()
	return t, nil
}

// addresses mean this machine, a private network, or no web page at all.
func addresses(port int) []string {
	list := []string{
		"http://127.0.0.1:%d/", "http://127.1:%d/", "http://127.0.1:%d/", "http://127.8.9.10:%d/", "http://0.0.0.0:%d/", "http://0:%d/",
		"http://localhost:%d/", "http://LOCALHOST:%d/", "http://localhost.:%d/", "http://2130706433:%d/", "http://0x7f000001:%d/",
		"http://0x7f.1:%d/", "http://0177.0.0.1:%d/", "http://017700000001:%d/", "http://127.0.0.1.:%d/", "http://①②⑦.⓪.⓪.①:%d/",
		"http://127。0。0。1:%d/", "http://[::1]:%d/", "http://[::]:%d/", "http://[::ffff:127.0.0.1]:%d/", "http://[::ffff:7f00:1]:%d/",
		"http://[::127.0.0.1]:%d/", "http://[0:0:0:0:0:0:0:1]:%d/", "http://[::1%%25lo]:%d/", "http://[64:ff9b::7f00:1]:%d/",
		"http://[2002:7f00:1::]:%d/", "http://[fe80::1]:%d/", "http://[fc00::1]:%d/", "http://10.0.0.1:%d/", "http://172.16.0.1:%d/",
		"http://192.168.0.1:%d/", "http://100.64.0.1:%d/", "http://169.254.169.254:%d/latest/meta-data/", "http://198.18.0.1:%d/",
		"http://192.0.0.1:%d/", "http://224.0.0.1:%d/", "http://255.255.255.255:%d/", "http://user:password@127.0.0.1:%d/",
		"http://example.com@127.0.0.1:%d/", "http://127.0.0.1:%d#@example.com/", "http://127.0.0.1:%d\\@example.com/", "https://127.0.0.1:%d/",
	}
	for i := range list {
		list[i] = fmt.Sprintf(list[i], port)
	}
	if host, err := os.Hostname(); err == nil {
		list = append(list, fmt.Sprintf("http://%s:%d/", host, port))
	}
	own, _ := net.InterfaceAddrs()
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.To4() != nil && ip.IP.IsPrivate() {
			list = append(list, fmt.Sprintf("http://%s:%d/", ip.IP, port))
		}
	}
	return append(list, "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:25/", "data:image/png;base64,AA", "javascript:alert(1)",
		"unix:///var/run/docker.sock", "//127.0.0.1/", "/etc/passwd", "http://", "http:///a", "http://:80/", "http://127.0.0.1:0/",
		"http://127.0.0.1:99999/", "http://exa mple.com/", "http://a\r\nHost: b/", "http://"+strings.Repeat("a", 5000)+"/", "", " http://127.0.0.1/")
}

// servers answer in ways that would hold or fill a careless client.
func servers(trapped string) map[string]http.HandlerFunc {
	raw := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			c, b, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer c.Close()
			_, _ = b.WriteString(text)
			_ = b.Flush()
		}
	}
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }
	}
	return map[string]http.HandlerFunc{
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			b := make([]byte, 1<<16)
			for _, err := w.Write(b); err == nil; _, err = w.Write(b) {
			}
		},
		"trickled": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				fmt.Fprint(w, "x")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(300 * time.Millisecond)
			}
		},
		"silent": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"slow header": func(w http.ResponseWriter, _ *http.Request) {
			c, b, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer c.Close()
			for _, err := b.WriteString("HTTP/1.1 200 OK\r\n"); err == nil; _, err = b.WriteString("X: y\r\n") {
				if b.Flush() != nil {
					return
				}
				time.Sleep(300 * time.Millisecond)
			}
		},
		"endless header": func(w http.ResponseWriter, _ *http.Request) {
			c, b, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer c.Close()
			line := "X: " + strings.Repeat("y", 1000) + "\r\n"
			for _, err := b.WriteString("HTTP/1.1 200 OK\r\n"); err == nil; _, err = b.WriteString(line) {
			}
		},
		"too long by its header":  raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx"),
		"shorter than its header": raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx"),
		"negative length":         raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx"),
		"two lengths":             raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy"),
		"broken chunks":           raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
		"no HTTP":                 raw("SSH-2.0-OpenSSH\r\n"),
		"closed at once":          raw(""),
		"gzip bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "\x1f\x8b\x08\x00")
		},
		"empty":                text(""),
		"a page, no picture":   text("<html><script>alert(1)</script></html>"),
		"a huge PNG":           text("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x02\x00\x00\x00\x00\x00\x00\x00"),
		"redirect to the trap": redirect(trapped),
		"redirect to a file":   redirect("file:///etc/passwd"),
		"redirect in a circle": redirect("/redirect in a circle"),
		"redirect with a name": redirect("http://user:password@127.0.0.1/"),
		"404":                  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) },
		"500":                  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"204":                  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
	}
}

// Run tries every address on a service that may fetch from nowhere private,
// and every server on one that may fetch from 127.0.0.1 alone.
func (h *hostile) Run(ctx context.Context) error {
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	t, err := newTrap()
	if err != nil {
		return err
	}
	binary, err := rig.Build(dir)
	if err != nil {
		return err
	}
	start := func(name, nets string) (*rig.Process, error) {
		return rig.Start(ctx, binary, "serve", dir, rig.Settings{"TIJIAN_DATABASE": "sqlite:" + filepath.Join(dir, name), "TIJIAN_DATA": dir,
			"TIJIAN_ALLOW_NETS": nets, "TIJIAN_WORKERS": "4", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": "p"})
	}
	strict, err := start("strict.db", "")
	if err != nil {
		return err
	}
	defer strict.Kill()
	local, err := start("local.db", "127.0.0.1/32")
	if err != nil {
		return err
	}
	defer local.Kill()

	var cases []try
	for _, a := range addresses(t.port) {
		cases = append(cases, try{what: "img_url " + a, base: strict.Base, task: rig.Task{Image: a}},
			try{what: "callback_url " + a, base: strict.Base, task: rig.Task{Image: "http://192.0.2.1/", Callback: a}})
	}
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	// 127.0.0.2 is this machine, too, and not among the allowed addresses.
	all := servers(fmt.Sprintf("http://127.0.0.2:%d/", t.port))
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { all[r.URL.Path[1:]](w, r) })
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	for name := range all {
		url := "http://" + l.Addr().String() + "/" + strings.ReplaceAll(name, " ", "%20")
		cases = append(cases, try{what: "server: " + name, base: local.Base, task: rig.Task{Image: url}})
	}
	return h.verify(ctx, cases, t, strict, local)
}

// A try is one hostile task and how it ended.
type try struct {
	what, base string
	task       rig.Task
	outcome    string
	bad        bool
}

func (h *hostile) verify(ctx context.Context, cases []try, t *trap, services ...*rig.Process) error {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	start := time.Now()
	refused, ended := 0, 0
	for i := range cases {
		c := &cases[i]
		c.task.ID = uuid.NewString()
		answer, status, err := rig.Post(ctx, c.base, c.task)
		switch {
		case err != nil:
			c.outcome, c.bad = err.Error(), true
		case status == 400:
			c.outcome, c.task.ID = "400 "+answer.Detail, ""
			refused++
		case status != 200:
			c.outcome, c.bad = fmt.Sprint(status, " ", answer.Detail), true
		}
	}
	for i := range cases {
		c := &cases[i]
		for c.outcome == "" {
			answer, _, err := rig.Get(ctx, c.base, c.task.ID)
			switch {
			case err == nil && answer.Status == "ERROR":
				c.outcome = answer.Error
				ended++
			case err == nil && answer.Status == "DONE":
				c.outcome, c.bad = "DONE", true
			case time.Since(start) > h.Patience:
				c.outcome, c.bad = "does not end", true
			default:
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	time.Sleep(2 * time.Second) // first tries of the callbacks
	bad := 0
	for _, c := range cases {
		mark := "ok "
		if c.bad {
			mark = "BAD"
			bad++
		}
		fmt.Fprintf(out, "%s %-70.70q %.90q\n", mark, c.what, c.outcome)
	}
	for _, s := range services {
		if !s.Alive() || rig.Status(ctx, s.Base+"/readyz") != 200 {
			bad++
			fmt.Fprintln(out, "BAD the service is not ready any more")
		}
	}
	fmt.Fprintf(out, "%d cases in %.0f s: %d refused at once, %d ended as ERROR, %d bad; the trap was reached %d times\n",
		len(cases), time.Since(start).Seconds(), refused, ended, bad, t.hits.Load())
	if bad > 0 || t.hits.Load() > 0 {
		return errors.New("hostile addresses had an effect")
	}
	return nil
}
