package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	user     = "twin"
	password = "a password for this comparison"
	reload   = "a token for this comparison only"
)

// A side is one of the two builds, with a service of it that runs.
type side struct {
	checkout, dir string // dir has its rules and dictionaries, with a pin for each version
	base, token   string
	client        *http.Client
	stop          func()
}

// named finds the versions among the names of folders and packages.
var named = regexp.MustCompile(`^(\d{4}\.\d+)(\.[a-z.]+)?$`)

// versions are those of a checkout, in plain text or sealed.
func versions(checkout string) (list []string, err error) {
	err = filepath.WalkDir(filepath.Join(checkout, "rules"), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if m := named.FindStringSubmatch(d.Name()); m != nil {
			list = append(list, m[1])
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		return nil
	})
	slices.Sort(list)
	return slices.Compact(list), err
}

// begin starts a service of a checkout that answers the namespace "v" + version
// with that version.
func begin(ctx context.Context, checkout, dir string, versions []string) (*side, error) {
	s := &side{checkout: checkout, dir: dir}
	for _, tree := range []string{"rules", "dictionaries"} {
		if err := os.CopyFS(filepath.Join(dir, tree), os.DirFS(filepath.Join(checkout, tree))); err != nil {
			return nil, err
		}
	}
	current := filepath.Join(dir, "rules", "current.yaml")
	text, err := os.ReadFile(current)
	if err != nil {
		return nil, err
	}
	text = append(text, "\nnamespaces:\n"...)
	for _, v := range versions {
		text = fmt.Appendf(text, "  v%s: %q\n", v, v)
	}
	if err := os.WriteFile(current, text, 0o600); err != nil {
		return nil, err
	}
	return s, s.serve(ctx)
}

// environment has the settings of both the service and commands.
func (s *side) environment() []string {
	return append(os.Environ(), "TIJIAN_DATA="+filepath.Join(s.dir, "data"), "TIJIAN_DATABASE=",
		"TIJIAN_BOOTSTRAP_USER="+user, "TIJIAN_BOOTSTRAP_PASSWORD="+password, "TIJIAN_RELOAD_TOKEN="+reload,
		"TIJIAN_ALLOW_NETS=127.0.0.0/8", "TIJIAN_RULES=rules", "TIJIAN_DICTIONARIES=dictionaries", "OMP_THREAD_LIMIT=1")
}

func (s *side) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, filepath.Join(s.checkout, "bin", "tijian"), args...)
	c.Dir, c.Env = s.dir, s.environment()
	return c
}

func (s *side) serve(ctx context.Context) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.base = "http://" + l.Addr().String()
	l.Close()
	c := s.command(ctx, "serve")
	c.Env = append(c.Env, "TIJIAN_LISTEN="+strings.TrimPrefix(s.base, "http://"))
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	s.stop = func() { _ = c.Process.Signal(syscall.SIGTERM); <-ended }
	jar, _ := cookiejar.New(nil) // never fails
	s.client = &http.Client{Jar: jar, Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	for {
		if resp, err := s.client.Get(s.base + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case <-ended:
			return fmt.Errorf("%s does not serve:\n%s", s.checkout, said.Bytes())
		case <-time.After(50 * time.Millisecond):
		}
	}
	return s.login()
}

func (s *side) login() error {
	_, data, err := s.ask("POST", "/api/login", http.Header{"Content-Type": {"application/json"}}, fmt.Sprintf(`{"username": %q, "password": %q}`, user, password))
	if err != nil {
		return err
	}
	var answer struct{ Token string }
	if err := json.Unmarshal(data, &answer); err != nil || answer.Token == "" {
		return errors.Join(err, fmt.Errorf("no token: %s", data))
	}
	s.token = answer.Token
	header, body := form(url.Values{"name": {user}, "password": {password}})
	_, page, err := s.ask("POST", "/console/login", header, body)
	if err == nil && !bytes.Contains(page, []byte("logout")) {
		err = fmt.Errorf("the console lets nobody in: %.300s", page)
	}
	return err
}

// ask sends one request; the answer's status stands before its body.
func (s *side) ask(method, path string, header http.Header, body string) (int, []byte, error) {
	req, err := http.NewRequest(method, s.base+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header = header
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, data, err
}
