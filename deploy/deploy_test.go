// Package deploy has the files for those who run the service; its tests hold
// them against the code.
package deploy

import (
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"gopkg.in/yaml.v3"

	"tijian/server/metrics"
	"tijian/server/replay"
	"tijian/server/store"
	_ "tijian/server/store/sqlite"
	"tijian/server/task"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// described notes what is registered: the labels of each metric.
type described struct {
	prometheus.Registerer
	labels map[string][]string
}

var description = regexp.MustCompile(`fqName: "([^"]+)".*variableLabels: \{([^}]*)\}`)

func (d described) Register(c prometheus.Collector) error {
	ch := make(chan *prometheus.Desc)
	go func() {
		c.Describe(ch)
		close(ch)
	}()
	for one := range ch {
		m := description.FindStringSubmatch(one.String())
		d.labels[m[1]] = strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' })
	}
	return nil
}

func (d described) MustRegister(all ...prometheus.Collector) {
	for _, c := range all {
		_ = d.Register(c) // it cannot fail
	}
}

// metricLabels are the metrics that the service has, each with its labels.
func metricLabels(t *testing.T) map[string][]string {
	t.Helper()
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	d := described{labels: map[string][]string{}}
	metrics.NewHTTP(d)
	metrics.NewRuleset(d)
	metrics.NewChecks(d, nil)
	if _, err := task.Open(task.Options{DB: db, Metrics: d}); err != nil {
		t.Fatal(err)
	}
	kept, err := replay.Open(replay.Options{Folder: filepath.Join(t.TempDir(), "replay"), Metrics: d, Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	kept.Close()
	return d.labels
}

// expressions are the queries of dashboard and alerts.
func expressions(t *testing.T) (all []string) {
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, p := range dashboard.Panels {
		if p.Title == "" || len(p.Targets) == 0 {
			t.Errorf("an empty panel: %+v", p)
		}
		for _, target := range p.Targets {
			all = append(all, target.Expr)
		}
	}
	var alerts struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "alerts.yaml")), &alerts); err != nil {
		t.Fatal(err)
	}
	for _, g := range alerts.Groups {
		for _, r := range g.Rules {
			if r.Annotations["summary"] == "" || r.Annotations["action"] == "" {
				t.Errorf("%s does not say what is wrong and what to do", r.Alert)
			}
			all = append(all, r.Expr)
		}
	}
	return all
}

func TestDashboardAndAlertsUseMetricsThatExist(t *testing.T) {
	known := metricLabels(t)
	used := map[string]bool{}
	name := regexp.MustCompile(`(tijian_[a-z_]+)(?:\{([^}]*)\})?`)
	label := regexp.MustCompile(`(\w+)\s*[=!]~?"`)
	for _, e := range expressions(t) {
		if strings.Count(e, "(") != strings.Count(e, ")") || strings.Count(e, "{") != strings.Count(e, "}") {
			t.Errorf("brackets in %s", e)
		}
		for _, m := range name.FindAllStringSubmatch(e, -1) {
			n := m[1]
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				n = strings.TrimSuffix(n, suffix)
			}
			labels, ok := known[n]
			if used[n] = true; !ok {
				t.Errorf("no metric %s, used in %s", n, e)
			}
			for _, l := range label.FindAllStringSubmatch(m[2], -1) {
				if !slices.Contains(labels, l[1]) {
					t.Errorf("%s has no label %s, used in %s", n, l[1], e)
				}
			}
		}
	}
	for n := range known {
		if !used[n] && n != "tijian_ruleset_last_reload_timestamp_seconds" && n != "tijian_http_request_duration_seconds" {
			t.Errorf("metric %s is on no dashboard and in no alert", n)
		}
	}
}

// The image has the packages that make run installs, and the units pass
// systemd's own check where that is installed.
func TestImageAndUnits(t *testing.T) {
	image := read(t, "Dockerfile")
	for _, p := range []string{"tesseract-ocr", "tesseract-ocr-chi-sim", "libtesseract-dev", "libleptonica-dev"} {
		if !strings.Contains(image, p) {
			t.Errorf("the image lacks %s", p)
		}
		if !strings.Contains(read(t, "../Makefile"), p) {
			t.Errorf("make run does not install %s", p)
		}
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "../go.mod"))[1]
	if !strings.Contains(image, "golang:"+version+"-") {
		t.Errorf("the image is not built with Go %s", version)
	}
	var compose struct{ Services map[string]map[string]any }
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"database", "serve", "worker"} {
		if compose.Services[s] == nil {
			t.Errorf("compose.yaml lacks %s", s)
		}
	}
	setting := regexp.MustCompile(`TIJIAN_[A-Z_]+`)
	known := read(t, "../server/config/config.go")
	for _, name := range []string{"compose.yaml", "Dockerfile", "tijian.service", "tijian-worker@.service", "alerts.yaml"} {
		for _, s := range setting.FindAllString(read(t, name), -1) {
			if !strings.Contains(known, `"`+s+`"`) {
				t.Errorf("%s sets %s, which the service does not know", name, s)
			}
		}
	}
	for _, unit := range []string{"tijian.service", "tijian-worker@.service"} {
		for _, line := range []string{"OOMPolicy=continue", "LimitCORE=0", "MemoryMax="} {
			if !strings.Contains(read(t, unit), "\n"+line) {
				t.Errorf("%s lacks %s", unit, line)
			}
		}
	}
	if path, err := exec.LookPath("systemd-analyze"); err == nil {
		for _, unit := range []string{"tijian.service", "tijian-worker@.service"} {
			out, err := exec.Command(path, "verify", "--man=no", unit).CombinedOutput()
			// A machine without the binary installed is told so; that is no fault of the unit.
			for line := range strings.Lines(string(out)) {
				if strings.Contains(line, unit) && !strings.Contains(line, "is not executable") {
					t.Errorf("%s: %v", strings.TrimSpace(line), err)
				}
			}
		}
	}
}
