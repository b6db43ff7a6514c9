package metrics

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func scrape(t *testing.T, r prometheus.Gatherer) string {
	t.Helper()
	rec := httptest.NewRecorder()
	Handler(r).ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	if rec.Code != 200 {
		t.Fatalf("status %d: %s", rec.Code, rec.Body)
	}
	return rec.Body.String()
}

func TestHTTP(t *testing.T) {
	r := NewRegistry()
	m := NewHTTP(r)
	end := m.Start("POST")
	if got := scrape(t, r); !strings.Contains(got, "tijian_http_requests_in_flight 1\n") {
		t.Error("a request in flight is not counted")
	}
	end("/api/samples", 200)
	m.Start("BREW-42")("", 405)
	got := scrape(t, r)
	for _, want := range []string{
		`tijian_http_requests_total{method="POST",route="/api/samples",status="200"} 1`,
		`tijian_http_requests_total{method="other",route="none",status="405"} 1`,
		`tijian_http_request_duration_seconds_count{method="POST",route="/api/samples"} 1`,
		"tijian_http_requests_in_flight 0\n",
		"go_goroutines ",
		"process_start_time_seconds ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s", want)
		}
	}
}

func TestRulesetKeepsOneVersion(t *testing.T) {
	r := prometheus.NewRegistry()
	m := NewRuleset(r)
	m.Started("0.9.0", "99", time.Unix(1, 0))
	m.Loaded("1.0.0", "aa", "changed", time.Unix(1, 0))
	m.Loaded("1.1.0", "bb", "changed", time.Unix(2, 0))
	m.Loaded("1.1.0", "bb", "refused", time.Unix(3, 0))
	got := scrape(t, r)
	for _, want := range []string{
		`tijian_ruleset_info{hash="bb",version="1.1.0"} 1`,
		`tijian_ruleset_reloads_total{outcome="changed"} 2`,
		"tijian_ruleset_last_reload_successful 0",
		"tijian_ruleset_last_reload_timestamp_seconds 3",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if strings.Contains(got, "1.0.0") {
		t.Errorf("the earlier version is still there: %s", got)
	}
}
