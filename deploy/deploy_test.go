// Package deploy has the files for those who run the service; its tests hold
// them against the code.
package deploy

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// metricNames are those that the service defines.
func metricNames(t *testing.T) map[string]bool {
	names := map[string]bool{}
	quoted := regexp.MustCompile(`"(tijian_[a-z_]+)"`)
	err := fs.WalkDir(os.DirFS("../server"), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && !strings.HasPrefix(path, "console/") && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			for _, m := range quoted.FindAllStringSubmatch(read(t, "../server/"+path), -1) {
				names[m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
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
	known := metricNames(t)
	used := map[string]bool{}
	name := regexp.MustCompile(`tijian_[a-z_]+`)
	for _, e := range expressions(t) {
		if strings.Count(e, "(") != strings.Count(e, ")") || strings.Count(e, "{") != strings.Count(e, "}") {
			t.Errorf("brackets in %s", e)
		}
		for _, n := range name.FindAllString(e, -1) {
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				n = strings.TrimSuffix(n, suffix)
			}
			if used[n] = true; !known[n] {
				t.Errorf("no metric %s, used in %s", n, e)
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
