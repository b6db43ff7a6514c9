package browser

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"tijian/command"
	"tijian/engine"
	"tijian/internal/codetest"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
	"tijian/server/auth"
	"tijian/server/config"
	"tijian/server/store/storetest"
)

const (
	testUser     = "qa"
	testPassword = "a password for tests"
	reports      = "../../testdata/reports/"
)

// TestMain is also the recogniser process that the service under test starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "recognise" {
		if err := (&command.Recognise{}).Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	codetest.Share()
	code := storetest.Main(m)
	if chromium.end != nil {
		chromium.end()
	}
	os.Exit(code)
}

func settings(dir string, files engine.Files) *command.Serve {
	return &command.Serve{
		Files: files,
		Data:  config.Data{Data: dir},
		Work: config.Work{
			Workers: 2, AllowNets: "127.0.0.0/8", MaxImage: 20 << 20, MaxPixels: 64_000_000,
			CallbackTries: 6, CallbackBackoff: 30 * time.Second, PageTime: waittest.Limit, IdleTime: time.Minute, StopWithin: 10 * time.Second,
		},
		HTTP: config.HTTP{
			Cases:         config.Cases{CaseDays: 30, PictureDays: 3, CaseKey: "a secret of the tests that seals cases", Institution: "城东体检中心"},
			BootstrapUser: testUser, BootstrapPassword: testPassword, TasksAuth: "optional",
			TokenLifetime: auth.Lifetime, MaxBatch: 1 << 20, MaxBody: 1 << 20, MaxSamples: 1000, MaxText: 100000,
		},
	}
}

// start runs the whole service with real Tesseract and a real database on a
// free port until the test ends, and returns its address.
func start(t *testing.T, c *command.Serve) (base string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- c.On(ctx, command.Streams{Out: io.Discard, Err: io.Discard}, listener, slog.New(slog.DiscardHandler))
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !strings.Contains(err.Error(), "Server closed") {
			t.Errorf("the service ended with %v", err)
		}
	})
	base = "http://" + listener.Addr().String()
	waittest.Until(t, "the service is ready", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the service did not start: %v", err)
		default:
		}
		resp, err := http.Get(base + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return base
}

// fewRules writes rules of one indicator into a folder.
func fewRules(t *testing.T, folder string) {
	t.Helper()
	if err := wordstest.FewRules(folder, "../../testdata/script/rules_edit.txtar"); err != nil {
		t.Fatal(err)
	}
}
