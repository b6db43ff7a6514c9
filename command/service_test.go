package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/internal/codetest"
	"tijian/internal/waittest"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/openapi/openapitest"
	"tijian/server/store/storetest"
)

const (
	testUser        = "qa"
	testPassword    = "a password for tests"
	testReloadToken = "0123456789abcdef0123456789abcdef"
)

// TestMain is also the recogniser process that the service under test starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "recognise" {
		if err := (&Recognise{}).Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "assess" { // a process to kill
		Main(&struct {
			Global
			Assess Assess `cmd:"" help:"评估" en:"Assess."`
		}{}, message.Phrase{ZH: "评估", EN: "Assess."})
	}
	codetest.Share()
	os.Exit(storetest.Main(m))
}

// A service is the whole thing, running on a free port with real Tesseract and
// a real database.
type service struct {
	t    *testing.T
	base string
	dir  string
}

func start(t *testing.T, dir string) *service {
	t.Helper()
	return startWith(t, dir, engine.Files{})
}

func startWith(t *testing.T, dir string, files engine.Files) *service {
	t.Helper()
	return run(t, settings(dir, files), slog.New(slog.DiscardHandler))
}

func settings(dir string, files engine.Files) *Serve {
	return &Serve{
		Files: files,
		Data:  config.Data{Data: dir},
		Work: config.Work{
			Workers: 2, AllowNets: "127.0.0.0/8", MaxImage: 20 << 20, MaxPixels: 64_000_000,
			CallbackTries: 6, CallbackBackoff: 30 * time.Second, PageTime: waittest.Limit, IdleTime: time.Minute, StopWithin: 10 * time.Second,
		},
		HTTP: config.HTTP{
			BootstrapUser: testUser, BootstrapPassword: testPassword, TasksAuth: "optional", ReloadToken: testReloadToken,
			TokenLifetime: auth.Lifetime, MaxBatch: 1 << 20, MaxBody: 1 << 20, MaxSamples: 1000, MaxText: 100000,
		},
	}
}

func run(t *testing.T, c *Serve, logger *slog.Logger) *service {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.On(ctx, Streams{Out: io.Discard, Err: io.Discard}, listener, logger) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !strings.Contains(err.Error(), "Server closed") {
			t.Errorf("the service ended with %v", err)
		}
	})
	s := &service{t: t, base: "http://" + listener.Addr().String(), dir: c.Data.Data}
	waittest.Until(t, "the service is ready", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the service did not start: %v", err)
		default:
		}
		resp, err := http.Get(s.base + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return s
}

// call makes a request, holds the exchange against the contract, and reads the
// answer into answer when its status is as wanted.
func (s *service) call(method, path, token string, body any, want int, answer any) {
	s.t.Helper()
	var payload []byte
	switch b := body.(type) {
	case nil:
	case string:
		payload = []byte(b)
	default:
		var err error
		if payload, err = json.Marshal(b); err != nil {
			s.t.Fatal(err)
		}
	}
	req, err := http.NewRequest(method, s.base+path, bytes.NewReader(payload))
	if err != nil {
		s.t.Fatal(err)
	}
	if payload != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "JWT "+token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if resp.StatusCode != want {
		s.t.Fatalf("%s %s: %s %s, want %d", method, path, resp.Status, data, want)
	}
	openapitest.Check(s.t, req, string(payload), resp, string(data))
	if answer != nil {
		if err := json.Unmarshal(data, answer); err != nil {
			s.t.Fatalf("%s %s: %v in %s", method, path, err, data)
		}
	}
}

func (s *service) login() (token string) {
	s.t.Helper()
	var answer struct{ Token string }
	s.call("POST", "/api/login", "", map[string]string{"username": testUser, "password": testPassword}, 200, &answer)
	return answer.Token
}

// shown is a task as the API shows it.
type shown struct {
	Status string
	Error  string
	Result map[string]any
}

// await polls a task until it ends.
func (s *service) await(id, token string) (task shown) {
	s.t.Helper()
	waittest.Until(s.t, "the end of task "+id, func() bool {
		task = shown{}
		s.call("GET", "/tasks/"+id, token, nil, 200, &task)
		return task.Status == "DONE" || task.Status == "ERROR"
	})
	return task
}

func report(t *testing.T, name string) (picture []byte, truth map[string]float64) {
	t.Helper()
	folder := filepath.Join("..", "testdata", "reports")
	picture, err := os.ReadFile(filepath.Join(folder, name+".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, name+".truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var page struct{ Values map[string]float64 }
	if err := json.Unmarshal(data, &page); err != nil {
		t.Fatal(err)
	}
	return picture, page.Values
}

// A client that never sends the rest of its body does not make the stop fail.
func TestStopDespiteStalledBody(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	c.Workers = 0
	c.StopWithin = -4 * time.Second // of the five that requests get beyond it
	var conn net.Conn
	t.Cleanup(func() { // after the stop
		if conn != nil {
			conn.Close()
		}
	})
	s := run(t, c, slog.New(slog.DiscardHandler)) // stops it at the end, and fails the test when that fails
	var err error
	if conn, err = net.Dial("tcp", strings.TrimPrefix(s.base, "http://")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	// The service asks for the body: now it waits.
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || line != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("%q, %v", line, err)
	}
}
