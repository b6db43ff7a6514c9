package httpapi

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// What net/http refuses before any handler is answered as everything else is.
func TestRefusalsBeforeTheHandler(t *testing.T) {
	address := serve(t, newBench(t, nil))
	for _, test := range []struct {
		name, request string
		status        int
	}{
		{"no request line", "nonsense\r\n\r\n", 400},
		{"no host", "GET /healthz HTTP/1.1\r\n\r\n", 400},
		{"blank in a header's name", "GET /healthz HTTP/1.1\r\nHost: a\r\nb c: d\r\n\r\n", 400},
		{"another version", "GET /healthz HTTP/3.7\r\nHost: a\r\n\r\n", 505},
		{"unknown transfer encoding", "POST /tasks/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n", 501},
		{"large header", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 80<<10) + "\r\n\r\n", 431},
		{"after a good one", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n", 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := io.WriteString(c, test.request); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(c)
			if strings.HasPrefix(test.name, "after") {
				first, err := http.ReadResponse(answers, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, first.Body); err != nil || first.StatusCode != 200 {
					t.Fatal(first.Status, err)
				}
			}
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]string
			if err := json.Unmarshal(body, &got); err != nil || got["detail"] == "" || len(got) != 1 {
				t.Errorf("body %q: %v", body, err)
			}
			if h := response.Header; response.StatusCode != test.status || h.Get("Content-Type") != contentJSON ||
				!saneID.MatchString(h.Get("X-Request-ID")) || h.Get("Cache-Control") != "no-store" || !response.Close {
				t.Errorf("status %d, want %d; headers %v", response.StatusCode, test.status, h)
			}
		})
	}
}
