package command

import (
	"bytes"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/engine"
)

// Settings that open too much are warned about, good ones are not.
func TestWarnings(t *testing.T) {
	const goodSecret = "0123456789abcdef0123456789abcdef"
	oneLetter := strings.Repeat("q", 40)
	start := func(t *testing.T, change func(*Serve)) string {
		c := settings(filepath.Join(t.TempDir(), "data"), engine.Files{})
		c.Workers, c.JWTSecret, c.AllowNets, c.Proxies = 0, goodSecret, "10.0.0.0/8", "192.168.0.0/16, ::1"
		change(c)
		var log bytes.Buffer // warnings are written before the service is ready
		run(t, c, slog.New(slog.NewTextHandler(&log, nil)))
		return log.String()
	}
	const level = "level=WARN"
	if log := start(t, func(*Serve) {}); strings.Contains(log, level) {
		t.Errorf("good settings:\n%s", log)
	} else if !strings.Contains(log, "kind=security event=user-added trigger=start user=") || strings.Contains(log, testUser) {
		t.Errorf("the first user is not in the security log, or by name:\n%s", log)
	}
	tests := []struct {
		name   string
		change func(*Serve)
		want   []string
	}{
		{"pictures from everywhere", func(c *Serve) { c.AllowNets = "10.0.0.0/8, 0.0.0.0/0" }, []string{"TIJIAN_ALLOW_NETS", "network=0.0.0.0/0"}},
		{"and by IPv6", func(c *Serve) { c.AllowNets = "::/0" }, []string{"TIJIAN_ALLOW_NETS", "network=::/0"}},
		{"every client a proxy", func(c *Serve) { c.Proxies = "0.0.0.0/0" }, []string{"TIJIAN_TRUSTED_PROXIES", "network=0.0.0.0/0"}},
		{"second secret of one letter", func(c *Serve) { c.JWTSecret += "," + oneLetter }, []string{"TIJIAN_JWT_SECRET", "secret=2"}},
		{"data directory", func(c *Serve) {
			if err := os.Mkdir(c.Data.Data, 0o755); err != nil {
				t.Fatal(err)
			}
		}, []string{"the data directory", "mode=0755"}},
		{"database file", func(c *Serve) {
			c.Database = "sqlite:" + filepath.Join(t.TempDir(), "elsewhere.db")
			if err := os.WriteFile(strings.TrimPrefix(c.Database, "sqlite:"), nil, 0o640); err != nil {
				t.Fatal(err)
			}
		}, []string{"the database file", "mode=0640", "elsewhere.db"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := start(t, test.change)
			if strings.Count(log, level) != 1 || strings.Contains(log, oneLetter) {
				t.Errorf("want one warning that tells no secret:\n%s", log)
			}
			for _, part := range test.want {
				if !strings.Contains(log, part) {
					t.Errorf("no %s in\n%s", part, log)
				}
			}
		})
	}
}

// Data that anybody on the machine can change is not served.
func TestWorldWritable(t *testing.T) {
	for _, what := range []string{"the data directory", "the database file"} {
		c := settings(t.TempDir(), engine.Files{})
		c.Workers = 0
		path := c.Data.Data
		if what == "the database file" {
			path = filepath.Join(path, "tijian.db")
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(path, 0o777); err != nil { // whatever the umask
			t.Fatal(err)
		}
		for _, err := range []error{checkModes(slog.New(slog.DiscardHandler), c.Data), c.On(t.Context(), Streams{}, closedListener(t), slog.New(slog.DiscardHandler))} {
			if err == nil || !strings.Contains(err.Error(), what+" "+path+" has the mode 0777") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

func closedListener(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l
}
