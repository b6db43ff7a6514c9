package httpapi

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/server/openapi"
	"tijian/server/openapi/openapitest"
)

// The routes and the contract's paths are the same set, each with and without
// its trailing slash. The page's own files, and what leads to it, are no part of
// the contract.
func TestRoutesMatchTheContract(t *testing.T) {
	parameter := regexp.MustCompile(`\{(\w+)\}`)
	want := map[string]bool{}
	for path, item := range openapitest.Document(t).Paths.Map() {
		path = strings.TrimSuffix(parameter.ReplaceAllString(path, ":$1"), "/")
		for method := range item.Operations() {
			want[method+" "+path], want[method+" "+path+"/"] = true, true
		}
	}
	got := map[string]bool{}
	for _, r := range newBench(t, nil).engine.Routes() {
		got[r.Method+" "+r.Path] = true
	}
	for r := range want {
		if !got[r] {
			t.Errorf("the contract promises %s, no route has it", r)
		}
	}
	for r := range got {
		if !want[r] && !slices.Contains(openapi.Assets, strings.TrimPrefix(r, "GET /docs/")) && strings.Trim(r, "/") != "GET /swagger" {
			t.Errorf("route %s is not in the contract", r)
		}
	}
}

// serve runs b on a real connection and returns its address.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer("", h, slog.New(slog.DiscardHandler))
	ended := make(chan error)
	go func() { ended <- server.Serve(Listener(listener)) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return listener.Addr().String()
}

// A client that sends all before it reads must get its answer, not a reset
// connection, however early the refusal came.
func TestRefusalReachesAClientStillSending(t *testing.T) {
	address := serve(t, newBench(t, nil))
	for path, want := range map[string]int{"/tasks/": 413, "/api/samples": 401, "/nowhere": 404, "/healthz": 405} {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		const size = 4 << 20
		fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, size)
		if _, err := io.Copy(connection, bytes.NewReader(make([]byte, size))); err != nil {
			t.Errorf("%s: sending: %v", path, err)
		}
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if response.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, response.StatusCode, want)
		}
		connection.Close()
	}
}

func TestChunkedBodyIsLimited(t *testing.T) {
	address := serve(t, newBench(t, nil))
	request, err := http.NewRequest("POST", "http://"+address+"/tasks/", io.MultiReader(strings.NewReader(`{"a":"`), bytes.NewReader(make([]byte, 1<<20))))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 413 {
		t.Errorf("status %d", response.StatusCode)
	}
}

// A client that asks first is told off without sending.
func TestExpectContinue(t *testing.T) {
	connection, err := net.Dial("tcp", serve(t, newBench(t, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, "POST /tasks/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 413 {
		t.Errorf("status %d", response.StatusCode)
	}
}

func TestHEADHasNoBody(t *testing.T) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Head("http://" + serve(t, newBench(t, nil)) + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 || len(body) > 0 {
		t.Errorf("%d, %d bytes, %v", response.StatusCode, len(body), err)
	}
}

func FuzzPostTask(f *testing.F) {
	b := newBench(f, nil)
	for _, seed := range []string{
		`{}`, `[]`, ``, `{"task_id":"` + newID + `","img_url":"https://h.example/"}`,
		`{"task_id":"x","img_url":"http://[::1/","layout":"TABLE","callback_url":null}`,
		`{"task_id":"` + newID + `","img_url":"http://%zz/","callback_url":"http://u@h/"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		b.log.Reset()
		got := b.exchange(t, "POST", "/tasks/", body, nil).Code
		if got != 200 && got != 400 && got != 413 {
			t.Errorf("status %d", got)
		}
	})
}

func FuzzLogin(f *testing.F) {
	b := newBench(f, nil)
	f.Add(`{"username":"alice","password":"pw of alice"}`)
	f.Add(`{"username":1}`)
	f.Add(`{"username":"a","password":"b"} x`)
	f.Fuzz(func(t *testing.T, body string) {
		b.log.Reset()
		switch got := b.exchange(t, "POST", "/api/login", body, nil).Code; got {
		case 200, 400, 413, 429:
		case 500:
			if !strings.Contains(body, "broken") {
				t.Errorf("status %d", got)
			}
		default:
			t.Errorf("status %d", got)
		}
	})
}

// The cost of everything around the engines: routing, token, body, log.
func BenchmarkKeywords(b *testing.B) {
	api := newBench(b, func(o *Options) { o.Logger = slog.New(slog.DiscardHandler) })
	token := api.as(b, "bob").Get("Authorization")
	for b.Loop() {
		request := httptest.NewRequest("POST", "/api/keywords", strings.NewReader(`{"text":"脂肪肝"}`))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", token)
		recorder := httptest.NewRecorder()
		api.ServeHTTP(recorder, request)
		if recorder.Code != 200 {
			b.Fatal(recorder.Body)
		}
	}
}
