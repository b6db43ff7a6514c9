package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/ocr/result"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/task"
)

// A service starts with its secrets in files.
func TestSecretFiles(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	c.Workers = 0
	for name, secret := range map[string]struct{ text, file *string }{
		"jwt":      {&c.JWTSecret, &c.JWTSecretFile},
		"password": {&c.BootstrapPassword, &c.BootstrapPasswordFile},
		"reload":   {&c.ReloadToken, &c.ReloadTokenFile},
	} {
		*secret.file = filepath.Join(t.TempDir(), name)
		if name == "jwt" {
			*secret.text = "a secret of tests that is long enough for tokens"
		}
		if err := os.WriteFile(*secret.file, []byte(*secret.text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		*secret.text = ""
	}
	s := run(t, c, slog.New(slog.DiscardHandler))
	s.login()
	req, err := http.NewRequest("POST", s.base+"/rules/reload", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testReloadToken)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 {
		t.Errorf("reload: %s", resp.Status)
	}
	if _, err := os.Stat(filepath.Join(s.dir, auth.SecretFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a secret was created beside the one given: %v", err)
	}
}

// With an address of their own, metrics are there and nowhere else, and
// nothing else is there. Nor is there a console that is turned off.
func TestMetricsListen(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	c.Workers, c.MetricsListen, c.Console = 0, "127.0.0.1:0", "off"
	var log bytes.Buffer // written before the service is ready
	s := run(t, c, slog.New(slog.NewTextHandler(&log, nil)))
	found := regexp.MustCompile(`msg="serving metrics" url=(http://\S+)/metrics`).FindStringSubmatch(log.String())
	if found == nil {
		t.Fatalf("no address in the log:\n%s", log.String())
	}
	for address, want := range map[string]int{
		found[1] + "/metrics": 200,
		found[1] + "/healthz": 404,
		found[1] + "/docs":    404,
		s.base + "/metrics":   404,
		s.base + "/metrics/":  404,
		s.base + "/console/":  404,
	} {
		resp, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != want {
			t.Errorf("%s: %s, %v, want %d", address, resp.Status, err, want)
		}
		if want == 200 && !strings.Contains(string(body), `tijian_http_requests_total{method="GET",route="/readyz"`) {
			t.Errorf("requests of the API are not counted:\n%s", body)
		}
	}
	taken := strings.TrimPrefix(found[1], "http://")
	again := settings(filepath.Join(t.TempDir(), "data"), engine.Files{})
	again.MetricsListen = taken
	refused(t, again, "TIJIAN_METRICS_LISTEN")
}

// refused demands that a service does not start, says why, and leaves nothing: no
// folder, no database, and no user whose password it has shown.
func refused(t *testing.T, c *Serve, why string) {
	t.Helper()
	var out bytes.Buffer
	err := c.On(t.Context(), Streams{Out: &out, Err: io.Discard}, closedListener(t), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v", why, err)
	}
	if _, err := os.Stat(c.Data.Data); !errors.Is(err, fs.ErrNotExist) || out.Len() > 0 {
		t.Errorf("%s: a refused start has made the data directory (%v) and said %q", why, err, out.String())
	}
}

// Whatever setting cannot be served with is refused before anything is written.
func TestRefusedSettingsLeaveNothing(t *testing.T) {
	open := filepath.Join(t.TempDir(), "open")
	if err := errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o755)); err != nil {
		t.Fatal(err)
	}
	for why, change := range map[string]func(*Serve){
		"TIJIAN_TOKEN_LIFETIME":     func(c *Serve) { c.TokenLifetime = time.Second },
		"TIJIAN_MAX_BODY":           func(c *Serve) { c.MaxBody = 0 },
		"TIJIAN_LOGO":               func(c *Serve) { c.Logo = "settings_test.go" },
		"TIJIAN_QUEUE_LIMIT":        func(c *Serve) { c.QueueLimit = -1 },
		"TIJIAN_RELOAD_TOKEN has":   func(c *Serve) { c.ReloadToken = "short" },
		"TIJIAN_RELOAD_TOKEN_FILE":  func(c *Serve) { c.ReloadToken, c.ReloadTokenFile = "", "/nowhere" },
		"JWT secret":                func(c *Serve) { c.JWTSecret = "short" },
		"TIJIAN_JWT_SECRET_FILE":    func(c *Serve) { c.JWTSecretFile = "/nowhere" },
		"must be set together":      func(c *Serve) { c.BootstrapPassword = "" },
		"user name":                 func(c *Serve) { c.BootstrapUser = " x" },
		"TIJIAN_CALLBACK_TRIES":     func(c *Serve) { c.CallbackTries = 0 },
		"TIJIAN_CALLBACK_BACKOFF":   func(c *Serve) { c.CallbackBackoff = 0 },
		"TIJIAN_ALLOW_NETS":         func(c *Serve) { c.AllowNets = "10.0.0.0/99" },
		"TIJIAN_TRUSTED_PROXIES":    func(c *Serve) { c.Proxies = "x" },
		"TIJIAN_REPLAY_SIZE":        func(c *Serve) { c.ReplayDir, c.ReplayKeep = t.TempDir(), time.Hour },
		"others can read the requ":  func(c *Serve) { c.ReplayDir, c.ReplayKeep, c.ReplaySize = open, time.Hour, 1<<20 },
		"TIJIAN_DATABASE must be":   func(c *Serve) { c.Database = "mysql://x" },
		"TIJIAN_DATABASE: not":      func(c *Serve) { c.Database = "postgres://x:y:z" },
		"TIJIAN_DATABASE: sqlite: ": func(c *Serve) { c.Database = "sqlite:" },
		"not fit to serve":          func(c *Serve) { c.Rules = "/nowhere" },
	} {
		c := settings(filepath.Join(t.TempDir(), "data"), engine.Files{})
		if c.BootstrapUser, c.BootstrapPassword = "", ""; why == "must be set together" || why == "user name" {
			c.BootstrapUser, c.BootstrapPassword = testUser, testPassword
		}
		change(c)
		refused(t, c, why)
	}
	w := Worker{Data: config.Data{Data: filepath.Join(t.TempDir(), "data")}, Work: config.Work{CallbackTries: 6}}
	if err := w.Run(t.Context(), Streams{Err: io.Discard}); err == nil || !strings.Contains(err.Error(), "TIJIAN_CALLBACK_BACKOFF") {
		t.Errorf("a worker: %v", err)
	}
	if _, err := os.Stat(w.Data.Data); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused worker has made the data directory: %v", err)
	}
}

// idle is a recogniser of a worker that has nothing to do.
type idle struct{}

func (idle) Recognise(context.Context, []byte, task.Ask) (result.File, error) {
	return result.File{}, errors.New("there was a task")
}

// A worker that is a process of its own says what it counts.
func TestWorkerMetrics(t *testing.T) {
	shared := settings(t.TempDir(), engine.Files{})
	shared.Workers = 1
	w := Worker{Files: shared.Files, Data: shared.Data, Work: shared.Work, Alone: config.Alone{MetricsListen: "127.0.0.1:0"}, Recogniser: idle{}}
	log, write := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- w.Run(ctx, Streams{Out: io.Discard, Err: write})
		write.Close()
	}()
	lines := bufio.NewScanner(log)
	var address string
	for !strings.Contains(lines.Text(), "msg=working") && lines.Scan() {
		if m := regexp.MustCompile(`msg="serving metrics" url=(\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			address = m[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	if address == "" {
		t.Fatal(<-ended)
	}
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || !strings.Contains(string(body), "\ntijian_recognisers_stuck_total 0\n") || !strings.Contains(string(body), `tijian_ruleset_info{`) {
		t.Errorf("%s, %v:\n%s", resp.Status, err, body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
