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

	"tijian/engine"
	"tijian/ocr/result"
	"tijian/server/auth"
	"tijian/server/config"
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
	if end, err := serveMetrics(taken, "TIJIAN_METRICS_LISTEN", nil, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "TIJIAN_METRICS_LISTEN") {
		t.Errorf("%v", err)
		if end != nil {
			end()
		}
	}
}

// idle is a recogniser of a worker that has nothing to do.
type idle struct{}

func (idle) Recognise(context.Context, []byte, string) (result.Reading, error) {
	return result.Reading{}, errors.New("there was a task")
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
