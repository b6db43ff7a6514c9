package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

const (
	demoUser     = "demo"
	demoPassword = "a password for the demo only"
)

// startService runs the binary on a free port with its data in dir and waits
// until it is ready. stop ends it.
func startService(ctx context.Context, binary, dir string) (base string, stop func(), err error) {
	addr, err := freeAddress()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.CommandContext(ctx, binary, "serve")
	cmd.Env = append(os.Environ(),
		"TIJIAN_LISTEN="+addr, "TIJIAN_DATA="+dir, "TIJIAN_DATABASE=",
		"TIJIAN_BOOTSTRAP_USER="+demoUser, "TIJIAN_BOOTSTRAP_PASSWORD="+demoPassword,
		"TIJIAN_ALLOW_NETS=127.0.0.0/8", // the demo serves its picture itself
	)
	log, err := os.Create(dir + "/serve.log")
	if err != nil {
		return "", nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	base = "http://" + addr
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(base + "/readyz")
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return base, stop, nil
		}
	}
	stop()
	said, _ := os.ReadFile(dir + "/serve.log")
	return "", nil, fmt.Errorf("the service was not ready within 15 s; it said:\n%s", said)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// servePicture offers data at a local address for as long as the demo runs.
func servePicture(data []byte) (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(data)
		}),
	}
	go func() { _ = server.Serve(l) }()
	return "http://" + l.Addr().String() + "/report.jpg", func() { _ = server.Close() }, nil
}
