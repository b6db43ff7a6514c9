package httpapi

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// An answer of known length arrives in one piece, and the ones after it as ever.
func TestInOnePiece(t *testing.T) {
	address := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Length", strconv.Itoa(n))
		inOnePiece(r, n)
		_, _ = io.WriteString(w, strings.Repeat("x", n))
	}))
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	buffer := make([]byte, 1<<20)
	for _, n := range []int{0, 1, 4096, 9000, mostGathered, 3} {
		fmt.Fprintf(c, "GET /%d HTTP/1.1\r\nHost: a\r\n\r\n", n)
		got, err := c.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		if _, body, ended := bytes.Cut(buffer[:got], []byte("\r\n\r\n")); !ended || len(body) != n {
			t.Errorf("%d bytes of %d came at once", len(body), n)
		}
	}
	fmt.Fprintf(c, "GET /%d HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 4*mostGathered)
	all, err := io.ReadAll(c)
	if err != nil || len(all) < 4*mostGathered {
		t.Errorf("%d bytes of a large answer: %v", len(all), err)
	}
}
