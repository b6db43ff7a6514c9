package httpapi

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"tijian/internal/waittest"
)

// A request that is refused for its header is answered although its body never
// comes.
func TestUnsentBodies(t *testing.T) {
	b := newBench(t, nil)
	address := serve(t, b)
	const sized, chunked, large = "Content-Length: 100\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 99999999\r\n"
	for _, test := range []struct {
		path, header string
		status       int
	}{
		{"/api/login", large, http.StatusRequestEntityTooLarge},
		{"/api/login", "Expect: 100-continue\r\n" + large, http.StatusRequestEntityTooLarge},
		{"/api/login", "Content-Encoding: gzip\r\n" + sized, http.StatusUnsupportedMediaType},
		{"/api/samples", sized, http.StatusUnauthorized},
		{"/api/samples", "Authorization: JWT x.y.z\r\n" + chunked, http.StatusUnauthorized},
		{"/api/samples", "Expect: 100-continue\r\n" + sized, http.StatusUnauthorized},
		{"/api/keywords", large, http.StatusUnauthorized},
		{"/tasks/", "Authorization: Bearer x\r\n" + sized, http.StatusUnauthorized},
		{"/nowhere", chunked, http.StatusNotFound},
		{"/healthz", sized, http.StatusMethodNotAllowed},
	} {
		t.Run(fmt.Sprintf("%s %q", test.path, test.header), func(t *testing.T) {
			t.Parallel()
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			// Well before the server gives up waiting for the body.
			if err := c.SetReadDeadline(time.Now().Add(waittest.Limit)); err != nil {
				t.Fatal(err)
			}
			if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n%s\r\n", test.path, test.header); err != nil {
				t.Fatal(err)
			}
			response, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != test.status || response.ContentLength != int64(len(body)) || len(body) == 0 {
				t.Errorf("%s, %d bytes announced: %s, %v; want %d", response.Status, response.ContentLength, body, err, test.status)
			}
		})
	}
}
