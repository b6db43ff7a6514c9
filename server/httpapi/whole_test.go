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
	// The network may tear what was written in one piece, but not each time.
	for _, n := range []int{0, 1, 4096, 9000, mostGathered, 3} {
		pieces := 2
		for try := 0; pieces > 1 && try < 20; try++ {
			fmt.Fprintf(c, "GET /%d HTTP/1.1\r\nHost: a\r\n\r\n", n)
			pieces = reads(t, c, n)
		}
		if pieces > 1 {
			t.Errorf("%d bytes never come at once", n)
		}
	}
	fmt.Fprintf(c, "GET /%d HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 4*mostGathered)
	all, err := io.ReadAll(c)
	if err != nil || len(all) < 4*mostGathered {
		t.Errorf("%d bytes of a large answer: %v", len(all), err)
	}
}

// reads reads an answer with a body of n bytes, and counts how many reads that takes.
func reads(t *testing.T, c net.Conn, n int) (count int) {
	t.Helper()
	buffer := make([]byte, 1<<20)
	for got, complete := 0, false; !complete; count++ {
		more, err := c.Read(buffer[got:])
		if err != nil {
			t.Fatal(err)
		}
		got += more
		_, body, ended := bytes.Cut(buffer[:got], []byte("\r\n\r\n"))
		complete = ended && len(body) == n
	}
	return count
}
