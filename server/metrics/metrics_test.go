package metrics

import (
	"net/http/httptest"
	"strings"
	"testing"

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
	loaded := NewRuleset(r)
	loaded("1.0.0", "aa")
	loaded("1.1.0", "bb")
	got := scrape(t, r)
	if !strings.Contains(got, `tijian_ruleset_info{hash="bb",version="1.1.0"} 1`) || strings.Contains(got, "1.0.0") {
		t.Errorf("got %s", got)
	}
}
