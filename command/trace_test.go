//go:build cgo

package command

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"tijian/engine"
	"tijian/internal/waittest"
	"tijian/server/config"
)

// A collected is what a collector has been sent.
type collected struct {
	mu     sync.Mutex
	byName map[string]*spans.Span
}

// ServeHTTP takes spans as OTLP over HTTP has them.
func (c *collected) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	var sent collector.ExportTraceServiceRequest
	if body, err := io.ReadAll(r.Body); err != nil || proto.Unmarshal(body, &sent) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range sent.ResourceSpans {
		for _, scope := range of.ScopeSpans {
			for _, s := range scope.Spans {
				c.byName[s.Name] = s
			}
		}
	}
}

func (c *collected) span(name string) *spans.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byName[name]
}

// A caller's trace goes through the request, its task and the process that reads the
// page to the callback, and into the log.
func TestTrace(t *testing.T) {
	got := &collected{byName: map[string]*spans.Span{}}
	server := httptest.NewServer(got)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	picture, _ := report(t, "table-clean-13")
	client := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/report.jpg" {
			_, _ = w.Write(picture)
		}
	}))
	defer client.Close()
	path := filepath.Join(t.TempDir(), "log")
	log, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s := run(t, settings(t.TempDir(), engine.Files{}), config.Logs{Log: "json"}.Logger(log))

	const id, of = "0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a77", "0af7651916cd43dd8448eb211c80319c"
	r, err := http.NewRequest(http.MethodPost, s.base+"/tasks/", strings.NewReader(`{"task_id":"`+id+`","img_url":"`+client.URL+`/report.jpg","callback_url":"`+client.URL+`/done"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Traceparent", "00-"+of+"-b7ad6b7169203331-01")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	waittest.Until(t, "the span of the callback", func() bool { return got.span("callback") != nil && got.span("task") != nil })
	for child, parent := range map[string]string{"task": "POST /tasks", "fetch": "task", "recognise": "task", "recogniser": "recognise", "callback": "task"} {
		inner, outer := got.span(child), got.span(parent)
		if inner == nil || outer == nil {
			t.Fatalf("no span %q or %q", child, parent)
		}
		if !bytes.Equal(inner.ParentSpanId, outer.SpanId) || hex.EncodeToString(inner.TraceId) != of {
			t.Errorf("%q is not within %q of the caller's trace", child, parent)
		}
	}
	said, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(said, []byte(`"traceparent":"00-`+of+"-")) {
		t.Errorf("the log does not name the trace: %v", err)
	}
}
